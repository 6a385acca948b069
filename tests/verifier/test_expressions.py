"""Which DIExpressions are valid, by version: the facts are what each LLVM says of an expression by itself."""

from __future__ import annotations

import pytest

from pyllvm.verifier.expressions import is_entry_value, is_valid_expression

# An expression, and the first version that takes it.
SINCE = [
    ([0x06], 7),  # deref
    ([0x94, 4], 9),  # deref_size
    ([0x1001, 8, 5], 9),  # LLVM_convert
    ([0x90, 1], 10),  # regx
    ([0x50], 10),  # reg0
    ([0x1003, 1], 10),  # LLVM_entry_value
    ([0x97], 11),  # push_object_address
    ([0x1003, 1, 0x06], 12),
    ([0x14], 12),  # over
    ([0x1005, 0], 12),  # LLVM_arg
    ([0x1005, 0, 0x1003, 1], 16),
    ([0x29], 17),  # eq
    ([0x1006, 1, 2], 19),  # LLVM_extract_bits_sext
    ([0x1F], 21),  # neg
]


@pytest.mark.parametrize(("elements", "since"), SINCE)
def test_operations_come_with_a_version(elements: list[int], since: int) -> None:
    taken = [version for version in range(7, 23) if is_valid_expression(elements, version)]
    assert taken == list(range(since, 23))


@pytest.mark.parametrize(
    "elements",
    [
        [0x10],  # a number is missing
        [0x1000, 0],
        [0x1000, 0, 8, 0x06],  # behind a fragment
        [0x9F, 0x06],  # behind DW_OP_stack_value
        [0x16],  # one value alone cannot be swapped
        [0x1003, 2],
        [0x06, 0x1003, 1],
        [0x13],  # DW_OP_drop
        [0x4F],  # DW_OP_lit31
    ],
)
def test_is_not_valid(elements: list[int]) -> None:
    assert not is_valid_expression(elements, 22)


def test_nothing_behind_a_register_is_looked_at() -> None:
    assert is_valid_expression([0x50, 0x13], 22)


def test_entry_values() -> None:
    assert is_entry_value([0x1003, 1], 14)
    assert is_entry_value([0x1005, 0, 0x1003, 1], 19)
    assert not is_entry_value([0x1005, 0, 0x1003, 1], 14)
    assert not is_entry_value([0x06], 19)

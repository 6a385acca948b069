"""The operations that DIExpressions may hold, by version, against the real LLVMs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.schema.names import versions_of
from pyllvm.tables.dwarf_operations import EXPRESSION, OPERATIONS
from pyllvm.versions import NEXT, SUPPORTED
from rows import each_row

# An expression, and the first version that accepts it.
SINCE = [
    ([0x06], 7),  # deref
    ([0x94, 4], 9),  # deref_size
    ([0x1001, 8, 5], 9),  # LLVM_convert
    ([0x90, 1], 10),  # regx
    ([0x50], 10),  # reg0
    ([0x70, 8], 10),  # breg0
    ([0x1003, 1], 10),  # LLVM_entry_value
    ([0x97], 11),  # push_object_address
    ([0x14], 12),  # over
    ([0x11, 1], 12),  # consts
    ([0x1003, 1, 0x06], 13),  # an operation after an entry value
    ([0x1005, 0], 13),  # LLVM_arg
    ([0x1005, 0, 0x1003, 1], 16),
    ([0x29], 17),  # eq
    ([0x1006, 1, 2], 19),  # LLVM_extract_bits_sext
    ([0x1F], 22),  # neg
    ([0x19], 22),  # abs
    ([0x12, 0x12, 0x17], 22),  # rot
]
NEVER_VALID = [
    [0x10],  # its number is missing
    [0x1000, 0],
    [0x1000, 0, 8, 0x06],  # an operation after a fragment
    [0x9F, 0x06],  # an operation after DW_OP_stack_value
    [0x16],  # a swap of one value
    [0x1003, 2],
    [0x06, 0x1003, 1],
    [0x13],  # DW_OP_drop
    [0x4F],  # DW_OP_lit31
]


@each_row(("elements", "since"), SINCE)
def test_an_operation_is_valid_since_a_version(elements: list[int], since: int) -> None:
    valid = [version for version in SUPPORTED if EXPRESSION.is_valid(elements, version)]
    assert valid == list(range(since, NEXT + 1))


def test_only_llvm_9_has_dwarfs_number_for_entry_values() -> None:
    assert [version for version in SUPPORTED if EXPRESSION.is_valid([0xA3, 1], version)] == [9]
    assert not EXPRESSION.is_valid([0xA3, 1, 0x9F], 9)


@pytest.mark.parametrize("elements", NEVER_VALID)
def test_is_not_valid(elements: list[int]) -> None:
    assert not any(EXPRESSION.is_valid(elements, version) for version in SUPPORTED)


def test_what_follows_a_register_is_not_checked() -> None:
    assert EXPRESSION.is_valid([0x50, 0x13], 22)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [13, 14, 15, 16, 19, 22])
def test_llvm_accepts_the_same(llvm_tool: Callable[[int, str], str], tmp_path: Path, version: int) -> None:
    tool = llvm_tool(version, "llvm-as")
    different: list[list[int]] = []
    for elements in [elements for elements, _ in SINCE] + NEVER_VALID:
        (tmp_path / "in.ll").write_text(f"!x = !{{!DIExpression({', '.join(map(str, elements))})}}\n")
        result = subprocess.run([tool, "in.ll", "-o", "out.bc"], cwd=tmp_path, capture_output=True)
        if (result.returncode == 0) != EXPRESSION.is_valid(elements, version):
            different.append(elements)
    assert different == []


def test_every_operation_of_expressions_has_a_name() -> None:
    for version in SUPPORTED:
        for line in EXPRESSION.rows.split("\n"):
            if line and " " in line:
                word, _, *marks = line.split()
                first, last = versions_of(marks)
                if first <= version <= last:
                    assert OPERATIONS.number("DW_OP_" + word, version) > 0, (word, version)

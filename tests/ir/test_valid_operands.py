"""Which operands LLVM accepts; the answers are llvm-as's."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.valid_operands import atomicrmw_types, bad_select, is_atomicrmw
from pyllvm.tables.atomics import ANYTHING, FLOATING_POINT, INTEGERS
from pyllvm.tables.features import ATOMIC_INTEGER_VECTORS_SINCE, ATOMIC_VECTOR_OPERATIONS, ATOMIC_XCHG_OF_VECTORS_SINCE

NOT_BITS = "select condition must be i1 or <n x i1>"
NOT_BIT_VECTORS = "vector select condition element type must be i1"
NOT_VECTORS = "selected values for vector select must be vectors"
LENGTHS = "vector select requires selected vectors to have the same vector length as select condition"
# For each condition: the messages for i32, <2 x i32> and <vscale x 2 x i32>.
SELECTS = {
    "i1": ("", "", ""),
    "i8": (NOT_BITS, NOT_BITS, NOT_BITS),
    "<2 x i1>": (NOT_VECTORS, "", LENGTHS),
    "<2 x i8>": (NOT_BIT_VECTORS, NOT_BIT_VECTORS, NOT_BIT_VECTORS),
    "<vscale x 2 x i1>": (NOT_VECTORS, LENGTHS, ""),
    "<4 x i1>": (NOT_VECTORS, LENGTHS, LENGTHS),
}


@pytest.mark.parametrize("condition", SELECTS)
def test_select(condition: str) -> None:
    found = []
    for type in ("i32", "<2 x i32>", "<vscale x 2 x i32>"):
        module = parse_assembly(f"declare void @f({condition}, {type}, {type})\n")
        found.append(bad_select(*module.functions[0].arguments))
    assert tuple(found) == SELECTS[condition]


def accepted(takes: int, version: int, is_elementwise: bool = False) -> set[str]:
    """The types that an atomicrmw accepts, of one of each kind."""
    module = Module(llvm_version=version)
    texts = ("i32", "float", "ptr", "<2 x i32>", "<2 x float>", "<2 x ptr>", "<vscale x 2 x i32>")
    types: dict[str, Type] = {text: module.type(text) for text in texts}
    return {text for text, type in types.items() if is_atomicrmw(takes, type, is_elementwise, version)}


def test_atomicrmw() -> None:
    plain, vectors = {"i32", "float", "ptr"}, {"<2 x i32>", "<2 x float>", "<2 x ptr>"}
    assert accepted(ANYTHING, ATOMIC_XCHG_OF_VECTORS_SINCE - 1) == plain
    assert accepted(ANYTHING, ATOMIC_XCHG_OF_VECTORS_SINCE) == plain | vectors
    assert accepted(INTEGERS, ATOMIC_INTEGER_VECTORS_SINCE - 1) == {"i32"}
    assert accepted(INTEGERS, ATOMIC_INTEGER_VECTORS_SINCE) == {"i32", "<2 x i32>"}
    assert accepted(FLOATING_POINT, ATOMIC_VECTOR_OPERATIONS.since - 1) == {"float"}
    assert accepted(FLOATING_POINT, ATOMIC_VECTOR_OPERATIONS.since) == {"float", "<2 x float>"}
    assert accepted(ANYTHING, ATOMIC_INTEGER_VECTORS_SINCE, is_elementwise=True) == vectors


@pytest.mark.parametrize("takes", [ANYTHING, INTEGERS, FLOATING_POINT])
@pytest.mark.parametrize(
    "version",
    [
        since - before
        for since in (ATOMIC_VECTOR_OPERATIONS.since, ATOMIC_INTEGER_VECTORS_SINCE, ATOMIC_XCHG_OF_VECTORS_SINCE)
        for before in (1, 0)
    ],
)
def test_a_message_names_what_is_accepted(takes: int, version: int) -> None:
    words = atomicrmw_types(takes, False, version)
    types = accepted(takes, version)
    assert ("vector" in words) == any(type.startswith("<") for type in types)
    assert ("integer" in words, "floating-point number" in words, "pointer" in words) == tuple(
        type in types for type in ("i32", "float", "ptr")
    )

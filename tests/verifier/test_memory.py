"""The rules for instructions that access memory: which types may be atomic, by version."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, verify

ATOMIC_VECTOR = """
define <2 x i32> @f(ptr %p) {
  %x = load atomic <2 x i32>, ptr %p seq_cst, align 8
  ret <2 x i32> %x
}
"""


@pytest.mark.parametrize(("version", "messages"), [
    (20, ["atomic load operand must have integer, pointer, or floating point type!"]),
    (21, ["atomic load operand must have integer, pointer, or floating point type!"]),
    (22, []),
])  # fmt: skip
def test_vectors_may_be_atomic_since_22(version: int, messages: list[str]) -> None:
    """The verdicts and words are those of the real LLVM of each version."""
    found = [diagnostic.message for diagnostic in verify(parse_assembly(ATOMIC_VECTOR, llvm_version=version))]
    assert [message for message in found if "does not have" not in message] == messages

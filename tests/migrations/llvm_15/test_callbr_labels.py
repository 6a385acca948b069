"""The labels of a callbr's assembly from LLVM 15 on; the expected lines are those of llvm-dis-19."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring

TEXT = """define i32 @f(i32 %x, i32* %p) {
  %r = callbr i32 asm sideeffect "# $0 $1", "=r,=*m,r,X,X,~{dirflag}"(i32* elementtype(i32) %p, i32 %x, ARGUMENTS)
    to label %a [label %b, label %c]
a:
  ret i32 %r
b:
  ret i32 1
c:
  ret i32 2
}
"""
B = "i8* blockaddress(@f, %b)"
C = "i8* blockaddress(@f, %c)"


@pytest.mark.parametrize("version", [16, 19])
def test_block_addresses_become_constraints(version: int) -> None:
    module = parse_assembly(TEXT.replace("ARGUMENTS", f"{B}, {C}"), llvm_version=14)
    bring(module, version)
    printed = to_assembly(module)
    assert '%r = callbr i32 asm sideeffect "# $0 $1", "=r,=*m,r,!X,!X,~{dirflag}"(ptr elementtype(i32) %p, i32 %x)\n' in printed
    assert "          to label %a [label %b, label %c]\n" in printed
    # The block is used by the call alone.
    assert "b:                                                ; preds = %0\n" in printed


def test_other_addresses_are_refused() -> None:
    module = parse_assembly(TEXT.replace("ARGUMENTS", f"{C}, {B}"), llvm_version=13)
    with pytest.raises(PyllvmError, match="callbr argument does not match indirect dest"):
        bring(module, 15)


def test_15_keeps_typed_pointers_beside_labels() -> None:
    module = parse_assembly(TEXT.replace("ARGUMENTS", f"{B}, {C}"), llvm_version=14)
    before = to_assembly(module)
    bring(module, 15)
    assert '"=r,=*m,r,!X,!X,~{dirflag}"(i32* elementtype(i32) %p, i32 %x)\n' in to_assembly(module)
    labels = parse_assembly(before.replace("X,X", "!i,!i").replace(f", {B}, {C}", ""), llvm_version=15)
    assert bring(labels, 14) == []
    assert to_assembly(labels) == before

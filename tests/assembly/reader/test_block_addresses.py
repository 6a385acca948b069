"""Addresses of blocks are in the address space of their functions; the expected lines are those of llvm-as."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly

TEXT = """target datalayout = "e-P1-p:16:8"
@g = global ptr addrspace(1) blockaddress(@f, %b)
define i8 @e() {
  %r = load i8, ptr addrspace(1) blockaddress(@f, %b)
  ret i8 %r
}
define void @f() {
  br label %b
b:
  %r = load i8, ptr addrspace(1) blockaddress(@f, %b)
  ret void
}
"""


@pytest.mark.parametrize("version", [16, 22])
def test_before_in_and_after_the_function(version: int) -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=version))
    assert printed.count("ptr addrspace(1) blockaddress(@f, %b)") == 3


def test_with_typed_pointers() -> None:
    printed = to_assembly(parse_assembly(TEXT.replace("ptr addrspace(1)", "i8 addrspace(1)*"), llvm_version=14))
    assert printed.count("i8 addrspace(1)* blockaddress(@f, %b)") == 3

"""Addresses of blocks in functions of other address spaces, for LLVM 12 and older."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode, verify


@pytest.mark.parametrize("version", [12, 11, 8])
def test_the_address_is_cast(version: int) -> None:
    text = """
target datalayout = "e-P1"
@b = global [2 x ptr addrspace(1)] [ptr addrspace(1) blockaddress(@f, %x), ptr addrspace(1) null]
define void @f(ptr %p) addrspace(1) {
  store ptr addrspace(1) blockaddress(@f, %x), ptr %p
  br label %x
x:
  ret void
}
"""
    module = parse_assembly(text, llvm_version=22)
    module = parse_bitcode(to_bitcode(module, llvm_version=version))
    printed = to_assembly(module)
    assert printed.count("i8 addrspace(1)* addrspacecast (i8* blockaddress(@f, %x) to i8 addrspace(1)*)") == 2
    assert verify(module) == []

"""Casts that LLVM's reader replaces."""

from __future__ import annotations

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

# The layout has no address space for allocas, so that LLVM 14's reader takes 0, whatever the text said.
TEXT = """define i8 addrspace(5)* @f() {
  %a = alloca i32, align 4, addrspace(5)
  %c = bitcast i32 addrspace(5)* %a to i8 addrspace(5)*
  ret i8 addrspace(5)* %c
}
"""


def test_a_bitcast_to_another_address_space_goes_by_way_of_an_integer() -> None:
    printed = to_assembly(parse_bitcode(to_bitcode(parse_assembly(TEXT, llvm_version=14))))
    expected = "  %1 = ptrtoint i32* %a to i64\n  %c = inttoptr i64 %1 to i8 addrspace(5)*\n  ret i8 addrspace(5)* %c\n"
    assert expected in printed

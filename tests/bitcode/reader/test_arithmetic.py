"""Casts that LLVM's reader replaces."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly, to_bitcode

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


@pytest.mark.parametrize("version", [14, 22])
def test_an_invalid_cast_is_refused(version: int) -> None:
    pointer = "i32 addrspace(5)*" if version == 14 else "ptr addrspace(5)"
    other = "i32*" if version == 14 else "ptr"
    text = f"define {other} @f({pointer} %a) {{\n  %c = addrspacecast {pointer} %a to {other}\n  ret {other} %c\n}}\n"
    module = parse_assembly(text, llvm_version=version)
    function = module.function("f")
    function.blocks[0].instructions[0].type = function.arguments[0].type
    with pytest.raises(PyllvmError, match="Invalid cast"):
        parse_bitcode(to_bitcode(module))


# The data layout does not say where allocas are, and so LLVM 14 reads another address space than metadata has.
DESCRIBED = """define void @f() {
  %a = alloca i32, align 4, addrspace(5)
  call void @g(metadata i32 addrspace(5)* %a)
  ret void
}
declare void @g(metadata)
"""


def test_allocas_have_another_address_space_than_metadata_up_to_14() -> None:
    data = to_bitcode(parse_assembly(DESCRIBED, llvm_version=14))
    assert "call void @g(metadata i32* %a)" in to_assembly(parse_bitcode(data))
    with pytest.raises(PyllvmError, match="Assigned value does not match type of forward declaration"):
        parse_bitcode(data, llvm_version=15)

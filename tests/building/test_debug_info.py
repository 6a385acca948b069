"""Variables for a debugger: records, and the calls that stand for them before LLVM 19."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.ir import Function, SpecializedNode


def described(version: int) -> tuple[pyllvm.Module, Function, SpecializedNode]:
    """A module with a function that has debug information, and a variable of it."""
    module = pyllvm.Module("m", llvm_version=version)
    module.source_filename = "m.c"
    file = module.metadata_node("DIFile", filename="m.c", directory="/")
    unit = module.metadata_node("DICompileUnit", distinct=True, language="DW_LANG_C", file=file)
    type = module.metadata_node("DISubroutineType", types=[None])
    subprogram = module.metadata_node(
        "DISubprogram", distinct=True, name="f", scope=file, file=file, type=type, unit=unit, spFlags="DISPFlagDefinition"
    )
    module.add_named_metadata("llvm.dbg.cu", unit)
    module.add_module_flag(2, "Debug Info Version", 3)
    function = module.add_function("f", "void (i32)", ["x"])
    function.set_metadata("dbg", subprogram)
    variable = module.metadata_node("DILocalVariable", name="v", scope=subprogram, file=file)
    return module, function, variable


@pytest.mark.parametrize(
    ("version", "declare", "value"),
    [
        (14, "call void @llvm.dbg.declare(metadata i32* %v, metadata", "call void @llvm.dbg.value(metadata i32 %x, metadata"),
        (18, "call void @llvm.dbg.declare(metadata ptr %v, metadata", "call void @llvm.dbg.value(metadata i32 %x, metadata"),
        (19, "#dbg_declare(ptr %v,", "#dbg_value(i32 %x,"),
    ],
)
def test_a_variable_is_declared_and_has_values(version: int, declare: str, value: str) -> None:
    module, function, variable = described(version)
    builder = pyllvm.IRBuilder.at_end(function.add_block("entry"))
    builder.set_line(3, 1, function.metadata("dbg")[0])
    slot = builder.alloca("i32", name="v")
    builder.debug_declare(slot, variable)
    end = builder.ret_void()
    with builder.goto_before(end):
        builder.debug_value(function.arguments[0], variable)
    text = str(module)
    assert text.index(declare) < text.index(value) < text.index("ret void")
    assert pyllvm.verify(module) == []
    again = pyllvm.parse_bitcode(pyllvm.to_bitcode(module))
    assert str(again).partition("\n")[2] == text.partition("\n")[2]


def test_what_a_record_needs_is_checked() -> None:
    _, function, variable = described(19)
    builder = pyllvm.IRBuilder.at_end(function.add_block("entry"))
    slot = builder.alloca("i32", name="v")
    with pytest.raises(ValueError, match="no debug location"):
        builder.debug_declare(slot, variable)
    subprogram = function.metadata("dbg")[0]
    builder.set_line(3, 1, subprogram)
    with pytest.raises(TypeError, match="must be a !DILocalVariable"):
        builder.debug_declare(slot, subprogram)


def test_attached_metadata_is_replaced_and_removed() -> None:
    module, function, _ = described(19)
    other = module.metadata_tuple("x")
    function.set_metadata("annotation", other)
    assert function.metadata("annotation") == [other]
    function.set_metadata("annotation", None)
    assert function.metadata("annotation") == []
    assert len(function.metadata("dbg")) == 1

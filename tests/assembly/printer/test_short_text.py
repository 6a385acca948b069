"""What `repr()` shows of each kind of object."""

from __future__ import annotations

from typing import Final

import pytest

import pyllvm
from pyllvm.ir import BasicBlock, CallBase, Comdat, ConstantInt, Function, Metadata, Value

TEXT: Final = """
%pair = type { i32, ptr }
$group = comdat any
@x = global i32 0
@data = constant [2 x i8] c"ab", comdat($group)
@other = alias i32, ptr @x
@chosen = ifunc void (), ptr @resolve

define i32 @f(i32 %a, i32) #0 !dbg !3 {
entry:
  %1 = add nsw i32 %a, %0
  %v = load i32, ptr @x, align 4, !tbaa !5
  call void @llvm.assume(i1 true) #1 [ "nonnull"(ptr @x) ]
  ret i32 %1
}
declare ptr @resolve()
declare void @llvm.assume(i1)
attributes #0 = { nounwind }
attributes #1 = { cold }
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: NoDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7}
!7 = !{!"root"}
"""
MODULE: Final = pyllvm.parse_assembly(TEXT, "m.ll", llvm_version=22)
FUNCTION: Final = MODULE.functions[0]
BLOCK: Final = FUNCTION.blocks[0]
I32: Final = MODULE.context.integer(32)


def test_a_module() -> None:
    assert repr(MODULE) == "<Module 'm.ll', LLVM 22, 3 functions, 2 variables>"


def test_global_values() -> None:
    assert [repr(value) for value in MODULE.global_values] == [
        "<GlobalVariable @x, i32>",
        "<GlobalVariable @data, [2 x i8]>",
        "<Function @f, 1 block>",
        "<Function @resolve, declaration>",
        "<Function @llvm.assume, declaration>",
        "<GlobalAlias @other, @x>",
        "<GlobalIFunc @chosen, @resolve>",
    ]


def test_a_function_that_was_not_read() -> None:
    function = pyllvm.parse_bitcode(pyllvm.to_bitcode(MODULE), lazy=True).functions[0]
    assert repr(function) == "<Function @f, body not read yet>"
    assert not function.is_materialized, "looking at it does not read it"


def test_what_is_in_a_function() -> None:
    assert repr(BLOCK) == "<BasicBlock %entry, 4 instructions>"
    assert [repr(argument) for argument in FUNCTION.arguments] == ["<Argument i32 %a>", "<Argument i32 %0>"]
    assert [repr(instruction) for instruction in BLOCK.instructions] == [
        "<%1 = add nsw i32 %a, %0>",
        "<%v = load i32, ptr @x, align 4>",
        '<call void @llvm.assume(i1 true) #0 [ "nonnull"(ptr @x) ]>',
        "<ret i32 %1>",
    ]


def test_parts_of_instructions() -> None:
    add, load, call = BLOCK.instructions[:3]
    assert repr(add.uses) == "[<Use: operand 0 of ret i32 %1>]"
    assert repr(load.attachments) == '[<Attachment !tbaa !{!{!"int", ...}, !{!"int", ...}, i64 0}>]'
    assert isinstance(call, CallBase)
    assert repr(call.bundles) == '[<OperandBundle "nonnull", 1 value>]'


def test_types_constants_and_comdats() -> None:
    assert repr(I32) == "<i32>"
    assert repr(MODULE.struct_types) == "[<%pair = type { i32, ptr }>]"
    assert repr(ConstantInt.get(I32, 7)) == "<i32 7>"
    assert repr(MODULE.global_variables[1].operands) == '[<[2 x i8] c"ab">]'
    assert repr(Comdat("c")) == "<Comdat $c, any>"


def test_metadata() -> None:
    assert repr(MODULE.named_metadata[0]) == "<NamedMDNode !llvm.module.flags, 1 operand>"
    assert repr(MODULE.named_metadata[0].operands) == '[<!{i32 2, !"Debug Info Version", i32 3}>]'
    subprogram = FUNCTION.attachments[0].node
    assert repr(subprogram).startswith('<distinct !DISubprogram(name: "f", scope: ')


def test_nodes_in_nodes_are_shown_by_their_contents() -> None:
    """LLVM prints addresses in memory, which are others in each run."""
    node = pyllvm.Module("m").metadata(
        '!{!DIFile(filename: "a.c", directory: ""), !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: null), !{}, !{!{}},'
        ' !{!"int", !{}}, !DIExpression()}'
    )
    text = (
        '!{!DIFile(filename: "a.c", ...), !DIDerivedType(tag: DW_TAG_member, name: "x", ...), !{}, !{...}, !{!"int", ...}, '
        "!DIExpression()}"
    )
    assert str(node) == text
    assert repr(node) == f"<{text[:120]}...>"
    assert "0x" not in node._repr_html_()
    assert "0x" not in str(FUNCTION.attachments[0].node)


def test_debug_records_name_their_variables() -> None:
    module = pyllvm.parse_assembly("""
define void @f(i32 %a) {
    #dbg_value(i32 %a, !0, !DIExpression(), !2)
  ret void
}
!0 = !DILocalVariable(name: "a", arg: 1, scope: !1, line: 3)
!1 = distinct !DISubprogram(name: "f", type: !4, spFlags: 0)
!4 = !DISubroutineType(types: null)
!2 = !DILocation(line: 3, scope: !1)
!llvm.module.flags = !{!3}
!3 = !{i32 2, !"Debug Info Version", i32 3}
""")
    (record,) = module.function("f").blocks[0].instructions[0].debug_records or []
    assert str(record) == (
        '#dbg_value(i32 %a, !DILocalVariable(name: "a", line: 3, ...), !DIExpression(), '
        '!DILocation(line: 3, scope: !DISubprogram(name: "f", ...)))'
    )


def test_long_texts_are_cut_and_lines_joined() -> None:
    module = pyllvm.Module("x" * 500)
    assert len(repr(module)) < 130
    assert repr(module).endswith("...>")
    assert "\n" not in repr(module)


@pytest.mark.parametrize("kind", [Value, Function, Metadata, BasicBlock])
def test_half_made_objects_have_one(kind: type) -> None:
    assert repr(kind.__new__(kind)).startswith("<")

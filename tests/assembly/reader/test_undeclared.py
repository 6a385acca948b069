"""With `allow_incomplete`, references to metadata that is not defined are dropped, as llvm-as -allow-incomplete-ir does."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly.reader.parse import TextReading, parse_assembly, parse_text
from rows import each_row
from wishing import wishing

_NODES = """\
!5 = !DILocalVariable(name: "x", scope: !6)
!6 = distinct !DISubprogram(name: "f", unit: !7, type: !20)
!20 = !DISubroutineType(types: !{null})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !8, emissionKind: FullDebug)
!8 = !DIFile(filename: "a", directory: "b")
!3 = !DILocation(line: 1, scope: !6)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
"""


def read(text: str, version: int) -> str:
    reading = TextReading(wishes=wishing(allows_incomplete=True))
    reading.records_local_uses = False
    return str(parse_text(text.encode(), reading, version))


@pytest.mark.parametrize("version", [19, 22, 23])
def test_attachments_of_unknown_nodes_are_dropped(version: int) -> None:
    text = """\
@g = global i32 0, !dbg !3, !foo !4
declare !dbg !7 void @h()
define i32 @f(ptr %p) !dbg !7 !prof !8 {
  %x = load i32, ptr %p, !tbaa !15, !range !16, !foo !17
  store i32 %x, ptr %p, !DIAssignID !18
  ret i32 %x, !dbg !9
}
!16 = !{i32 0, i32 5}
!8 = !{!"function_entry_count", i64 1}
"""
    printed = read(text, version)
    assert "@g = global i32 0\n" in printed
    assert "declare void @h()\n" in printed
    assert "define i32 @f(ptr %p) !prof !0 {\n" in printed
    assert "  %x = load i32, ptr %p, align 4, !range !1\n" in printed
    assert "  store i32 %x, ptr %p, align 4\n  ret i32 %x\n" in printed


@each_row("version", [19, 22, 23])
@each_row(
    ("parameters", "call"),
    [
        ("metadata, metadata, metadata", "@llvm.dbg.value(metadata i32 %x, metadata !999, metadata !DIExpression()), !dbg !93"),
        ("metadata, metadata, metadata", "@llvm.dbg.declare(metadata i32 %x, metadata !5, metadata !998)"),
        ("metadata", "@llvm.dbg.label(metadata !999)"),
        ("metadata", "@llvm.experimental.noalias.scope.decl(metadata !999)"),
    ],
)
def test_a_call_that_describes_something_by_an_unknown_node_is_dropped(version: int, parameters: str, call: str) -> None:
    name = call.partition("(")[0]
    text = f"declare void {name}({parameters})\ndefine void @f(i32 %x) {{\n  call void {call}\n  ret void\n}}\n{_NODES}"
    assert "define void @f(i32 %x) {\n  ret void\n}" in read(text, version)


def test_llvm_23_drops_them_before_it_declares_intrinsics_by_their_calls() -> None:
    text = "define void @f() {\n  call void @llvm.experimental.noalias.scope.decl(metadata !9)\n  ret void\n}\n"
    assert "define void @f() {\n  ret void\n}" in read(text, 22)
    with pytest.raises(pyllvm.PyllvmError, match="use of undefined metadata '!9'"):
        read(text, 23)


@each_row("version", [19, 22, 23])
@each_row(
    ("text", "number"),
    [
        ("!named = !{!0}\n!0 = !{!1, !2}\n!2 = !{}\n", 1),
        ("!named = !{!0}\n!0 = distinct !{!1, !0}\n", 1),
        ("!named = !{!1}\n", 1),
        ("@g = global i32 0, !foo !9\n!named = !{!9}\n", 9),
        ("@g = global i32 0, !foo !9\n!named = !{!12, !11}\n", 11),
        ("define void @f() {\n  ret void, !foo !{!9}\n}\n", 9),
        ("declare i1 @llvm.type.test(ptr, metadata)\ndefine void @f(ptr %p) {\n"
         "  %r = call i1 @llvm.type.test(ptr %p, metadata !9)\n  ret void\n}\n", 9),
        ("declare void @llvm.foo(metadata)\ndefine void @f() {\n  call void @llvm.foo(metadata !9)\n  ret void\n}\n", 9),
        ("define void @f(i32 %x) {\n  #dbg_value(i32 %x, !9, !DIExpression(), !DILocation(scope: !10))\n  ret void\n}\n", 9),
    ],
)  # fmt: skip
def test_other_references_remain_errors(version: int, text: str, number: int) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        read(text, version)
    assert f"use of undefined metadata '!{number}'" in [one.message for one in caught.value.diagnostics]


def test_a_debug_record_may_lack_its_location_since_llvm_23() -> None:
    text = f"define void @f(i32 %x) !dbg !6 {{\n  #dbg_value(i32 %x, !5, !DIExpression(), !99)\n  ret void\n}}\n{_NODES}"
    for version in (19, 22):
        with pytest.raises(pyllvm.PyllvmError, match="use of undefined metadata '!99'"):
            read(text, version)
    module = parse_text(text.encode(), TextReading(wishes=wishing(allows_incomplete=True)), 23)
    function = module.functions[0]
    records = function.blocks[0].instructions[0].debug_records
    assert records is not None
    assert records[0].debug_location is None


def test_without_the_option_nothing_is_dropped() -> None:
    with pytest.raises(pyllvm.PyllvmError, match="use of undefined metadata '!4'"):
        parse_assembly(b"@g = global i32 0, !foo !4\n", llvm_version=22)

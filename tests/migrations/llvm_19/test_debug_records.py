"""Calls of `llvm.dbg.value` and its like are records since LLVM 19."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

METADATA = (
    '!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
    "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3)\n"
    '!2 = distinct !DISubprogram(name: "f", unit: !1)\n!3 = !DIFile(filename: "f.c", directory: "")\n'
    '!4 = !DILocalVariable(name: "a", scope: !2)\n!5 = !DILocation(line: 1, scope: !2)\n'
)
CALL = (
    "declare void @llvm.dbg.value(metadata, metadata, metadata)\n"
    "define void @f(i32 %a) !dbg !2 {\n"
    "  call void @llvm.dbg.value(metadata i32 %a, metadata !4, metadata !DIExpression()), !dbg !5\n  ret void\n}\n"
)
RECORD = "define void @f(i32 %a) !dbg !2 {\n    #dbg_value(i32 %a, !4, !DIExpression(), !5)\n  ret void\n}\n"


def test_calls_become_records() -> None:
    module = parse_assembly(CALL + METADATA, llvm_version=18)
    bring(module, 19)
    printed = to_assembly(module)
    assert "#dbg_value(i32 %a," in printed
    assert "llvm.dbg.value" not in printed


def test_records_become_calls() -> None:
    module = parse_assembly(RECORD + METADATA, llvm_version=19)
    bring(module, 18)
    printed = to_assembly(module)
    assert "  tail call void @llvm.dbg.value(metadata i32 %a, metadata !" in printed
    assert "declare void @llvm.dbg.value(metadata, metadata, metadata)" in printed
    assert "#dbg_value" not in printed


def test_calls_that_became_records_come_back() -> None:
    module = parse_assembly(CALL.replace("  call", "  tail call") + METADATA, llvm_version=18)
    before = to_assembly(parse_assembly(CALL.replace("  call", "  tail call") + METADATA, llvm_version=18))
    bring(module, 19)
    bring(module, 18)
    # Only the place of the declaration is another.
    assert sorted(to_assembly(module).splitlines()) == sorted(before.splitlines())


def test_a_declared_value_becomes_a_value() -> None:
    text = RECORD.replace("dbg_value", "dbg_declare_value") + METADATA
    module = parse_assembly(text, llvm_version=22)
    assert bring(module, 18) == []
    assert "  tail call void @llvm.dbg.value(metadata i32 %a, metadata !" in to_assembly(module)

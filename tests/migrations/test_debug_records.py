"""Calls of `llvm.dbg.value` and its like are records since LLVM 19; the way back is refused."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
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


def test_records_do_not_go_below_19() -> None:
    module = parse_assembly(RECORD + METADATA, llvm_version=19)
    with pytest.raises(PyllvmError, match=r"LLVM 18 cannot hold debug records \(LLVM 19 and newer\)$"):
        bring(module, 18)

"""What the readers take without a word, and lint reports; the other cases are in tests/language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

TWO_DEFINITIONS = """!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, retainedTypes: !3)
!2 = !DIFile(filename: "a", directory: "/")
!3 = !{!4, !5}
!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !2, size: 32, identifier: "S")
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !2, size: 64, identifier: "S")
"""


def test_the_command_reports_two_definitions_that_it_has_joined(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    """It reads types with one identifier as one node, as opt does."""
    path = tmp_path / "a.ll"
    path.write_text(TWO_DEFINITIONS)
    assert "two type definitions have the identifier 'S'" in pyllvm("verify", "--lint", path).errors
    assert pyllvm("as", path, "-o", tmp_path / "a.bc").status == 0
    assert "two type definitions have the identifier 'S'" in pyllvm("verify", "--lint", tmp_path / "a.bc").errors


CALL_OF_A_MISSING_GROUP = """define void @f(i32 %a) !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()) #9, !dbg !8
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, type: !6)
!8 = !DILocation(line: 1, scope: !5)
"""


def test_a_call_that_became_a_debug_record_is_not_reported(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    """It has no operands any more, and so no text."""
    path = tmp_path / "a.ll"
    path.write_text(CALL_OF_A_MISSING_GROUP)
    assert pyllvm("verify", "--lint", "--llvm-version=22", path).status == 0
    assert "no attribute group has the number #9" in pyllvm("verify", "--lint", "--llvm-version=18", path).errors

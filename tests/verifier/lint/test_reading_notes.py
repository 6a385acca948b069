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

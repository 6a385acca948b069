"""Compile units of linked modules."""

from __future__ import annotations

import pyllvm
from pyllvm.verifier import verify

TEXT = """
!n = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""
MESSAGE = "DICompileUnit not listed in llvm.dbg.cu"


def test_a_unit_need_not_be_listed_where_modules_share_types() -> None:
    """A type of another module leads to the unit of that module. llvm-link and opt do not look for it, llvm-dis does."""
    alone = pyllvm.parse_assembly(TEXT)
    assert [failure.message for failure in verify(alone)] == [MESSAGE]
    assert not pyllvm.verify(alone)
    assert not verify(pyllvm.link([alone]))

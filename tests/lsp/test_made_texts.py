"""Texts that are made of other texts."""

from __future__ import annotations

from pyllvm.lsp.made_texts import brought_to, extracted, text_in_version

BROKEN_DEBUG_INFO = b"""define void @f() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = !DIFile(filename: "f.c", directory: "/")
!1 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_broken_debug_information_is_dropped_as_tools_do() -> None:
    assert "DIFile" not in extracted(BROKEN_DEBUG_INFO, "x", 19, "f")
    assert b"DIFile" not in brought_to(BROKEN_DEBUG_INFO, "x", 19, 14)
    text, losses = text_in_version(BROKEN_DEBUG_INFO, "x", 19, 14)
    assert "DIFile" not in text
    assert losses == []

"""Selections, inlay hints, and columns in the encoding of the editor."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, place, with_editor

TEXT = """\
define i32 @f(i32 %0, i1 %c) {
  %sum = add i32 %0, %0
  br i1 %c, label %done, label %done
done:
  call i32 @f(i32 %sum, i1 %c)
  ret i32 %sum, !dbg !3
}

!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, unit: !0)
!3 = !DILocation(line: 7, column: 3, scope: !2)
!4 = !DISubroutineType(types: !{null})
!5 = !{i32 2, !"Debug Info Version", i32 3}
"""
SHOWN = [
    (1, 2, "1:", "numbers"),
    (1, 21, "i32", "types"),
    (3, 5, "from %1", "predecessors"),
    (4, 2, "%2 =", "numbers"),
    (5, 23, "f.c:7:3", "lines"),
]


def test_selections_grow() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        at = place(TEXT, "@f(i32 %sum", 9)
        found = await editor.text_document_selection_range_async(types.SelectionRangeParams(document, [at]))
        assert found is not None
        one: types.SelectionRange | None = found[0]
        lines = TEXT.split("\n")
        texts: list[str] = []
        while one is not None:
            first, last = one.range.start, one.range.end
            is_line = first.line == last.line
            texts.append(lines[first.line][first.character : last.character] if is_line else f"{first.line} to {last.line}")
            one = one.parent
        assert texts == [
            "%sum",
            "i32 %sum, i1 %c",
            "(i32 %sum, i1 %c)",
            "call i32 @f(i32 %sum, i1 %c)",
            "3 to 6",
            "0 to 6",
            f"0 to {len(lines) - 1}",
        ]

    with_editor(work)


@pytest.mark.parametrize("left_out", [(), ("types", "lines"), ("numbers",), ("predecessors",), ("all",)])
def test_inlay_hints(left_out: tuple[str, ...]) -> None:
    settings: Any = False if left_out == ("all",) else dict.fromkeys(left_out, False)

    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        found = await editor.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert found is not None
        shown = [(one.position.line, one.position.character, one.label) for one in found]
        assert shown == [one[:3] for one in SHOWN if one[3] not in left_out and left_out != ("all",)]

    with_editor(work, {"inlayHints": settings})


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 21), ("utf-16", 19), ("utf-32", 18)])
def test_columns_are_counted_as_the_editor_does(encoding: str, column: int) -> None:
    text = '@"\N{GRINNING FACE}" = global ptr @g\n'
    general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)])

    async def work(editor: Editor) -> None:
        editor.open(text)
        (found,) = await editor.next_diagnostics()
        assert found.range.start.character == column

    with_editor(work, capabilities=types.ClientCapabilities(general=general))

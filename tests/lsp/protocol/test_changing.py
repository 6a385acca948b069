"""Completion through the protocol."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, place, with_editor

TEXT = """\
; llvm-version: 19
define i32 @f(i32 %a, i64 %b) {
  %c = call i32 @llvm.ctpop()
  %d = add i32 %a, 1
  ret i32 %
}
!0 = !DILocation()
"""


def test_order_details_and_the_declaration() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()

        async def asked(wanted: str, trigger: str = "") -> list[types.CompletionItem]:
            kind = types.CompletionTriggerKind
            context = types.CompletionContext(kind.TriggerCharacter if trigger else kind.Invoked, trigger or None)
            at = place(TEXT, wanted, len(wanted))
            found = await editor.text_document_completion_async(types.CompletionParams(document, at, context))
            assert isinstance(found, list)
            return sorted(found, key=lambda one: one.sort_text or "")

        values = await asked("ret i32 %", "%")
        assert [(one.label, one.detail) for one in values] == [
            ("%d", "i32"), ("%c", "i32"), ("%a", "i32"), ("%b", "i64"),
        ]  # fmt: skip
        first = (await asked("@llvm.ctpop"))[0]
        assert isinstance(first.text_edit, types.TextEdit)
        assert first.text_edit.new_text == "@llvm.ctpop.i32"
        assert first.additional_text_edits is not None
        (declared,) = first.additional_text_edits
        assert declared.new_text == "declare i32 @llvm.ctpop.i32(i32)\n"
        assert declared.range.start == types.Position(TEXT.count("\n"), 0)
        assert (await asked("!DILocation(", "("))[0].label == "scope:"
        assert await asked("@f(", "(") == []

    with_editor(work)

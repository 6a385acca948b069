"""The server, through the protocol: a client starts it as an editor does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, around, place, with_editor

TEXT = """\
; a comment
%pair = type { i32, i32 }
@count = global i32 0
declare void @other(ptr)

define i32 @sum(i32 %a, i32 %b) {
entry:
  %total = add nsw i32 %a, %b
  store i32 %total, ptr @count
  call void @other(ptr @count)
  br label %done
done:
  ret i32 %total
}
"""
BROKEN = TEXT.replace("%a, %b\n", "%a, %c\n")


def test_an_error_comes_and_goes_with_its_correction() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(BROKEN)
        (found,) = await editor.next_diagnostics()
        assert found.message.startswith("use of undefined value '%c'")
        assert found.range == around(BROKEN, "%c")
        assert found.severity == types.DiagnosticSeverity.Error
        editor.change(document, around(BROKEN, "%c"), "%b")
        assert await editor.next_diagnostics() == []

    with_editor(work)


def test_a_correction_is_offered() -> None:
    text = TEXT.replace("br label %done", "br %done")

    async def work(editor: Editor) -> None:
        document = editor.open(text)
        (found,) = await editor.next_diagnostics()
        context = types.CodeActionContext([found], only=[types.CodeActionKind.QuickFix])
        actions = await editor.text_document_code_action_async(types.CodeActionParams(document, found.range, context))
        assert actions is not None
        (action,) = actions
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        assert action.edit.changes is not None
        (edit,) = action.edit.changes[document.uri]
        editor.change(document, edit.range, edit.new_text)
        assert await editor.next_diagnostics() == []

    with_editor(work)


def test_findings_of_the_verifier_and_the_version() -> None:
    text = "define void @f(ptr %p) {\n  call void @llvm.va_start(ptr %p)\n  ret void\n}\ndeclare void @llvm.va_start(ptr)\n"

    async def work(editor: Editor) -> None:
        editor.open(text)
        (found,) = await editor.next_diagnostics()
        assert found.message.startswith("va_start called in a non-varargs function")
        editor.open("; llvm-version: 14\n" + text, "old.ll")
        assert any("ptr" in one.message for one in await editor.next_diagnostics()), "LLVM 14 has no opaque pointers"

    with_editor(work)


def test_where_a_name_is_defined_and_used() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        at = types.TextDocumentPositionParams(document, place(TEXT, "ret i32 %total", 10))
        found = await editor.text_document_definition_async(types.DefinitionParams(at.text_document, at.position))
        assert isinstance(found, list)
        assert [one.range for one in found] == [around(TEXT, "%total")]
        uses = await editor.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(include_declaration=False), at.text_document, at.position)
        )
        assert uses is not None
        assert [use.range.start.line for use in uses] == [8, 12]
        label = await editor.text_document_definition_async(types.DefinitionParams(document, place(TEXT, "%done")))
        assert isinstance(label, list)
        assert [one.range for one in label] == [types.Range(place(TEXT, "done:", 0), place(TEXT, "done:", 4))]

    with_editor(work)


def test_hover_texts() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()

        async def shown(wanted: str) -> str:
            hover = await editor.text_document_hover_async(types.HoverParams(document, place(TEXT, wanted)))
            assert hover is not None
            assert isinstance(hover.contents, types.MarkupContent)
            return hover.contents.value

        assert "type `i32`, 2 uses" in await shown("%total")
        assert "@count = global i32 0" in await shown("@count")
        assert "The sum of two integers" in await shown("add nsw")
        assert await editor.text_document_hover_async(types.HoverParams(document, types.Position(0, 0))) is None

    with_editor(work)


def test_renaming_changes_definition_and_uses() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        edit = await editor.text_document_rename_async(types.RenameParams(document, place(TEXT, "done:", 1), "end of it"))
        assert edit is not None
        assert edit.changes is not None
        assert [(one.range.start.line, one.new_text) for one in edit.changes[document.uri]] == [
            (10, '%"end of it"'),
            (11, '"end of it"'),
        ]
        with pytest.raises(Exception, match="already defined"):
            await editor.text_document_rename_async(types.RenameParams(document, place(TEXT, "%total"), "a"))

    with_editor(work)


def test_outline_folding_tokens_and_completion() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert symbols is not None
        assert [symbol.name for symbol in symbols] == ["%pair", "@count", "@other", "@sum"]
        last = symbols[-1]
        assert isinstance(last, types.DocumentSymbol)
        assert [child.name for child in last.children or []] == ["%entry", "%done"]
        folds = await editor.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert folds is not None
        assert (5, 13) in [(fold.start_line, fold.end_line) for fold in folds]
        tokens = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert list(tokens.data[:5]) == [0, 0, len("; a comment"), 8, 0]
        found = await editor.text_document_completion_async(types.CompletionParams(document, place(TEXT, "@count)", 2)))
        assert isinstance(found, list)
        assert [item.label for item in found] == ["@count"]

    with_editor(work)


def test_the_text_of_another_version_and_what_it_loses() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        made = await editor.workspace_execute_command_async(
            types.ExecuteCommandParams("pyllvm.textAsVersion", [document.uri, 14])
        )
        assert "@other(i8*" in made["text"]
        assert made["losses"] == []

    with_editor(work)


def test_a_large_file_is_checked_in_parts_and_then_whole(tmp_path: Path) -> None:
    functions = "".join([TEXT.split("\n\n")[1].replace("@sum", f"@sum{number}") for number in range(400)])
    text = TEXT.split("\n\n")[0] + "\n" + functions
    broken = text.replace("add nsw i32 %a, %b", "add nsw i32 %a, %c", 1)

    async def work(editor: Editor) -> None:
        document = editor.open(broken)
        (only,) = await editor.next_diagnostics()
        assert only.range == around(broken, "%c")
        editor.change(document, around(broken, "%c"), "%b")
        await editor.diagnostics_when(lambda found: not found)
        editor.change(document, types.Range(types.Position(2, 0), types.Position(3, 0)), "")
        # No function was touched: the whole text is checked.
        found = await editor.diagnostics_when(bool)
        assert "@count" in found[0].message

    with_editor(work)


def test_the_server_ends_without_a_word() -> None:
    def message(**fields: object) -> bytes:
        data = json.dumps({"jsonrpc": "2.0", **fields}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(data) + data

    capabilities = {"capabilities": {}, "processId": None, "rootUri": None}
    sent = message(id=1, method="initialize", params=capabilities) + message(id=2, method="shutdown") + message(method="exit")
    process = subprocess.run([sys.executable, "-m", "pyllvm", "lsp"], input=sent, capture_output=True, timeout=60, check=False)
    assert (process.returncode, process.stderr) == (0, b"")

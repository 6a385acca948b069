"""Code actions: what they offer, and what they make of a text."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, place, with_editor

from pyllvm.lsp.checking import VERIFIED, check_text

TEXT = """\
; the first function
define i32 @first(ptr %p) {
  %x = call i32 @second(ptr %p)  ; it is below
  ret i32 %x, !dbg !3
}

define internal i32 @second(ptr %p) !dbg !2 {
  ret i32 0, !dbg !3
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !4, unit: !0)
!3 = !DILocation(line: 7, column: 3, scope: !2)
!4 = !DISubroutineType(types: !{null})
!5 = !{i32 2, !"Debug Info Version", i32 3}
"""
NEEDED = "define i32 @f(ptr %p, i1 %c) {\n  %x = load i32, ptr %p\n  {}\n  ret i32 %x\nother:\n  ret i32 1\n}\n"
FAULTS = {
    "Insert 'declare i32 @g(i32)'": "%y = call i32 @g(i32 %x)",
    "Insert '@g = external global i32'": "%y = load i32, ptr @g",
    "Write 'add' in place of 'addd'": "%y = addd i32 %x, 1",
    "Insert 'i32'": "%y = add %x, 1",
    "Insert 'label'": "br label %z\nz:\n  br %u\nu:",
    "Renumber the values of the function": "%1 = add i32 %x, 1\n  %1 = add i32 %x, 2\n  %2 = add i32 %x, %1",
}


async def actions_at(
    editor: Editor, document: types.TextDocumentIdentifier, at: types.Position, kind: str
) -> list[types.CodeAction]:
    """The actions of a kind."""
    context = types.CodeActionContext([], only=[kind])
    found = await editor.text_document_code_action_async(types.CodeActionParams(document, types.Range(at, at), context))
    return [one for one in found or [] if isinstance(one, types.CodeAction)]


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """A text after edits."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
        first, last = (starts[min(one.line, len(lines))] + one.character for one in (edit.range.start, edit.range.end))
        text = text[:first] + edit.new_text + text[last:]
    return text


def test_each_fault_has_a_correction() -> None:
    async def work(editor: Editor) -> None:
        for number, (title, line) in enumerate(FAULTS.items()):
            text = NEEDED.replace("{}", line, 1).replace("i1 %c) {}", "i1 %c) {", 1)
            document = editor.open(text, f"file{number}.ll")
            found = await editor.diagnostics_when(bool)
            actions = await actions_at(editor, document, found[0].range.start, "quickfix")
            (action,) = [one for one in actions if one.title == title] or [None]
            assert action is not None, (title, [one.title for one in actions])
            assert action.edit is not None
            assert action.edit.changes is not None
            made = applied(text, list(action.edit.changes[document.uri]))
            assert not check_text(made.encode(), "made", None, rules=VERIFIED).findings, made
            editor.text_document_did_close(types.DidCloseTextDocumentParams(document))
            await editor.diagnostics_when(lambda found: not found)

    with_editor(work)


def test_actions_on_the_file(tmp_path: Path) -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT, (tmp_path / "a.ll").as_uri())
        await editor.next_diagnostics()
        offered = {one.title: one for one in await actions_at(editor, document, place(TEXT, "ret i32 %x"), "source")}
        assert {"Remove debug information", "Bring the file to LLVM 14", "Bring the file to LLVM 7"} <= set(offered)
        stripped = await editor.code_action_resolve_async(offered["Remove debug information"])
        assert stripped.edit is not None
        assert stripped.edit.changes is not None
        made = applied(TEXT, list(stripped.edit.changes[document.uri]))
        assert "!dbg" not in made
        assert made.startswith("; the first function\n")
        assert "@second(ptr %p)  ; it is below\n" in made
        old = await editor.code_action_resolve_async(offered["Bring the file to LLVM 14"])
        assert old.edit is not None
        assert old.edit.changes is not None
        made = applied(TEXT, list(old.edit.changes[document.uri]))
        assert made.startswith("; llvm-version: 14\n; the first function\n")
        assert "@second(i8* %p)  ; it is below\n" in made
        shown = await editor.workspace_execute_command_async(
            types.ExecuteCommandParams("pyllvm.showAsVersion", [document.uri, 14])
        )
        assert "@second(i8* %p)" in shown["text"]
        assert editor.shown == [shown["uri"]]

    window = types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(support=True))
    with_editor(work, capabilities=types.ClientCapabilities(window=window))


@pytest.mark.parametrize("makes_files", [True, False])
def test_a_function_goes_to_a_new_file(tmp_path: Path, makes_files: bool) -> None:
    (tmp_path / "a.first.ll").write_text("")
    target = (tmp_path / "a.first.2.ll").as_uri()

    async def work(editor: Editor) -> None:
        document = editor.open(TEXT, (tmp_path / "a.ll").as_uri())
        await editor.next_diagnostics()
        (action,) = await actions_at(editor, document, place(TEXT, "ret i32 %x"), "refactor")
        made = await editor.code_action_resolve_async(action)
        assert made.edit is not None
        if makes_files:
            assert made.edit.document_changes is not None
            create, change = made.edit.document_changes
            assert create == types.CreateFile(target)
            assert isinstance(change, types.TextDocumentEdit)
            (edit,) = change.edits
        else:
            assert made.edit.changes is not None
            ((edit,),) = made.edit.changes.values()
            assert list(made.edit.changes) == [target]
        assert isinstance(edit, types.TextEdit)
        assert "define i32 @first(ptr %p)" in edit.new_text
        assert "declare hidden i32 @second(ptr" in edit.new_text

    edits = types.WorkspaceEditClientCapabilities(resource_operations=[types.ResourceOperationKind.Create])
    workspace = types.WorkspaceClientCapabilities(workspace_edit=edits if makes_files else None)
    with_editor(work, capabilities=types.ClientCapabilities(workspace=workspace))


@pytest.mark.parametrize(
    ("uri", "made"),
    [
        ("untitled:Untitled-1", "untitled:Untitled-1.first.ll"),
        ("vscode-vfs://github/user/project/a.ll", "vscode-vfs://github/user/project/a.first.ll"),
    ],
)
def test_a_function_of_a_text_that_is_no_file_goes_beside_it(uri: str, made: str) -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT, uri)
        await editor.next_diagnostics()
        (action,) = await actions_at(editor, document, place(TEXT, "ret i32 %x"), "refactor")
        resolved = await editor.code_action_resolve_async(action)
        assert resolved.edit is not None
        assert resolved.edit.changes is not None
        assert list(resolved.edit.changes) == [made]

    with_editor(work)


def test_formatting_through_the_protocol() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open("define void @f(){\nret void ; yes\n}\n")
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        edits = await editor.text_document_formatting_async(types.DocumentFormattingParams(document, options))
        assert edits is not None
        assert applied("define void @f(){\nret void ; yes\n}\n", list(edits)) == "define void @f() {\n  ret void  ; yes\n}\n"
        two = "define void @f(){\nret void\n}\n\ndefine void @g(){\nret void\n}\n"
        document = editor.open(two, "two.ll")
        for line, expected in ((1, two.replace("@f(){\nret", "@f() {\n  ret")), (5, two.replace("@g(){\nret", "@g() {\n  ret"))):
            place = types.Range(types.Position(line, 0), types.Position(line, 1))
            params = types.DocumentRangeFormattingParams(document, place, options)
            edits = await editor.text_document_range_formatting_async(params)
            assert edits is not None
            assert applied(two, list(edits)) == expected
        broken = editor.open("define void @f(){\nret i32 ; no\n}\n", "broken.ll")
        assert await editor.text_document_formatting_async(types.DocumentFormattingParams(broken, options)) is None
        assert editor.messages[0].startswith("broken.ll was not formatted: ")
        params = types.DocumentRangeFormattingParams(broken, place, options)
        assert await editor.text_document_range_formatting_async(params) is None

    with_editor(work)


def test_the_control_flow_is_drawn() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(TEXT)
        await editor.next_diagnostics()
        at = place(TEXT, "ret i32 %x")
        made = await editor.workspace_execute_command_async(
            types.ExecuteCommandParams("pyllvm.controlFlow", [document.uri, {"line": at.line, "character": at.character}])
        )
        assert "first" in Path(unquote(urlsplit(made["uri"]).path)).read_text()

    with_editor(work)

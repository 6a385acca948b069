"""Definitions, uses and new names over the files of a folder."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from tests.lsp.client import Editor, around, place, with_editor

from pyllvm.lsp.protocol import make_server

DECLARING = "declare i32 @twice(i32)\n\ndefine i32 @main() {\n  %x = call i32 @twice(i32 4)\n  ret i32 %x\n}\n"
DEFINING = "define i32 @twice(i32 %a) {\n  %x = add i32 %a, %a\n  ret i32 %x\n}\n"
OWN = "define internal i32 @twice(i32 %a) {\n  ret i32 %a\n}\n"
OTHER = "define i32 @main() {\n  ret i32 0\n}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = {"main.ll": DECLARING, "lib/twice.ll": DEFINING, "own.ll": OWN, "other.ll": OTHER, ".git/no.ll": DEFINING}
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_what_is_declared_here_is_defined_there(folder: Path) -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(DECLARING, (folder / "main.ll").as_uri())
        at = place(DECLARING, "call i32 @twice", 10)
        there = (folder / "lib" / "twice.ll").as_uri()
        found = await editor.text_document_definition_async(types.DefinitionParams(document, at))
        assert found == [types.Location(there, around(DEFINING, "@twice"))]
        declared = await editor.text_document_declaration_async(types.DeclarationParams(document, at))
        assert declared == [types.Location(document.uri, around(DECLARING, "@twice"))]
        uses = await editor.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(include_declaration=True), document, at)
        )
        assert uses is not None
        assert [(Path(use.uri).name, use.range.start.line) for use in uses] == [("main.ll", 0), ("main.ll", 3), ("twice.ll", 0)]
        symbols = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("twice"))
        assert symbols is not None
        assert sorted(Path(one.location.uri).name for one in symbols) == ["main.ll", "own.ll", "twice.ll"]

    with_editor(work, folder=folder.as_uri())


def test_renaming_over_files(folder: Path) -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(DECLARING, (folder / "main.ll").as_uri())
        at = place(DECLARING, "call i32 @twice", 10)
        ready = await editor.text_document_prepare_rename_async(types.PrepareRenameParams(document, at))
        assert ready == types.Range(place(DECLARING, "call i32 @twice", 9), place(DECLARING, "call i32 @twice", 15))
        edit = await editor.text_document_rename_async(types.RenameParams(document, at, "double"))
        assert edit is not None
        assert edit.changes is not None
        made = {Path(uri).name: [(one.range.start.line, one.new_text) for one in edits] for uri, edits in edit.changes.items()}
        assert made == {"main.ll": [(0, "@double"), (3, "@double")], "twice.ll": [(0, "@double")]}
        # Two definitions are not of one program, and the name of a closed file counts.
        main = await editor.text_document_rename_async(types.RenameParams(document, place(DECLARING, "@main"), "start"))
        assert main is not None
        assert main.changes is not None
        assert [Path(uri).name for uri in main.changes] == ["main.ll"]
        (folder / "lib" / "twice.ll").write_text(DEFINING + "@taken = global i8 0\n")
        with pytest.raises(Exception, match=r"@taken is already defined in .*twice\.ll"):
            while True:  # the folder is looked at again after a second
                await editor.text_document_rename_async(types.RenameParams(document, at, "taken"))

    with_editor(work, folder=folder.as_uri())


def test_who_calls_whom(folder: Path) -> None:
    async def work(editor: Editor) -> None:
        document = editor.open(DECLARING, (folder / "main.ll").as_uri())
        at = place(DECLARING, "call i32 @twice", 10)
        items = await editor.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(document, at))
        assert items is not None
        (item,) = items
        assert (item.name, Path(item.uri).name) == ("@twice", "twice.ll")
        callers = await editor.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
        assert callers is not None
        assert [(one.from_.name, [place.start.line for place in one.from_ranges]) for one in callers] == [("@main", [3])]
        called = await editor.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(callers[0].from_))
        assert called is not None
        assert [(one.to.name, Path(one.to.uri).name) for one in called] == [("@twice", "twice.ll")]

    with_editor(work, folder=folder.as_uri())


def test_a_refusal_puts_no_traceback_into_the_log() -> None:
    make_server()
    log = io.StringIO()
    logger = logging.getLogger("pygls.protocol.json_rpc")
    handler = logging.StreamHandler(log)
    logger.addHandler(handler)
    try:
        for error in (JsonRpcInvalidParams("it is taken"), ValueError("a fault")):
            try:
                raise error
            except (JsonRpcInvalidParams, ValueError):
                logger.exception("Failed to handle request %s", 1)
    finally:
        logger.removeHandler(handler)
    refused, _, failed = log.getvalue().partition("\n")
    assert refused == "Refused: it is taken"
    assert "Traceback" in failed

"""Bitcode is opened as text."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, with_editor

from pyllvm.library.files import parse_assembly, write


def test_bitcode_and_members_of_archives(tmp_path: Path) -> None:
    path = tmp_path / "a file.bc"
    write(parse_assembly("define ptr @f() {\n  ret ptr null\n}\n", llvm_version=16), path)

    async def work(editor: Editor) -> None:
        made = await editor.workspace_execute_command_async(types.ExecuteCommandParams("pyllvm.text", [path.as_uri()]))
        assert made["uri"] == f"pyllvm:{path}.ll".replace(" ", "%20")
        assert "define ptr @f()" in made["text"]
        content = await editor.workspace_text_document_content_async(types.TextDocumentContentParams(made["uri"]))
        assert content.text == made["text"]
        # The text is then a text like others, of the LLVM that wrote the bitcode.
        editor.open(made["text"].replace("ptr null", "ptr poison").replace("@f() {", "@f() captures(none) {"), made["uri"])
        (found,) = await editor.next_diagnostics()
        assert "LLVM 16" in found.message
        with pytest.raises(Exception, match="No such file"):
            await editor.workspace_text_document_content_async(types.TextDocumentContentParams("pyllvm:/nowhere.bc.ll"))

    with_editor(work)


def test_the_members_of_an_archive(tmp_path: Path) -> None:
    name = b"x.o/"
    path = tmp_path / "x.bc"
    write(parse_assembly("@x = global i32 7\n"), path)
    data = path.read_bytes()
    entry = (
        name.ljust(16)
        + b"0".ljust(12)
        + b"0".ljust(6)
        + b"0".ljust(6)
        + b"644".ljust(8)
        + str(len(data)).encode().ljust(10)
        + b"`\n"
    )
    other = entry.replace(b"x.o/", b"y.o/")
    padding = b"\n" * (len(data) % 2)
    archive = tmp_path / "lib.a"
    archive.write_bytes(b"!<arch>\n" + entry + data + padding + other + data)

    async def work(editor: Editor) -> None:
        members = await editor.workspace_execute_command_async(types.ExecuteCommandParams("pyllvm.members", [archive.as_uri()]))
        assert [one["name"] for one in members] == [f"{archive}(x.o)", f"{archive}(y.o)"]
        content = await editor.workspace_text_document_content_async(types.TextDocumentContentParams(members[1]["uri"]))
        assert "@x = global i32 7" in content.text
        with pytest.raises(Exception, match="2 modules are in"):
            await editor.workspace_execute_command_async(types.ExecuteCommandParams("pyllvm.text", [archive.as_uri()]))

    with_editor(work)


def test_a_text_beside_its_other_version(tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text("define ptr @f() {\n  ret ptr null\n}\n")

    async def work(editor: Editor) -> None:
        address = f"pyllvm:{path}?llvm=14"
        content = await editor.workspace_text_document_content_async(types.TextDocumentContentParams(address))
        assert "define i8* @f()" in content.text
        editor.open("define ptr @g() {\n  ret ptr null\n}\n", path.as_uri())
        await editor.next_diagnostics()
        content = await editor.workspace_text_document_content_async(types.TextDocumentContentParams(address))
        assert "define i8* @g()" in content.text

    with_editor(work)

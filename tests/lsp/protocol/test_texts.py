"""The LLVM in whose language a text is read, and the other settings."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from tests.lsp.client import Editor, with_editor


def test_the_version_of_a_setting_and_of_a_comment() -> None:
    async def work(editor: Editor) -> None:
        document = editor.open("define ptr @f(ptr %p) {\n  %q = freeze ptr %p\n  ret ptr %q\n}\n")
        await editor.diagnostics_when(lambda found: any("'ptr' exists since LLVM 15" in one.message for one in found))
        settings = types.DidChangeConfigurationParams({"pyllvm": {"llvmVersion": 16}})
        editor.workspace_did_change_configuration(settings)
        assert await editor.next_diagnostics() == []
        editor.change(document, types.Range(types.Position(0, 0), types.Position(0, 0)), "; llvm-version: 9\n")
        await editor.diagnostics_when(bool)
        editor.change(document, types.Range(types.Position(0, 0), types.Position(1, 0)), "")
        await editor.diagnostics_when(lambda found: not found)
        # A setting that is not a version changes nothing.
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({"llvmVersion": 1}))
        assert await editor.next_diagnostics() == []

    with_editor(work, {"llvmVersion": 14})


def test_lint_can_be_left_out() -> None:
    text = "define i32 @f(ptr %p) {\n  %x = load i32, ptr null\n  ret i32 %x\n}\n"

    async def work(editor: Editor) -> None:
        editor.open(text)
        (found,) = await editor.next_diagnostics()
        assert found.severity == types.DiagnosticSeverity.Warning
        editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({"pyllvm": {"lint": False}}))
        assert await editor.next_diagnostics() == []

    with_editor(work)

"""An editor for tests: a client that starts the server as an editor does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient


class Editor(LanguageClient):
    """A client that keeps the diagnostics that it gets."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.diagnostics: list[types.PublishDiagnosticsParams] = []
        self.arrived = asyncio.Event()
        self.messages: list[str] = []
        self.shown: list[str] = []

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def keep(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics.append(params)
            self.arrived.set()

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.feature(types.WINDOW_SHOW_DOCUMENT)
        def show_document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.shown.append(params.uri)
            return types.ShowDocumentResult(True)

    async def next_diagnostics(self) -> list[types.Diagnostic]:
        """The diagnostics that arrive next, or that have arrived since the last call."""
        await asyncio.wait_for(self.arrived.wait(), 60)
        self.arrived.clear()
        return list(self.diagnostics[-1].diagnostics)

    async def diagnostics_when(self, wanted: Callable[[list[types.Diagnostic]], bool]) -> list[types.Diagnostic]:
        """The first diagnostics from now on that are as wanted: large files and corrections take a while."""
        while not wanted(found := await self.next_diagnostics()):
            pass
        return found

    def open(self, text: str, name: str = "file.ll") -> types.TextDocumentIdentifier:
        """Open a text."""
        uri = name if ":" in name else f"file:///{name}"
        self.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "llvm", 1, text)))
        return types.TextDocumentIdentifier(uri)

    def change(self, document: types.TextDocumentIdentifier, where: types.Range, text: str) -> None:
        """Replace a range."""
        edit = types.TextDocumentContentChangePartial(where, text)
        versioned = types.VersionedTextDocumentIdentifier(2, document.uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(versioned, [edit]))


def with_editor(
    work: Callable[[Editor], Awaitable[None]],
    options: Any = None,
    folder: str | None = None,
    capabilities: types.ClientCapabilities | None = None,
) -> None:
    """Start a server, let `work` use it, and end it. `folder` is the address of a folder that the editor shows."""

    async def session() -> None:
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "pyllvm", "lsp")
        await editor.initialize_async(
            types.InitializeParams(
                capabilities or types.ClientCapabilities(),
                process_id=None,
                initialization_options=options,
                workspace_folders=[types.WorkspaceFolder(folder, "folder")] if folder else None,
            )
        )
        editor.initialized(types.InitializedParams())
        await work(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await asyncio.wait_for(editor.stop(), 60)

    asyncio.run(session())


def place(text: str, wanted: str, within: int = 1) -> types.Position:
    """The position in the first occurrence of a word."""
    at = text.index(wanted) + within
    return types.Position(text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1)


def around(text: str, wanted: str) -> types.Range:
    return types.Range(place(text, wanted, 0), place(text, wanted, len(wanted)))

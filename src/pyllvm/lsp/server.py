"""The server: the protocol's requests, answered from the sessions of the open files.

It needs pygls: `pip install 'pyllvm[lsp]'`.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from pyllvm.assembly import print_module
from pyllvm.diagnostics import PyllvmError
from pyllvm.lsp import changes, completion, hover, outline, semantic
from pyllvm.lsp.checking import Finding, findings_of
from pyllvm.lsp.document import Position
from pyllvm.lsp.session import Session
from pyllvm.versions import SUPPORTED, __version__

_PAUSE: Final = 0.5
"""Seconds without an edit after which a large text is checked whole."""
_SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "remark": types.DiagnosticSeverity.Information,
    "note": types.DiagnosticSeverity.Information,
}
_SYMBOL_KINDS: Final = {
    "function": types.SymbolKind.Function,
    "declaration": types.SymbolKind.Interface,
    "block": types.SymbolKind.Namespace,
    "global": types.SymbolKind.Variable,
    "constant": types.SymbolKind.Constant,
    "alias": types.SymbolKind.Variable,
    "ifunc": types.SymbolKind.Function,
    "type": types.SymbolKind.Struct,
    "comdat": types.SymbolKind.Package,
}
_COMPLETION_KINDS: Final = {
    "value": types.CompletionItemKind.Variable,
    "label": types.CompletionItemKind.Reference,
    "function": types.CompletionItemKind.Function,
    "global": types.CompletionItemKind.Variable,
    "type": types.CompletionItemKind.Struct,
    "constant": types.CompletionItemKind.Constant,
    "instruction": types.CompletionItemKind.Keyword,
    "keyword": types.CompletionItemKind.Keyword,
    "attribute": types.CompletionItemKind.Property,
}


_Asked = types.HoverParams | types.DefinitionParams | types.ReferenceParams | types.DocumentHighlightParams


class _Protocol(LanguageServerProtocol):
    """Gives the texts of files to the sessions: pygls's own would be copied whole for each edit."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Any:
        """Leave the text to the server."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Any:
        """Leave the edits to the server."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Any:
        """Leave the text to the server."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class Server(LanguageServer):
    """The sessions of the open files, by their addresses."""

    def __init__(self, version: int | None = None, *, lints: bool = True) -> None:
        super().__init__("pyllvm", __version__, protocol_cls=_Protocol)
        self.sessions: dict[str, Session] = {}
        self._setting = version
        self._lints = lints
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: dict[str, asyncio.Task[None]] = {}

    # --- the texts

    def open(self, uri: str, text: str) -> None:
        """Begin with a file, and check it."""
        path = to_fs_path(uri)
        session = Session(Path(path).name if path else uri, text, self._setting, lints=self._lints)
        self.sessions[uri] = session
        self._check(uri, session, [], pause=0)

    def change(self, uri: str, edits: list[types.TextDocumentContentChangeEvent]) -> None:
        """Apply edits, and check what they touched."""
        session = self.sessions[uri]
        touched: list[Position] = []
        for edit in edits:
            if isinstance(edit, types.TextDocumentContentChangePartial):
                session.edit(_position(edit.range.start), _position(edit.range.end), edit.text)
                touched.append(_position(edit.range.start))
            else:
                session.replace(edit.text)
        document = session.document
        self._check(uri, session, sorted({document.chunk_at(document.offset(one)) for one in touched}), pause=_PAUSE)

    def close(self, uri: str) -> None:
        """Forget a file."""
        self.sessions.pop(uri, None)
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def shutdown(self) -> None:
        """End the process that checks large files, too."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        super().shutdown()  # type: ignore[no-untyped-call]

    def configure(self, settings: Any) -> None:
        """Take the user's settings: `llvmVersion`, and `lint`."""
        if not isinstance(settings, dict):
            return
        own = settings.get("pyllvm", settings)
        version = own.get("llvmVersion") if isinstance(own, dict) else None
        if version is None or version in SUPPORTED:
            self._setting = version
        if isinstance(own, dict) and isinstance(own.get("lint"), bool):
            self._lints = own["lint"]

    # --- checking

    def _check(self, uri: str, session: Session, numbers: list[int], *, pause: float) -> None:
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        if session.is_small:
            session.check()
            self.publish(uri, session)
            return
        if numbers:
            session.check_functions(numbers)
            self.publish(uri, session)
        self._waiting[uri] = asyncio.get_running_loop().create_task(self._check_whole(uri, session, pause))

    async def _check_whole(self, uri: str, session: Session, pause: float) -> None:
        await asyncio.sleep(pause)
        revision = session.revision
        if self._pool is None:
            # A fork would copy the threads' locks of this process.
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        loop = asyncio.get_running_loop()
        data, name = session.document.data, session.name
        try:
            findings, version = await loop.run_in_executor(
                self._pool, findings_of, data, name, session.requested_version, session.lints
            )
        except BrokenProcessPool:
            self._pool = None
            self.window_log_message(
                types.LogMessageParams(types.MessageType.Error, f"{name}: the process that checked the file was lost")
            )
            return
        if session.revision == revision and self.sessions.get(uri) is session:
            session.take(findings, version)
            self.publish(uri, session)

    def publish(self, uri: str, session: Session) -> None:
        """Send the findings to the editor."""
        found = [self._diagnostic(uri, session, finding) for finding in session.findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def _diagnostic(self, uri: str, session: Session, finding: Finding) -> types.Diagnostic:
        related = [
            types.DiagnosticRelatedInformation(types.Location(uri, range_of(session, one.start, one.end)), one.message)
            for one in finding.related
        ]
        return types.Diagnostic(
            range_of(session, finding.start, finding.end),
            finding.message,
            severity=_SEVERITIES[finding.severity],
            code=finding.rule or None,
            source="pyllvm",
            related_information=related or None,
        )

    def session(self, uri: str) -> Session:
        """The session of an open file."""
        found = self.sessions.get(uri)
        if found is None:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return found


def _position(position: types.Position) -> Position:
    return Position(position.line, position.character)


def range_of(session: Session, start: int, end: int) -> types.Range:
    """The range of two offsets."""
    first, last = session.document.position(start), session.document.position(end)
    return types.Range(types.Position(*first), types.Position(*last))


def make_server(version: int | None = None, *, lints: bool = True) -> Server:
    """A server with all its features; `version` is the LLVM in whose language texts are read, None to find it out."""
    server = Server(version, lints=lints)
    for features in (_add_texts, _add_reading, _add_changing):
        features(server)
    return server


def _add_texts(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def open_file(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def change(params: types.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, list(params.content_changes))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _add_reading(server: Server) -> None:
    def asked(params: _Asked) -> tuple[Session, int]:
        session = server.session(params.text_document.uri)
        return session, session.document.offset(_position(params.position))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show(params: types.HoverParams) -> types.Hover | None:
        session, offset = asked(params)
        found = hover.hover(session, offset)
        if found is None:
            return None
        text, start, end = found
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_of(session, start, end))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        session, offset = asked(params)
        found = session.index.at(offset)
        place = None if found is None else session.index.definition(*found)
        return None if place is None else types.Location(params.text_document.uri, range_of(session, place.start, place.end))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        session, offset = asked(params)
        found = session.index.at(offset)
        places = [] if found is None else list(session.index.places(*found))
        return [
            types.Location(params.text_document.uri, range_of(session, place.start, place.end))
            for place in places
            if params.context.include_declaration or not place.is_definition
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        session, offset = asked(params)
        found = session.index.at(offset)
        places = [] if found is None else list(session.index.places(*found))
        kinds = types.DocumentHighlightKind
        return [
            types.DocumentHighlight(range_of(session, one.start, one.end), kinds.Write if one.is_definition else kinds.Read)
            for one in places
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        session = server.session(params.text_document.uri)
        return [_symbol(session, part) for part in outline.parts_of(session.document, with_blocks=session.is_small)]

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        return [
            types.SymbolInformation(
                types.Location(uri, range_of(session, part.start, part.end)), part.name, _SYMBOL_KINDS[part.kind]
            )
            for uri, session in server.sessions.items()
            for part in outline.parts_of(session.document, with_blocks=False)
            if params.query.lower() in part.name.lower()
        ]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        session = server.session(params.text_document.uri)
        return [types.FoldingRange(first, last) for first, last in outline.folds(session.document)]

    legend = types.SemanticTokensLegend(list(semantic.LEGEND), [])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        session = server.session(params.text_document.uri)
        return types.SemanticTokens(_encoded(session, 0, len(session.document.chunks)))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def tokens_of_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        session = server.session(params.text_document.uri)
        document = session.document
        first = document.chunk_at(document.offset(_position(params.range.start)))
        last = document.chunk_at(document.offset(_position(params.range.end)))
        return types.SemanticTokens(_encoded(session, max(first, 0), last + 1))


def _add_changing(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["%", "@", "!", "#", "$"]))
    def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        session = server.session(params.text_document.uri)
        offset = session.document.offset(_position(params.position))
        proposals, start = completion.completions(session, offset)
        place = range_of(session, start, offset)
        return [
            types.CompletionItem(
                one.text,
                kind=_COMPLETION_KINDS[one.kind],
                detail=one.detail or None,
                documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
                filter_text=one.text,
                text_edit=types.TextEdit(place, one.text),
            )
            for one in proposals
        ]

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        session = server.session(params.text_document.uri)
        try:
            edits = changes.rename(session, session.document.offset(_position(params.position)), params.new_name)
        except changes.CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        made = [types.TextEdit(range_of(session, edit.start, edit.end), edit.text) for edit in edits]
        return types.WorkspaceEdit({params.text_document.uri: made})

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        session = server.session(params.text_document.uri)
        first = session.document.offset(_position(params.range.start))
        last = session.document.offset(_position(params.range.end))
        return [
            _quick_fix(params.text_document.uri, session, finding)
            for finding in session.findings
            if finding.edits and finding.start <= last and finding.end >= first
        ]

    @server.command("pyllvm.textAsVersion")
    def text_as_version(uri: str, version: int) -> dict[str, Any]:
        """The text of an open file as LLVM `version` prints it, and what that LLVM cannot hold."""
        return _as_version(server.session(uri), version)


def _as_version(session: Session, version: int) -> dict[str, Any]:
    from pyllvm.library.files import parse_assembly  # only for this request

    losses: list[str] = []
    try:
        module = parse_assembly(
            session.document.data,
            session.name,
            llvm_version=version,
            input_llvm_version=session.version,
            warn=lambda warning: losses.append(warning.message),
        )
    except PyllvmError as error:
        raise JsonRpcInvalidParams(str(error)) from None
    return {"text": print_module(module).decode("utf-8", "replace"), "losses": losses}


def _symbol(session: Session, part: outline.Part) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        part.name,
        _SYMBOL_KINDS[part.kind],
        range_of(session, part.start, part.end),
        range_of(session, part.name_start, part.name_end),
        children=[_symbol(session, child) for child in part.children] or None,
    )


def _quick_fix(uri: str, session: Session, finding: Finding) -> types.CodeAction:
    edits = [types.TextEdit(range_of(session, edit.start, edit.end), edit.text) for edit in finding.edits]
    new = finding.edits[0].text.strip()
    title = f"Write '{new}'" if len(finding.edits) == 1 and new and "\n" not in new else "Correct it"
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, edit=types.WorkspaceEdit({uri: edits}), is_preferred=True)


def _encoded(session: Session, first: int, behind: int) -> list[int]:
    """The tokens of some chunks, each as the distance from the last, its length and its class."""
    numbers: list[int] = []
    line = character = 0
    document = session.document
    for number in range(first, behind):
        begin = document.start_of(number)
        for start, end, kind in semantic.classes_of(document.chunks[number]):
            at, last = document.position(begin + start), document.position(begin + end)
            if last.line != at.line:
                continue
            distance = at.character - (character if at.line == line else 0)
            numbers += [at.line - line, distance, last.character - at.character, kind, 0]
            line, character = at
    return numbers

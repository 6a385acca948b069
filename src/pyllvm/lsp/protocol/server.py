"""The server: the sessions of the open files, their checks, and the settings; and places in the protocol's terms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import from_fs_path, to_fs_path

from pyllvm.lsp.checking import LINTED, VERIFIED, Finding, TextEdit, findings_of
from pyllvm.lsp.document import Document, Position
from pyllvm.lsp.inlay_hints import Shown
from pyllvm.lsp.session import Session
from pyllvm.lsp.workspace import Text, Workspace
from pyllvm.versions import SUPPORTED, __version__

_PAUSE: Final = 0.5
"""Seconds without an edit after which a large text is checked whole."""
_SHORT_PAUSE: Final = 0.1
"""Seconds without an edit after which corrections of the errors of a small text are looked for."""
_SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "remark": types.DiagnosticSeverity.Information,
    "note": types.DiagnosticSeverity.Information,
}


SCHEME: Final = "pyllvm"
"""The scheme of the addresses of texts that the server makes: of bitcode, and of other versions."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Protocol(LanguageServerProtocol):
    """Gives the texts of files to the sessions: pygls's own would be copied whole for each edit."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:
        """Say that the server has texts of its own; pygls does not know how."""
        result = yield from super().lsp_initialize(params)
        capabilities = result.capabilities
        if capabilities.workspace is not None:
            capabilities.workspace.text_document_content = types.TextDocumentContentOptions([SCHEME])
        return result

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


class _Refusals(logging.Filter):
    """Leaves the places of the code out of the log where a request was refused: the message tells the user why."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record of a refusal."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, JsonRpcInvalidParams):
            record.levelno, record.levelname = logging.INFO, "INFO"
            record.msg, record.args, record.exc_info = "Refused: %s", (error.message,), None
        return True


class Server(LanguageServer):
    """The sessions of the open files, by their addresses."""

    def __init__(self, version: int | None = None, rules: str = LINTED) -> None:
        super().__init__("pyllvm", __version__, protocol_cls=_Protocol)
        logging.getLogger("pygls.protocol.json_rpc").addFilter(_Refusals())
        self.sessions: dict[str, Session] = {}
        self.shown = Shown()
        """The inlay hints that the settings ask for."""
        self.made_versions: dict[str, int] = {}
        """The LLVM versions of the texts that the server made, by address."""
        self.folders = Workspace()
        self._numbers: dict[str, int] = {}
        self._setting = version
        self._rules = rules
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: dict[str, asyncio.Task[None]] = {}

    # --- the texts

    def open(self, uri: str, text: str, number: int) -> None:
        """Begin with a file, and check it. `number` is the editor's for this state of the text."""
        path = to_fs_path(uri)
        version = self.made_versions.get(uri, self._setting)
        session = Session(Path(path).name if path else uri, text, version, rules=self._rules, encoding=self.encoding)
        self.sessions[uri] = session
        self._numbers[uri] = number
        self._check(uri, session, [], pause=0)

    def change(self, uri: str, edits: list[types.TextDocumentContentChangeEvent], number: int) -> None:
        """Apply edits, and check what they touched. `number` is the editor's for the new state of the text."""
        session = self.sessions.get(uri)
        if session is None:
            return
        self._numbers[uri] = number
        touched: list[Position] = []
        for edit in edits:
            if isinstance(edit, types.TextDocumentContentChangePartial):
                session.edit(position_of(edit.range.start), position_of(edit.range.end), edit.text)
                touched.append(position_of(edit.range.start))
            else:
                session.replace(edit.text)
        document = session.document
        self._check(uri, session, sorted({document.chunk_at(document.offset(one)) for one in touched}), pause=_PAUSE)

    def close(self, uri: str) -> None:
        """Forget a file."""
        self.sessions.pop(uri, None)
        self._numbers.pop(uri, None)
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def shutdown(self) -> None:
        """End the process that checks large files, too."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            # Otherwise the program would end only after the check that is going on.
            for process in active_children():
                process.terminate()
        super().shutdown()  # type: ignore[no-untyped-call]

    def configure(self, settings: Any) -> None:
        """Take the user's settings: `llvmVersion`, `lint` and `inlayHints`."""
        if not isinstance(settings, dict):
            return
        own = settings.get("pyllvm", settings)
        if not isinstance(own, dict):
            return
        version = own.get("llvmVersion", self._setting)
        if version is None or version in SUPPORTED:
            self._setting = version
        if isinstance(own.get("lint"), bool):
            self._rules = LINTED if own["lint"] else VERIFIED
        if "inlayHints" in own:
            self.shown = Shown.of_settings(own["inlayHints"])

    def check_all(self) -> None:
        """Check the open files again, with the settings as they are now."""
        for uri, session in self.sessions.items():
            session.setting = self.made_versions.get(uri, self._setting)
            session.rules = self._rules
            session.forget()
            self._check(uri, session, [], pause=0)

    # --- the folders

    @property
    def encoding(self) -> str:
        """The encoding in whose units the editor counts columns."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def add_folders(self, uris: list[str]) -> None:
        """Look for symbols in these folders, too."""
        self.folders.encoding = self.encoding
        for path in filter(None, map(to_fs_path, uris)):
            if Path(path) not in self.folders.folders:
                self.folders.folders.append(Path(path))

    def remove_folders(self, uris: list[str]) -> None:
        """Look for nothing in these folders any more."""
        gone = {Path(path) for path in filter(None, map(to_fs_path, uris))}
        self.folders.folders = [path for path in self.folders.folders if path not in gone]

    def texts(self) -> dict[str, Text]:
        """All files of text by their addresses: the open ones as the editor has them, the others in the folders."""
        found: dict[str, Text] = dict(self.sessions)
        opened = {Path(path) for path in filter(None, map(to_fs_path, self.sessions))}
        for path, file in self.folders.closed_files().items():
            if path not in opened:
                found[from_fs_path(str(path)) or str(path)] = file
        return found

    # --- checking

    def _check(self, uri: str, session: Session, numbers: list[int], *, pause: float) -> None:
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        if session.is_checked_whole(numbers):
            session.check()
            self.publish(uri, session)
            if not session.lacks_help:
                return
            pause = min(pause, _SHORT_PAUSE)
        elif numbers:
            session.check_functions(numbers)
            self.publish(uri, session)
        self._waiting[uri] = asyncio.get_running_loop().create_task(self._check_whole(uri, session, pause))

    async def _check_whole(self, uri: str, session: Session, pause: float) -> None:
        await asyncio.sleep(pause)
        revision = session.revision
        data, name = session.document.data, session.name

        def is_current() -> bool:
            return session.revision == revision and self.sessions.get(uri) is session

        try:
            findings, version = await self.in_process(findings_of, data, name, session.requested_version, session.rules)
            if not is_current():
                return
            session.take(findings, version)
            self.publish(uri, session)
            for text in [] if session.is_small else session.failing_functions():
                findings, _ = await self.in_process(findings_of, text.data, name, session.version, session.rules)
                if not is_current():
                    return
                session.take_help(text, findings)
                self.publish(uri, session)
        except BrokenProcessPool:
            self.window_log_message(
                types.LogMessageParams(types.MessageType.Error, f"{name}: the process that checked the file was lost")
            )

    async def in_process(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Let another process do what takes long; this one goes on answering."""
        if self._pool is None:
            # A fork would copy the threads' locks of this process.
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, partial(work, *args, **kwargs))
        except BrokenProcessPool:
            self._pool = None
            raise

    async def done(self, session: Session, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of `work`, which is done here for a small file, and by another process for a large one."""
        if session.is_small:
            return work(*args, **kwargs)
        return await self.in_process(work, *args, **kwargs)

    def tell(self, kind: types.MessageType, message: str) -> None:
        """Show a message to the user."""
        self.window_show_message(types.ShowMessageParams(kind, message))

    def show(self, uri: str, *, outside: bool = False) -> None:
        """Let the editor show a text, or another program a page, if the editor can do so."""
        window = self.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            self.window_show_document(types.ShowDocumentParams(uri, external=outside, take_focus=False), callback=_ignore)

    def publish(self, uri: str, session: Session) -> None:
        """Send the findings to the editor."""
        found = [self._diagnostic(uri, session, finding) for finding in session.findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, self._numbers.get(uri)))

    def _diagnostic(self, uri: str, session: Session, finding: Finding) -> types.Diagnostic:
        related = [
            types.DiagnosticRelatedInformation(types.Location(uri, range_of(session.document, one.start, one.end)), one.message)
            for one in finding.related
        ]
        return types.Diagnostic(
            range_of(session.document, finding.start, finding.end),
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


def add_texts_to(server: Server) -> None:
    """Add the features for texts that the editor opens, changes and closes, and for the settings."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)
        roots = [folder.uri for folder in params.workspace_folders or []]
        if not roots and params.root_uri:
            roots = [params.root_uri]
        server.add_folders(roots)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)
        server.check_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.remove_folders([folder.uri for folder in params.event.removed])
        server.add_folders([folder.uri for folder in params.event.added])

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def open_file(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def change(params: types.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, list(params.content_changes), params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _ignore(result: types.ShowDocumentResult) -> None:
    """An editor that could not show something has said so to its user."""


def position_of(position: types.Position) -> Position:
    """A position of the protocol as a document has it."""
    return Position(position.line, position.character)


def range_of(document: Document, start: int, end: int) -> types.Range:
    """The range of two offsets."""
    first, last = document.position(start), document.position(end)
    return types.Range(types.Position(*first), types.Position(*last))


def edits_of(document: Document, edits: list[TextEdit]) -> list[types.TextEdit]:
    """Edits of a document in the protocol's terms."""
    return [types.TextEdit(range_of(document, edit.start, edit.end), edit.text) for edit in edits]

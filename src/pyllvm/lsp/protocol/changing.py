"""The features that change a text: completion, formatting, corrections and other code actions, and the commands."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path, to_fs_path

from pyllvm.diagnostics import PyllvmError
from pyllvm.library.drawing import draw
from pyllvm.lsp import completion, made_texts
from pyllvm.lsp.changes import renumbered
from pyllvm.lsp.checking import Finding, TextEdit
from pyllvm.lsp.formatting import edits_between, formatted
from pyllvm.lsp.names import definitions_in
from pyllvm.lsp.proposals import Proposal
from pyllvm.lsp.protocol.contents import address_of_version
from pyllvm.lsp.protocol.server import Server, edits_of, position_of, range_of
from pyllvm.lsp.session import Session
from pyllvm.versions import NEWEST, OLDEST, SUPPORTED

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
    "field": types.CompletionItemKind.Field,
}

_TRIGGERS: Final = ["%", "@", "!", "#", "$", ".", "("]
_IN_METADATA: Final = frozenset(("field", "constant"))
_KINDS: Final = types.CodeActionKind
_STRIP: Final = "source.stripDebugInfo.pyllvm"
_BRING: Final = "source.bringToVersion.pyllvm"
_SHOW: Final = "source.showAsVersion.pyllvm"
_EXTRACT: Final = "refactor.extract.function.pyllvm"
_CONTROL_FLOW: Final = "source.controlFlow.pyllvm"
_RENUMBER: Final = "quickfix.renumber.pyllvm"
_OFFERED: Final = [_KINDS.QuickFix, _KINDS.RefactorExtract, _KINDS.Source]


def add_to(server: Server) -> None:
    """Add the features."""
    _add_completion(server)
    _add_formatting(server)
    _add_actions(server)


def _add_completion(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def complete(params: types.CompletionParams) -> list[types.CompletionItem] | types.CompletionList:
        session = server.session(params.text_document.uri)
        offset = session.document.offset(position_of(params.position))
        found = completion.completions(session, offset)
        # Behind a parenthesis, an editor asks by itself: only what metadata can have there is worth showing.
        if params.context is not None and params.context.trigger_character == "(":
            if not all(one.kind in _IN_METADATA for one in found.proposals):
                return []
        place = range_of(session.document, found.start, offset)
        items = [_item(session, place, one, number) for number, one in enumerate(found.proposals)]
        return items if found.is_whole else types.CompletionList(is_incomplete=True, items=items)


def _add_formatting(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def format_file(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        session = server.session(params.text_document.uri)
        edits = await _formatting(server, session)
        return None if edits is None else edits_of(session.document, edits)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def format_range(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
        session = server.session(params.text_document.uri)
        edits = await _formatting(server, session)
        document = session.document
        first, last = document.offset(position_of(params.range.start)), document.offset(position_of(params.range.end))
        return None if edits is None else edits_of(document, [one for one in edits if first <= one.end and one.start <= last])


async def _formatting(server: Server, session: Session) -> list[TextEdit] | None:
    """The edits that format a file; None, after a message, if it cannot be read."""
    revision = session.revision
    data = session.document.data
    try:
        made = await server.done(session, formatted, data, session.name, session.requested_version)
    except PyllvmError as error:
        server.tell(types.MessageType.Warning, f"{session.name} was not formatted: {error}")
        return None
    # The editor drops the edits if the text has changed since it asked, and so does the server.
    return edits_between(data, made) if session.revision == revision else None


def _item(session: Session, place: types.Range, one: Proposal, number: int) -> types.CompletionItem:
    """A proposal in the protocol's terms; `number` is its place in the order."""
    return types.CompletionItem(
        one.text.rstrip(),
        kind=_COMPLETION_KINDS[one.kind],
        detail=one.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
        sort_text=f"{number:04}",
        filter_text=one.text,
        text_edit=types.TextEdit(place, one.text),
        additional_text_edits=edits_of(session.document, list(one.edits)) or None,
    )


def _add_actions(server: Server) -> None:
    options = types.CodeActionOptions(_OFFERED, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        session = server.session(uri)
        session.add_help()
        first = session.document.offset(position_of(params.range.start))
        last = session.document.offset(position_of(params.range.end))
        wanted = [str(getattr(kind, "value", kind)) for kind in params.context.only or []]
        made = [*_quick_fixes(uri, session, first, last), *_others(uri, session, first, is_asked=bool(wanted))]
        return [one for one in made if not wanted or any(_is_of(one.kind, kind) for kind in wanted)]

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> types.CodeAction:
        data = action.data
        if isinstance(data, dict) and action.edit is None and "uri" in data:
            action.edit = await _edit(server, data)
        return action

    _add_commands(server)


def _is_of(kind: Any, wanted: str) -> bool:
    text = str(getattr(kind, "value", kind))
    return text == wanted or text.startswith(wanted + ".")


def _quick_fixes(uri: str, session: Session, first: int, last: int) -> Iterator[types.CodeAction]:
    for finding in session.findings:
        if finding.start > last or finding.end < first:
            continue
        if finding.edits:
            edit = types.WorkspaceEdit({uri: edits_of(session.document, list(finding.edits))})
            yield types.CodeAction(_title(session, finding), kind=_KINDS.QuickFix, edit=edit, is_preferred=True)
        if "expected to be numbered" in finding.message:
            number = session.document.chunk_at(finding.start)
            begin = session.document.start_of(number)
            edits = [
                TextEdit(begin + one.start, begin + one.end, one.text) for one in renumbered(session.document.chunks[number])
            ]
            if edits:
                edit = types.WorkspaceEdit({uri: edits_of(session.document, edits)})
                yield types.CodeAction("Renumber the values of the function", kind=_RENUMBER, edit=edit)


def _title(session: Session, finding: Finding) -> str:
    first = finding.edits[0]
    new = first.text.strip()
    if not new or "\n" in new:
        return "Correct it"
    old = session.document.data[first.start : first.end].decode("utf-8", "replace")
    if not old:
        return f"Insert '{new}'"
    return f"Write '{new}' in place of '{old}'"


def _others(uri: str, session: Session, offset: int, *, is_asked: bool) -> Iterator[types.CodeAction]:
    """The actions on the function at an offset, and on the file: all of them, or the likely ones if nobody asked."""
    number = session.document.chunk_at(offset)
    if number >= 0 and session.document.chunks[number].is_function:
        name = next(iter(definitions_in(session.document.chunks[number])), b"@").decode("utf-8", "replace")
        if not name[1:].isdigit():
            yield _to_resolve(f"Extract {name} to a new file", _EXTRACT, uri, symbol=name[1:].strip('"'))
        arguments: list[Any] = [uri, types.Position(*session.document.position(offset))]
        yield _command(f"Draw the control flow of {name}", _CONTROL_FLOW, "pyllvm.controlFlow", arguments)
    if b"!DI" in session.document.data:
        yield _to_resolve("Remove debug information", _STRIP, uri)
    own = session.version
    near = [version for version in (NEWEST, (own or NEWEST) + 1, (own or NEWEST) - 1) if version in SUPPORTED and version != own]
    for version in range(NEWEST, OLDEST - 1, -1) if is_asked else dict.fromkeys(near):
        if version != own:
            yield _to_resolve(f"Bring the file to LLVM {version}", _BRING, uri, version=version)
            yield _command(f"Show what LLVM {version} prints", _SHOW, "pyllvm.showAsVersion", [uri, version])


def _to_resolve(title: str, kind: str, uri: str, **data: Any) -> types.CodeAction:
    return types.CodeAction(title, kind=kind, data={"uri": uri, "kind": kind, **data})


def _command(title: str, kind: str, name: str, arguments: list[Any]) -> types.CodeAction:
    return types.CodeAction(title, kind=kind, command=types.Command(title, name, arguments=arguments))


async def _edit(server: Server, data: dict[str, Any]) -> types.WorkspaceEdit:
    """The edit of an action, which is made when the user chooses it."""
    uri = data["uri"]
    session = server.session(uri)
    text, own = session.document.data, session.version
    try:
        if data["kind"] == _EXTRACT:
            symbol = str(data["symbol"])
            made_text = await server.done(session, made_texts.extracted, text, session.name, own, symbol)
            return _new_file(server, uri, symbol, made_text)
        if data["kind"] == _STRIP:
            made = await server.done(session, made_texts.without_debug_info, text, session.name, own)
        else:
            made = await server.done(session, made_texts.brought_to, text, session.name, own, int(data["version"]))
    except PyllvmError as error:
        server.tell(types.MessageType.Warning, f"{session.name}: {error}")
        raise JsonRpcInvalidParams(str(error)) from None
    return types.WorkspaceEdit({uri: edits_of(session.document, edits_between(text, made))})


def _new_file(server: Server, uri: str, symbol: str, text: str) -> types.WorkspaceEdit:
    """The edit that makes a file beside another one. An editor that cannot make files opens a new one for the text."""
    plain = "".join(char if char.isalnum() or char in "._-" else "_" for char in symbol)[:80]
    file = to_fs_path(uri) if uri.startswith("file:") else None
    if file is None:
        # A text that is not saved yet, or is elsewhere: the new one is beside it there.
        folder, separator, name = uri.rpartition("/") if "/" in uri else uri.rpartition(":")
        made = f"{folder}{separator}{name.removesuffix('.ll')}.{plain}.ll"
    else:
        path = Path(file)
        target = path.with_name(f"{path.stem}.{plain}.ll")
        number = 1
        while target.exists():
            number += 1
            target = path.with_name(f"{path.stem}.{plain}.{number}.ll")
        made = from_fs_path(str(target)) or str(target)
    start = types.Position(0, 0)
    insertion = types.TextEdit(types.Range(start, start), text)
    workspace = server.client_capabilities.workspace
    can = workspace.workspace_edit if workspace is not None else None
    if can is None or types.ResourceOperationKind.Create not in (can.resource_operations or []):
        return types.WorkspaceEdit({made: [insertion]})
    edit = types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(made), [insertion])
    return types.WorkspaceEdit(document_changes=[types.CreateFile(made), edit])


def _add_commands(server: Server) -> None:
    @server.command("pyllvm.textAsVersion")
    async def text_as_version(uri: str, version: int) -> dict[str, Any]:
        """The text of an open file as LLVM `version` prints it, and what that LLVM cannot hold."""
        session = server.session(uri)
        work = partial(made_texts.text_in_version, session.document.data, session.name, session.version, version)
        try:
            text, losses = await server.done(session, work)
        except PyllvmError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return {"text": text, "losses": losses}

    @server.command("pyllvm.showAsVersion")
    async def show_as_version(uri: str, version: int) -> dict[str, Any]:
        """Show what LLVM `version` prints beside the file, if the editor can; the address and the text for others."""
        made = await text_as_version(uri, version)
        address = address_of_version(uri, version)
        workspace = server.client_capabilities.workspace
        if workspace is None or workspace.text_document_content is None:
            path = Path(tempfile.mkdtemp(prefix="pyllvm-"), f"{Path(to_fs_path(uri) or 'text').stem}.llvm{version}.ll")
            path.write_text(made["text"], encoding="utf-8")
            address = from_fs_path(str(path)) or str(path)
        server.made_versions[address] = version
        server.show(address)
        return {"uri": address, **made}

    @server.command("pyllvm.controlFlow")
    def control_flow(uri: str, position: Any) -> dict[str, Any]:
        """Draw the control flow of the function at a place as a page, and show it if the editor can."""
        where = types.Position(**position) if isinstance(position, dict) else types.Position(position.line, position.character)
        session = server.session(uri)
        found = session.function_at(session.document.offset(position_of(where)))
        if found is None:
            raise JsonRpcInvalidParams("there is no function here that can be read")
        path = Path(tempfile.mkdtemp(prefix="pyllvm-"), "control-flow.html")
        path.write_text(draw(found[0], form="html"), encoding="utf-8")
        address = from_fs_path(str(path)) or str(path)
        server.show(address, outside=True)
        return {"uri": address}

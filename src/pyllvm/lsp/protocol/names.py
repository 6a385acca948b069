"""Definitions, uses and other names of what has a name, the symbols of files, and the hierarchy of calls in all files."""

from __future__ import annotations

from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from pyllvm.lsp import changes, index, outline
from pyllvm.lsp.document import Document, line_bounds
from pyllvm.lsp.index import Place
from pyllvm.lsp.names import Occurrence
from pyllvm.lsp.protocol.server import Server, edits_of, position_of, range_of
from pyllvm.lsp.session import Session
from pyllvm.lsp.workspace import Definition, linked

SYMBOL_KINDS: Final = {
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
_MOST_SYMBOLS: Final = 1_000

_Asked = (
    types.DefinitionParams
    | types.DeclarationParams
    | types.ReferenceParams
    | types.DocumentHighlightParams
    | types.CallHierarchyPrepareParams
)


def _location(uri: str, document: Document, place: Place) -> types.Location:
    return types.Location(uri, range_of(document, place.start, place.end))


def _at(server: Server, params: _Asked) -> tuple[Session, tuple[int, Occurrence] | None]:
    """The file, and the number of the chunk and the name at a place in it."""
    session = server.session(params.text_document.uri)
    return session, session.index.at(session.document.offset(position_of(params.position)))


def _definitions(server: Server, params: _Asked) -> list[Definition]:
    """The definitions and declarations, in all files, of the symbol at a place; empty for what belongs to one file."""
    _, found = _at(server, params)
    if found is None or found[1].is_local or found[1].name[:1] != b"@":
        return []
    return linked(server.texts(), params.text_document.uri, found[1].name)


def _locations(server: Server, params: _Asked, definitions: list[Definition]) -> list[types.Location]:
    """The places of some definitions; if there are none, the definition in the file itself."""
    if definitions:
        return [_location(one.uri, one.text.document, one.place) for one in definitions]
    session, found = _at(server, params)
    place = None if found is None else session.index.definition(*found)
    return [] if place is None else [_location(params.text_document.uri, session.document, place)]


def add_to(server: Server) -> None:
    """Add the features."""
    _add_places(server)
    _add_symbols(server)
    _add_renaming(server)
    _add_calls(server)


def _add_places(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        return _locations(server, params, [one for one in _definitions(server, params) if not one.is_declaration])

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    def declaration(params: types.DeclarationParams) -> list[types.Location]:
        return _locations(server, params, [one for one in _definitions(server, params) if one.is_declaration])

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        session, at = _at(server, params)
        if at is None:
            return []
        found = [(params.text_document.uri, session.document, place) for place in session.index.places(*at)]
        for one in _definitions(server, params)[1:]:
            found += [(one.uri, one.text.document, place) for place in one.text.index.places(-1, at[1])]
        return [
            _location(file, document, place)
            for file, document, place in found
            if params.context.include_declaration or not place.is_definition
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        session, found = _at(server, params)
        kinds = types.DocumentHighlightKind
        return [
            types.DocumentHighlight(
                range_of(session.document, one.start, one.end), kinds.Write if one.is_definition else kinds.Read
            )
            for one in (session.index.places(*found) if found is not None else ())
        ]


def _add_symbols(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        session = server.session(params.text_document.uri)
        parts = outline.parts_of(session.document, with_blocks=session.is_small)
        return [_symbol(session.document, part) for part in parts]

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        wanted = params.query.lower()
        found: list[types.SymbolInformation] = []
        for uri, text in server.texts().items():
            for part in outline.parts_of(text.document, with_blocks=False):
                if wanted in part.name.lower():
                    location = types.Location(uri, range_of(text.document, part.start, part.end))
                    found.append(types.SymbolInformation(location, part.name, SYMBOL_KINDS[part.kind]))
            if len(found) > _MOST_SYMBOLS:
                break
        return found[:_MOST_SYMBOLS]


def _symbol(document: Document, part: outline.Part) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        part.name,
        SYMBOL_KINDS[part.kind],
        range_of(document, part.start, part.end),
        range_of(document, part.name_start, part.name_end),
        children=[_symbol(document, child) for child in part.children] or None,
    )


def _add_renaming(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range:
        uri = params.text_document.uri
        session = server.session(uri)
        try:
            number, found = changes.renamable({uri: session}, uri, session.document.offset(position_of(params.position)))
        except changes.CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        begin = session.document.start_of(number)
        return range_of(session.document, begin + found.start, begin + found.end)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        uri = params.text_document.uri
        session = server.session(uri)
        texts = server.texts()
        try:
            made = changes.rename(texts, uri, session.document.offset(position_of(params.position)), params.new_name)
        except changes.CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
        return types.WorkspaceEdit({other: edits_of(texts[other].document, edits) for other, edits in made.items()})


def _add_calls(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
        _, found = _at(server, params)
        if found is None or found[1].is_local or found[1].name[:1] != b"@":
            return []
        item = _item(server, params.text_document.uri, found[1].name)
        return [] if item is None else [item]

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        uri, name = params.item.uri, _name(params.item)
        text = server.texts().get(uri)
        made: list[types.CallHierarchyOutgoingCall] = []
        for call in index.outgoing(text.document, name) if text is not None else []:
            item = _item(server, uri, call.name)
            if item is not None and text is not None:
                made.append(types.CallHierarchyOutgoingCall(item, _ranges(text.document, call)))
        return made

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
        name = _name(params.item)
        texts = server.texts()
        made: list[types.CallHierarchyIncomingCall] = []
        for file in linked(texts, params.item.uri, name) if params.item.uri in texts else []:
            for call in index.incoming(file.text.document, name):
                item = _item(server, file.uri, call.name)
                if item is not None:
                    made.append(types.CallHierarchyIncomingCall(item, _ranges(file.text.document, call)))
        return made


def _ranges(document: Document, calls: index.Calls) -> list[types.Range]:
    return [range_of(document, start, end) for start, end in calls.places]


def _name(item: types.CallHierarchyItem) -> bytes:
    return item.name.encode("utf-8", "surrogateescape")


def _item(server: Server, uri: str, name: bytes) -> types.CallHierarchyItem | None:
    """A function as an editor shows it, where it is defined."""
    found = linked(server.texts(), uri, name)
    if not found:
        return None
    one = next((one for one in found if not one.is_declaration), found[0])
    kind = types.SymbolKind.Interface if one.is_declaration else types.SymbolKind.Function
    whole = _whole(one)
    name_range = range_of(one.text.document, one.place.start, one.place.end)
    return types.CallHierarchyItem(name.decode("utf-8", "surrogateescape"), kind, one.uri, whole, name_range)


def _whole(one: Definition) -> types.Range:
    document = one.text.document
    number = document.chunk_at(one.place.start)
    chunk, begin = document.chunks[number], document.start_of(number)
    if chunk.is_function:
        return range_of(document, begin, begin + len(chunk.data.rstrip(b"\n")))
    first, last = line_bounds(chunk.data, one.place.start - begin)
    return range_of(document, begin + first, begin + last)

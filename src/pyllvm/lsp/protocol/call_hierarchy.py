"""The call hierarchy: which functions call a function, and which it calls, in all files."""

from __future__ import annotations

from lsprotocol import types

from pyllvm.lsp import call_hierarchy
from pyllvm.lsp.document import Document
from pyllvm.lsp.protocol.ranges import position_of, range_of
from pyllvm.lsp.protocol.server import Server
from pyllvm.lsp.workspace import Definition, linked


def add_to(server: Server) -> None:
    """Add the features."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
        uri = params.text_document.uri
        session = server.session(uri)
        found = session.index.at(session.document.offset(position_of(params.position)))
        if found is None or found[1].is_local or found[1].name[:1] != b"@":
            return []
        item = _item(server, uri, found[1].name)
        return [] if item is None else [item]

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        uri, name = params.item.uri, _name(params.item)
        text = server.texts().get(uri)
        made: list[types.CallHierarchyOutgoingCall] = []
        for call in call_hierarchy.outgoing(text.document, name) if text is not None else []:
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
            for call in call_hierarchy.incoming(file.text.document, name):
                item = _item(server, file.uri, call.name)
                if item is not None:
                    made.append(types.CallHierarchyIncomingCall(item, _ranges(file.text.document, call)))
        return made


def _ranges(document: Document, calls: call_hierarchy.Calls) -> list[types.Range]:
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
    first = chunk.data.rfind(b"\n", 0, one.place.start - begin) + 1
    feed = chunk.data.find(b"\n", one.place.end - begin)
    return range_of(document, begin + first, begin + (len(chunk.data) if feed < 0 else feed))

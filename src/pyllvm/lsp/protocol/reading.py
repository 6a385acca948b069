"""Hover texts, folds, colors, selections and inlay hints."""

from __future__ import annotations

from lsprotocol import types

from pyllvm.lsp import hover, inlay_hints, outline, semantic
from pyllvm.lsp.outline import ranges_around
from pyllvm.lsp.protocol.server import Server, position_of, range_of
from pyllvm.lsp.session import Session


def add_to(server: Server) -> None:
    """Add the features."""
    _add_hover_and_ranges(server)
    _add_hints(server)
    _add_tokens(server)


def _add_hover_and_ranges(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show(params: types.HoverParams) -> types.Hover | None:
        session = server.session(params.text_document.uri)
        found = hover.hover(session, session.document.offset(position_of(params.position)))
        if found is None:
            return None
        text, start, end = found
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_of(session.document, start, end))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        session = server.session(params.text_document.uri)
        return [types.FoldingRange(first, last) for first, last in outline.folds(session.document)]

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selections(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        document = server.session(params.text_document.uri).document
        made: list[types.SelectionRange] = []
        for position in params.positions:
            parent: types.SelectionRange | None = None
            for start, end in reversed(ranges_around(document, document.offset(position_of(position)))):
                parent = types.SelectionRange(range_of(document, start, end), parent)
            assert parent is not None
            made.append(parent)
        return made


def _add_hints(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        session = server.session(params.text_document.uri)
        document = session.document
        first, last = document.offset(position_of(params.range.start)), document.offset(position_of(params.range.end))
        return [_hint(session, note) for note in inlay_hints.notes(session, first, last, server.shown)]


def _hint(session: Session, note: inlay_hints.Note) -> types.InlayHint:
    place = types.Position(*session.document.position(note.offset))
    is_before = note.kind in ("type", "number")
    kind = types.InlayHintKind.Type if note.kind == "type" else None
    return types.InlayHint(place, note.text, kind, padding_left=not is_before, padding_right=is_before)


def _add_tokens(server: Server) -> None:
    legend = types.SemanticTokensLegend(list(semantic.LEGEND), [])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        session = server.session(params.text_document.uri)
        return types.SemanticTokens(_encoded(session, 0, len(session.document.chunks)))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def tokens_of_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        session = server.session(params.text_document.uri)
        document = session.document
        first = document.chunk_at(document.offset(position_of(params.range.start)))
        last = document.chunk_at(document.offset(position_of(params.range.end)))
        return types.SemanticTokens(_encoded(session, max(first, 0), last + 1))


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

"""Hover texts, folds, colors, selections and inlay hints."""

from __future__ import annotations

import re
from typing import Final

from lsprotocol import types

from pyllvm.assembly.reader import token_kinds
from pyllvm.lsp import hover, inlay_hints, outline
from pyllvm.lsp.chunks import Chunk
from pyllvm.lsp.names import names_of, spelled, tokens_of
from pyllvm.lsp.outline import ranges_around
from pyllvm.lsp.protocol.server import Server, position_of, range_of
from pyllvm.lsp.session import Session
from pyllvm.tables.opcodes import INSTRUCTIONS


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


LEGEND: Final = ("keyword", "variable", "function", "type", "label", "number", "string", "property", "comment", "decorator")
KEYWORD, VARIABLE, FUNCTION, TYPE, LABEL, NUMBER, STRING_CLASS, PROPERTY, COMMENT, DECORATOR = range(len(LEGEND))

_CLASSES: Final = {
    token_kinds.GLOBAL_VAR: FUNCTION,
    token_kinds.GLOBAL_ID: FUNCTION,
    token_kinds.LABEL_STR: LABEL,
    token_kinds.LABEL_ID: LABEL,
    token_kinds.INTEGER: NUMBER,
    token_kinds.FLOAT: NUMBER,
    token_kinds.STRING: STRING_CLASS,
    token_kinds.METADATA_STRING: STRING_CLASS,
    token_kinds.METADATA_ID: PROPERTY,
    token_kinds.METADATA_VAR: PROPERTY,
    token_kinds.NAMED_METADATA: PROPERTY,
    token_kinds.SPECIALIZED_NODE: PROPERTY,
    token_kinds.SUMMARY_ID: PROPERTY,
    token_kinds.ATTRIBUTE_GROUP_ID: DECORATOR,
    token_kinds.COMDAT_VAR: DECORATOR,
    token_kinds.INTEGER_TYPE: TYPE,
}
_TYPE_WORDS: Final = frozenset(b"ptr void half bfloat float double label metadata token fp128 x86_fp80 ppc_fp128 opaque".split())
_COMMENT: Final = re.compile(rb'"[^"\n]*"|(;[^\r\n]*)')


def classes_of(chunk: Chunk) -> list[tuple[int, int, int]]:
    """The start, end and class (a number in LEGEND) of the tokens and comments of a chunk, in order."""
    data = chunk.data
    local = names_of(chunk).locals
    found: list[tuple[int, int, int]] = []
    for token in tokens_of(data):
        text = data[token.start : token.end]
        kind = _CLASSES.get(token.kind)
        if token.kind in (token_kinds.LOCAL_VAR, token_kinds.LOCAL_ID):
            kind = VARIABLE if spelled(text) in local else TYPE
        elif kind is None and token.kind >= token_kinds.FIRST_WORD:
            is_keyword = text.isalpha() or text.decode("latin-1") in INSTRUCTIONS
            kind = TYPE if text in _TYPE_WORDS else KEYWORD if is_keyword else DECORATOR
        if kind is not None and token.end > token.start:
            found.append((token.start, token.end, kind))
    found += [(match.start(1), match.end(1), COMMENT) for match in _COMMENT.finditer(data) if match.group(1)]
    return sorted(found)


def _add_tokens(server: Server) -> None:
    legend = types.SemanticTokensLegend(list(LEGEND), [])

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
        for start, end, kind in classes_of(document.chunks[number]):
            at, last = document.position(begin + start), document.position(begin + end)
            if last.line != at.line:
                continue
            distance = at.character - (character if at.line == line else 0)
            numbers += [at.line - line, distance, last.character - at.character, kind, 0]
            line, character = at
    return numbers

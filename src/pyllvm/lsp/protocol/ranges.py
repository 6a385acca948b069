"""Places in the protocol's terms."""

from __future__ import annotations

from lsprotocol import types

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.document import Document, Position


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

"""Gives the numbered values of a function numbers in order, after values were added, removed or moved."""

from __future__ import annotations

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.chunks import Chunk
from pyllvm.lsp.names import Occurrence, names_of


def renumbered(chunk: Chunk) -> list[TextEdit]:
    """The edits, by offsets in the chunk, after which each number of a local value is higher than the ones before.

    A use means the last value before it that has the number, or else the first one after it.
    """
    numbers = [one for one in names_of(chunk).occurrences if one.is_local and one.name[:1] == b"%" and one.name[1:].isdigit()]
    new: dict[int, int] = {}
    definitions: dict[bytes, list[Occurrence]] = {}
    last = -1
    for one in numbers:
        if one.is_definition:
            last = max(last + 1, int(one.name[1:]))
            new[one.start] = last
            definitions.setdefault(one.name, []).append(one)
    edits: list[TextEdit] = []
    for one in numbers:
        meant = definitions.get(one.name)
        if not meant:
            continue
        # The operands of a line are older than its result.
        line = chunk.data.rfind(b"\n", 0, one.start) + 1
        before = [other for other in meant if other.start < line]
        number = new[one.start] if one.is_definition else new[(before[-1] if before else meant[0]).start]
        if number != int(one.name[1:]):
            sigil = "%" if chunk.data[one.start : one.start + 1] == b"%" else ""
            edits.append(TextEdit(one.start, one.end, f"{sigil}{number}"))
    return edits

"""Edits of a document leave it as if it had been opened afresh."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pyllvm.lsp.document import Document, Position, split
from pyllvm.lsp.index import Index
from pyllvm.lsp.names import definitions_in, names_of
from rows import each_row

LANGUAGE = sorted((Path(__file__).parents[1] / "data" / "language").glob("*.ll"))
TEXT = """\
@first = global i32 0
define void @one() {
  ret void
}
; between
define void @two(i32 %x) {
  %y = add i32 %x, 1 ; "ä𝄞" and more
  ret void
}
!0 = !{}
"""
PIECES = ["", "\n", "}", "}\n", "define void @three() {\n", "  ret void\n", "ä", "%", "\n}\n", "; define\n", '"', "𝄞 "]


def position(text: str, at: int) -> Position:
    """The position of an index into a text, counted as editors do."""
    line = text.count("\n", 0, at)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return Position(line, len(before.encode("utf-16-le")) // 2)


@pytest.mark.parametrize("seed", range(20))
def test_random_edits(seed: int) -> None:
    generator = random.Random(seed)
    text = TEXT
    document = Document(text)
    index = Index(document)
    for _ in range(40):
        start = generator.randrange(len(text) + 1)
        end = min(start + generator.choice((0, 0, 1, 5, 40)), len(text))
        piece = generator.choice(PIECES)
        document.edit(position(text, start), position(text, end), piece)
        text = text[:start] + piece + text[end:]
        fresh = Document(text)
        assert document.data == text.encode()
        assert [chunk.data for chunk in document.chunks if chunk.is_function] == [
            chunk.data for chunk in fresh.chunks if chunk.is_function
        ]
        assert set(index.definitions()) == set(Index(fresh).definitions())
        at = generator.randrange(len(text) + 1)
        offset = len(text[:at].encode())
        assert document.offset(position(text, at)) == offset
        assert document.position(offset) == position(text, at)


def test_positions_outside_of_the_text() -> None:
    document = Document("ab\ncd")
    assert document.offset(Position(0, 9)) == 2
    assert document.offset(Position(9, 0)) == 5
    assert document.position(99) == Position(1, 2)
    assert Document("").offset(Position(3, 3)) == 0


def test_carriage_returns_do_not_belong_to_a_line() -> None:
    document = Document("ab\r\ncd\r\n")
    assert document.offset(Position(0, 7)) == 2
    assert [document.position(offset) for offset in (2, 3, 4, 6, 7)] == [(0, 2), (0, 2), (1, 0), (1, 2), (1, 2)]


@each_row("path", LANGUAGE)
def test_both_ways_to_find_definitions_agree(path: Path) -> None:
    """Definitions are found by lines; the tokens of a chunk show the same ones."""
    for chunk in split(path.read_bytes()):
        tokens = {one.name for one in names_of(chunk).occurrences if one.is_definition and not one.is_local}
        found = {name for name in definitions_in(chunk) if name[:1] != b"!" or name[1:2].isdigit()}
        assert found <= tokens | {name for name in found if name[:1] == b"^"}
        if chunk.is_function:
            assert len(found) == 1

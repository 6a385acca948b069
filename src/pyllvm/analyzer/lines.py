"""Lays out the lines of a dump: indented as the tree is, at most as wide as the terminal, each piece in its colour."""

from __future__ import annotations

from typing import Final, final

# The kinds of piece that a line has, by which a terminal colours them.
BLOCK: Final = "block"
RECORD: Final = "record"
DEFINED: Final = "defined"
FIELD: Final = "field"
TEXT: Final = "text"
STRING: Final = "string"
UNKNOWN: Final = "unknown"
NOTE: Final = "note"
GOOD: Final = "good"
BAD: Final = "bad"
GUIDE: Final = "guide"

_CONTINUED: Final = "    "
_LEAST_ROOM: Final = 20


@final
class Look:
    """How lines look: at most `width` columns (0: any number), the `guide` before each level, the codes of each kind of piece.

    `codes` maps a kind to the terminal's codes before and after a piece of it; a kind that is not there has none.
    """

    __slots__ = ("codes", "guide", "width")

    def __init__(self, width: int = 0, guide: str = "  ", codes: dict[str, tuple[str, str]] | None = None) -> None:
        self.width = width
        self.guide = guide
        self.codes: dict[str, tuple[str, str]] = {} if codes is None else codes

    def styled(self, kind: str, text: str) -> str:
        """A piece with the codes of its kind."""
        codes = self.codes.get(kind)
        return text if codes is None or not text else codes[0] + text + codes[1]


@final
class Piece:
    """A part of a line: its kind and its text. A line may be broken before a piece that begins with a blank."""

    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


def laid_out(pieces: list[Piece], depth: int, look: Look) -> str:
    """A line of the tree, with its end. What does not fit goes to further lines, which are indented more."""
    if not look.width:
        parts = [look.styled(GUIDE, look.guide * depth)]
        for piece in pieces:
            parts.append(look.styled(piece.kind, piece.text))
        parts.append("\n")
        return "".join(parts)
    # Blocks may nest deeper than a terminal is wide.
    depth = min(depth, max(look.width - _LEAST_ROOM, 0) // len(look.guide))
    indent = look.guide * depth
    return _Layout(look, indent).line(pieces)


@final
class _Layout:
    """One line that is broken into several."""

    def __init__(self, look: Look, indent: str) -> None:
        self._look = look
        self._indent = look.styled(GUIDE, indent)
        self._room = max(look.width - len(indent), len(_CONTINUED) + 1)
        self._column = 0
        self._is_empty = True
        """Whether the line has only its indentation so far."""
        self._parts: list[str] = [self._indent]

    def line(self, pieces: list[Piece]) -> str:
        at = 0
        while at < len(pieces):
            end = at + 1
            width = len(pieces[at].text)
            while end < len(pieces) and not pieces[end].text.startswith(" "):
                width += len(pieces[end].text)
                end += 1
            if self._column + width > self._room and not self._is_empty:
                self._break()
            for piece in pieces[at:end]:
                self._place(piece)
            at = end
        self._parts.append("\n")
        return "".join(self._parts)

    def _break(self) -> None:
        self._parts.append("\n" + self._indent + _CONTINUED)
        self._column = len(_CONTINUED)
        self._is_empty = True

    def _place(self, piece: Piece) -> None:
        text = piece.text
        if self._is_empty:
            text = text.lstrip(" ")
        while self._column + len(text) > self._room:
            left = self._room - self._column
            cut = text.rfind(" ", 0, left + 1)
            if cut <= 0:
                cut = max(left, 0)
            self._parts.append(self._look.styled(piece.kind, text[:cut]))
            text = text[cut:].lstrip(" ")
            self._break()
        self._parts.append(self._look.styled(piece.kind, text))
        self._column += len(text)
        self._is_empty = self._is_empty and not text

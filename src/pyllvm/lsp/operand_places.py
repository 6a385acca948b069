"""The operand that is being written at the end of an unfinished line: the type that has been written for it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.findings.written_types import BINARY, NAME, first_type, last_type

_PIECE: Final = re.compile(rb'"(?:[^"\n]*"|[^"\n]*\Z)|;[^\n]*|[\[\](){}<>,]')
_WORD: Final = re.compile(
    rb"\A[ \t]*(?:%" + NAME + rb"[ \t]*=[ \t]*)?(?:(?:tail|musttail|notail)[ ]+)?"
    rb"(?!(?:ptr|void|half|float|double|label|metadata|token)\b)([a-z_]+)\b"
)
# Each word ends with a blank or with the text, so that there is only one way to match.
_BEHIND_TYPE: Final = re.compile(rb'\s*(?:(?:[a-z_]+(?:\([^()]*\)|[ ]+[0-9]+)?|"[^"\n]*"(?:="[^"\n]*")?)(?:\s+|\Z))*\Z')
_PARENTHESIS: Final = b"("
_BLOCK_ADDRESS: Final = b"blockaddress"
# The operand of an exception pad or of a return from one has no type in front of it.
_TOKEN_BEFORE: Final = re.compile(rb"\b(?:within|from)[ ]+\Z")
_CLOSING: Final = (b">", b"}", b"]", b"*", b")")


class Place(NamedTuple):
    """The end of a line: in which brackets it is, and the parts there that commas separate, the last one unfinished."""

    instruction: bytes
    bracket: bytes
    before: bytes
    parts: list[bytes]

    @property
    def is_argument(self) -> bool:
        """Whether it is in parentheses, where an attribute may be behind the type."""
        return self.bracket == _PARENTHESIS


def place_at_end(line: bytes) -> Place | None:
    """The place at the end of a line; None in a comment or in a quoted text."""
    word = _WORD.match(line)
    open_brackets: list[tuple[bytes, int, list[int]]] = [(b"", 0, [0])]
    for match in _PIECE.finditer(line):
        piece = match.group()
        if piece[:1] == b";" or (piece[:1] == b'"' and (len(piece) == 1 or piece[-1:] != b'"')):
            return None
        if piece[:1] == b'"':
            continue
        if piece == b",":
            open_brackets[-1][2].append(match.end())
        elif piece in (b"[", b"(", b"{", b"<"):
            open_brackets.append((piece, match.start(), [match.end()]))
        elif len(open_brackets) > 1:
            open_brackets.pop()
    bracket, start, starts = open_brackets[-1]
    ends = [at - 1 for at in starts[1:]] + [len(line)]
    parts = [line[first:last] for first, last in zip(starts, ends, strict=True)]
    return Place(b"" if word is None else word.group(1), bracket, line[:start], parts)


def wanted_type(place: Place) -> bytes:
    """The type of the operand that is to be written next; empty if none is expected."""
    if place.instruction == b"phi" and place.bracket == b"[":
        if place.parts[-1].strip():
            return b""
        return b"label" if len(place.parts) > 1 else first_type(place.before[_behind_word(place.before) :])[0]
    is_first = len(place.parts) == 1 and not place.bracket
    part = _without_word(place.parts[0]) if is_first else place.parts[-1]
    if place.before.endswith(_BLOCK_ADDRESS) and len(place.parts) == 2:
        return b"label"
    if not part.strip():
        is_second = len(place.parts) == 2 and not place.bracket and place.instruction in BINARY
        return first_type(_without_word(place.parts[0]))[0] if is_second else b""
    if _TOKEN_BEFORE.search(part) is not None:
        return b"token"
    found, end = last_type(part)
    if not found or (end == len(part) and found[-1:] not in _CLOSING) or _BEHIND_TYPE.fullmatch(part, end) is None:
        return b""
    if place.instruction in (b"call", b"invoke", b"callbr") and not place.bracket and found != b"label":
        return b"ptr"
    return found


def _behind_word(line: bytes) -> int:
    word = _WORD.match(line)
    return 0 if word is None else word.end()


def _without_word(part: bytes) -> bytes:
    """The first part of an instruction behind its result and its word."""
    return part[_behind_word(part) :]

"""The ranges around a place, from the token to the whole text: what an editor selects when the selection grows."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.reader.token_kinds import LBRACE, LESSTHAN, LPAR, LSQB, MORETHAN, RBRACE, RPAR, RSQB
from pyllvm.lsp.document import Document
from pyllvm.lsp.names import Token, tokens_of
from pyllvm.lsp.outline import blocks_of

_OPENING: Final = frozenset((LBRACE, LESSTHAN, LPAR, LSQB))
_CLOSING: Final = frozenset((RBRACE, MORETHAN, RPAR, RSQB))


def ranges_around(document: Document, offset: int) -> list[tuple[int, int]]:
    """The ranges around an offset, the smallest first: token, parentheses, line, block, function, text."""
    found: list[tuple[int, int]] = []
    number = document.chunk_at(offset)
    if number >= 0:
        chunk = document.chunks[number]
        begin = document.start_of(number)
        inside = offset - begin
        first = chunk.data.rfind(b"\n", 0, inside) + 1
        feed = chunk.data.find(b"\n", inside)
        last = len(chunk.data) if feed < 0 else feed
        found += [(begin + first + start, begin + first + end) for start, end in _in_line(chunk.data[first:last], inside - first)]
        content = chunk.data[first:last]
        found.append((begin + last - len(content.lstrip()), begin + first + len(content.rstrip())))
        if chunk.is_function:
            found += [(one.start, one.end) for one in blocks_of(document, number) if one.start <= offset <= one.end]
            found.append((begin, begin + len(chunk.data.rstrip(b"\n"))))
    found.append((0, len(document)))
    return _growing(found, offset)


def _in_line(line: bytes, at: int) -> list[tuple[int, int]]:
    """The token at a place in a line, and the pairs of parentheses around it, without and with them."""
    tokens = tokens_of(line)
    found = [(token.start, token.end) for token in tokens if token.start <= at <= token.end]
    # Between two tokens, both are found, and the second token is meant.
    found = found[-1:]
    open_tokens: list[Token] = []
    for token in tokens:
        if token.kind in _OPENING:
            open_tokens.append(token)
        elif token.kind in _CLOSING and open_tokens:
            opening = open_tokens.pop()
            if opening.start <= at <= token.end:
                found += [(opening.end, token.start), (opening.start, token.end)]
    return found


def _growing(ranges: list[tuple[int, int]], offset: int) -> list[tuple[int, int]]:
    """The ranges that contain the offset, each larger than the one before."""
    grown: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda one: one[1] - one[0]):
        if not start <= offset <= end:
            continue
        if not grown or (start <= grown[-1][0] and end >= grown[-1][1] and (start, end) != grown[-1]):
            grown.append((start, end))
    return grown

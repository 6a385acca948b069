"""The parts of a document: functions with their blocks, global values and types; and what can be folded.

The ranges around a place are what an editor selects when the selection grows, from the token to the whole text.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from pyllvm.assembly.reader.places import CLOSING, OPENING
from pyllvm.lsp.document import Document, line_bounds
from pyllvm.lsp.names import Token, definitions_in, names_of, tokens_of

_KIND_OF_LINE: Final = re.compile(rb"^[^\n]*?=[ ]*(?:[a-z_()0-9]+[ ])*?(type|comdat|alias|ifunc|global|constant)\b")
_FEWEST_FOLDED: Final = 3


class Part(NamedTuple):
    """A part of a document: its kind, its name, its whole place and the place of its name."""

    kind: str
    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple[Part, ...] = ()


def parts_of(document: Document, *, with_blocks: bool = True) -> list[Part]:
    """The functions, global values, types and comdats of a document, in order. Kinds: "function", "declaration", "block",
    "global", "constant", "alias", "ifunc", "type", "comdat"."""
    parts: list[Part] = []
    for number, chunk in enumerate(document.chunks):
        begin = document.start_of(number)
        for name, (start, end) in definitions_in(chunk).items():
            if chunk.is_function:
                children = blocks_of(document, number) if with_blocks else ()
                parts.append(Part("function", _text(name), begin, begin + len(chunk.data), begin + start, begin + end, children))
                continue
            first, last = line_bounds(chunk.data, start)
            kind = _kind(chunk.data[first:last], name)
            if kind:
                parts.append(Part(kind, _text(name), begin + first, begin + last, begin + start, begin + end))
    return parts


def folds(document: Document) -> list[tuple[int, int]]:
    """The first and last line of what can be folded: functions, blocks, and long runs of lines between functions."""
    found: list[tuple[int, int]] = []
    for number, chunk in enumerate(document.chunks):
        begin = document.start_of(number)
        first = document.position(begin).line
        last = first + chunk.data.rstrip(b"\n").count(b"\n")
        if chunk.is_function:
            found.append((first, last))
            blocks = [document.position(block.start).line for block in blocks_of(document, number)]
            found += [(start, end - 1) for start, end in pairwise([*blocks, last]) if end - start > 1]
        else:
            found += _runs(chunk.data, first)
    return found


def _runs(data: bytes, first: int) -> list[tuple[int, int]]:
    """The runs of lines of the same sigil: metadata, attribute groups, types."""
    found: list[tuple[int, int]] = []
    start, sigil = first, b""
    lines = data.split(b"\n")
    for number, line in enumerate([*lines, b""], first):
        if line[:1] != sigil:
            if sigil in (b"!", b"%", b"@", b"$", b"d", b"a") and number - start >= _FEWEST_FOLDED:
                found.append((start, number - 1))
            start, sigil = number, line[:1]
    return found


def blocks_of(document: Document, number: int) -> tuple[Part, ...]:
    chunk = document.chunks[number]
    begin = document.start_of(number)
    labels = [one for one in names_of(chunk).occurrences if chunk.data[one.end : one.end + 1] == b":"]
    ends = [label.start for label in labels[1:]] + [chunk.data.rfind(b"}")]
    return tuple(
        Part("block", _text(label.name), begin + label.start, begin + max(end, label.end), begin + label.start, begin + label.end)
        for label, end in zip(labels, ends, strict=False)
    )


def _kind(line: bytes, name: bytes) -> str:
    if line.startswith(b"declare"):
        return "declaration"
    if name[:1] == b"%":
        return "type"
    if name[:1] == b"$":
        return "comdat"
    if name[:1] != b"@":
        return ""
    found = _KIND_OF_LINE.match(line)
    return found.group(1).decode() if found is not None else "global"


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def ranges_around(document: Document, offset: int) -> list[tuple[int, int]]:
    """The ranges around an offset, the smallest first: token, parentheses, line, block, function, text."""
    found: list[tuple[int, int]] = []
    number = document.chunk_at(offset)
    if number >= 0:
        chunk = document.chunks[number]
        begin = document.start_of(number)
        inside = offset - begin
        first, last = line_bounds(chunk.data, inside)
        content = chunk.data[first:last]
        found += [(begin + first + start, begin + first + end) for start, end in _in_line(content, inside - first)]
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
        if token.kind in OPENING:
            open_tokens.append(token)
        elif token.kind in CLOSING and open_tokens:
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

"""Splits a text of IR into chunks: each function is one, and the lines between functions are others.

An edit changes a few chunks. Whatever was found out about the others stays valid, because a chunk never changes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

_FUNCTION: Final = re.compile(rb"^define\b", re.MULTILINE)
# A function ends with a line that begins with its brace. If the brace is missing, it ends where the next one begins.
_FUNCTION_END: Final = re.compile(rb"^(?:\}[^\n]*(?:\n|\Z)|(?=define\b))", re.MULTILINE)
# Lines between functions are grouped, so that a long list of metadata has few chunks.
_MOST_BYTES: Final = 65_536


class Chunk:
    """Some whole lines of a text. `is_closed` is False for a function whose end was not found."""

    def __init__(self, data: bytes, is_function: bool, is_closed: bool = True) -> None:
        self.data = data
        self.is_function = is_function
        self.is_closed = is_closed
        self.line_count = data.count(b"\n")
        self.may_grow = not is_function and len(data) <= _MOST_BYTES
        """Whether these are lines to which the lines of a neighbor may belong."""

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line."""
        return [0, *(match.end() for match in re.finditer(b"\n", self.data))]

    def line_of(self, offset: int) -> int:
        """The line, counted from 0 in the chunk, that an offset is on."""
        return bisect_right(self.line_starts, offset) - 1


def line_bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the line begins that an offset is in, and where it ends, without its line feed."""
    feed = data.find(b"\n", at)
    return data.rfind(b"\n", 0, at) + 1, len(data) if feed < 0 else feed


def split(data: bytes) -> list[Chunk]:
    """The chunks of a text; `data` begins at the start of a line, outside of functions."""
    chunks: list[Chunk] = []
    at = 0
    while at < len(data):
        found = _FUNCTION.search(data, at)
        start = len(data) if found is None else found.start()
        _add_lines(chunks, data, at, start)
        if found is None:
            break
        end = _FUNCTION_END.search(data, found.end())
        at = len(data) if end is None else end.end()
        chunks.append(Chunk(data[start:at], True, end is not None and end.end() > end.start()))
    return chunks


def _add_lines(chunks: list[Chunk], data: bytes, at: int, end: int) -> None:
    while end - at > _MOST_BYTES:
        feed = data.find(b"\n", at + _MOST_BYTES, end)
        if feed < 0:
            break
        chunks.append(Chunk(data[at : feed + 1], False))
        at = feed + 1
    if at < end:
        chunks.append(Chunk(data[at:end], False))

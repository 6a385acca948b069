"""An open text: its chunks, edits, and positions as editors count them.

Each function is a chunk, and the lines between functions are others. An edit changes a few chunks. Whatever was found out about
the others stays valid, because a chunk never changes. Offsets are in bytes, as everywhere in pyllvm. Editors count lines from 0
and, in a line, units of an encoding: mostly UTF-16.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

_FUNCTION: Final = re.compile(rb"^define\b", re.MULTILINE)
# A function ends with a line that begins with its brace. If the brace is missing, it ends where the next one begins.
_FUNCTION_END: Final = re.compile(rb"^(?:\}[^\n]*(?:\n|\Z)|(?=define\b))", re.MULTILINE)
# Lines between functions are grouped, so that a long list of metadata has few chunks.
_MOST_BYTES: Final = 65_536
_ENCODINGS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The encodings that an editor may count in, and the bytes of a unit."""


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


class Position(NamedTuple):
    """A line and a column in units of the editor's encoding, both counted from 0."""

    line: int
    character: int


class Document:
    """The text of one file in an editor."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self._codec, self._unit = _ENCODINGS[encoding]
        self.chunks: list[Chunk] = []
        self._offsets: list[int] = []
        self._lines: list[int] = []
        self.set_text(text)

    @property
    def data(self) -> bytes:
        """The whole text."""
        return b"".join([chunk.data for chunk in self.chunks])

    def set_text(self, text: str) -> None:
        """Replace the whole text."""
        self._set_chunks(split(text.encode("utf-8", "surrogateescape")))

    def edit(self, start: Position, end: Position, text: str) -> None:
        """Replace a range. Only the chunks that it touches are split again."""
        first_offset, last_offset = self.offset(start), self.offset(end)
        first = max(self.chunk_at(first_offset), 0)
        last = max(self.chunk_at(last_offset), first)
        # An edit may close the chunk before or go on with it, and lines between functions are one chunk.
        if first and (not self.chunks[first - 1].is_closed or self.chunks[first - 1].may_grow):
            first -= 1
        begin = self._offsets[first] if self.chunks else 0
        data = b"".join([chunk.data for chunk in self.chunks[first : last + 1]])
        new = text.encode("utf-8", "surrogateescape")
        data = data[: first_offset - begin] + new + data[last_offset - begin :]
        made = split(data)
        last += 1
        step = 1
        while last < len(self.chunks) and _goes_on(data, made, self.chunks[last]):
            data = b"".join([data, *(chunk.data for chunk in self.chunks[last : last + step])])
            last += step
            step *= 2
            made = split(data)
        old = {chunk.data: chunk for chunk in self.chunks[first:last]}
        made = [old.pop(chunk.data, chunk) for chunk in made]
        self._set_chunks([*self.chunks[:first], *made, *self.chunks[last:]])

    def _set_chunks(self, chunks: list[Chunk]) -> None:
        self.chunks = chunks
        self._offsets = list(accumulate([len(chunk.data) for chunk in chunks], initial=0))
        self._lines = list(accumulate([chunk.line_count for chunk in chunks], initial=0))

    def __len__(self) -> int:
        return self._offsets[-1]

    def chunk_at(self, offset: int) -> int:
        """The number of the chunk at an offset; the last one at the end of the text, -1 in an empty text."""
        return min(bisect_right(self._offsets, offset) - 1, len(self.chunks) - 1)

    def start_of(self, number: int) -> int:
        """The offset at which a chunk starts."""
        return self._offsets[number]

    def offset(self, position: Position) -> int:
        """The offset of a position. A position behind a line's end is its end, as the protocol has it."""
        number = min(bisect_right(self._lines, position.line) - 1, len(self.chunks) - 1)
        # Of chunks without a line break, which only the last one can be, the first with that line counts.
        if number < 0:
            return 0
        chunk = self.chunks[number]
        line = position.line - self._lines[number]
        if line >= len(chunk.line_starts):
            return len(self)
        start = chunk.line_starts[line]
        end = chunk.data.find(b"\n", start)
        content = chunk.data[start : len(chunk.data) if end < 0 else end].removesuffix(b"\r")
        if content.isascii():
            return self._offsets[number] + start + min(position.character, len(content))
        units = content.decode("utf-8", "surrogateescape").encode(self._codec, "surrogatepass")
        before = units[: self._unit * position.character].decode(self._codec, "surrogatepass")
        return self._offsets[number] + start + len(before.encode("utf-8", "surrogateescape"))

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        offset = min(max(offset, 0), len(self))
        number = self.chunk_at(offset)
        if number < 0:
            return Position(0, 0)
        chunk = self.chunks[number]
        inside = offset - self._offsets[number]
        line = chunk.line_of(inside)
        before = chunk.data[chunk.line_starts[line] : inside]
        if chunk.data[inside - 1 : inside + 1] == b"\r\n":
            before = before[:-1]
        if not before.isascii():
            before = before.decode("utf-8", "replace").encode(self._codec)
            return Position(self._lines[number] + line, len(before) // self._unit)
        return Position(self._lines[number] + line, len(before))


def _goes_on(data: bytes, made: list[Chunk], following: Chunk) -> bool:
    """Whether the chunk behind an edit has ceased to be a chunk, or belongs to the last chunk of the edited text."""
    if data and not data.endswith(b"\n"):
        return True
    if not made or following.is_function:
        return False
    return not made[-1].is_closed or made[-1].may_grow

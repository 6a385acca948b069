"""Walks the blocks of a bitstream in a file without reading those that are skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.bitstream.cursor import BitstreamCursor

_WINDOW: Final = 1 << 20
# Most records are shorter. In a longer one the cursor may find the end of what was read, and raises PyllvmError.
_NEAR: Final = 1 << 16
# Blocks begin at multiples of so many bytes.
_ALIGNMENT: Final = 4


@final
class BlockReader:
    """A cursor on a part of a stream, and the function that reads more of it: `read(offset, size)` returns bytes of the stream.

    `size` is the length of the stream in bytes, and the cursor is on the first bytes of it. Without `read` the cursor has all of
    them. Where the stream goes on, `advance` and `skip_block` do so as well; a caller that enters a block calls `load_block`
    first, or uses `advance` and `skip_block` in it. A record of more than 64 kB may raise PyllvmError as if the stream ended in
    it: a caller then has to read the whole stream.
    """

    __slots__ = ("_base", "_read", "_size", "cursor")

    def __init__(self, cursor: BitstreamCursor, size: int = 0, read: Callable[[int, int], bytes] | None = None) -> None:
        self.cursor = cursor
        self._read = read
        self._size = size
        # The byte of the stream at which the cursor's part begins.
        self._base = 0

    def advance(self) -> int:
        """Move to the next item, as the cursor's `advance` does."""
        cursor = self.cursor
        if self._read is not None and cursor.size - cursor.position < _NEAR * 8:
            self._load(cursor.position, _WINDOW)
        return cursor.advance()

    def skip_block(self) -> None:
        """After ENTER_SUBBLOCK: skip the block."""
        cursor = self.cursor
        if self._read is not None and (end := cursor.block_end()) > cursor.size and self._base + (end >> 3) <= self._size:
            self._load(end, _WINDOW)
            return
        cursor.skip_block()

    def load_block(self) -> None:
        """After ENTER_SUBBLOCK: read the file up to the end of the block."""
        cursor = self.cursor
        if self._read is not None and (end := cursor.block_end()) > cursor.size:
            self._load(cursor.position, ((end - cursor.position) >> 3) + _NEAR)

    def _load(self, bit: int, size: int) -> None:
        """Put the cursor on the part of the stream that begins at a bit of the present part."""
        begin = (bit >> 3) & -_ALIGNMENT
        end = self.cursor.size >> 3
        offset = self._base + begin
        if self._read is None or (self._base + end >= self._size and begin < end):
            return
        self._base = offset
        self.cursor.continue_in(self._read(offset, min(size, self._size - offset)), bit - begin * 8)

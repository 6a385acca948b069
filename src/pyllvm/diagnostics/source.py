"""Places that a diagnostic can point at: a stretch of a text, or a bit of a bitstream."""

from __future__ import annotations

from typing import final


@final
class Source:
    """A text that was read, whole, with the name it is reported by; lines are counted only when asked for."""

    __slots__ = ("data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte offset, both counted from 1, columns in bytes as LLVM counts them."""
        offset = min(max(offset, 0), len(self.data))
        start = self.data.rfind(b"\n", 0, offset) + 1
        return self.data.count(b"\n", 0, offset) + 1, offset - start + 1

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """Byte offsets of the line that an offset is on: its start, and its end before the line break."""
        offset = min(max(offset, 0), len(self.data))
        start = self.data.rfind(b"\n", 0, offset) + 1
        end = offset
        while end < len(self.data) and self.data[end] not in b"\r\n":
            end += 1
        return start, end

    def line_text(self, offset: int) -> bytes:
        """The line that an offset is on, without its line break."""
        start, end = self.line_bounds(offset)
        return self.data[start:end]


@final
class Span:
    """A stretch of a source: byte offsets, the end not included. An empty one is a place between two bytes."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    @property
    def line(self) -> int:
        """The line of the start, counted from 1."""
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the start, in bytes, counted from 1."""
        return self.source.line_and_column(self.start)[1]

    def __repr__(self) -> str:
        return f"Span({self.source.name}:{self.line}:{self.column})"


@final
class BitcodeLocation:
    """A place in a bitstream: the bit, the blocks around it from the outermost in, the record, the file's producer."""

    __slots__ = ("bit_offset", "block_path", "producer", "record_code")

    def __init__(self, bit_offset: int, block_path: list[str], record_code: int | None = None, producer: str = "") -> None:
        self.bit_offset = bit_offset
        self.block_path = block_path
        self.record_code = record_code
        self.producer = producer

    def describe(self) -> str:
        """The place in words, as it follows "at" in a note."""
        words = [f"bit {self.bit_offset}"]
        if self.block_path:
            words.append("block " + "/".join(self.block_path))
        if self.record_code is not None:
            words.append(f"record code {self.record_code}")
        if self.producer:
            words.append(f"written by {self.producer}")
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"BitcodeLocation({self.describe()})"


@final
class Scope:
    """Where in a module something is, whatever it was read from: the names as LLVM prints them, instructions counted from 1."""

    __slots__ = ("block", "function", "instruction")

    def __init__(self, function: str, block: str = "", instruction: int = 0) -> None:
        self.function = function
        self.block = block
        self.instruction = instruction

    def describe(self) -> str:
        """The place in words, as it follows "in" in a note."""
        words = [f"function {self.function}"]
        if self.block:
            words.append(f"block {self.block}")
        if self.instruction:
            words.append(f"instruction {self.instruction}")
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"Scope({self.describe()})"

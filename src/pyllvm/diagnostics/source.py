"""The locations of diagnostics: a span of a text, or a bit of a bitstream."""

from __future__ import annotations

from pyllvm.notation import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from pyllvm.diagnostics.line_breaks import LineBreaks

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Some editors write it at the beginning of a text in UTF-8."""

# The magic numbers of bitcode and archives. Magic numbers of other binary files contain a zero, or a zero follows soon.
_BINARY_STARTS: Final = (b"BC\xc0\xde", b"!<arch>\n", b"!<thin>\n")


# From how many requests on the line breaks of a source are collected. Most sources have one error or none.
_FEW: Final = 8


@final
class Source:
    """A whole text that was read, with its name for reports; lines are counted only on request.

    As in LLVM, a line of its own also begins after a carriage return, but only line feeds are counted.
    """

    __slots__ = ("_breaks", "_requests", "data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._requests = 0
        self._breaks: LineBreaks | None = None

    @property
    def is_binary(self) -> bool:
        """Whether the text is bitcode or an archive, given by mistake, whose bytes are not to be shown."""
        return self.data.startswith(_BINARY_STARTS)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a byte offset, both counted from 1; columns are in bytes, as in LLVM."""
        offset = min(max(offset, 0), len(self.data))
        breaks = self._line_breaks()
        before = self.data.count(b"\n", 0, offset) if breaks is None else breaks.feeds_before(offset)
        return before + 1, offset - self._line_start(offset) + 1

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """Return the byte offsets of the line at an offset: its start, and its end before the line break."""
        offset = min(max(offset, 0), len(self.data))
        breaks = self._line_breaks()
        if breaks is not None:
            return breaks.start(offset), breaks.end(offset)
        feed = self.data.find(b"\n", offset)
        end = len(self.data) if feed < 0 else feed
        carriage_return = self.data.find(b"\r", offset, end)
        return self._line_start(offset), end if carriage_return < 0 else carriage_return

    def _line_start(self, offset: int) -> int:
        if self._breaks is not None:
            return self._breaks.start(offset)
        feed = self.data.rfind(b"\n", 0, offset) + 1
        return max(feed, self.data.rfind(b"\r", feed, offset) + 1)

    def _line_breaks(self) -> LineBreaks | None:
        """The line breaks of the text, or None while there were few requests: then counting takes less time and memory."""
        self._requests += 1
        if self._breaks is None and self._requests > _FEW:
            from pyllvm.diagnostics.line_breaks import LineBreaks

            self._breaks = LineBreaks(self.data)
        return self._breaks

    def line_text(self, offset: int) -> bytes:
        """Return the line at an offset, without its line break."""
        start, end = self.line_bounds(offset)
        return self.data[start:end]


@final
class Span:
    """A span of a source: byte offsets, the end excluded. An empty span is a position between two bytes."""

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
    """A location in a bitstream: the bit, the enclosing blocks from the outermost in, the record, the file's producer."""

    __slots__ = ("bit_offset", "block_path", "function", "producer", "record_code", "record_name")

    def __init__(
        self, bit_offset: int, block_path: list[str], record_code: int | None = None, producer: str = "", record_name: str = ""
    ) -> None:
        self.bit_offset = bit_offset
        self.block_path = block_path
        self.record_code = record_code
        self.producer = producer
        self.record_name = record_name
        """The name of the record, such as "CALL"; "" if it is not known."""
        self.function = ""
        """The function whose body has the record, such as "@main"; "" outside of bodies."""

    @property
    def is_informative(self) -> bool:
        """Whether it is more than the beginning of the file."""
        return bool(self.bit_offset or self.block_path or self.producer)

    def describe(self) -> str:
        """Return the location as text that can follow "at" in a note."""
        words = [f"bit {self.bit_offset}"]
        if self.block_path:
            words.append("block " + "/".join(self.block_path))
        inside = f" in {self.function}" if self.function else ""
        if self.record_code is not None and self.record_name:
            words.append(f"{self.record_name}{inside} (record code {self.record_code})")
        elif self.record_code is not None:
            words.append(f"record code {self.record_code}{inside}")
        elif inside:
            words.append(inside.lstrip())
        if self.producer:
            words.append(f"written by {self.producer}")
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"BitcodeLocation({self.describe()})"


@final
class Scope:
    """A location in a module, whatever the module was read from: names as LLVM prints them, instructions counted from 1."""

    __slots__ = ("block", "function", "instruction")

    def __init__(self, function: str, block: str = "", instruction: int = 0) -> None:
        self.function = function
        self.block = block
        self.instruction = instruction

    def describe(self) -> str:
        """Return the location as text that can follow "in" in a note."""
        words = [f"function {self.function}"]
        if self.block:
            words.append(f"block {self.block}")
        if self.instruction:
            words.append(f"instruction {self.instruction}")
        return ", ".join(words)

    def __repr__(self) -> str:
        return f"Scope({self.describe()})"

"""The wrapper around a bitcode file (magic 0x0B17C0DE), and the magic numbers of the streams that it can contain."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.stream_numbers import ENTER_SUBBLOCK
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError

WRAPPER_MAGIC: Final = b"\xde\xc0\x17\x0b"
WRAPPER_SIZE: Final = 20
BITCODE_MAGIC: Final = b"BC\xc0\xde"
_WORD: Final = 4
# So many at the end of a file are not held a second time.
_ZEROS: Final = bytes(1 << 16)


@final
class Wrapper:
    """The header in front of a wrapped stream."""

    __slots__ = ("cpu_type", "offset", "size", "version")

    def __init__(self, version: int, offset: int, size: int, cpu_type: int) -> None:
        self.version = version
        self.offset = offset
        self.size = size
        self.cpu_type = cpu_type

    def to_bytes(self) -> bytes:
        """Return the header's 20 bytes."""
        fields = (self.version, self.offset, self.size, self.cpu_type)
        return WRAPPER_MAGIC + b"".join([field.to_bytes(4, "little") for field in fields])


def read_wrapper(data: bytes) -> Wrapper | None:
    """Return a file's wrapper header, None if there is none. Raises PyllvmError if it points outside the file."""
    wrapper = parse_wrapper(data)
    if wrapper is not None and wrapper.offset + wrapper.size > len(data):
        raise _error("Invalid bitcode wrapper header")
    return wrapper


def parse_wrapper(data: bytes) -> Wrapper | None:
    """Return a file's wrapper header without checking its offsets; None if there is none."""
    if data[:4] != WRAPPER_MAGIC:
        return None
    if len(data) < WRAPPER_SIZE:
        raise _error("Invalid bitcode wrapper header")
    fields = [int.from_bytes(data[at : at + 4], "little") for at in (4, 8, 12, 16)]
    return Wrapper(fields[0], fields[1], fields[2], fields[3])


def stream_bounds(data: bytes) -> tuple[int, int]:
    """Return the first byte of the bitstream in a file, including its magic number, and the byte after its last."""
    wrapper = read_wrapper(data)
    if wrapper is None:
        return 0, len(data)
    return wrapper.offset, wrapper.offset + wrapper.size


def wrap(stream: bytes, cpu_type: int = 0, version: int = 0) -> bytes:
    """Add a wrapper header before a stream, and padding to 16 bytes after it, as LLVM does for Darwin."""
    header = Wrapper(version, WRAPPER_SIZE, len(stream), cpu_type).to_bytes()
    return header + stream + bytes(-(WRAPPER_SIZE + len(stream)) % 16)


def _error(message: str) -> PyllvmError:
    return PyllvmError(Diagnostic("error", message, BitcodeLocation(0, [])))


def end_of_blocks(data: bytes, begin: int, end: int) -> int:
    """Where the blocks of a stream end if only zeros follow, which need not be held a second time; else `end`."""
    if not data.endswith(_ZEROS, begin, end):
        return end
    at = begin + _WORD
    while at + 2 * _WORD <= end:
        word = int.from_bytes(data[at : at + _WORD], "little")
        if word & 3 != ENTER_SUBBLOCK or word >> 2 & 0x80 or word >> 10 & 8:
            break  # no block, or one whose numbers have more bits than any that LLVM writes
        at += 2 * _WORD + _WORD * int.from_bytes(data[at + _WORD : at + 2 * _WORD], "little")
    piece = at
    while piece + len(_ZEROS) <= end:
        if not data.startswith(_ZEROS, piece):
            return end
        piece += len(_ZEROS)
    return min(at, end)

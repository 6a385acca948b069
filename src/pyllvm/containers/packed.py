"""Unpacks files that were compressed as a whole, by gzip, xz, bzip2 or zstd, within the bounds for compressed containers."""

from __future__ import annotations

import bz2
import io
import lzma
import sys
import zlib

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.limits import UNPACKED_BYTES, UNPACKED_BYTES_OF_SMALL_FILES, UNPACKED_BYTES_PER_BYTE
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Protocol

    class Unpacker(Protocol):
        """Unpacks one compressed stream, as the standard library's classes for bzip2 and xz do."""

        @property
        def eof(self) -> bool: ...
        @property
        def needs_input(self) -> bool: ...
        @property
        def unused_data(self) -> bytes: ...
        def decompress(self, data: bytes, limit: int, /) -> bytes: ...


# How many bytes are unpacked at a time.
_PIECE: Final = 1 << 20
# The memory that xz may take for its dictionary, in bytes: twice what its largest preset needs.
_XZ_MEMORY: Final = 1 << 27


@final
class Packing:
    """A way to compress a file: the first bytes, its name in messages, and the usual end of a file's name."""

    __slots__ = ("magic", "name", "suffix", "unpacker")

    def __init__(self, magic: bytes, name: str, suffix: str, unpacker: Callable[[], Unpacker]) -> None:
        self.magic = magic
        self.name = name
        self.suffix = suffix
        self.unpacker = unpacker


@final
class _Gzip:
    """Unpacks one member of a gzip file, in the way that the standard library's other unpackers have."""

    def __init__(self) -> None:
        self._unpacker = zlib.decompressobj(wbits=31)

    def decompress(self, data: bytes, limit: int) -> bytes:
        return self._unpacker.decompress(self._unpacker.unconsumed_tail + data, limit)

    @property
    def eof(self) -> bool:
        return self._unpacker.eof

    @property
    def needs_input(self) -> bool:
        return not self._unpacker.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._unpacker.unused_data


def _bzip2() -> Unpacker:
    return bz2.BZ2Decompressor()


def _xz() -> Unpacker:
    return lzma.LZMADecompressor(memlimit=_XZ_MEMORY)


def _zstd() -> Unpacker:
    unpacker: Unpacker = zstd_module("file", "unpack it with 'zstd -d'").ZstdDecompressor()
    return unpacker


PACKINGS: Final = (
    Packing(b"\x1f\x8b\x08", "gzip", ".gz", _Gzip),
    Packing(b"\xfd7zXZ\x00", "xz", ".xz", _xz),
    Packing(b"BZh", "bzip2", ".bz2", _bzip2),
    Packing(b"\x28\xb5\x2f\xfd", "zstd", ".zst", _zstd),
)


def packing_of(data: bytes) -> Packing | None:
    """How a file is compressed, judged by its first bytes; None if it is not."""
    for packing in PACKINGS:
        if data.startswith(packing.magic):
            return packing
    return None


def unpacked(data: bytes) -> bytes:
    """The bytes of a file, unpacked if it is compressed. Raises PyllvmError if it is malformed, cut, or too large."""
    packing = packing_of(data)
    if packing is None:
        return data
    room = min(UNPACKED_BYTES, max(UNPACKED_BYTES_OF_SMALL_FILES, len(data) * UNPACKED_BYTES_PER_BYTE))
    # Its value is the buffer itself, which avoids a second copy of a large file.
    found = io.BytesIO()
    try:
        while data:
            data = _unpack_one(packing, data, found, room)
    except PyllvmError:
        raise
    except Exception as error:  # each module has an exception of its own
        raise PyllvmError(f"malformed {packing.name} file: {error}") from None
    return found.getvalue()


def _unpack_one(packing: Packing, data: bytes, found: io.BytesIO, room: int) -> bytes:
    """Unpack the first of the compressed streams that a file consists of, and return what follows it."""
    unpacker = packing.unpacker()
    while True:
        found.write(unpacker.decompress(data, _PIECE))
        data = b""
        if found.tell() > room:
            raise PyllvmError(f"this {packing.name} file has more than {room} bytes when it is unpacked; unpack it first")
        if unpacker.eof:
            break
        if unpacker.needs_input:
            raise PyllvmError(f"this {packing.name} file is cut short")
    rest = bytes(unpacker.unused_data)
    # Padding of zeros may follow, and what is not compressed is ignored, as gzip does.
    return rest if rest.startswith(packing.magic) else b""


def zstd_module(file: str, instead: str) -> ModuleType:
    """The module that reads zstd. PyllvmError if this Python has none: it names the `file`, and what to do `instead`."""
    # Imported only here, and only where it is installed.
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        module: ModuleType = zstd
        return module
    except ImportError:
        pass
    missing = Diagnostic("error", f"this {file} is compressed with zstd, which this Python cannot read")
    missing.hint = f"install 'pyllvm[zstd]', or {instead}"
    raise PyllvmError(missing)

"""What kind of file an input is, by how it begins, and the files that are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.containers.part import Part

# Those of `bitstream.wrapper`, repeated so that telling text from bitcode does not import the whole package.
_STREAM_MAGIC: Final = b"BC\xc0\xde"
_WRAPPER_MAGIC: Final = b"\xde\xc0\x17\x0b"
# With fewer bytes behind its magic number, LLVM looks for no module in a file.
_SMALLEST_STREAM: Final = 13

BITCODE: Final = "bitcode"
ARCHIVE: Final = "archive"
TEXT: Final = "text"


def kind_of(data: bytes) -> str:
    """BITCODE, ARCHIVE, or else TEXT."""
    if is_bitcode(data):
        return BITCODE
    from pyllvm.containers.archives import is_archive

    return ARCHIVE if is_archive(data) else TEXT


def is_bitcode(data: bytes) -> bool:
    """Whether a file is bitcode, bare or behind a wrapper."""
    return data.startswith((_STREAM_MAGIC, _WRAPPER_MAGIC))


def is_too_short(data: bytes) -> bool:
    """Whether a file of bitcode is one in which LLVM looks for no module, and finds no fault."""
    return len(data) < _SMALLEST_STREAM and data.startswith(_STREAM_MAGIC)


def parts_of(data: bytes, name: str) -> list[Part]:
    """The files in a file: the members of an archive, or itself. PyllvmError if an archive is malformed."""
    from pyllvm.containers.part import Part

    if kind_of(data) == ARCHIVE:
        from pyllvm.containers.archives import read_archive

        return read_archive(data, name)
    return [Part(name, data)]

"""Recognizes the kind of an input file by its first bytes, and splits it into the files inside."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.containers.part import Part

# The magic numbers of `bitstream.wrapper`, repeated to recognize bitcode without importing that package.
_STREAM_MAGIC: Final = b"BC\xc0\xde"
_BITCODE_STARTS: Final = (_STREAM_MAGIC, b"\xde\xc0\x17\x0b")
# If fewer bytes follow the magic number, LLVM does not look for a module in the file.
_SMALLEST_STREAM: Final = 13

# The beginnings of bitcode and of most IR text. No container begins like this, and other text may begin otherwise.
PLAIN: Final = (*_BITCODE_STARTS, b"; ModuleID", b"source_filename", b"target ", b"define ", b"declare ")

# The magic numbers and suffixes of `containers.packed`, repeated for the same reason.
PACKED: Final = (b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"BZh", b"\x28\xb5\x2f\xfd")
_PACKED_ENDS: Final = (".gz", ".xz", ".bz2", ".zst")

BITCODE: Final = "bitcode"
ARCHIVE: Final = "archive"
TEXT: Final = "text"


def kind_of(data: bytes) -> str:
    """The kind of a file with this content: BITCODE, ARCHIVE or TEXT."""
    if is_bitcode(data):
        return BITCODE
    from pyllvm.containers.archives import is_archive

    return ARCHIVE if is_archive(data) else TEXT


def is_bitcode(data: bytes) -> bool:
    """Whether a file is bitcode, with or without a wrapper."""
    return data.startswith(_BITCODE_STARTS)


def is_too_short(data: bytes) -> bool:
    """Whether a bitcode file is so short that LLVM accepts it without looking for a module."""
    return len(data) < _SMALLEST_STREAM and data.startswith(_STREAM_MAGIC)


def plain(data: bytes) -> bytes:
    """The bytes of a file, unpacked if it is compressed. Raises PyllvmError if that is malformed, or too large."""
    if not data.startswith(PACKED):
        return data
    from pyllvm.containers.packed import unpacked

    return unpacked(data)


def unpacked_name(name: str) -> str:
    """The name of a file without the end that says how it is compressed."""
    for end in _PACKED_ENDS:
        if name.endswith(end):
            return name.removesuffix(end)
    return name


def parts_of(data: bytes, name: str) -> list[Part]:
    """The members of an archive, or the file itself. PyllvmError if an archive is malformed."""
    from pyllvm.containers.part import Part

    if kind_of(data) == ARCHIVE:
        from pyllvm.containers.archives import read_archive

        return read_archive(data, name)
    return [Part(name, data)]


def split_name(name: str) -> tuple[str, str]:
    """The path of an input, and the member that follows it in parentheses: `lib.a` and `(x.o)`; "" if none is named.

    A file that has the whole name is meant first. "-" means standard input.
    """
    if not name.endswith(")") or os.path.exists(name):
        return name, ""
    at = name.rfind("(")
    while at > 0:
        if name[:at] == "-" or os.path.isfile(name[:at]):
            return name[:at], name[at:]
        at = name.rfind("(", 0, at)
    return name, ""

"""Recognizes bitcode, and splits a section of an object into its bitcode files: the linker joins those of several objects."""

from __future__ import annotations

from typing import Final

from pyllvm.containers.part import Part

# The magic numbers of `bitstream.wrapper`, repeated because containers stand beside bitstreams.
_STREAM_MAGIC: Final = b"BC\xc0\xde"
_WRAPPER_MAGIC: Final = b"\xde\xc0\x17\x0b"
_WRAPPER_SIZE: Final = 20
# LLVM pads what it wraps.
_WRAPPER_ALIGNMENT: Final = 16
_WORD: Final = 4
# A block at the top begins with its abbreviation number, 1, in two bits, its number in eight bits and the width of its
# abbreviations in four bits. Larger numbers, which nothing has, take more bits.
_ENTER_SUBBLOCK: Final = 1
_LARGEST_BLOCK: Final = 127
_LARGEST_WIDTH: Final = 7


def is_bitcode(data: bytes) -> bool:
    """Whether data is bitcode, with or without a wrapper, judged by its first bytes."""
    return data.startswith((_STREAM_MAGIC, _WRAPPER_MAGIC))


def read_streams(data: bytes) -> list[Part]:
    """The bitcode files that stand one after another, numbered from 0; zeros between them are padding.

    What cannot be followed belongs to the file before it, whose reader then reports the fault.
    """
    view = memoryview(data)
    parts: list[Part] = []
    start = 0
    while True:
        end = _end_of_stream(data, start)
        following = end
        while data[following : following + _WORD] == b"\0\0\0\0":
            following += _WORD
        if not is_bitcode(data[following : following + _WORD]):
            # LLVM expects whole words.
            last = end if following + _WORD > len(data) else len(data)
            parts.append(Part(str(len(parts)), view[start:last]))
            return parts
        parts.append(Part(str(len(parts)), view[start:end]))
        start = following


def _end_of_stream(data: bytes, start: int) -> int:
    """Where the bitcode that begins at `start` ends."""
    if data.startswith(_WRAPPER_MAGIC, start):
        offset, size = (int.from_bytes(data[start + at : start + at + _WORD], "little") for at in (8, 12))
        length = -(-max(offset + size, _WRAPPER_SIZE) // _WRAPPER_ALIGNMENT) * _WRAPPER_ALIGNMENT
        return min(start + length, len(data))
    at = start + _WORD
    while at + 2 * _WORD <= len(data):
        word = int.from_bytes(data[at : at + _WORD], "little")
        block = word >> 2 & 0xFF
        width = word >> 10 & 0xF
        if word & 3 != _ENTER_SUBBLOCK or block > _LARGEST_BLOCK or width > _LARGEST_WIDTH:
            break
        at += 2 * _WORD + _WORD * int.from_bytes(data[at + _WORD : at + 2 * _WORD], "little")
    return min(at, len(data))

"""Recognizes bitcode, and splits a section of an object into its bitcode files: linkers join the sections of several objects."""

from __future__ import annotations

import io
import os
import stat

from pyllvm.containers.part import Part
from pyllvm.notation import Callable, Final

# The magic numbers of `bitstream.wrapper`, repeated because containers and bitstreams do not import each other.
_STREAM_MAGIC: Final = b"BC\xc0\xde"
_WRAPPER_MAGIC: Final = b"\xde\xc0\x17\x0b"
_WRAPPER_SIZE: Final = 20
# LLVM pads what it wraps.
_WRAPPER_ALIGNMENT: Final = 16
_WORD: Final = 4
# How many bytes are searched for zeros at first, and then at a time.
_SMALLEST_PIECE: Final = 64
_LARGEST_PIECE: Final = 1 << 16
# A block at the top begins with its abbreviation number, 1, in two bits, its number in eight bits and the width of its
# abbreviations in four bits. Larger numbers, which nothing has, take more bits.
_ENTER_SUBBLOCK: Final = 1
_LARGEST_BLOCK: Final = 127
_LARGEST_WIDTH: Final = 7
# Numbers of blocks, as in `tables.records`, repeated because containers and bitstreams do not import each other.
_MODULE: Final = 8
_IDENTIFICATION: Final = 13
_STRINGS: Final = 23
_SEVERAL: Final = 2


def is_bitcode(data: bytes) -> bool:
    """Whether data is bitcode, with or without a wrapper, judged by its first bytes."""
    return data.startswith((_STREAM_MAGIC, _WRAPPER_MAGIC))


def read_streams(data: bytes) -> list[Part]:
    """The bitcode files, one after another, numbered from 0; zeros between them are padding.

    Data that cannot be followed belongs to the file before it, whose reader then reports the fault.
    """
    view = memoryview(data)
    return [Part(str(number), view[start:end]) for number, (start, end) in enumerate(_ends(_in_memory(data), len(data)))]


def is_one_stream(part: Part) -> bool:
    """Whether a separate file is one bitcode file. Only the beginnings of its blocks are read, and the zeros after them.

    Raises OSError if the file cannot be read.
    """
    with io.BufferedReader(part.open(), _LARGEST_PIECE) as file:
        status = os.fstat(file.fileno())

        def read(start: int, size: int) -> bytes:
            file.seek(start)
            return file.read(size)

        return stat.S_ISREG(status.st_mode) and is_bitcode(read(0, _WORD)) and len(_ends(read, status.st_size)) == 1


def _in_memory(data: bytes) -> Callable[[int, int], bytes]:
    return lambda start, size: data[start : start + size]


def _ends(read: Callable[[int, int], bytes], size: int) -> list[tuple[int, int]]:
    """The start and the end of each bitcode file in a file of a size. `read` takes the place and the number of bytes."""
    found: list[tuple[int, int]] = []
    start = 0
    while True:
        end = _end_of_stream(read, size, start)
        following = _end_of_zeros(read, end)
        if not is_bitcode(read(following, _WORD)):
            # LLVM expects whole words.
            found.append((start, end if following + _WORD > size else size))
            return found
        found.append((start, end))
        start = following


def read_modules(data: bytes) -> list[Part]:
    """Each module in one bitcode file, as a file of its own: with the producer before it and the strings after it.

    A file that is malformed, or has one module, is left as it is.
    """
    view = memoryview(_without_wrapper(data))
    blocks = _top_level_blocks(view)
    count = sum(number == _MODULE for number, _, _ in blocks)
    if count < _SEVERAL:
        return [Part("0", data)]
    parts: list[Part] = []
    producer = memoryview(b"")
    for place, (number, start, end) in enumerate(blocks):
        if number == _IDENTIFICATION:
            producer = view[start:end]
        elif number == _MODULE:
            # The strings of several modules may be in one block, after all of them.
            strings = next((view[first:last] for kind, first, last in blocks[place + 1 :] if kind == _STRINGS), b"")
            parts.append(Part(str(len(parts)), b"".join((_STREAM_MAGIC, producer, view[start:end], strings))))
            producer = memoryview(b"")
    return parts


def _without_wrapper(data: bytes) -> bytes:
    if not data.startswith(_WRAPPER_MAGIC):
        return data
    offset, size = (int.from_bytes(data[at : at + _WORD], "little") for at in (8, 12))
    return data[offset : offset + size]


def _top_level_blocks(data: memoryview) -> list[tuple[int, int, int]]:
    """The number, the start and the end of each block at the top, up to the first that is malformed."""
    blocks: list[tuple[int, int, int]] = []
    at = _WORD
    while at + 2 * _WORD <= len(data):
        word = int.from_bytes(data[at : at + _WORD], "little")
        end = at + 2 * _WORD + _WORD * int.from_bytes(data[at + _WORD : at + 2 * _WORD], "little")
        if word & 3 != _ENTER_SUBBLOCK or end > len(data):
            break
        blocks.append((word >> 2 & 0xFF, at, end))
        at = end
    return blocks


def _end_of_zeros(read: Callable[[int, int], bytes], start: int) -> int:
    """The first word from `start` on that is not zero, or the place where the data ends."""
    size = _SMALLEST_PIECE
    while True:
        piece = read(start, size)
        zeros = (len(piece) - len(piece.lstrip(b"\0"))) // _WORD * _WORD
        start += zeros
        if zeros < size:
            return start
        size = _LARGEST_PIECE


def _end_of_stream(read: Callable[[int, int], bytes], size: int, start: int) -> int:
    """Where the bitcode that begins at `start` ends."""
    if read(start, _WORD) == _WRAPPER_MAGIC:
        place = read(start + 2 * _WORD, 2 * _WORD)
        length = int.from_bytes(place[:_WORD], "little") + int.from_bytes(place[_WORD:], "little")
        length = -(-max(length, _WRAPPER_SIZE) // _WRAPPER_ALIGNMENT) * _WRAPPER_ALIGNMENT
        return min(start + length, size)
    at = start + _WORD
    while at + 2 * _WORD <= size:
        words = read(at, 2 * _WORD)
        word = int.from_bytes(words[:_WORD], "little")
        block = word >> 2 & 0xFF
        width = word >> 10 & 0xF
        if word & 3 != _ENTER_SUBBLOCK or block > _LARGEST_BLOCK or width > _LARGEST_WIDTH:
            break
        at += 2 * _WORD + _WORD * int.from_bytes(words[_WORD:], "little")
    return min(at, size)

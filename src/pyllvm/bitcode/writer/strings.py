"""Strings in bitcode: names as bytes, and as the operands that LLVM derives from them.

LLVM appends `char`s to some records as signed numbers and to others as bytes; names that are not ASCII show the difference.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.writer import is_char6

CHAR6_STRING: Final = 0
SEVEN_BITS: Final = 1
EIGHT_BITS: Final = 2


def encoded(text: str) -> bytes:
    """The bytes of a name."""
    return text.encode("utf-8", "surrogateescape")


def string_encoding(data: bytes) -> int:
    """The narrowest encoding of the characters: CHAR6_STRING, SEVEN_BITS or EIGHT_BITS."""
    if not data.isascii():
        return EIGHT_BITS
    return CHAR6_STRING if is_char6(data) else SEVEN_BITS


def signed_characters(data: bytes, bits: int) -> list[int]:
    """The characters as signed numbers of that many bits, converted to unsigned."""
    if data.isascii():
        return list(data)
    sign = (1 << bits) - 0x100
    return [byte if byte < 0x80 else byte | sign for byte in data]


@final
class StringTable:
    """The blob that holds all names, each once, in order of insertion."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._offsets: dict[bytes, int] = {}
        self._size = 0

    def add(self, data: bytes) -> int:
        """The offset of a string in bytes; the string is added if it is not present."""
        found = self._offsets.get(data)
        if found is not None:
            return found
        offset = self._size
        self._offsets[data] = offset
        self._pieces.append(data)
        self._size += len(data)
        return offset

    def getvalue(self) -> bytes:
        """The whole table."""
        return b"".join(self._pieces)

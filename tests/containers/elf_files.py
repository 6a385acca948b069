"""ELF files, made field by field: both widths and both byte orders."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

NAMES: Final = b"\0.text\0.bss\0f\0common\0abs\0undefined\0ONE\0TWO\0LIB\0"
SYMBOLS, STRINGS, NO_BITS, DYNAMIC, INDEXES, DEFINED, NEEDED, VERSIONS = 2, 3, 8, 11, 18, 0x6FFFFFFD, 0x6FFFFFFE, 0x6FFFFFFF


def at(name: str) -> int:
    """Where a name is in the table of names."""
    return NAMES.index(f"\0{name}\0".encode()) + 1


class Section(NamedTuple):
    name: str
    type: int
    data: bytes
    link: int = 0
    info: int = 0
    flags: int = 0


class Form(NamedTuple):
    """The width and the byte order."""

    bits: int = 64
    order: str = "<"

    def symbol(self, name: str, value: int, size: int, info: int, section: int) -> bytes:
        place = at(name) if name else 0
        if self.bits == 64:
            return struct.pack(f"{self.order}IBBHQQ", place, info, 0, section, value, size)
        return struct.pack(f"{self.order}IIIBBH", place, value, size, info, 0, section)

    def pack(self, form: str, *numbers: int) -> bytes:
        return struct.pack(self.order + form, *numbers)

    def file(self, *sections: Section, entry_size: int | None = None, count: int | None = None, names: int = 1) -> bytes:
        """An object for machine 62; section 1 has the names."""
        word = "Q" if self.bits == 64 else "I"
        start = 64 if self.bits == 64 else 52
        listed = [Section("", 0, b""), Section("", STRINGS, NAMES), *sections]
        contents, headers = b"", b""
        for one in listed:
            offset = start + len(contents)
            contents += one.data
            headers += self.pack("II", at(one.name) if one.name else 0, one.type)
            headers += self.pack(f"4{word}", one.flags, 0, offset, len(one.data))
            headers += self.pack(f"II2{word}", one.link, one.info, 0, 0)
        size = entry_size if entry_size is not None else (64 if self.bits == 64 else 40)
        ident = b"\x7fELF" + bytes([2 if self.bits == 64 else 1, 1 if self.order == "<" else 2, 1]) + bytes(9)
        head = ident + self.pack(f"HHI3{word}I", 1, 62, 1, 0, 0, start + len(contents), 0)
        head += self.pack("6H", start, 0, 0, size, len(listed) if count is None else count, names)
        return head + contents + headers


FORMS: Final = [Form(bits, order) for bits in (64, 32) for order in "<>"]

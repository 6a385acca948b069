"""Finds bitcode in the sections of COFF objects, with 16-bit or 32-bit section counts, and of Windows programs."""

from __future__ import annotations

from pyllvm.containers.fields import Fields, text
from pyllvm.containers.part import Part, holds_modules
from pyllvm.notation import Callable, Final

PROGRAM_MAGIC: Final = b"MZ"
_PROGRAM_SIGNATURE: Final = b"PE\0\0"
# The place in a program of the offset of its signature.
_SIGNATURE_OFFSET: Final = 0x3C
_BIG_OBJECT: Final = b"\0\0\xff\xff"
_BIG_OBJECT_CLASS: Final = bytes.fromhex("c7a1bad1eebaa94baf20faf66aa4dcb8")
# An object begins with its machine.
_MACHINES: Final = {
    0x14C: "i386",
    0x1C4: "ARM",
    0x200: "Itanium",
    0x8664: "x86-64",
    0xA641: "ARM64EC",
    0xA64E: "ARM64X",
    0xAA64: "ARM64",
    0x5032: "32-bit RISC-V",
    0x5064: "64-bit RISC-V",
}
_HEADER_SIZE: Final = 20
_BIG_HEADER_SIZE: Final = 56
_SECTION_SIZE: Final = 40
_SYMBOL_SIZE: Final = 18
_BIG_SYMBOL_SIZE: Final = 20


def is_coff(data: bytes) -> bool:
    """Whether a file is a COFF object or a Windows program, judged by its header.

    An object has no magic number, so its table of sections must be inside the file.
    """
    if data.startswith(PROGRAM_MAGIC):
        at = int.from_bytes(data[_SIGNATURE_OFFSET : _SIGNATURE_OFFSET + 4], "little")
        return data[at : at + 4] == _PROGRAM_SIGNATURE
    if data.startswith(_BIG_OBJECT):
        return data[12:28] == _BIG_OBJECT_CLASS
    if len(data) < _HEADER_SIZE or int.from_bytes(data[:2], "little") not in _MACHINES:
        return False
    sections = int.from_bytes(data[2:4], "little")
    symbols = int.from_bytes(data[8:12], "little")
    return data[16:18] == b"\0\0" and _HEADER_SIZE + sections * _SECTION_SIZE <= len(data) and symbols <= len(data)


def coff_words(data: bytes) -> str:
    """The kind and the machine of a COFF file, from its header: "a COFF object for x86-64"."""
    if not data.startswith(PROGRAM_MAGIC):
        at = 6 if data.startswith(_BIG_OBJECT) else 0
        return f"a COFF object for {_MACHINES.get(int.from_bytes(data[at : at + 2], 'little'), 'another machine')}"
    at = int.from_bytes(data[_SIGNATURE_OFFSET : _SIGNATURE_OFFSET + 4], "little") + len(_PROGRAM_SIGNATURE)
    machine = _MACHINES.get(int.from_bytes(data[at : at + 2], "little"))
    return f"a Windows program for {machine}" if machine else "a Windows program"


def may_be_coff(head: bytes) -> bool:
    """Whether a file may be a COFF file, by its first bytes. `is_coff` needs all of it to tell."""
    return head.startswith(PROGRAM_MAGIC) or int.from_bytes(head[:2], "little") in _MACHINES


def read_coff(data: bytes, name: str, holds: Callable[[str], bool] = holds_modules) -> list[Part]:
    """The sections whose names `holds` accepts: without it, those that may have modules inside.

    Raises PyllvmError if the table of sections is malformed.
    """
    fields = Fields(data, "COFF object")
    start = 0
    if data.startswith(PROGRAM_MAGIC):
        start = fields.number(_SIGNATURE_OFFSET, 4, "the header") + len(_PROGRAM_SIGNATURE)
    if data.startswith(_BIG_OBJECT):
        count = fields.number(44, 4, "the header")
        symbols = fields.number(48, 4, "the header")
        names = symbols + fields.number(52, 4, "the header") * _BIG_SYMBOL_SIZE
        table = _BIG_HEADER_SIZE
    else:
        count = fields.number(start + 2, 2, "the header")
        symbols = fields.number(start + 8, 4, "the header")
        names = symbols + fields.number(start + 12, 4, "the header") * _SYMBOL_SIZE
        table = start + _HEADER_SIZE + fields.number(start + 16, 2, "the header")
    fields.range(table, count * _SECTION_SIZE, "the section table")
    parts: list[Part] = []
    for entry in range(table, table + count * _SECTION_SIZE, _SECTION_SIZE):
        section = text(fields.range(entry, 8, "the section table")).rstrip("\0")
        if section.startswith("/") and section[1:].isdecimal() and symbols:
            section = fields.name(names + int(section[1:]), "the name of a section")
        if holds(section):
            size = fields.number(entry + 16, 4, "the section table")
            offset = fields.number(entry + 20, 4, "the section table")
            if start:
                # In a program, the size is rounded up; the exact one is that in memory.
                size = min(size, fields.number(entry + 8, 4, "the section table") or size)
            parts.append(Part(section, fields.range(offset, size, f"section {section}")))
    return parts

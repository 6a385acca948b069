"""Symbol tables of ELF files, which are made here field by field: both widths, both byte orders, and versions of names."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import pytest

from pyllvm.containers.elf import read_elf
from pyllvm.containers.elf_symbols import ABSOLUTE_SECTION, COMMON_SECTION, ElfSymbols, read_elf_symbols
from pyllvm.diagnostics import PyllvmError

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


def rows(found: ElfSymbols) -> list[tuple[str, int, int, int, int, int, str]]:
    return [
        (one.name, one.value, one.size, one.binding, one.type, one.index, "" if one.section is None else one.section.name)
        for one in found.symbols
    ]


def table(form: Form) -> bytes:
    return b"".join(
        [
            form.symbol("", 0, 0, 0, 0),
            form.symbol("f", 16, 32, 0x12, 2),
            form.symbol("common", 8, 4, 0x11, COMMON_SECTION),
            form.symbol("abs", 77, 0, 0x10, ABSOLUTE_SECTION),
            form.symbol("undefined", 0, 0, 0x20, 0),
            form.symbol("", 0, 0, 0x03, 3),
        ]
    )


@pytest.mark.parametrize("form", FORMS)
def test_symbols(form: Form) -> None:
    file = form.file(
        Section(".text", 1, b"code", flags=6), Section(".bss", NO_BITS, b""), Section("", SYMBOLS, table(form), link=1)
    )
    found = read_elf_symbols(file)
    assert (found.machine, found.bits) == (62, form.bits)
    assert rows(found) == [
        ("f", 16, 32, 1, 2, 2, ".text"),
        ("common", 8, 4, 1, 1, COMMON_SECTION, ""),
        ("abs", 77, 0, 1, 0, ABSOLUTE_SECTION, ""),
        ("undefined", 0, 0, 2, 0, 0, ""),
        ("", 0, 0, 0, 3, 3, ".bss"),
    ]
    section = found.symbols[0].section
    assert section is not None
    assert (section.type, section.flags) == (1, 6)
    assert read_elf_symbols(file, DYNAMIC).symbols == []


@pytest.mark.parametrize("form", FORMS)
def test_many_sections(form: Form) -> None:
    """The number of sections, of the names' section, and of a symbol's section are elsewhere if they do not fit."""
    symbols = form.symbol("", 0, 0, 0, 0) + form.symbol("f", 1, 0, 0x12, 0xFFFF)
    indexes = form.pack("II", 0, 2)
    sections = [Section(".text", 1, b""), Section("", SYMBOLS, symbols, link=1), Section("", INDEXES, indexes, link=3)]
    file = bytearray(form.file(*sections, count=0, names=0xFFFF))
    first = len(file) - 5 * (64 if form.bits == 64 else 40)
    word, width = ("Q", 8) if form.bits == 64 else ("I", 4)
    struct.pack_into(form.order + word, file, first + 8 + 3 * width, 5)
    struct.pack_into(form.order + "I", file, first + 8 + 4 * width, 1)
    assert rows(read_elf_symbols(bytes(file))) == [("f", 1, 0, 1, 2, 2, ".text")]


def versioned(form: Form, versions: list[int], sections: list[Section]) -> list[str]:
    """The names of dynamic symbols with these versions; the last one is undefined."""
    names = ["f", "common", "abs", "undefined"][: len(versions)]
    symbols = form.symbol("", 0, 0, 0, 0)
    for name in names:
        symbols += form.symbol(name, 0, 0, 0x12, 0 if name == "undefined" else 2)
    numbers = form.pack(f"{len(versions) + 1}H", 0, *versions)
    listed = [Section(".text", 1, b""), Section("", DYNAMIC, symbols, link=1), Section("", VERSIONS, numbers), *sections]
    return [one.name for one in read_elf_symbols(form.file(*listed), DYNAMIC).symbols]


@pytest.mark.parametrize("form", FORMS)
def test_versions_that_are_defined(form: Form) -> None:
    """Each definition has its number, its first name, and the distance to the next."""
    one = form.pack("HHHHIII", 1, 0, 2, 1, 0, 20, 28) + form.pack("II", at("ONE"), 0)
    two = form.pack("HHHHIII", 1, 0, 3, 1, 0, 20, 0) + form.pack("II", at("TWO"), 0)
    unread = form.pack("HHHHIII", 1, 0, 1, 1, 0, 20, 0) + form.pack("II", at("LIB"), 0)
    sections = [Section("", DEFINED, one + two + unread, link=1, info=3)]
    assert versioned(form, [2, 3, 0x8002, 3], sections) == ["f@@ONE", "common@@TWO", "abs@ONE", "undefined@TWO"]
    assert versioned(form, [0, 1, 4, 2], sections) == ["f", "common", "abs", "undefined@ONE"]
    # No more of them are read than the section says.
    sections = [Section("", DEFINED, one + two, link=1, info=1)]
    assert versioned(form, [2, 3], sections) == ["f@@ONE", "common"]


@pytest.mark.parametrize("form", FORMS)
def test_versions_that_are_needed(form: Form) -> None:
    """Each library has some versions; the distance to the next one is in each."""
    auxiliary = form.pack("IHHII", 0, 0, 2, at("ONE"), 16) + form.pack("IHHII", 0, 0, 3, at("TWO"), 0)
    first = form.pack("HHIII", 1, 2, at("LIB"), 16, 48) + auxiliary
    second = form.pack("HHIII", 1, 1, at("LIB"), 16, 0) + form.pack("IHHII", 0, 0, 4, at("LIB"), 0)
    sections = [Section("", NEEDED, first + second, link=1, info=2)]
    assert versioned(form, [2, 3, 4, 3], sections) == ["f@@ONE", "common@@TWO", "abs@@LIB", "undefined@TWO"]
    sections = [Section("", NEEDED, first + second, link=1, info=1)]
    assert versioned(form, [2, 3, 4, 2], sections) == ["f@@ONE", "common@@TWO", "abs", "undefined@ONE"]


def test_both_kinds_of_versions() -> None:
    form = Form()
    defined = form.pack("HHHHIII", 1, 0, 2, 1, 0, 20, 0) + form.pack("II", at("ONE"), 0)
    needed = form.pack("HHIII", 1, 1, at("LIB"), 16, 0) + form.pack("IHHII", 0, 0, 3, at("TWO"), 0)
    sections = [Section("", NEEDED, needed, link=1, info=1), Section("", DEFINED, defined, link=1, info=1)]
    assert versioned(form, [2, 2, 0x8002, 3], sections) == ["f@@ONE", "common@@ONE", "abs@ONE", "undefined@TWO"]


def test_a_file_without_sections_has_no_symbols() -> None:
    form = Form()
    head = bytearray(form.file()[:64])
    struct.pack_into("<Q", head, 0x28, 0)
    assert read_elf_symbols(bytes(head)).symbols == []


@pytest.mark.parametrize("form", FORMS)
def test_malformed_files(form: Form) -> None:
    text = Section(".text", 1, b"")
    symbols = Section("", SYMBOLS, table(form), link=1)
    wrong = form.symbol("f", 0, 0, 0x12, 9)
    outside = form.pack("I", 500) + form.symbol("f", 0, 0, 0x12, 2)[4:]
    cases = {
        "an entry of the section table has 3 bytes": form.file(text, symbols, entry_size=3),
        "the section table is outside the file": form.file(text, symbols, count=9),
        "a symbol is in a section that does not exist": form.file(text, Section("", SYMBOLS, wrong, link=1)),
        "the name of a symbol is outside of the names": form.file(text, Section("", SYMBOLS, outside, link=1)),
        "a section refers to one that does not exist": form.file(text, Section("", SYMBOLS, table(form), link=7)),
        "the header is outside the file": form.file(text, symbols)[:30],
    }
    for message, file in cases.items():
        with pytest.raises(PyllvmError, match=message):
            read_elf_symbols(file)


@pytest.mark.parametrize("form", FORMS)
def test_sections_with_modules(form: Form) -> None:
    text = Section(".text", 1, b"code")
    found = read_elf(form.file(text, Section(".bss", NO_BITS, b"")), "x", lambda name: True)
    assert [(part.name, part.read()) for part in found] == [("", NAMES), (".text", b"code")]
    # Without names there are none, if the table is in the file.
    assert read_elf(form.file(text, names=9), "x", lambda name: True) == []
    for file in (form.file(text, names=12, count=9), form.file(text, count=9), form.file(text)[:-1]):
        with pytest.raises(PyllvmError, match="the section table is outside the file"):
            read_elf(file, "x", lambda name: False)
    with pytest.raises(PyllvmError, match="an entry of the section table has 8 bytes"):
        read_elf(form.file(text, entry_size=8), "x")

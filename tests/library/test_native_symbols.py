"""Symbol tables of ELF files, which are made here field by field: both widths, both byte orders, and versions of names."""

from __future__ import annotations

import struct

import pytest

from containers.elf_files import DEFINED, DYNAMIC, FORMS, INDEXES, NEEDED, NO_BITS, SYMBOLS, VERSIONS, Form, Section, at
from pyllvm.containers.elf import ElfFile
from pyllvm.diagnostics import PyllvmError
from pyllvm.library.native_symbols import ABSOLUTE_SECTION, COMMON_SECTION, ElfSymbol, read_elf_symbols


def rows(found: list[ElfSymbol]) -> list[tuple[str, int, int, int, int, int, str]]:
    return [
        (one.name, one.value, one.size, one.binding, one.type, one.index, "" if one.section is None else one.section.name)
        for one in found
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
    opened = ElfFile(file)
    assert (opened.machine, opened.is_64) == (62, form.bits == 64)
    found = read_elf_symbols(opened)
    assert rows(found) == [
        ("f", 16, 32, 1, 2, 2, ".text"),
        ("common", 8, 4, 1, 1, COMMON_SECTION, ""),
        ("abs", 77, 0, 1, 0, ABSOLUTE_SECTION, ""),
        ("undefined", 0, 0, 2, 0, 0, ""),
        ("", 0, 0, 0, 3, 3, ".bss"),
    ]
    section = found[0].section
    assert section is not None
    assert (section.type, section.flags) == (1, 6)
    assert read_elf_symbols(opened, DYNAMIC) == []


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
    assert rows(read_elf_symbols(ElfFile(bytes(file)))) == [("f", 1, 0, 1, 2, 2, ".text")]


def versioned(form: Form, versions: list[int], sections: list[Section]) -> list[str]:
    """The names of dynamic symbols with these versions; the last one is undefined."""
    names = ["f", "common", "abs", "undefined"][: len(versions)]
    symbols = form.symbol("", 0, 0, 0, 0)
    for name in names:
        symbols += form.symbol(name, 0, 0, 0x12, 0 if name == "undefined" else 2)
    numbers = form.pack(f"{len(versions) + 1}H", 0, *versions)
    listed = [Section(".text", 1, b""), Section("", DYNAMIC, symbols, link=1), Section("", VERSIONS, numbers), *sections]
    return [one.name for one in read_elf_symbols(ElfFile(form.file(*listed)), DYNAMIC)]


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
    assert read_elf_symbols(ElfFile(bytes(head))) == []


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
            read_elf_symbols(ElfFile(file))

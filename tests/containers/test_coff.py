"""COFF objects and programs, which are made here field by field."""

from __future__ import annotations

import struct

import pytest

from pyllvm.containers.coff import is_coff, may_be_coff, read_coff
from pyllvm.diagnostics import PyllvmError

AMD64 = 0x8664


def section(name: bytes, size: int, offset: int, virtual_size: int = 0) -> bytes:
    return name.ljust(8, b"\0") + struct.pack("<IIIIIIHHI", virtual_size, 0, size, offset, 0, 0, 0, 0, 0)


def coff(*sections: tuple[bytes, bytes], strings: bytes = b"", optional: int = 0, before: bytes = b"") -> bytes:
    """An object, with one symbol if it has strings; sections have a name and contents."""
    start = len(before)
    symbols = bytes(18) if strings else b""
    place = start + 20 + optional + 40 * len(sections)
    table, contents = b"", b""
    for name, data in sections:
        table += section(name, len(data), place + len(contents), len(data) - 2 if before else 0)
        contents += data
    where = place + len(contents) if strings else 0
    head = struct.pack("<HHIIIHH", AMD64, len(sections), 0, where, 1 if strings else 0, optional, 0)
    return before + head + bytes(optional) + table + contents + symbols + strings


def parts(data: bytes) -> list[tuple[str, bytes]]:
    return [(part.name, part.read()) for part in read_coff(data, "x", lambda name: True)]


def test_sections_of_an_object() -> None:
    data = coff((b".text", b"code"), (b".llvmbc", b"BC"), (b"12345678", b"long"))
    assert may_be_coff(data[:20])
    assert is_coff(data)
    assert parts(data) == [(".text", b"code"), (".llvmbc", b"BC"), ("12345678", b"long")]
    assert parts(coff((b".text", b"code"), optional=24)) == [(".text", b"code")]
    assert [part.name for part in read_coff(data, "x")] == [".llvmbc"]


def test_long_names_are_in_the_table_of_strings() -> None:
    strings = struct.pack("<I", 24) + b"a.very.long.section\0"
    assert parts(coff((b"/4", b"one"), (b"/x", b"two"), strings=strings)) == [("a.very.long.section", b"one"), ("/x", b"two")]
    assert parts(coff((b"/4", b"one"))) == [("/4", b"one")]  # no table
    with pytest.raises(PyllvmError, match="the name of a section is outside the file"):
        parts(coff((b"/99", b"one"), strings=strings))


def test_sections_of_a_program_are_rounded_up() -> None:
    before = b"MZ".ljust(60, b"\0") + struct.pack("<I", 64) + b"PE\0\0"
    assert parts(coff((b".text", b"code\0\0"), before=before)) == [(".text", b"code")]


def test_what_is_outside_of_the_file() -> None:
    data = coff((b".text", b"code"), (b".data", b"more"))
    with pytest.raises(PyllvmError, match="the section table is outside the file"):
        read_coff(data[:90], "x", lambda name: False)
    with pytest.raises(PyllvmError, match=r"section \.data is outside the file"):
        parts(data[:-1])
    with pytest.raises(PyllvmError, match="the header is outside the file"):
        parts(data[:9])

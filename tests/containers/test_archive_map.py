"""The symbol tables of archives: GNU's and BSD's, of 32 and 64 bits."""

from __future__ import annotations

import struct

import pytest

from pyllvm.containers.archives import read_archive_map
from pyllvm.diagnostics import PyllvmError


def member(name: str, data: bytes) -> bytes:
    """A member with its header."""
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n"
    return header.encode() + data + b"\n" * (len(data) & 1)


def archive(table_name: str, table: bytes) -> bytes:
    """An archive whose table names two members; `table` has places for their offsets."""
    return b"!<arch>\n" + member(table_name, table) + member("a.o/", b"aa") + member("b.o/", b"bb")


def offsets(table: bytes) -> tuple[int, int]:
    """Where the members begin after a table of that size."""
    first = 8 + 60 + len(table) + (len(table) & 1)
    return first, first + 60 + 2


@pytest.mark.parametrize(("name", "code"), [("/", "I"), ("/SYM64/", "Q")])
def test_gnu(name: str, code: str) -> None:
    blank = struct.pack(f">3{code}", 2, 0, 0) + b"f\0g\0"
    table = struct.pack(f">3{code}", 2, *offsets(blank)) + b"f\0g\0"
    assert read_archive_map(archive(name, table), "lib.a") == [("f", "a.o"), ("g", "b.o")]


@pytest.mark.parametrize(("name", "code"), [("__.SYMDEF", "I"), ("__.SYMDEF_64", "Q")])
def test_bsd(name: str, code: str) -> None:
    def table(first: int, second: int) -> bytes:
        width = struct.calcsize(code)
        return struct.pack(f"<6{code}", 4 * width, 0, first, 2, second, 4) + b"f\0g\0"

    made = archive(name, table(*offsets(table(0, 0)))).replace(b"a.o/", b"a.o ").replace(b"b.o/", b"b.o ")
    assert read_archive_map(made, "lib.a") == [("f", "a.o"), ("g", "b.o")]


def test_no_table() -> None:
    assert read_archive_map(b"!<arch>\n" + member("a.o/", b"aa"), "lib.a") == []
    assert read_archive_map(b"!<arch>\n", "lib.a") == []


def test_malformed() -> None:
    for table in (struct.pack(">2I", 9, 8) + b"f\0", struct.pack(">2I", 1, 5) + b"f\0", b"\0"):
        with pytest.raises(PyllvmError):
            read_archive_map(archive("/", table), "lib.a")

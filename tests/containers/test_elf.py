"""Sections of ELF files that have modules inside."""

from __future__ import annotations

from typing import Literal

import pytest

from containers.elf_files import FORMS, NAMES, NO_BITS, Form, Section
from pyllvm.containers.elf import elf_words, read_elf
from pyllvm.diagnostics import PyllvmError
from rows import each_row


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


@each_row(
    ("order", "kind", "machine", "words"),
    [
        ("little", 1, 62, "an ELF object for x86-64"),
        ("big", 2, 21, "an ELF program for PowerPC64"),
        ("little", 3, 999, "an ELF shared library or program for machine 999"),
        ("big", 9, 0, "an ELF object"),
    ],
)
def test_kinds_and_machines(order: Literal["little", "big"], kind: int, machine: int, words: str) -> None:
    head = b"\x7fELF\2" + (b"\1" if order == "little" else b"\2")
    assert elf_words(head.ljust(16, b"\0") + kind.to_bytes(2, order) + machine.to_bytes(2, order)) == words

"""Sections of ELF files that have modules inside."""

from __future__ import annotations

import pytest

from containers.elf_files import FORMS, NAMES, NO_BITS, Form, Section
from pyllvm.containers.elf import read_elf
from pyllvm.diagnostics import PyllvmError


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

"""Texts that LLVM refuses: its message and the place, as llvm-as printed them, for each in `refused.txt`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError, Span
from rows import each_row

TABLE: Final = Path(__file__).with_name("refused.txt").read_text("utf-8")
REFUSED: Final = re.findall(r"^> (.*)\n((?:[^>;].*\n)+)", TABLE, re.MULTILINE)


def said(text: str, version: int) -> str:
    """The place and the message, or that the text is taken."""
    try:
        parse_assembly(text.encode(), llvm_version=version)
    except PyllvmError as error:
        where = error.diagnostic.where
        assert isinstance(where, Span)
        return f"{where.line}:{where.column}: {error.diagnostic.message}"
    return "taken"


@each_row(("line", "answers"), REFUSED)
def test_what_is_refused(line: str, answers: str) -> None:
    text = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], line)
    for answer in answers.splitlines():
        versions, _, expected = answer.partition(" | ")
        assert [said(text, int(version)) for version in versions.split()] == [expected] * len(versions.split())


@pytest.mark.parametrize(("width", "since"), [(3, 15), (8, 13), (12, 15), (16, 13), (17, 25), (24, 25), (32, 13)])
def test_the_widths_that_atomic_operations_take(width: int, since: int) -> None:
    """Since LLVM 15, the parser looks at the size in memory, and the verifier refuses a width that is not a number of bytes."""
    for version in (14, 15, 22):
        pointer = f"i{width}*" if version < 15 else "ptr"
        text = f"define void @f({pointer} %p) {{\n  %r = atomicrmw add {pointer} %p, i{width} 1 seq_cst\n  ret void\n}}\n"
        message = said(text, version).partition(": ")[2]
        assert message == ("" if version >= since else "atomicrmw operand must be power-of-two byte-sized integer")

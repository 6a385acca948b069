"""The rules for mistakes look at lines of bounded length, and recognize types."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.findings.mistakes.text import behind_type, words_of


@pytest.mark.parametrize("line", ["{" * 395, "[1 x " * 130, "<" * 395, "(" * 395, "{" * 5000, "[1 x " * 5000, "%a " * 5000])
def test_long_lines_neither_take_long_nor_recurse(line: str) -> None:
    for text in (f"@g = global {line} 5\n", f"define void @f() {{\n  %x = add i32 {line}\n  ret void\n}}\n"):
        with pytest.raises(pyllvm.PyllvmError):
            pyllvm.parse_assembly(text, llvm_version=19)


@pytest.mark.parametrize(
    ("text", "count"),
    [("{ i32 }", 3), ("{ { { i32 } } }", 7), ("{ {} }", 4), ("{ { 5 } }", 0), ("<{ i8 }>", 5), ("[2 x i8]*", 6)],
)
def test_types(text: str, count: int) -> None:
    words = words_of(text + " %x", 0, len(text) + 3)
    assert behind_type(words, 0) == count


@pytest.mark.parametrize(
    "line",
    [
        "%x = alloca i32, align 0",
        f"%x = alloca i32, align {'9' * 5000}",
        "%x = add i32 05u, 1",
        f"%x = add i32 0x{'F' * 5000}, 1",
        f"%x = add i32 {'9' * 5000}u, 1",
        "%x = add i32 1.0e999, 1",
    ],
)
def test_numbers_that_are_none(line: str) -> None:
    with pytest.raises(pyllvm.PyllvmError):
        pyllvm.parse_assembly(f"define void @f() {{\n  {line}\n  ret void\n}}\n", llvm_version=19)

"""A comparison for a terminal: two columns, of which none is wider than it may be."""

from __future__ import annotations

import re

from rich.cells import cell_len

import pyllvm
from pyllvm import compare
from pyllvm.comparison.changes import Change, Comparison, Row, Section
from pyllvm.comparison.side_by_side import side_by_side

BEFORE = "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  %3 = mul i32 %2, %2\n  ret i32 %3\n}\n"
AFTER = BEFORE.replace("add i32 %0, 1", "add i32 %0, 2").replace("  ret", "  fence acquire\n  ret")


def drawn(columns: int, *, is_colored: bool = False, after: str = AFTER) -> str:
    modules = [pyllvm.parse_assembly(text, llvm_version=19) for text in (BEFORE, after)]
    return side_by_side(compare(*modules), "old.ll", "new.ll", columns, is_colored=is_colored)


def test_two_columns() -> None:
    assert drawn(63).splitlines() == [
        "old.ll                           new.ll",
        "── function @f " + "─" * 48,
        "define i32 @f(i32 %0)            define i32 @f(i32 %0)",
        "  %2 = add i32 %0, 1           |   %2 = add i32 %0, 2",
        "  %3 = mul i32 %2, %2              %3 = mul i32 %2, %2",
        "                               >   fence acquire",
        "  ret i32 %3                       ret i32 %3",
        "1 instruction changed, 1 instruction added",
    ]


def test_long_lines_are_folded() -> None:
    for columns in (30, 60, 90):
        assert all(len(line) <= max(columns, 51) for line in drawn(columns).splitlines())
    assert "".join(line[:24].strip() for line in drawn(30).splitlines() if "mul" in line or "%2, %2" in line)


def test_color_marks_the_words_that_differ() -> None:
    text = drawn(80, is_colored=True)
    assert re.search(r"\x1b\[1;7;31m1\x1b\[0m", text)
    assert re.search(r"\x1b\[1;7;32m2\x1b\[0m", text)
    assert re.sub(r"\x1b\[[\d;]*m", "", text).replace(" ", "") == drawn(80).replace(" ", "")


def test_the_mark_is_highlighted_and_details_follow() -> None:
    comparison = compare(*(pyllvm.parse_assembly(text, llvm_version=19) for text in (BEFORE, BEFORE.replace(") {", ") cold {"))))
    lines = side_by_side(comparison, "old.ll", "new.ll", 63, is_colored=True).splitlines()
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in lines]
    at = plain.index("    function attribute cold: added cold")
    assert plain[at - 1] == "define i32 @f(i32 %0)          | define i32 @f(i32 %0) #0"
    assert "\x1b[1m | \x1b[0m" in lines[at - 1]


def test_wide_letters_take_two_columns() -> None:
    """As in names that were demangled."""
    row = Row("changed", "@" + "\u6f22" * 40, "@" + "\u5b57" * 40)
    comparison = Comparison([Change("changed", "function", "@f")], [Section("@f", [row])])
    lines = side_by_side(comparison, "old.ll", "new.ll", 63, is_colored=False).splitlines()
    assert max(cell_len(line) for line in lines) <= 63
    assert sum(line.count("\u6f22") for line in lines) == 40


def test_nothing() -> None:
    assert drawn(80, after=BEFORE) == ""


def test_a_moved_block_leaves_its_label_in_its_old_place() -> None:
    first, last = "a:\n  fence acquire\n  br label %d\n", "d:\n  fence seq_cst\n  ret void\n"
    begin = "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\n"
    middle = "b:\n  fence release\n  br label %d\n"
    modules = [
        pyllvm.parse_assembly(begin + "".join(blocks) + "}\n", llvm_version=19)
        for blocks in ([first, middle, last], [middle, last, first])
    ]
    lines = side_by_side(compare(*modules), "old.ll", "new.ll", 70, is_colored=False).splitlines()
    marks = [f"{line[:1]}{line[34:37]}".strip() for line in lines if re.search("[abd]: ", line)]
    assert marks == ["a~", "b  b", "d  d", "~ a"]

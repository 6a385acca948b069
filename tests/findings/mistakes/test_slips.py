"""Slips of the keyboard: most corrections lead back to the text, and none makes it worse.

Each word of a text is left out, misspelled, written twice or exchanged with the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Final

import pytest

from pyllvm import PyllvmError
from pyllvm.assembly import parse_assembly
from pyllvm.findings.syntax_help import add_help

TEXT: Final = """\
%pair = type { i32, ptr }
@counter = internal global i32 7, align 4

declare i32 @helper(ptr, i64)

define i64 @sum(ptr %data, i64 %count) nounwind {
entry:
  %empty = icmp eq i64 %count, 0
  br i1 %empty, label %done, label %loop

loop:
  %index = phi i64 [ 0, %entry ], [ %next, %loop ]
  %total = phi i64 [ 0, %entry ], [ %larger, %loop ]
  %place = getelementptr inbounds %pair, ptr %data, i64 %index, i32 0
  %value = load i32, ptr %place, align 4
  %wide = sext i32 %value to i64
  %larger = add nsw i64 %total, %wide
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done

done:
  %result = phi i64 [ 0, %entry ], [ %larger, %loop ]
  %called = call i32 @helper(ptr @counter, i64 %result)
  ret i64 %result, !note !0
}

!0 = !{!"a note", i32 5}
"""
WORD: Final = re.compile(r'"[^"\n]*"|[%@!]?[A-Za-z][\w.]*:?|[!]?\d+|[^\s\w]')
WORDS: Final = list(WORD.finditer(TEXT))


def left_out() -> Iterator[str]:
    """The text without a word."""
    for one in WORDS:
        yield TEXT[: one.start()] + TEXT[one.end() + (TEXT[one.end()] == " ") :]


def misspelled() -> Iterator[str]:
    """The text with two letters of a word exchanged."""
    for one in WORDS:
        word = one[0]
        middle = 1 + len(word) // 2
        if len(word) > 4 and word[middle - 1] != word[middle] and word[middle].isalpha():
            new = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
            yield TEXT[: one.start()] + new + TEXT[one.end() :]


def twice() -> Iterator[str]:
    """The text with a word twice."""
    for one in WORDS:
        yield TEXT[: one.end()] + " " + one[0] + TEXT[one.end() :]


def exchanged() -> Iterator[str]:
    """The text with two words of a line exchanged."""
    for one, other in pairwise(WORDS):
        between = TEXT[one.end() : other.start()]
        if "\n" not in between and one[0] != other[0]:
            yield TEXT[: one.start()] + other[0] + between + one[0] + TEXT[other.end() :]


def without_spaces(text: bytes) -> str:
    return re.sub(r"\s+", "", text.decode())


@pytest.mark.parametrize(("slips", "least"), [(left_out, 0.6), (misspelled, 0.8), (twice, 0.85), (exchanged, 0.8)])
def test_most_slips_are_undone(slips: Callable[[], Iterator[str]], least: float) -> None:
    tried = undone = 0
    worse: list[str] = []
    for text in islice(slips(), 0, None, 3):
        try:
            parse_assembly(text.encode(), "x", 19)
            continue
        except PyllvmError as error:
            add_help(error)
            fix = error.diagnostic.fix
        tried += 1
        if fix is None:
            continue
        undone += without_spaces(fix.applied()) == without_spaces(TEXT.encode())
        try:
            parse_assembly(fix.applied(), "x", 19)
        except PyllvmError as error:
            worse.append(f"{text}\n{error}")
    assert undone >= least * tried
    assert len(worse) <= tried // 20

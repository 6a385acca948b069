"""The words that are offered at a place, and their order. `|` in a text is the place."""

from __future__ import annotations

import time

import pytest

from pyllvm.lsp.completion import Completions, completions
from pyllvm.lsp.session import Session
from rows import each_row

TEXT = """\
%T = type { i32, ptr }
@g = global i32 0
declare i32 @h(ptr, ...)
define i32 @f(i32 %a, ptr noundef %p, i64) {
entry:
  %x = add i32 %a, 1
  %l = load i64, ptr %p
  %c = icmp eq i64 %l, 3
  %w = cleanuppad within none []
  %v = icmp eq <2 x i8> zeroinitializer, zeroinitializer
  %e = insertvalue %T undef, i32 %a, 0
  LINE
  br label %next
next:
  %z = add i32 %a, 1
  ret i32 %x
}
!named = !{!0}
!0 = !{}
!1 = !DIFile(filename: "a", directory: "b")
"""


def at(text: str, version: int | None = 19) -> Completions:
    offset = text.index("|")
    return completions(Session("x", text.replace("|", "", 1), version), offset)


def offered(line: str) -> list[str]:
    return [one.text for one in at(TEXT.replace("LINE", line)).proposals]


@each_row(
    ("line", "first"),
    [
        ("%q = add i32 %|", ["%x", "%a"]),
        ("%q = add nsw i32 %a, %|", ["%x", "%a"]),
        ("ret i64 |", ["%l", "%0", "0", "1", "poison", "undef"]),
        ("store ptr %p, ptr |", ["%p", "null", "poison", "undef", "@g", "@h", "@f"]),
        ("store ptr %p, ptr @|", ["@g", "@h", "@f"]),
        ("call void @k(i32 %a, i64 noundef %|)", ["%l", "%0"]),
        ("call void @k(i32 %a, ptr byval([2 x i8]) align 8 %|", ["%p"]),
        ("call i32 @|", ["@g", "@h", "@f"]),
        ("br i1 %|", ["%c"]),
        ("ret i1 tr|", ["true"]),
        ("%q = insertvalue %T %|", ["%e"]),
        ("%q = phi i32 [ %|", ["%x", "%a", "%z"]),
        ("%q = phi i32 [ %a, %|", ["%entry", "%next"]),
        ("br label %|", ["%next"]),
        ("br i1 %c, label %n|", ["%next"]),
        ("store ptr blockaddress(@f, %|", ["%next"]),
        ("%q = xor <2 x i1>%|", ["%v"]),
        ("cleanupret from %|", ["%w"]),
        ("%q = load %|", ["%T"]),
        ("%q = addr|", ["addrspacecast"]),
    ],
)
def test_what_has_the_type_comes_first(line: str, first: list[str]) -> None:
    assert offered(line)[: len(first)] == first


def test_values_that_are_defined_later_are_offered_in_a_phi_only() -> None:
    assert "%z" not in offered("%q = add i32 %|")
    assert "%z" in offered("%q = phi i32 [ 0, %entry ], [ %|")


def test_the_type_and_the_line_of_a_value_are_shown() -> None:
    first = at(TEXT.replace("LINE", "%q = add i32 %|")).proposals[0]
    assert first.detail == "i32"
    assert "%x = add i32 %a, 1" in first.documentation


def test_nothing_is_offered_in_a_comment_or_a_string() -> None:
    assert offered("ret i32 %x ; a|") == []
    assert offered('call void asm "a|') == []


def test_typed_pointers() -> None:
    text = """\
@g = global i32 0
declare void @h(i8*)
define void @f(i8* %p, { i32, [2 x i16] }* %s) {
  %a = alloca i32
  %e = getelementptr { i32, [2 x i16] }, { i32, [2 x i16] }* %s, i32 0, i32 1, i64 0
  LINE
}
"""
    for line, wanted in (
        ("store i32 0, i32* |", ["%a", "null", "poison", "undef", "@g"]),
        ("store i16 0, i16* %|", ["%e"]),
        ("call void @h(i8* %|", ["%p"]),
        ("store void (i8*)* @|", ["@h"]),
    ):
        assert [one.text for one in at(text.replace("LINE", line), 13).proposals[: len(wanted)]] == wanted


def test_many_values_are_not_offered_at_once() -> None:
    lines = "".join([f"  %v{number} = add i32 0, 0\n" for number in range(1000)])
    text = f"define i32 @f() {{\n{lines}  ret i32 %|\n}}\n"
    found = at(text)
    assert not found.is_whole
    assert found.proposals[0].text == "%v999"
    narrower = at(text.replace("%|", "%v12|"))
    assert narrower.is_whole
    assert {one.text for one in narrower.proposals} == {"%v12", *(f"%v12{digit}" for digit in range(10))}


def test_many_attributes_behind_a_type_take_no_time() -> None:
    attributes = "nocapture nonnull readnone dereferenceable(8) " * 20
    started = time.perf_counter()
    assert offered(f"call void @k(ptr {attributes}%p |") != ["%p"]
    assert time.perf_counter() - started < 2
    assert offered(f"call void @k(ptr {attributes}%|")[0] == "%p"


@pytest.mark.parametrize(
    ("line", "known", "unknown"),
    [
        ("@p = global ptr @|", "@g", "%T"),
        ("@p = global %|", "%T", "@g"),
        ("%U = type { %| }", "%T", "@g"),
        ("declare void @k(%|)", "%T", "@g"),
        ("glo|", "", "@g"),
    ],
)
def test_outside_of_functions_symbols_and_types_are_offered(line: str, known: str, unknown: str) -> None:
    found = [one.text for one in at(TEXT.replace("  LINE\n", "") + line + "\n").proposals]
    assert known in found or not known
    assert unknown not in found
    assert not {"%x", "%a"} & set(found)

"""A comparison as text: a unified diff with the printed lines, one line, or a table of counts."""

from __future__ import annotations

import pyllvm
from pyllvm import compare
from pyllvm.comparison.changes import Comparison
from pyllvm.comparison.unified import statistics_text, summary_text, unified_text

BEFORE = """\
@limit = global i32 7

define i32 @f(i32 %0) #0 {
  %2 = add i32 %0, 1
  %3 = mul i32 %2, %2
  %4 = sub i32 %3, %0
  switch i32 %4, label %5 [
    i32 1, label %6
    i32 2, label %6
  ]

5:
  ret i32 %4

6:
  ret i32 0
}

declare void @g()

attributes #0 = { nounwind }
"""
AFTER = (
    BEFORE.replace("i32 7", "i32 8")
    .replace("  %2 = add i32 %0, 1\n", "  %2 = add nsw i32 %0, 1\n")
    .replace("    i32 2, label %6\n", "    i32 3, label %6\n")
    .replace("{ nounwind }", "{ nounwind noinline }")
    .replace("declare void @g()\n", "")
)


def comparison(before: str = BEFORE, after: str = AFTER) -> Comparison:
    return compare(*(pyllvm.parse_assembly(text, llvm_version=19) for text in (before, after)))


def test_unified() -> None:
    assert unified_text(comparison(), "old.ll", "new.ll") == (
        "--- old.ll\n"
        "+++ new.ll\n"
        "@@ global variables and aliases @@\n"
        "-@limit = global i32 7\n"
        "+@limit = global i32 8\n"
        "@@ function @g @@\n"
        "-declare void @g()\n"
        "@@ function @f @@\n"
        "-define i32 @f(i32 %0) #0\n"
        "+define i32 @f(i32 %0) #0\n"
        ";   function attribute noinline: added noinline\n"
        "-  %2 = add i32 %0, 1\n"
        "+  %2 = add nsw i32 %0, 1\n"
        "   %3 = mul i32 %2, %2\n"
        "   %4 = sub i32 %3, %0\n"
        "   switch i32 %4, label %5 [\n"
        "     i32 1, label %6\n"
        "-    i32 2, label %6\n"
        "+    i32 3, label %6\n"
        "   ]\n"
        " 5:                                                ; preds = %1\n"
        "   ret i32 %4\n"
    )


def test_less_context() -> None:
    text = unified_text(comparison(), "old.ll", "new.ll", context=0)
    assert "  %3 =" not in text
    assert text.count("@@ function @f @@") == 1
    assert "@@\n-    i32 2, label %6\n+    i32 3, label %6\n" in text


def test_nothing() -> None:
    nothing = comparison(BEFORE, BEFORE)
    assert not nothing
    assert unified_text(nothing, "a", "b") == statistics_text(nothing) == summary_text(nothing) == ""


def test_counts() -> None:
    found = comparison()
    assert summary_text(found) == ("1 global variable changed, 1 function changed, 1 function removed, 2 instructions changed")
    assert statistics_text(found).splitlines() == [
        " global variable @limit | changed",
        " function @g            | removed",
        " function @f            | changed, 2 instructions changed",
        " 1 global variable changed, 1 function changed, 1 function removed, 2 instructions changed",
    ]
    assert found.counts()["instruction", "changed"] == 2


def test_counts_on_a_terminal_are_a_line_each() -> None:
    metadata = "".join(f'!{number} = !{{!"VALUE{number}"}}\n' for number in range(40))
    before = f"define void @{'f' * 90}() {{\n  ret void\n}}\n!named = !{{{', '.join(f'!{i}' for i in range(40))}}}\n{metadata}"
    found = comparison(before, before.replace("VALUE", "other").replace("  ret", "  fence acquire\n  ret"))
    lines = statistics_text(found, 60, lambda name: name[:30]).splitlines()
    assert max(map(len, lines)) < 60
    assert [line for line in lines[:-1] if "metadata" in line] == [" metadata                       | 40 metadata nodes changed"]


def test_long_details_are_cut() -> None:
    before = 'define void @f() {\n  ret void, !x !0\n}\n!0 = !{!"' + "a" * 1000 + '"}\n'
    text = unified_text(comparison(before, before.replace("aaa", "bbb", 1)), "a", "b")
    detail = next(line for line in text.splitlines() if line.startswith(";"))
    assert len(detail) < 900
    assert "..." in detail

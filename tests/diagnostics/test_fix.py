"""The edits that correct an error: the text and the lines that they make, and how each form shows them."""

from __future__ import annotations

import json
import re

from pyllvm.diagnostics import Diagnostic, Source, Span
from pyllvm.diagnostics.fix import Edit, Fix
from pyllvm.diagnostics.machine import machine_text
from pyllvm.diagnostics.plain import help_text
from pyllvm.diagnostics.render import drawn

TEXT = b"define int @f() {\n  ret int add i32 1, 2\n}\n"
SOURCE = Source("a.ll", TEXT)


def with_fix(*edits: Edit, message: str = "expected type", hint: str = "a hint") -> Diagnostic:
    diagnostic = Diagnostic("error", message, Span(SOURCE, 7, 10))
    diagnostic.hint = hint
    diagnostic.fix = Fix(SOURCE, list(edits))
    return diagnostic


def test_applied() -> None:
    fix = Fix(SOURCE, [Edit(7, 10, b"i32"), Edit(24, 27, b"i32")])
    assert fix.applied() == b"define i32 @f() {\n  ret i32 add i32 1, 2\n}\n"
    assert [(line.number, line.text, line.marks) for line in fix.lines()] == [
        (1, b"define i32 @f() {", [(7, 10)]),
        (2, b"  ret i32 add i32 1, 2", [(6, 9)]),
    ]


def test_a_line_that_is_added() -> None:
    fix = Fix(SOURCE, [Edit(18, 18, b"entry:\n")])
    assert fix.adds_lines
    assert [(line.number, line.text) for line in fix.lines()] == [(2, b"entry:")]


def test_a_line_that_is_removed_is_not_shown() -> None:
    fix = Fix(SOURCE, [Edit(18, 41, b"")])
    assert fix.applied() == b"define int @f() {\n}\n"
    assert fix.lines() == []


def test_many_lines_are_not_shown() -> None:
    assert Fix(SOURCE, [Edit(18, 18, b"x\n" * 9)]).lines() == []


def test_a_long_line_is_cut_around_the_edit() -> None:
    text = b"a" * 500 + b"int" + b"b" * 500
    (line,) = Fix(Source("a.ll", text), [Edit(500, 503, b"i32")]).lines()
    assert line.text == b"..." + b"a" * 40 + b"i32" + b"b" * 40 + b"..."
    ((start, end),) = line.marks
    assert line.text[start:end] == b"i32"


def test_plain() -> None:
    assert help_text(with_fix(Edit(7, 10, b"i32"))) == "a.ll:1:8: help: a hint: write 'define i32 @f() {'\n"
    assert help_text(with_fix(Edit(7, 10, b"i32"), hint="did you mean 'i32'?")) == (
        "a.ll:1:8: help: did you mean 'i32'? write 'define i32 @f() {'\n"
    )
    assert help_text(with_fix(Edit(7, 10, b"i32"), hint="so: it is")) == "a.ll:1:8: help: so: it is; write 'define i32 @f() {'\n"
    assert help_text(with_fix(Edit(24, 27, b"i32"))) == "a.ll:1:8: help: a hint: write 'ret i32 add i32 1, 2' on line 2\n"
    assert help_text(with_fix(Edit(18, 18, b"x:\n"))) == "a.ll:1:8: help: a hint: add 'x:' on line 2\n"


def test_drawn() -> None:
    text = re.sub("\x1b\\[[0-9;]*m", "", drawn(with_fix(Edit(7, 10, b"i32"))))
    assert [line.rstrip() for line in text.splitlines()[-3:]] == [
        "  help: a hint",
        "    1 | define i32 @f() {",
        "      |        ~~~",
    ]


def test_for_other_programs() -> None:
    report = [(with_fix(Edit(7, 10, b"i32"), Edit(24, 27, b"")), "a.ll")]
    found = json.loads(machine_text("json", report, "pyllvm-as"))["diagnostics"][0]
    assert found["fix"] == [{"start": 7, "end": 10, "text": "i32"}, {"start": 24, "end": 27, "text": ""}]
    (result,) = json.loads(machine_text("sarif", report, "pyllvm-as"))["runs"][0]["results"]
    assert result["fixes"] == [
        {
            "description": {"text": "a hint"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "a.ll"},
                    "replacements": [
                        {"deletedRegion": {"byteOffset": 7, "byteLength": 3}, "insertedContent": {"text": "i32"}},
                        {"deletedRegion": {"byteOffset": 24, "byteLength": 3}},
                    ],
                }
            ],
        }
    ]

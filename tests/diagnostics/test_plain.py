"""LLVM's plain form of diagnostics."""

from __future__ import annotations

from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError, Source, Span
from pyllvm.diagnostics.plain import plain_text


def at(text: bytes, needle: bytes, name: str = "t.ll") -> Span:
    start = text.index(needle)
    return Span(Source(name, text), start, start + len(needle))


def test_excerpt_and_caret_as_llvm_as_prints_them() -> None:
    # Taken from llvm-as 19, which expands tabs to eight columns.
    text = b"define i32 @f() {\n\tret\tint 3\n}\n"
    assert plain_text(Diagnostic("error", "expected type", at(text, b"int 3")), "pyllvm-as") == (
        "pyllvm-as: t.ll:2:6: error: expected type\n        ret     int 3\n                ^\n"
    )


def test_standard_input_has_a_name() -> None:
    text = plain_text(Diagnostic("error", "no", at(b"x", b"x", "-")))
    assert text == "<stdin>:1:1: error: no\nx\n^\n"


def test_no_caret_under_other_alphabets() -> None:
    text = plain_text(Diagnostic("error", "no", at("größe = 1".encode(), b"=")))
    assert text == "t.ll:1:9: error: no\ngröße = 1\n"


def test_the_end_of_the_text() -> None:
    source = Source("t.ll", b"abc\n")
    assert plain_text(Diagnostic("error", "no", Span(source, 4, 4))) == "t.ll:2:1: error: no\n\n^\n"
    assert Span(source, 99, 99).line == 2


def test_windows_line_ends_are_not_shown() -> None:
    assert plain_text(Diagnostic("error", "no", at(b"ab\r\ncd", b"b"))) == "t.ll:1:2: error: no\nab\n ^\n"


def test_bitcode_says_where() -> None:
    where = BitcodeLocation(1234, ["MODULE_BLOCK", "FUNCTION_BLOCK"], 2, "LLVM19.1.7")
    assert plain_text(Diagnostic("error", "Invalid record", where), "pyllvm-dis", "a.bc") == (
        "pyllvm-dis: a.bc: error: Invalid record\n"
        "pyllvm-dis: a.bc: note: at bit 1234, block MODULE_BLOCK/FUNCTION_BLOCK, record code 2, written by LLVM19.1.7\n"
    )


def test_notes_without_a_place_follow() -> None:
    text = b"%a = 1\n%a = 2\n"
    notes = [Diagnostic("note", "first here", Span(Source("t.ll", text), 0, 2)), Diagnostic("note", "twice is too often")]
    diagnostic = Diagnostic("error", "again", Span(Source("t.ll", text), 7, 9), notes)
    # What points into the text is for a terminal: LLVM's form has one place.
    assert plain_text(diagnostic).splitlines() == ["t.ll:2:1: error: again", "%a = 2", "^", "note: twice is too often"]


def test_one_exception_carries_them_all() -> None:
    error = PyllvmError(Diagnostic("error", "one"), [Diagnostic("error", "two")])
    assert [diagnostic.message for diagnostic in error.diagnostics] == ["one", "two"]
    assert str(PyllvmError("plain words")) == "plain words"
    assert PyllvmError("plain words").diagnostic.severity == "error"

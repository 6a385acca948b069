"""Diagnostics as a terminal shows them."""

from __future__ import annotations

import re

import pytest

from pyllvm.diagnostics import BitcodeLocation, Diagnostic, Source, Span
from pyllvm.diagnostics.render import StatusLine, drawn


def bare(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_the_stretch_is_marked() -> None:
    text = b"\t%a = add i32 %cuont, 1\n"
    start = text.index(b"%cuont")
    diagnostic = Diagnostic(
        "error", "use of undefined value '%cuont'", Span(Source("a.ll", text), start, start + 6), suggestion="%count"
    )
    coloured = drawn(diagnostic, "pyllvm-as")
    assert "\x1b[" in coloured
    assert [line.rstrip() for line in bare(coloured).splitlines()] == [
        "pyllvm-as: a.ll:1:15: error: use of undefined value '%cuont'",
        "    1 |         %a = add i32 %cuont, 1",
        "      |                      ^~~~~~",
        "  help: did you mean '%count'?",
    ]


def test_long_lines_are_not_folded() -> None:
    text = b"x" * 300
    lines = bare(drawn(Diagnostic("error", "m" * 300, Span(Source("a.ll", text), 200, 201)))).splitlines()
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("before", "inside", "after", "lines"),
    [
        (10, 4, 10, ["    1 | bbbbbbbbbbiiiiaaaaaaaaaa", "      |           ^~~~"]),
        (10, 4, 100, ["    1 | bbbbbbbbbbiiiiaaaaaaaaaaaaaaaaa…", "      |           ^~~~"]),
        (100, 4, 100, ["    1 | …bbbbbbbbbbbbbbbbbbiiiiaaaaaaaa…", "      |                    ^~~~"]),
        (100, 4, 3, ["    1 | …bbbbbbbbbbbbbbbbbbbbbbbbiiiiaaa", "      |                          ^~~~"]),
        (2, 28, 9, ["    1 | bb" + "i" * 28 + "a…", "      |   ^" + "~" * 27]),
        (2, 90, 9, ["    1 | bbiiiiiiiiiiiiiii…aaaaaaaaa", "      |   ^~~~~~~~~~~~~~~~"]),
    ],
)
def test_a_long_line_is_cut_around_the_span(before: int, inside: int, after: int, lines: list[str]) -> None:
    text = b"b" * before + b"i" * inside + b"a" * after
    span = Span(Source("a.ll", text), before, before + inside)
    shown = bare(drawn(Diagnostic("error", "e", span), columns=40)).splitlines()
    assert [line.rstrip() for line in shown[1:]] == lines
    assert max(map(len, shown)) <= 40


def test_messages_are_broken_between_words() -> None:
    diagnostic = Diagnostic("error", "a message with several words in it, and more")
    diagnostic.hint = "some help that is long as well, and more"
    assert [line.rstrip() for line in bare(drawn(diagnostic, "pyllvm-as", "x.ll", columns=40)).splitlines()] == [
        "pyllvm-as: x.ll: error: a message",
        "    with several words in it, and more",
        "  help: some help that is long",
        "        as well, and more",
    ]


def test_instructions_without_a_text_are_broken_between_words() -> None:
    diagnostic = Diagnostic("error", "e")
    diagnostic.excerpt = "  %x = call i32 @f(i32 1, i32 2, i32 3, i32 4)\nshort"
    assert [line.rstrip() for line in bare(drawn(diagnostic, columns=40)).splitlines()] == [
        "error: e",
        "      |   %x = call i32 @f(i32 1,",
        "      |     i32 2, i32 3, i32 4)",
        "      | short",
    ]


def test_an_input_cannot_steer_the_terminal() -> None:
    text = b"\x1b[2Jx"
    assert "\x1b[2J" not in drawn(Diagnostic("error", "\x1b[2J", Span(Source("a.ll", text), 0, 1)))


def test_bitcode_and_notes() -> None:
    diagnostic = Diagnostic("warning", "odd", BitcodeLocation(64, ["MODULE_BLOCK"]), [Diagnostic("note", "so")])
    assert [line.rstrip() for line in bare(drawn(diagnostic, "pyllvm-dis", "-")).splitlines()] == [
        "pyllvm-dis: <stdin>: warning: odd",
        "  at bit 64, block MODULE_BLOCK",
        "<stdin>: note: so",
    ]


def test_a_status_line_leaves_nothing_behind(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    line = StatusLine()
    line.hide()
    assert capfd.readouterr().err == ""
    for _ in range(2):
        line.show("1 of 2\x1b")
        line.show("2 of 2")
        drawn_lines = capfd.readouterr().err
        assert drawn_lines.index("1 of 2\N{REPLACEMENT CHARACTER}") < drawn_lines.index("2 of 2")
        assert drawn_lines.count("\x1b[?25l") == 1  # the cursor is hidden once
        line.hide()
        assert "\x1b[2K" in capfd.readouterr().err
        line.hide()
        assert capfd.readouterr().err == ""

"""What the standard streams lead to, and what may be printed there."""

from __future__ import annotations

import os
import pty

import pytest

from pyllvm.cli import tool
from pyllvm.cli.command import LLVMCommand
from pyllvm.terminal import streams


def test_a_stream_that_is_passed_on_leads_where_it_led() -> None:
    streams.led_to_a_terminal.clear()
    main, sub = pty.openpty()
    reader, writer = os.pipe()
    assert streams.is_terminal(sub)
    assert not streams.is_terminal(writer)
    streams.keep(sub)
    # A pager takes its place.
    os.dup2(writer, sub)
    assert not os.isatty(sub)
    assert streams.is_terminal(sub)
    for descriptor in (main, sub, reader, writer):
        os.close(descriptor)
    streams.led_to_a_terminal.clear()


@pytest.mark.parametrize(("name", "expected"), [("xterm", True), ("dumb", False), (None, False)])
def test_smart_terminals(monkeypatch: pytest.MonkeyPatch, name: str | None, expected: bool) -> None:
    monkeypatch.setitem(streams.led_to_a_terminal, 2, True)
    monkeypatch.setitem(streams.led_to_a_terminal, 1, False)
    if name is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", name)
    assert streams.is_smart(2) == expected
    assert not streams.is_smart(1)


def test_what_is_harmless() -> None:
    assert streams.harmless("a\tb\nc\x1b[2J\x9b\udc9b\u202e\udce4é") == "a\tb\nc\\x1b[2J\\x9b\\x9b\\u202e\udce4é"


def test_a_command_asks_its_streams_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that ran before in this process remembered that its output was no terminal."""
    tool.invoke(LLVMCommand("test", object, lambda options: streams.keep(1), "a test"), [])
    monkeypatch.setattr("os.isatty", lambda descriptor: True)
    asked: list[bool] = []

    def work(options: object) -> None:
        asked.append(streams.is_terminal(1))

    tool.invoke(LLVMCommand("test", object, work, "a test"), [])
    assert asked == [True]


def test_harmless_bytes() -> None:
    for text in (b"plain\ttext\n", "é\n".encode(), b"\x1b[2J\x7f", b"\x9b\xff", "\u202e".encode()):
        shown = streams.harmless(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        assert streams.harmless_bytes(text) == shown


@pytest.mark.parametrize(("columns", "expected"), [("77", 77), ("-3", None), ("wide", None)])
def test_the_width_that_the_environment_names(monkeypatch: pytest.MonkeyPatch, columns: str, expected: int | None) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert streams.columns() == expected or (expected is None and streams.columns() > 0)

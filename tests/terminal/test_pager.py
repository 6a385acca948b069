"""Long output on a terminal appears in a pager, as git's does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pyllvm.terminal.pager import pager_command
from terminals import on_a_terminal


@pytest.fixture
def paged(data: Path) -> Any:
    """Dump the sample on a terminal, with a pager."""

    def run(*words: str, pager: str = "", variable: str = "PYLLVM_PAGER") -> tuple[int, bytes]:
        command = ["-m", "pyllvm", "bcanalyzer", "--dump", *words, str(data / "sample.bc")]
        return on_a_terminal(*command, environment={variable: pager, "NO_COLOR": "1"})

    return run


def test_a_dump_goes_through_the_pager(paged: Any) -> None:
    status, shown = paged(pager="sed 's/^/paged: /'")
    assert status == 0
    assert b"IDENTIFICATION_BLOCK" in shown
    assert all(line.startswith(b"paged: ") for line in shown.splitlines())


def test_no_pager(paged: Any) -> None:
    for words, pager in ((("--no-pager",), "sed 's/^/paged: /'"), ((), "cat"), ((), ""), ((), "no-such-pager-anywhere")):
        status, shown = paged(*words, pager=pager)
        assert status == 0
        assert b"paged: " not in shown
        assert b"MODULE_BLOCK" in shown


def test_a_pager_that_ends_early_is_no_error(paged: Any) -> None:
    status, shown = paged(pager="head -n 1 && exit")
    assert status == 0
    assert len(shown.splitlines()) == 1


def test_colours_are_those_of_the_terminal(data: Path) -> None:
    environment = {"PYLLVM_PAGER": "sed 's/^/paged: /'", "NO_COLOR": "", "LESS": ""}
    status, shown = on_a_terminal("-m", "pyllvm", "dis", "-o", "-", str(data / "sample.bc"), environment=environment)
    assert status == 0
    assert b"paged: " in shown
    assert b"\x1b[" in shown


def test_the_environment_names_the_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    for own, common, expected in (
        (None, None, "less"),
        (None, "more", "more"),
        ("most -x", "more", "most -x"),
        ("", "more", ""),
        (None, "cat", ""),
    ):
        for name, value in (("PYLLVM_PAGER", own), ("PAGER", common)):
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        assert pager_command() == expected


def test_explanations_go_through_the_pager(data: Path) -> None:
    words = ["-m", "pyllvm", "link", "-o", os.devnull, "--explain", "sum", str(data / "sample.bc")]
    status, shown = on_a_terminal(*words, environment={"PYLLVM_PAGER": "sed 's/^/paged: /'"})
    assert status == 0
    assert b"paged: @sum: " in shown
    assert b"paged: " not in on_a_terminal(*words, "--no-pager", environment={"PYLLVM_PAGER": "sed 's/^/paged: /'"})[1]

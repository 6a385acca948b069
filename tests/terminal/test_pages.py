"""The help and explanations are coloured on a terminal, and plain elsewhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from terminals import on_a_terminal

PYLLVM = ("-m", "pyllvm")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
@pytest.mark.parametrize(
    ("words", "coloured"),
    [
        (("dis", "--help"), b"\x1b[1mUSAGE:\x1b[0m"),
        (("help",), b"\x1b[1mUSAGE:\x1b[0m"),
        (("explain", "division"), b"\x1b[31m    -  %r = udiv i32 %a, 0\x1b[0m"),
    ],
)
def test_colours(pyllvm: Callable[..., Any], words: tuple[str, ...], coloured: bytes) -> None:
    environment = {"TERM": "xterm-256color", "PYLLVM_PAGER": "cat"}
    status, output = on_a_terminal(*PYLLVM, *words, environment=environment)
    assert (status, coloured in output) == (0, True)
    assert re.sub(rb"\x1b\[\d*m", b"", coloured) in pyllvm(*words).output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_the_pager(pyllvm: Callable[..., Any]) -> None:
    environment = {"TERM": "xterm-256color", "PYLLVM_PAGER": "sed s/division/paged/", "NO_COLOR": "1"}
    status, output = on_a_terminal(*PYLLVM, "explain", "division", environment=environment)
    assert (status, output.startswith(b"paged: Nothing is divided")) == (0, True)

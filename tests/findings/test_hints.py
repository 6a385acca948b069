"""Every beginning of a message that advice or a cause is stored for is the beginning of a message that the code produces."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.findings.file_kinds import _BEHIND_A_MODULE, _CUT_SHORT, _NO_BITCODE
from pyllvm.findings.hints import HINTS, hint_for
from pyllvm.findings.report import EXPLANATIONS
from rows import each_row

SOURCE: Final = Path(pyllvm.__file__).parent
# What stands for a value in a message that is put together.
VALUE: Final = "\0"


@cache
def messages(*rooms: str) -> set[str]:
    """All strings in the sources of these rooms, with VALUE where a value is put in."""
    found = set[str]()
    for room in rooms:
        for path in (SOURCE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    found.add("".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in node.values))
    return found


def may_begin(message: str, beginning: str) -> bool:
    """Whether a message begins so, whatever its values are."""
    return message.partition(VALUE)[0].startswith(beginning)


OF_THE_VERIFIER: Final = ("verifier", "tables")
OF_READERS: Final = ("bitcode", "bitstream", "cli")


@each_row("beginning", [*HINTS, *EXPLANATIONS])
def test_the_verifier_produces_such_a_message(beginning: str) -> None:
    assert [message for message in messages(*OF_THE_VERIFIER) if may_begin(message, beginning)] != []


@pytest.mark.parametrize("message", [*_NO_BITCODE, *_BEHIND_A_MODULE])
def test_the_reader_produces_such_a_message(message: str) -> None:
    assert message in messages(*OF_READERS)


@pytest.mark.parametrize("beginning", _CUT_SHORT)
def test_the_reader_reports_files_that_are_cut_short_so(beginning: str) -> None:
    assert [message for message in messages(*OF_READERS) if may_begin(message, beginning)] != []


def test_the_longest_beginning_counts() -> None:
    assert hint_for("Struct tag metadata must have 3 operands") == HINTS["Struct tag metadata"]
    assert hint_for("no such message") == ""


def test_what_may_begin() -> None:
    assert may_begin("Basic Block in function '\0' does not", "Basic Block in function")
    assert not may_begin("\0 is wrong", "Basic Block in function")
    assert not may_begin("Basic", "Basic Block in function")

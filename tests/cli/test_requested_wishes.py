"""The variables that choose how an input is worked on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.cli.arguments import parse_arguments
from pyllvm.cli.dis import DisOptions, command
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.requested_wishes import wishes_of
from pyllvm.wishes import Wishes

Run = Callable[..., Any]


def requested() -> Wishes:
    options = parse_arguments(command, [])
    assert isinstance(options, DisOptions)
    return wishes_of(command, options)


@pytest.mark.parametrize(("text", "expected"), [("", None), ("0", 0), ("1", 1), (" 32768 ", 32768)])
def test_size_of_a_part(text: str, expected: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLLVM_PART_BYTES", text)
    assert requested().part_bytes == expected


@pytest.mark.parametrize("name", ["PYLLVM_PART_BYTES", "PYLLVM_VERBOSE"])
@pytest.mark.parametrize("value", ["x", "-1", "1k", "\u0662"])
def test_wrong_values(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=rf"\${name}: '{value}'"):
        requested()


@pytest.mark.parametrize("command", ["dis", "verify", "link"])
def test_wrong_value_is_an_error_of_the_command(
    command: str, pyllvm: Run, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.bc").write_bytes((data / "sample.bc").read_bytes())
    monkeypatch.setenv("PYLLVM_PART_BYTES", "many")
    found = pyllvm(command, "m.bc")
    assert found.status != 0
    assert found.errors == f"pyllvm-{command}: $PYLLVM_PART_BYTES: 'many' is not a number of bytes (0 for one part)\n"
    assert not Path("m.ll").exists()

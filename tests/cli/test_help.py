"""The three forms of the help: wrapped to the terminal, in groups, and short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import side_by_side
from pyllvm.cli.arguments import SHORT, USUAL, WHOLE
from pyllvm.cli.command import COMMANDS, command_named
from pyllvm.cli.help import help_text
from rows import each_row

EVERY = pytest.mark.parametrize("name", sorted(COMMANDS))


@EVERY
@each_row("width", [58, 78, 118])
def test_the_short_form_fits_on_a_screen(name: str, width: int) -> None:
    command = command_named(name)
    lines = help_text(command, command.program, SHORT, width).splitlines()
    assert len(lines) <= 25
    assert lines[0].startswith("OVERVIEW: ")
    assert "EXAMPLES:" in lines
    assert lines[-1].endswith("--help-hidden also the rarely used ones.") or lines[-2].startswith("--help lists all options")
    assert sum(line.startswith("  -") for line in lines) >= 3


@EVERY
def test_every_option_is_shown(name: str) -> None:
    command = command_named(name)
    usual, whole = (help_text(command, command.program, form, 118) for form in (USUAL, WHOLE))
    for option in command.options:
        assert (f"  {option.usage()}" in usual) is not option.hidden
        assert f"  {option.usage()}" in whole
    for text in (usual, whole):
        assert "EXIT STATUS:" in text
        assert "EXAMPLES:" in text
        assert "  --help-hidden " in text


@EVERY
def test_nothing_but_examples_is_wider_than_the_terminal(name: str) -> None:
    command = command_named(name)
    for width in (58, 78, 100):
        text = help_text(command, command.program, WHOLE, width)
        options, _, _ = text.partition("EXAMPLES:")
        too_long = [line for line in options.splitlines() if len(line) > width and not line.startswith("  --")]
        assert too_long == []
    assert help_text(command, command.program, WHOLE, 58) != help_text(command, command.program, WHOLE, 100)


def test_groups_have_headings() -> None:
    headings = [line for line in help_text(command_named("as"), "pyllvm as", WHOLE, 78).splitlines() if line.endswith(":")]
    assert headings == [
        "Color Options:", "Generic Options:", "pyllvm-as Options:", "OUTPUT:", "LLVM VERSIONS:", "DIAGNOSTICS:",
        "OPTIONS OF LLVM'S OWN TOOL:", "OPTIONS OF LLVM'S OWN TOOL, RARELY USED:", "EXIT STATUS:", "EXAMPLES:",
    ]  # fmt: skip


@pytest.mark.parametrize("words", ["-h", "--help", "-help-list", "--help-hidden", "x.bc -h"])
def test_the_program_has_the_same_help(words: str, pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    outcome = pyllvm("dis", *words.split(), environment={"COLUMNS": "70"})
    own = side_by_side.run_ours(side_by_side.read_line(f"COLUMNS=70 pyllvm-dis {words}"), tmp_path)
    assert (outcome.status, outcome.errors) == (own.status, own.stderr) == (0, "")
    assert outcome.output.decode().replace("pyllvm dis", "pyllvm-dis") == own.stdout.decode()

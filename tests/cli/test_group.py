"""The click group of all tools, and programs that do without click."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner

from pyllvm import cli
from pyllvm.cli import interrupts, program
from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.group import group, invoke_group

TEXT = "define void @f() {\n  ret void\n}\n"


def test_every_tool_is_a_click_command() -> None:
    context = click.Context(group)
    assert group.list_commands(context) == sorted(COMMANDS)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert isinstance(command, click.Command)
        assert command.get_help(context) == command.command.help_text().rstrip("\n")
    assert group.get_command(context, "cat") is None


def test_click_sees_the_options() -> None:
    command = group.get_command(click.Context(group), "dis")
    assert command is not None
    options = {word: parameter for parameter in command.params for word in parameter.opts}
    version = options["--llvm-version"]
    assert isinstance(version, click.Option)
    assert not version.is_flag


def test_an_application_adds_the_tools_to_its_own(tmp_path: Path) -> None:
    @click.group()
    def application() -> None:
        """A compiler, say."""

    application.add_command(group)
    source, target = tmp_path / "f.ll", tmp_path / "f.bc"
    source.write_text(TEXT)
    words = ["pyllvm", "as", "--llvm-version=19", str(source), "-o", str(target)]
    assert CliRunner().invoke(application, words).exit_code == 0
    assert target.read_bytes().startswith(b"BC\xc0\xde")
    words[-3] = str(tmp_path / "missing.ll")
    assert CliRunner().invoke(application, words).exit_code == 1


@pytest.mark.parametrize(("words", "status"), [(["--version"], 0), (["-help"], 0), ([], 1), (["cat"], 1), (["--cat"], 1)])
def test_words_that_name_no_tool(words: list[str], status: int, capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke_group(group, words) == status
    written = capfd.readouterr()
    assert bool(written.out) == (status == 0)
    assert bool(written.err) == (status != 0)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_program_of_its_own_starts_without_click(name: str) -> None:
    code = f"import sys, {COMMANDS[name][0]}; sys.exit('click' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_imports_of_a_program_are_few() -> None:
    """What annotations and patterns need takes longer to import than the program itself."""
    slow = ("collections", "dataclasses", "enum", "hashlib", "inspect", "re", "typing")
    code = f"import sys; before = set(sys.modules); import pyllvm.cli.bcanalyzer; print({{*{slow}}} & {{*sys.modules}} - before)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_a_tool_of_the_group_starts_without_click() -> None:
    words = [sys.executable, "-X", "importtime", "-m", "pyllvm", "bcanalyzer", "--version"]
    imported = {line.split()[-1] for line in subprocess.run(words, capture_output=True, text=True).stderr.splitlines()}
    assert "pyllvm.cli.options" in imported
    assert "click" not in imported


LINES = [
    ["dis", "--help"], ["dis", "-version"], ["as", "{text}", "-o", "-", "-S"], ["as", "{text}", "-o", "{out}"], ["as"],
    ["as", "{text}", "-o", "-", "--", "more"], ["dis", "missing.bc"], ["dis", "--llvm-version=x", "{text}"], ["verify", "{text}"],
    ["verify", "-q", "-q", "missing.bc"], ["bcanalyzer", "{text}"], ["nm", "--format", "none"], ["nm", ""], ["link", "--", "-"],
    ["stat", "--Help", "{text}"], ["cat"], ["--version"], ["-help"], [""], [], ["dis=1"], ["--", "dis"],
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_click_would_do_the_same(
    line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def leave(status: int) -> NoReturn:
        raise SystemExit(status)

    text, out = tmp_path / "f.ll", tmp_path / "f.bc"
    text.write_text(TEXT)
    words = [word.format(text=text, out=out) for word in line]
    status = invoke_group(group, words)
    expected = (status, capfd.readouterr(), out.exists() and out.read_bytes())
    out.unlink(missing_ok=True)
    monkeypatch.setattr("sys.argv", ["pyllvm", *words])
    monkeypatch.setattr(program, "leave", leave)
    monkeypatch.setattr(program, "prepare", lambda: None)
    monkeypatch.setattr(interrupts, "take_over", lambda: None)
    monkeypatch.setattr(gc, "disable", lambda: None)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert (caught.value.code, capfd.readouterr(), out.exists() and out.read_bytes()) == expected

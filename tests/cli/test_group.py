"""The click group of all tools, and programs that do without click."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

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

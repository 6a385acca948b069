"""Completion by click's variable, asked for as the shells ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

import pyllvm
from pyllvm.cli.command import COMMANDS, command_named
from pyllvm.cli.completion import candidates, variable_of
from pyllvm.cli.group import group
from pyllvm.versions import NEXT, OLDEST

pytestmark = pytest.mark.once


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of several kinds."""
    for name in ("a.ll", "b.bc", "c.txt", ".hidden.ll"):
        (tmp_path / name).touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "d.ll").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(line: str) -> list[str]:
    """What `pyllvm` offers for the last word of a line."""
    *words, current = line.split(" ")
    return [item.value if item.type == "plain" else f"<{item.type}>" for item in candidates(words, current)]


def test_commands() -> None:
    assert found("") == sorted(COMMANDS)
    assert found("ver") == ["verify"]
    assert found("--") == ["--version", "--help"]
    assert found("nothing ") == []


def test_options() -> None:
    assert found("verify --li") == ["--lint"]
    assert found("verify --vers") == ["--version"]
    assert found("dis --color=n") == ["--color=never"]
    # bash makes a word of the sign.
    assert found("dis --color = n") == ["never"]
    assert found("dis --color =") == found("dis --color = ") == ["always", "never", "auto"]
    assert found("dis --nothing=n") == []
    # The value of --color is never the next word; the value of --losses may be.
    assert found("dis --losses ") == ["warn", "list", "error", "ignore"]


def test_versions() -> None:
    every = [str(version) for version in range(OLDEST, NEXT + 1)]
    for name in ("--llvm-version", "--input-llvm-version"):
        for words in (f"dis {name} ", f"dis {name} = ", f"dis {name[1:]} "):
            assert found(words) == every
        assert found(f"dis {name}=2") == [f"{name}={version}" for version in every if version.startswith("2")]
    assert found("verify --llvm-version 1") == [str(version) for version in range(10, 20)]


def test_an_application_has_the_same_candidates() -> None:
    """click finds them, in an application's own completion as well."""

    @click.group()
    def application() -> None:
        """A compiler, say."""

    application.add_command(group)
    completion = ShellComplete(application, {}, "app", "_APP_COMPLETE")

    def offered(*words: str) -> list[str]:
        return [item.value for item in completion.get_completions(list(words[:-1]), words[-1])]

    assert offered("") == ["pyllvm"]
    assert offered("pyllvm", "ver") == ["verify"]
    assert offered("pyllvm", "dis", "--llvm-version", "2") == [str(version) for version in range(20, NEXT + 1)]
    assert offered("pyllvm", "dis", "--losses=i") == ["ignore"]
    assert offered("pyllvm", "dis", "--nothing", "--mat") == ["--materialize-metadata"]


def test_hidden_options_are_not_offered() -> None:
    hidden = {option.spelled[0] for option in command_named("as").options if option.hidden}
    assert hidden
    assert not hidden & set(found("as -"))


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("as ", ["a.ll", "sub/"]),
        ("dis ", ["b.bc", "sub/"]),
        ("bcanalyzer ", ["b.bc", "sub/"]),
        ("link ", ["a.ll", "b.bc", "sub/"]),
        ("verify a", ["a.ll"]),
        ("as sub/", ["sub/d.ll"]),
        ("as .h", [".hidden.ll"]),
        ("as c", ["<file>"]),
        ("as missing/", ["<file>"]),
        ("as -o ", ["<file>"]),
    ],
)
def test_files(line: str, files: list[str], folder: Path) -> None:
    assert found(line) == files


def test_variables() -> None:
    assert variable_of("pyllvm") == "_PYLLVM_COMPLETE"
    assert variable_of("pyllvm-as") == "_PYLLVM_AS_COMPLETE"


def test_no_shell_of_click(pyllvm: Callable[..., tuple[int, bytes, str]]) -> None:
    assert pyllvm(environment={"_PYLLVM_COMPLETE": "csh_source"}) == (1, b"", "")
    assert pyllvm(environment={"_PYLLVM_COMPLETE": "bash_something"}) == (1, b"", "")


@pytest.mark.parametrize("program", ["pyllvm", *(f"pyllvm-{name}" for name in COMMANDS)])
def test_a_shell_completes(program: str, folder: Path) -> None:
    """The script that a program prints, sourced by a real bash; the program is called by its name."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    name = program.removeprefix("pyllvm").lstrip("-")
    module = "pyllvm.cli" if not name else COMMANDS[name][0]
    call = folder / program
    source = Path(pyllvm.__file__).parents[1]
    call.write_text(f"#!/bin/sh\nPYTHONPATH={source} exec {sys.executable} -c 'from {module} import main; main()' \"$@\"\n")
    call.chmod(0o755)
    words = f"{program} verify --li" if not name else f"{program} --vers"
    script = f"""
        PATH=.:$PATH
        compopt() {{ :; }}; complete() {{ :; }}
        source <({variable_of(program)}=bash_source {program})
        COMP_WORDS=({words}); COMP_CWORD=$(({len(words.split())} - 1))
        _{program.replace("-", "_")}_completion {program}
        echo "${{COMPREPLY[*]}}"
    """
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert (result.stdout, result.stderr) == ("--version\n" if name else "--lint\n", "")

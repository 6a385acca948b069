"""Man pages and completions are in step with the commands' options."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.documentation import pages
from pyllvm.cli.group import command_named

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(pages()))
def test_in_step(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == pages()[name], "behind the options: python -m pyllvm.cli.documentation ."


def test_nothing_left_over() -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for folder in ("man", "completions")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert there == set(pages())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_is_documented(command: str) -> None:
    texts = pages()
    man = texts[f"man/pyllvm-{command}.1"].replace("\\-", "-")
    for option in command_named(command).options:
        for text in (man, texts["completions/zsh/_pyllvm"], texts["completions/bash/pyllvm"]):
            assert option.spelled[0] in text
        assert option.help


def test_every_command_is_a_console_script() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    expected = {f"pyllvm-{name}": f"{module}:main" for name, (module, _) in COMMANDS.items()}
    assert scripts == {"pyllvm": "pyllvm.cli:main", **expected}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_read_their_completions(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    for path in sorted((ROOT / "completions" / shell).iterdir()):
        subprocess.run([shell, "-n", str(path)], check=True)


def test_bash_completes() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    script = f"""
        compopt() {{ :; }}
        source {ROOT}/completions/bash/pyllvm-dis
        COMP_LINE='pyllvm dis --show' COMP_WORDS=(pyllvm dis --show) COMP_CWORD=2; COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
        COMP_LINE='pyllvm-dis --color=n' COMP_WORDS=(pyllvm-dis --color = n) COMP_CWORD=3; COMP_POINT=${{#COMP_LINE}}
        _pyllvm; echo "${{COMPREPLY[*]}}"
    """
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "--show-annotations\nnever\n"


def test_man_pages_format_without_warnings() -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    for path in sorted((ROOT / "man").iterdir()):
        result = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", str(path)], capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")


def test_man_pages_are_clean() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    for path in sorted((ROOT / "man").iterdir()):
        result = subprocess.run(["mandoc", "-Tlint", str(path)], capture_output=True, text=True)
        assert (result.returncode, result.stdout) == (0, "")

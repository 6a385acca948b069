"""The pages in docs: their commands have the options that they use, and their Python runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pyllvm.cli.group import command_named

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
PAGES: Final = sorted(DOCS.glob("*.md"))


def blocks(language: str) -> Iterator[tuple[str, str]]:
    """The blocks of a language, with the page that each is in."""
    for page in PAGES:
        for block in re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            yield page.name, block


COMMANDS: Final = [
    (page, line.partition("#")[0].split())
    for page, block in blocks("sh")
    for line in block.splitlines()
    if line.startswith("pyllvm")
]


def test_there_are_pages_with_commands() -> None:
    assert len(COMMANDS) > 3


@pytest.mark.parametrize(("page", "words"), COMMANDS, ids=[" ".join(words) for _, words in COMMANDS])
def test_commands_have_the_options(page: str, words: list[str]) -> None:
    command = command_named(words[0].removeprefix("pyllvm-"))
    known = {spelled for option in command.options for spelled in option.spelled}
    used = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert used <= known


@pytest.mark.parametrize(("page", "source"), list(blocks("python")))
def test_python_runs(page: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(source, page, "exec"), {})


def test_the_man_pages_lead_here() -> None:
    page = (DOCS.parent / "man" / "pyllvm-dis.1").read_text(encoding="utf-8")
    assert ".SH OLDER LLVM VERSIONS\n" in page
    assert "docs/older\\-llvm.md" in page

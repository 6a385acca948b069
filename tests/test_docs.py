"""The pages in docs: their commands have the options that they use, and their Python runs and prints what they show."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pyllvm import IRBuilder
from pyllvm.cli.command import command_named
from rows import each_row

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
SITE: Final = DOCS / "site" / "mkdocs.yml"
PAGES: Final = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
# A block of Python, and the block of text after it, which is what the Python prints.
PYTHON: Final = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)
# The same for Python that needs other packages.
WITH_OTHERS: Final = re.compile(PYTHON.pattern.replace("python", "py", 1), re.DOTALL | re.MULTILINE)
PROGRAMS: Final = {page: list(PYTHON.finditer(text)) for page, text in PAGES.items() if PYTHON.search(text)}


def blocks(language: str) -> Iterator[tuple[str, str]]:
    """The blocks of a language, with the page that each is in."""
    for page, text in PAGES.items():
        for block in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL):
            yield page, block


#: In bytes: a browser shows such a page at once.
LARGEST_PAGE: Final = 220_000
COMMANDS: Final = [
    (page, line.partition("#")[0].partition("|")[0].split())
    for page, block in blocks("sh")
    for line in block.splitlines()
    if line.startswith("pyllvm-")
]


def test_there_are_pages_with_commands() -> None:
    assert len(COMMANDS) > 3


@each_row(("page", "words"), COMMANDS)
def test_commands_have_the_options(page: str, words: list[str]) -> None:
    command = command_named(words[0].removeprefix("pyllvm-"))
    known = {spelled for option in command.options for spelled in option.spelled}
    used = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"}
    assert used <= known


@pytest.mark.parametrize("page", PROGRAMS)
def test_python_prints_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The blocks of a page are one program: each continues those before it."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for block in PROGRAMS[page]:
        line = PAGES[page].count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(DOCS / page), "exec", dont_inherit=True), names)
        printed = capsys.readouterr().out
        if block[2] is not None:
            assert printed == block[2], f"{page}:{line}"


@pytest.mark.parametrize("package", ["llvmlite", "xdsl"])
def test_python_with_other_packages_prints_what_the_page_shows(package: str) -> None:
    """The blocks that need a package which need not be installed; each is a program of its own."""
    pytest.importorskip(package, reason=f"{package} is only needed for this page")
    found = WITH_OTHERS.finditer(PAGES["how-to/run-code.md"])
    programs = [one for one in found if f"from {package}" in one[1] or f"import {package}" in one[1]]
    assert programs
    for program in programs:
        ran = subprocess.run([sys.executable, "-c", program[1]], capture_output=True, text=True, check=False)
        assert (ran.stdout, ran.stderr) == (program[2], "")


def test_every_text_after_python_is_compared() -> None:
    assert sum(block[2] is not None for page in PROGRAMS.values() for block in page) > 30


@pytest.mark.slow
def test_the_python_is_strictly_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is only needed to check types")
    for page, program in PROGRAMS.items():
        name = re.sub(r"\W", "_", page.removesuffix(".md"))
        (tmp_path / f"{name}.py").write_text("".join(block[1] for block in program), encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    words = [sys.executable, "-m", "mypy", *options, str(tmp_path)]
    checked = subprocess.run(words, capture_output=True, text=True, env={"MYPYPATH": str(ROOT / "src"), "PATH": ""})
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("package", ["pyllvm", "pyllvm.ir", "pyllvm.analysis", "pyllvm.corpus"])
def test_the_reference_has_every_public_name(package: str) -> None:
    text = "\n".join(text for page, text in PAGES.items() if page.startswith("reference/"))
    documented = re.findall(rf"^::: ({re.escape(package)}\.\w+)$", text, re.MULTILINE)
    module = importlib.import_module(package)
    public = {
        f"{package}.{name}"
        for name in module.__all__
        if inspect.isclass(getattr(module, name)) or inspect.isroutine(getattr(module, name))
    }
    assert set(documented) == public - {"pyllvm.Module"}, "pyllvm.Module is in the reference of pyllvm.ir"
    assert len(documented) == len(set(documented))


def test_the_reference_has_every_method_of_the_builder() -> None:
    """The methods are on several pages, so that none is too large: on the first as a list, on the others one by one."""
    pages = "\n".join(PAGES[f"reference/pyllvm/{name}.md"] for name in ("building", "arithmetic", "memory", "control-flow"))
    documented = re.findall(r"^::: pyllvm\.IRBuilder\.(\w+)$|^        - (\w+)$", pages, re.MULTILINE)
    public = [name for name in dir(IRBuilder) if not name.startswith("_")]
    assert sorted(one or other for one, other in documented) == sorted([*public, "__init__"])


def test_every_page_is_in_the_navigation() -> None:
    navigation = SITE.read_text(encoding="utf-8").partition("\nnav:\n")[2]
    assert sorted(re.findall(r"- (\S+\.md)$", navigation, re.MULTILINE)) == sorted(PAGES)


@pytest.mark.slow
def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    pytest.importorskip("mkdocstrings", reason="the docs extra is not installed")
    pytest.importorskip("material", reason="the docs extra is not installed")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(SITE), "-d", str(tmp_path / "site")]
    built = subprocess.run(words, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "site" / "reference" / "ir" / "globals.html").read_text(encoding="utf-8")
    assert 'id="pyllvm.ir.Function.append_block"' in reference
    pages = list((tmp_path / "site").rglob("*.html"))
    assert [page.name for page in pages if page.stat().st_size > LARGEST_PAGE] == []
    # It works offline, also the search.
    elsewhere = re.compile(r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="http')
    assert [page.name for page in pages if elsewhere.search(page.read_text(encoding="utf-8"))] == []


def test_the_man_pages_lead_here() -> None:
    page = (DOCS.parent / "man" / "pyllvm-dis.1").read_text(encoding="utf-8")
    assert ".SH OLDER LLVM VERSIONS\n" in page
    assert "docs/older\\-llvm.md" in page

"""The recipes in docs/contributing, applied to a copy of the source: each prints what it quotes.

A block of `diff` names a file, and has the lines around the change as they are now. A block of `console` has commands after `$`,
and under each its output, where `...` means any lines. `cat FILE` shows the text of a file that the recipe adds. Tests that a
recipe runs pass.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
TEXT: Final = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / "contributing").glob("*.md")))
RECIPES: Final = {
    title: blocks
    for title, *rest in (section.split("\n", 1) for section in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:])
    if (blocks := re.findall(r"^ *```(diff|console)\n(.*?)^ *```$", "".join(rest), re.MULTILINE | re.DOTALL))
}
COPIED: Final = ("src", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "docs", "man", "completions")


def apply(block: str, root: Path) -> None:
    """Change the file that a block of `diff` names. A hunk after `@@ NAME` is in the statement that begins with the name."""
    name, *lines = block.splitlines()
    path = root / name if (root / name).exists() else root / "src" / "pyllvm" / name
    text = path.read_text(encoding="utf-8")
    hunks: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        if line.startswith("@@"):
            hunks.append((line[2:].strip(), []))
        else:
            hunks[-1][1].append(line)
    for statement, rows in hunks:
        if rows:
            old, new = ("".join(f"{row[1:]}\n" for row in rows if not row.startswith(sign)) for sign in ("+", "-"))
            start = text.index(f"\n{statement}") if statement else 0
            end = text.index("\n)\n", start) + 3 if statement else len(text)
            assert text.count(old, start, end) == 1, f"{name} has {text.count(old, start, end)} times:\n{old}"
            text = text[:start] + text[start:end].replace(old, new) + text[end:]
    path.write_text(text, encoding="utf-8")


def pattern_of(expected: str) -> str:
    """The expression for an output in which `...` means any lines."""
    return "(?:.*\n)*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE))


def run(block: str, root: Path) -> None:
    """Run the commands of a block of `console`, and compare what they print."""
    environment = dict(os.environ, PYTHONPATH=str(root / "src"), XDG_CACHE_HOME=str(root / "cache"), COLUMNS="80")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYLLVM_PROPERTY_EXAMPLES"] = "10"  # of random modules; the suite itself tries more
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        words = shlex.split(command)
        if words[0] == "cat":
            (root / words[1]).write_text(expected, encoding="utf-8")
            continue
        program = [sys.executable, *words[1:]] if words[0] == "python" else [sys.executable, "-m", *words]
        result = subprocess.run(
            program, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=300
        )
        assert re.fullmatch(pattern_of(expected), result.stdout), f"$ {command}\n{result.stdout}"
        assert words[0] != "pytest" or result.returncode == 0, result.stdout


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all recipes: what Python compiled for one, and the parser's tables, serve the next."""
    return tmp_path_factory.mktemp("recipes")


def copy_again(root: Path) -> None:
    """Copy what a recipe may change, as far as it is not there or was changed, and remove what was added."""
    files = {
        path.relative_to(ROOT)
        for name in COPIED
        for path in (ROOT / name, *(ROOT / name).rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }
    for path in [path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc"]:
        if path.relative_to(root) not in files and root / "cache" not in path.parents:
            path.unlink()
    for file in files:
        source, copy = ROOT / file, root / file
        if not copy.exists() or copy.stat().st_mtime_ns != source.stat().st_mtime_ns:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


@pytest.mark.parametrize("title", RECIPES)
@pytest.mark.slow
def test_recipe(title: str, root: Path) -> None:
    copy_again(root)
    for kind, block in RECIPES[title]:
        block = re.sub(r"^ {3}", "", block, flags=re.MULTILINE) if re.match(r" {3}\S", block) else block
        (apply if kind == "diff" else run)(block, root)


def test_most_recipes_run() -> None:
    kinds = ("attribute", "flag of an instruction", "metadata node", "metadata kind", "opcode", "rule of the verifier")
    for kind in (*kinds, "renamed intrinsic", "option of a command", "option of link"):
        assert [title for title in RECIPES if re.match(rf"Add an? {kind}", title)], kind


def test_what_differs_is_found(tmp_path: Path) -> None:
    (tmp_path / "src" / "pyllvm" / "tables").mkdir(parents=True)
    file = tmp_path / "src" / "pyllvm" / "tables" / "a.py"
    file.write_text("one\ntwo\n", encoding="utf-8")
    apply("tables/a.py\n one\n+between\n two\n", tmp_path)
    assert file.read_text(encoding="utf-8") == "one\nbetween\ntwo\n"
    file.write_text("A = (\n    1,\n)\nB = (\n    2,\n)\n", encoding="utf-8")
    apply("tables/a.py\n@@ B\n+    3,\n )\n", tmp_path)
    assert file.read_text(encoding="utf-8") == "A = (\n    1,\n)\nB = (\n    2,\n    3,\n)\n"
    with pytest.raises(AssertionError, match="0 times"):
        apply("tables/a.py\n three\n+four\n", tmp_path)
    assert re.fullmatch(pattern_of("a\n...\nb.\n"), "a\nx\ny\nb.\n")
    assert re.fullmatch(pattern_of("...\nb\n"), "b\n")
    assert not re.fullmatch(pattern_of("a\n...\nb\n"), "a\nc\n")

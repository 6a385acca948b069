"""The promises of SECURITY.md that the source can show."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pyllvm.assembly.reader.automaton_cache import store
from pyllvm.assembly.reader.automaton_format import read_tables

SOURCE: Final = Path(__file__).resolve().parents[1] / "src" / "pyllvm"
#: Modules that run code or read data that can: each with what it reads, which is never an input.
ALLOWED: Final = {
    ("assembly/reader/automaton_format.py", "marshal"): "the parser's tables, from the package or a file of the user",
    ("assembly/reader/automaton_cache.py", "marshal"): "only writes: the same tables, once they are built",
    ("assembly/printer/parts.py", "marshal"): "the numbers that its own child processes pass on",
    ("processes/jobs.py", "pickle"): "the results of its own child processes",
    ("terminal/pager.py", "subprocess"): "the user's pager",
    ("analysis/graphs.py", "subprocess"): "Graphviz, which draws what it reads from a pipe",
    ("reduction/interesting.py", "subprocess"): "the test that the user names, which gets the module as a file",
    ("editing/pickling.py", "pickle"): "copies of modules; SECURITY.md warns of foreign ones",
}
DANGEROUS_MODULES: Final = {"ctypes", "dill", "marshal", "pickle", "shelve", "socket", "ssl", "subprocess", "http", "yaml"}
DANGEROUS_CALLS: Final = {"eval", "exec", "compile", "__import__"}
DANGEROUS_FUNCTIONS: Final = {"system", "popen", "execv", "execvp", "spawnv"}
# Most files have none of the words, and need not be parsed.
ANY: Final = re.compile(rf"\b(?:{'|'.join(DANGEROUS_MODULES | DANGEROUS_CALLS | DANGEROUS_FUNCTIONS)})\b")


def dangers(tree: ast.AST) -> Iterator[str]:
    """The modules and functions that a source file uses and that can run code or reach the network."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from {alias.name.partition(".")[0] for alias in node.names} & DANGEROUS_MODULES
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from {node.module.partition(".")[0]} & DANGEROUS_MODULES
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from {node.func.id} & DANGEROUS_CALLS
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
            yield from {node.attr} & DANGEROUS_FUNCTIONS


def test_nothing_runs_data() -> None:
    found = {
        (file.relative_to(SOURCE).as_posix(), danger)
        for file in SOURCE.rglob("*.py")
        if ANY.search(text := file.read_text(encoding="utf-8"))
        for danger in dangers(ast.parse(text))
    }
    assert found == set(ALLOWED)


def test_each_promise_names_tests_that_are_there() -> None:
    root = SOURCE.parents[1]
    promises = (root / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)`", promises)
    assert len(named) > 8
    assert [name for name in named if not (root / name).exists()] == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_tables_that_everyone_may_write_are_not_read(tmp_path: Path) -> None:
    path = str(tmp_path / "tables")
    store(path, ("key", {}, [], 0, 0, *[b""] * 6, [], b""))
    os.chmod(path, 0o644)
    assert read_tables(path) is not None
    os.chmod(path, 0o666)
    assert read_tables(path) is None

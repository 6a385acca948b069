"""The start of a command: for a small file it is nearly all of the time, so that its imports are held here."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hatch_build import hot_modules

import pyllvm
from pyllvm.cli.tool import is_compiled

pytestmark = pytest.mark.once

SOURCE: Final = Path(pyllvm.__file__).parents[1]
COMPILED: Final = frozenset(hot_modules(SOURCE))
TEXT: Final = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"

# For each command the words after its name, and the lines of the modules of pyllvm that it imports for a function of two
# instructions: a measure of the time that the imports take, which does not change when a module is divided.
# A tenth more is allowed. A higher number here is a slower start for everybody: 2,000 lines are a millisecond or less.
COMMANDS: Final[dict[str, tuple[list[str], int]]] = {
    "as": (["-o", "-", "{text}"], 46_900),
    "bcanalyzer": (["-dump", "{bitcode}"], 7_200),
    "diff": (["{bitcode}", "{bitcode}"], 28_000),
    "dis": (["-o", "-", "{bitcode}"], 31_700),
    "extract": (["--func=f", "-o", "-", "{bitcode}"], 37_800),
    "link": (["-o", "-", "{bitcode}"], 49_800),
    "nm": (["{bitcode}"], 9_300),
    "stat": (["{bitcode}"], 7_400),
    "strip": (["-o", "-", "{bitcode}"], 42_900),
    "verify": (["{bitcode}"], 35_400),
}
SLACK: Final = 1.1
RUN: Final = """
import sys
before = set(sys.modules)
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
status = tool.invoke(command_named(sys.argv[1]), sys.argv[2:])
print(status, *sorted(set(sys.modules) - before), file=sys.stderr)
"""
# These take longer to import than most modules of pyllvm together. The names of the first ones are for annotations as well.
NOTATION: Final = ("typing", "collections.abc")
SLOW: Final = (
    *NOTATION, "collections", "contextlib", "dataclasses", "enum", "functools", "hashlib", "inspect", "json", "pathlib", "re",
    "struct",
)  # fmt: skip
# What mypyc itself understands, so that compiled code does not read it.
UNDERSTOOD: Final = frozenset(("TYPE_CHECKING", "cast", "final"))
# These build the parser's tables, in a checkout only.
IN_A_CHECKOUT: Final = ("pyllvm.assembly.reader.automaton_cache", "pyllvm.assembly.reader.words")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("start")
    (folder / "f.ll").write_text(TEXT)
    (folder / "f.bc").write_bytes(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT)))
    return {"text": folder / "f.ll", "bitcode": folder / "f.bc"}


def loaded(name: str, files: dict[str, Path]) -> list[str]:
    """The modules that the process of a command imports."""
    words = [word.format(**files) for word in COMMANDS[name][0]]
    # Settings of the one who runs the tests, such as the size of a part, need other modules.
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYLLVM_")}
    run = subprocess.run([sys.executable, "-c", RUN, name, *words], env=plain, capture_output=True, text=True, errors="replace")
    status, *modules = run.stderr.splitlines()[-1].split()
    assert status == "0", run.stderr
    return modules


@cache
def slow_imports(file: Path) -> list[str]:
    """The modules of `SLOW` that a module imports when it is imported itself.

    The build leaves out the import of names that only annotations of compiled modules read (`compiling/start.py`).
    """
    is_hot = file.relative_to(SOURCE).as_posix() in COMPILED
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found: list[str] = []
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            found += [one.name for one in statement.names if one.name in SLOW]
        elif isinstance(statement, ast.ImportFrom) and statement.module in SLOW:
            names = {one.asname or one.name for one in statement.names}
            if not is_hot or statement.module not in NOTATION:
                found.append(f"{statement.module}: {', '.join(sorted(names))}")
            else:
                found += [f"{statement.module}: {name}" for name in sorted(names & read_names(tree))]
    return found


def read_names(tree: ast.Module) -> set[str]:
    """The names that code reads outside of annotations."""
    annotations = [
        part
        for node in ast.walk(tree)
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if isinstance(part, ast.expr)
    ]
    left_out = {id(inner) for one in annotations for inner in ast.walk(one)}
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in left_out)
    return set(names) - UNDERSTOOD


def file_of(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("name", COMMANDS)
def test_little_is_imported_for_a_small_file(name: str, files: dict[str, Path]) -> None:
    all_modules = loaded(name, files)
    assert not is_compiled() or not set(SLOW) & set(all_modules)
    modules = [module for module in all_modules if module.partition(".")[0] == "pyllvm"]
    lines = sum(file_of(module).read_text(encoding="utf-8").count("\n") for module in modules)
    assert lines <= COMMANDS[name][1] * SLACK, f"{lines} lines in {len(modules)} modules: {modules}"
    found = {}
    for module in set(modules) - set(IN_A_CHECKOUT):
        file = file_of(module)
        slow = slow_imports(file)
        if slow:
            found[module] = slow
    assert not found

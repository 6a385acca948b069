"""Code that mypyc compiles to something else.

It computes the bounds of a slice twice, unless it knows that a list, a tuple, a text or bytes is sliced. Where two handlers of a
function give a name to their exceptions, the name has the type of the first for both, and the second raises TypeError.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest
from hatch_build import hot_modules

pytestmark = pytest.mark.once

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
# Functions and methods that only look at something.
HARMLESS: Final = ("abs", "end", "find", "index", "int", "len", "max", "min", "partition", "rfind", "start")


def calls_in_bounds(code: str) -> list[int]:
    """The lines of calls in the bounds of slices that may have an effect."""
    return [
        part.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Slice)
        for bound in (node.lower, node.upper, node.step)
        if bound is not None
        for part in ast.walk(bound)
        if isinstance(part, ast.NamedExpr) or (isinstance(part, ast.Call) and _name(part.func) not in HARMLESS)
    ]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


@pytest.mark.parametrize(
    ("code", "lines"),
    [("view[os.write(1, view) :]", [1]), ("\na[: (b := 2)]", [2]), ("a[a.find(b) : len(a)]", []), ("a[b()]", []), ("a[b:c]", [])],
)
def test_which_bounds_may_have_an_effect(code: str, lines: list[int]) -> None:
    assert calls_in_bounds(code) == lines


def test_compiled_modules_have_no_calls_in_bounds() -> None:
    found = {path: calls_in_bounds((SOURCE / path).read_text(encoding="utf-8")) for path in hot_modules(SOURCE)}
    # What such a call does would be done twice.
    assert {path: lines for path, lines in found.items() if lines} == {}


def shared_names(code: str) -> list[int]:
    """The lines of handlers that name their exception as a handler of other exceptions in the same function does."""
    found: list[int] = []
    for function in ast.walk(ast.parse(code)):
        if isinstance(function, ast.FunctionDef):
            kinds: dict[str, str] = {}
            for handler in ast.walk(function):
                if isinstance(handler, ast.ExceptHandler) and handler.name and handler.type is not None:
                    kind = ast.unparse(handler.type)
                    if kinds.setdefault(handler.name, kind) != kind:
                        found.append(handler.lineno)
    return found


@pytest.mark.parametrize(("second", "lines"), [("B as e", [6]), ("A as e", []), ("B as f", []), ("B", [])])
def test_which_handlers_share_a_name(second: str, lines: list[int]) -> None:
    assert shared_names(f"def f():\n  try:\n    g()\n  except A as e:\n    h(e)\n  except {second}:\n    h()") == lines


def test_compiled_modules_have_no_shared_names() -> None:
    found = {path: shared_names((SOURCE / path).read_text(encoding="utf-8")) for path in hot_modules(SOURCE)}
    assert {path: lines for path, lines in found.items() if lines} == {}

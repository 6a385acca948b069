"""Code that mypyc compiles to something else.

It computes the bounds of a slice twice, unless it knows that a list, a tuple, a text or bytes is sliced. Where two handlers of a
function give a name to their exceptions, the name has the type of the first for both, and the second raises TypeError. It takes
starred expressions in displays and calls, but ends with an internal error where a tuple or a list on the right of `in` has one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hatch_build import hot_modules

from rows import each_row

pytestmark = pytest.mark.once

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
# Functions and methods that only look at something.
HARMLESS: Final = ("abs", "end", "find", "index", "int", "len", "max", "min", "partition", "rfind", "start")


def calls_in_bounds(tree: ast.Module) -> list[int]:
    """The lines of calls in the bounds of slices that may have an effect, which such a call would have twice."""
    return [
        part.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Slice)
        for bound in (node.lower, node.upper, node.step)
        if bound is not None
        for part in ast.walk(bound)
        if isinstance(part, ast.NamedExpr) or (isinstance(part, ast.Call) and _name(part.func) not in HARMLESS)
    ]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def shared_names(tree: ast.Module) -> list[int]:
    """The lines of handlers that name their exception as a handler of other exceptions in the same function does."""
    found: list[int] = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            kinds: dict[str, str] = {}
            for handler in ast.walk(function):
                if isinstance(handler, ast.ExceptHandler) and handler.name and handler.type is not None:
                    kind = ast.unparse(handler.type)
                    if kinds.setdefault(handler.name, kind) != kind:
                        found.append(handler.lineno)
    return found


def starred_members(tree: ast.Module) -> list[int]:
    """The lines of membership tests in a display with a starred expression; test each display by itself."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for operator, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, (ast.Tuple, ast.List))
        if any(isinstance(element, ast.Starred) for element in right.elts)
    ]


HANDLERS: Final = "def f():\n  try:\n    g()\n  except A as e:\n    h(e)\n  except {}:\n    h()"
CASES: Final = [
    *[(calls_in_bounds, code, [1]) for code in ("view[os.write(1, view) :]", "a[: (b := 2)]")],
    *[(calls_in_bounds, code, []) for code in ("a[a.find(b) : len(a)]", "a[b()]", "a[b:c]")],
    *[(shared_names, HANDLERS.format(second), []) for second in ("A as e", "B as f", "B")],
    (shared_names, HANDLERS.format("B as e"), [6]),
    *[(starred_members, code, [1]) for code in ("a in (*b, *c)", "a not in [1, *b]")],
    *[(starred_members, code, []) for code in ("a in (b, c)", "a in {*b}", "for a in (*b, *c): c")],
]


@each_row(("find", "code", "lines"), CASES)
def test_what_is_found(find: Callable[[ast.Module], list[int]], code: str, lines: list[int]) -> None:
    assert find(ast.parse(code)) == lines


def test_compiled_modules_have_none() -> None:
    found = []
    for path in hot_modules(SOURCE):
        tree = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
        found += [
            (path, find.__name__, lines) for find in (calls_in_bounds, shared_names, starred_members) if (lines := find(tree))
        ]
    assert found == []

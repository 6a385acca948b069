"""A copy of the source in which every mutant of a room is there at once: one is on, by number, and all are off without a number.

A mutant is a comparison with the opposite operator, or a statement that is left out. ``a < b`` becomes
``a >= b if mutant(3) else a < b``, and a call or an assignment of an attribute or item ``s`` becomes ``if not mutant(4): s``.
"""

from __future__ import annotations

import ast
import random
import shutil
from pathlib import Path
from typing import Final, NamedTuple

_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

# Stands in the copy as a module of its own. The number is read once: the processes that tests start inherit it.
_SWITCH: Final = '''"""Which mutant is on, and which were reached."""
import os

ON = int(os.environ.get("MUTANT", "-1"))
_REACHED = os.environ.get("MUTANTS_REACHED")
_known = set()


def mutant(number):
    if _REACHED and number not in _known:
        _known.add(number)
        with open(_REACHED, "a") as file:
            file.write(f"{number}\\n")
    return number == ON
'''


class Mutant(NamedTuple):
    """One change to the source of a room."""

    number: int
    path: Path  # from the folder of the package
    line: int
    text: str  # what stands there without the change
    is_comparison: bool


class _Places(ast.NodeVisitor):
    """The comparisons and the statements inside functions that can be changed."""

    def __init__(self) -> None:
        self.comparisons: list[ast.Compare] = []
        self.statements: list[ast.stmt] = []
        self._depth = 0

    def _enter(self, node: ast.AST) -> None:
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _enter

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave an assertion as it is: it says what cannot happen."""

    def visit_Compare(self, node: ast.Compare) -> None:
        if self._depth and len(node.ops) == 1:
            self.comparisons.append(node)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if self._depth and isinstance(node.value, ast.Call):
            self.statements.append(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self._depth and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self.statements.append(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if self._depth:
            self.statements.append(node)
        self.generic_visit(node)


class _Rewriter(ast.NodeTransformer):
    """Puts the switch of each chosen mutant into a tree."""

    def __init__(self, numbers: dict[ast.AST, int]) -> None:
        self._numbers = numbers

    def visit(self, node: ast.AST) -> ast.AST:
        number = self._numbers.get(node)
        changed: ast.AST = self.generic_visit(node)
        if number is None:
            return changed
        switch = ast.Call(ast.Name("mutant", ast.Load()), [ast.Constant(number)], [])
        if isinstance(changed, ast.Compare):
            opposite = ast.Compare(changed.left, [_OPPOSITE[type(changed.ops[0])]()], changed.comparators)
            return ast.IfExp(switch, opposite, changed)
        assert isinstance(changed, ast.stmt)
        return ast.If(ast.UnaryOp(ast.Not(), switch), [changed], [])


def _import_switch(tree: ast.Module) -> None:
    """Import the switch behind the docstring and the imports of ``__future__``."""
    after = [
        index
        for index, node in enumerate(tree.body)
        if (index == 0 and ast.get_docstring(tree) is not None)
        or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
    ]
    tree.body.insert(after[-1] + 1 if after else 0, ast.ImportFrom("pyllvm._mutants", [ast.alias("mutant")], 0))


def mutated_copy(source: Path, into: Path, room: str, comparisons: int, statements: int, seed: int) -> list[Mutant]:
    """Copy the package from ``source`` to ``into`` with mutants of a room, which are chosen by the seed and returned."""
    shutil.copytree(source / "pyllvm", into / "pyllvm", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (into / "pyllvm/_mutants.py").write_text(_SWITCH)
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted((into / "pyllvm" / room).rglob("*.py"))}
    all_comparisons: list[tuple[Path, ast.AST]] = []
    all_statements: list[tuple[Path, ast.AST]] = []
    for path, tree in trees.items():
        places = _Places()
        places.visit(tree)
        all_comparisons += [(path, node) for node in places.comparisons]
        all_statements += [(path, node) for node in places.statements]
    pick = random.Random(seed)
    chosen = pick.sample(all_comparisons, min(comparisons, len(all_comparisons)))
    flipped = len(chosen)
    chosen += pick.sample(all_statements, min(statements, len(all_statements)))
    mutants = [
        Mutant(number, path.relative_to(into / "pyllvm"), node.lineno, ast.unparse(node).splitlines()[0], number < flipped)
        for number, (path, node) in enumerate(chosen)
    ]
    numbers = {node: number for number, (_, node) in enumerate(chosen)}
    for path in {path for path, _ in chosen}:
        tree = trees[path]
        _Rewriter(numbers).visit(tree)
        _import_switch(tree)
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    return mutants

"""A table holds what other modules read: a name that only its table has is a fact that stands somewhere else as well."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import pyllvm
from rows import each_row

pytestmark = pytest.mark.once

SOURCE = Path(pyllvm.__file__).parent
TABLES = sorted(path for path in (SOURCE / "tables").glob("*.py") if path.name != "__init__.py")
# The most constants of files of their own that name a version.
MOST_VERSIONS_OUTSIDE = 40
VERSION = re.compile(r"^_?[A-Z0-9_]*(SINCE|UNTIL)(: [^=]+)? = ", re.MULTILINE)


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a table defines: constants, classes, functions."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    return [target.id for target in node.targets if isinstance(target, ast.Name)] if isinstance(node, ast.Assign) else []


@pytest.fixture(scope="module")
def imported() -> Counter[tuple[str, str]]:
    """How often each (table, name) is imported or asked of an imported table, by modules of the source but the table itself."""
    found: Counter[tuple[str, str]] = Counter()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "pyllvm.tables" not in text:
            continue
        tree = ast.parse(text)
        tables: dict[str, str] = {}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            for alias in node.names:
                if node.module == "pyllvm.tables":
                    tables[alias.asname or alias.name] = alias.name
                elif node.module.startswith("pyllvm.tables."):
                    found[node.module.rpartition(".")[2], alias.name] += 1
        for node in ast.walk(tree) if tables else ():
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in tables:
                found[tables[node.value.id], node.attr] += 1
    return found


def referred_to(path: Path) -> dict[str, set[str]]:
    """For each name that a table defines, the names that its definition mentions; one that looks into globals() mentions all."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        mentioned = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        for name in defined(node):
            found.setdefault(name, set()).update(mentioned)
    for mentioned in found.values():
        if "globals" in mentioned:
            mentioned.update(found)
    return found


@each_row("path", TABLES, ids=lambda path: path.stem)
def test_every_public_name_of_a_table_is_read(path: Path, imported: Counter[tuple[str, str]]) -> None:
    """By another module, or on the way to a name that another module reads, as a row that a list has."""
    definitions = referred_to(path)
    pending = [name for name in definitions if imported[path.stem, name]]
    read = set(pending)
    while pending:
        for name in definitions.get(pending.pop(), set()) - read:
            read.add(name)
            pending.append(name)
    assert not [name for name in definitions if not name.startswith("_") and name not in read]


def test_versions_stand_in_tables() -> None:
    """A constant for a version that no table has belongs to one file alone; these are few."""
    outside = [
        f"{path.relative_to(SOURCE)}: {match.group(0)}"
        for path in SOURCE.rglob("*.py")
        if path.parent.name != "tables"
        for match in VERSION.finditer(path.read_text(encoding="utf-8"))
    ]
    assert len(outside) < MOST_VERSIONS_OUTSIDE, outside

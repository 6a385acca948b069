"""The facts that the build takes from the Python source of the modules: their docstrings and the names of their functions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from compiling.docstrings import docstrings
from compiling.hot import functions_of


class SourceFacts(NamedTuple):
    """The facts that the C code of a module gets from its source."""

    docstrings: dict[str, str]
    functions: frozenset[str]


def read_sources(files: Sequence[str]) -> dict[str, SourceFacts]:
    """The facts of modules by their full names, from files whose paths are relative to the folder of the package."""
    return {module_name(file): _facts(ast.parse(Path(file).read_text(encoding="utf-8"))) for file in files}


def module_name(file: str) -> str:
    """The full name of the module in a file."""
    return file.removesuffix(".py").replace("/", ".")


def _facts(tree: ast.Module) -> SourceFacts:
    return SourceFacts(docstrings(tree), frozenset(functions_of(tree)))

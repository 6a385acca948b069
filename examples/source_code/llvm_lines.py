"""Which generic functions make a program big, as `cargo llvm-lines` counts: the instances of a template or generic together.

python -m examples.source_code.llvm_lines program.bc
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import NamedTuple

import pyllvm
from pyllvm.ir import Function, Module

# The innermost arguments of templates; an arrow or `operator<` is not a bracket.
ARGUMENTS = re.compile(r"(?<!operator)<(?:[^<>]|->)*(?<!-)>")


class Row(NamedTuple):
    """A generic function: its lines in LLVM's text, and how often it is there."""

    name: str
    lines: int
    copies: int


def generic_name(function: Function) -> str:
    """Return the source name without template arguments, or the symbol where there is no debug information."""
    subprogram = function.subprogram
    if subprogram is None:
        return function.name
    name = subprogram.qualified_name
    while (shorter := ARGUMENTS.sub("", name)) != name:
        name = shorter
    return name


def lines_in(function: Function) -> int:
    """The lines of a function's body as text: its instructions, and the labels of its blocks but the first."""
    return sum(len(block.instructions) + 1 for block in function.blocks) - 1


def rows(modules: Iterable[Module]) -> list[Row]:
    """The sums of all functions in modules, the largest first."""
    lines: dict[str, int] = {}
    copies: dict[str, int] = {}
    for module in modules:
        for function in module.functions:
            if not function.is_declaration:
                name = generic_name(function)
                lines[name] = lines.get(name, 0) + lines_in(function)
                copies[name] = copies.get(name, 0) + 1
    return sorted((Row(name, lines[name], copies[name]) for name in lines), key=lambda row: (-row.lines, row.name))


def main(*paths: str) -> None:
    """Print the table of files of text or bitcode, and of archives."""
    found = rows(module for path in paths for module in pyllvm.read_all(path))
    total = sum(row.lines for row in found) or 1
    print(f"{'Lines':>14} {'Copies':>7}  Function name")
    print(f"{total:>14} {sum(row.copies for row in found):>7}  (TOTAL)")
    for row in found:
        print(f"{row.lines:>6} ({100 * row.lines / total:4.1f}%) {row.copies:>7}  {row.name}")


if __name__ == "__main__":
    main(*sys.argv[1:])

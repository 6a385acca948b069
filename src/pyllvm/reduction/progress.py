"""How far a reduction is: sizes of modules, and what each pass brought."""

from __future__ import annotations

from typing import NamedTuple, final

from pyllvm.ir.module import Module


class Size(NamedTuple):
    """The size of a module."""

    functions: int
    """Functions with bodies."""
    blocks: int
    instructions: int
    symbols: int
    size: int
    """Bytes in the form that the test gets."""


def size_of(module: Module, data: bytes) -> Size:
    """The size of a module, which is `data` for the test."""
    functions = [function for function in module.functions if function.blocks]
    blocks = [block for function in functions for block in function.blocks]
    return Size(len(functions), len(blocks), sum([len(block.instructions) for block in blocks]), len(module.symbols), len(data))


@final
class PassRow:
    """The work of one pass in all rounds."""

    __slots__ = ("accepted", "instructions", "invalid", "name", "remembered", "seconds", "size", "tries")

    def __init__(self, name: str) -> None:
        self.name = name
        self.tries = 0
        """How often the test ran."""
        self.accepted = 0
        self.invalid = 0
        """Candidates that were not valid, so that no test ran."""
        self.remembered = 0
        """Candidates whose verdict was known."""
        self.instructions = 0
        """How many instructions went."""
        self.size = 0
        """How many bytes went."""
        self.seconds = 0.0


@final
class Progress:
    """The state of a reduction, for those who show it."""

    def __init__(self, size: Size) -> None:
        self.before = size
        self.size = size
        self.round = 1
        self.rows: dict[str, PassRow] = {}
        self.current = ""
        """The name of the pass that runs."""
        self.left = 0
        """How many of its targets are still to be tried."""

    @property
    def tries(self) -> int:
        """How often the test ran."""
        return sum([row.tries for row in self.rows.values()])

    def row(self, name: str) -> PassRow:
        """The row of a pass."""
        found = self.rows.get(name)
        if found is None:
            found = self.rows[name] = PassRow(name)
        return found

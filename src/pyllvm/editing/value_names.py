"""New names in a function, as LLVM creates them: a taken name gets a number from one counter for the whole function."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import Function


@final
class ValueNames:
    """The names of one function's arguments, blocks and instructions, collected when the object is created."""

    def __init__(self, function: Function | None = None) -> None:
        self._taken: set[str] = set()
        self._counter = 0
        if function is not None:
            self._taken.update([argument.name for argument in function.arguments])
            for block in function.blocks:
                self._taken.add(block.name)
                self._taken.update([instruction.name for instruction in block.instructions])

    def unique(self, name: str) -> str:
        """The name, with a number appended if it is taken (ValueSymbolTable::makeUniqueName)."""
        unique = name
        while unique in self._taken:
            self._counter += 1
            unique = f"{name}{self._counter}"
        self._taken.add(unique)
        return unique

    def release(self, name: str) -> None:
        """Make a name available again."""
        self._taken.discard(name)

"""The names of a function's arguments, blocks and instructions, kept up to date while the function is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from pyllvm.ir.value import Value

if TYPE_CHECKING:
    from pyllvm.ir.function import Function


@final
class ValueSymbolTable:
    """The local values of one function by name, without the sigil; made when an edit first needs it."""

    def __init__(self, function: Function) -> None:
        self._values: dict[str, Value] = {}
        self._last_number = 0  # the last number appended to make a name unique
        for argument in function.arguments:
            if argument.name:
                self._values[argument.name] = argument
        for block in function.blocks:
            if block.name:
                self._values[block.name] = block
            for instruction in block.instructions:
                if instruction.name:
                    self._values[instruction.name] = instruction

    def get(self, name: str) -> Value | None:
        """The value with this name, or None."""
        return self._values.get(name)

    def unique_name(self, name: str) -> str:
        """The name, with a number appended if another value has it (ValueSymbolTable::makeUniqueName)."""
        unique = name
        while unique in self._values:
            self._last_number += 1
            unique = f"{name}{self._last_number}"
        return unique

    def enter(self, value: Value, name: str) -> str:
        """Enter a value under a name that is made unique, and return that name."""
        if not name:
            return name
        if self._values.get(name) is value:
            return name
        unique = self.unique_name(name)
        self._values[unique] = value
        return unique

    def leave(self, value: Value) -> None:
        """Remove a value, and free its name."""
        if self._values.get(value.name) is value:
            del self._values[value.name]

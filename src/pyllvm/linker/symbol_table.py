"""The names of the result's global values, as LLVM's symbol table gives them out."""

from __future__ import annotations

from typing import final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import forget_missing_operands
from pyllvm.linker.block_addresses import forget_blocks


@final
class SymbolTable:
    """Adds and renames the global values of one module (LLVM's ValueSymbolTable)."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def named(self, name: str) -> GlobalValue | None:
        """The global value of that name, or None."""
        return self.module.symbols.get(name)

    def add(self, value: GlobalValue, name: str) -> None:
        """Put a new global value at the end of its list, under that name or one made from it."""
        value.name = ""
        self.module.add(value)
        self.rename(value, name)

    def insert_before(self, value: GlobalVariable, other: GlobalValue | None, name: str) -> None:
        """Put a new variable before another one, or at the end."""
        self.add(value, name)
        if isinstance(other, GlobalVariable):
            variables = self.module.global_variables
            variables.pop()
            variables.insert(variables.index(other), value)

    def rename(self, value: GlobalValue, name: str) -> None:
        """Give a global value a name; where another has it, one with a number behind it."""
        if value.name != name:
            value.name = self.module.unique_name(name)

    def take_name(self, value: GlobalValue, other: GlobalValue) -> None:
        """Give `value` the name of `other`, which has none then."""
        name = other.name
        self.rename(other, "")
        self.rename(value, name)

    def force_name(self, value: GlobalValue, name: str) -> None:
        """Give `value` that name even where another has it, which then is renamed; a local value keeps the one it has."""
        if value.has_local_linkage or value.name == name:
            return
        other = self.named(name)
        if other is None:
            self.rename(value, name)
            return
        self.take_name(value, other)
        self.rename(other, name)

    def erase(self, value: GlobalValue) -> None:
        """Take a global value out of the module."""
        module = self.module
        if isinstance(value, Function):
            forget_blocks(value)
            forget_missing_operands(value, module.llvm_version)
        value.drop_operands()
        module.remove(value)
        value.name = ""

"""The names of the result's global values, as LLVM's symbol table gives them out."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import forget_missing_operands
from pyllvm.linker.block_addresses import forget_blocks

# What a number is put behind to make a name unique; NVPTX's assembler takes no dot.
_SEPARATOR: Final = "."


@final
class SymbolTable:
    """Adds and renames the global values of one module (LLVM's ValueSymbolTable)."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._last_number = 0

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
        symbols = self.module.symbols
        if value.name:
            if value.name == name:
                return
            del symbols[value.name]
        unique = name
        separator = "" if self.module.target_triple.startswith("nvptx") else _SEPARATOR
        while unique and unique in symbols:
            self._last_number += 1
            unique = f"{name}{separator}{self._last_number}"
        value.name = unique
        if unique:
            symbols[unique] = value

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
        self.rename(value, "")
        value.parent = None
        if isinstance(value, Function):
            forget_blocks(value)
            forget_missing_operands(value, module.llvm_version)
        value.drop_operands()
        if isinstance(value, Function):
            module.functions.remove(value)
        elif isinstance(value, GlobalVariable):
            module.global_variables.remove(value)
        elif isinstance(value, GlobalAlias):
            module.aliases.remove(value)
        elif isinstance(value, GlobalIFunc):
            module.ifuncs.remove(value)

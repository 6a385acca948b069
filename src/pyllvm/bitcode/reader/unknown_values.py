"""Types and constants whose records are not known: whatever has one of them cannot be used."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import BitcodeLocation
from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import AllocaInst, CallBase, GetElementPtrInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value


@final
class UnknownValues:
    """The placeholders for the unknown types and constants of one module."""

    def __init__(self) -> None:
        self._types: Final[dict[Type, str]] = {}
        self._constants: Final[dict[Value, str]] = {}
        self.places: Final[dict[str, BitcodeLocation]] = {}
        """Where the first of each kind of unknown thing is."""
        # The results for types and constants that were looked at.
        self._known: Final[dict[object, str]] = {}

    @property
    def are_there(self) -> bool:
        """Whether something is unknown."""
        return len(self._types) + len(self._constants) > 0

    def type(self, context: Context, cursor: BitstreamCursor) -> Type:
        """The placeholder for the type of a record; nothing can be read with it except what names it."""
        name = f"unknown type record {cursor.code}"
        self.places.setdefault(name, cursor.location(cursor.code))
        made = context.target(f"{name}, number {len(self._types)}", [], [])
        self._types[made] = name
        return made

    def constant(self, type: Type, cursor: BitstreamCursor, what: str) -> Constant:
        """The placeholder for a constant; no constant with it is folded."""
        self.places.setdefault(what, cursor.location(cursor.code))
        made = ConstantExpr(type, "unknown", [])
        self._constants[made] = what
        return made

    def of_body(self, function: Function) -> str:
        """The unknown thing that a body has; empty if there is none."""
        for block in function.blocks:
            for instruction in block.instructions:
                found = self.of_type(instruction.type)
                if not found and isinstance(instruction, AllocaInst):
                    found = self.of_type(instruction.allocated_type)
                elif not found and isinstance(instruction, GetElementPtrInst):
                    found = self.of_type(instruction.source_element_type)
                elif not found and isinstance(instruction, CallBase):
                    found = self.of_type(instruction.function_type)
                for operand in instruction.operands:
                    found = found or self.of_value(operand)
                if found:
                    return found
        return ""

    def of_symbol(self, symbol: GlobalValue) -> str:
        """The unknown thing that a symbol, without its body, has; empty if there is none."""
        found = self.of_type(symbol.value_type)
        for operand in symbol.operands:
            found = found or self.of_value(operand)
        return found

    def of_module(self, module: Module) -> list[tuple[GlobalValue, str]]:
        """The symbols that have an unknown thing, with the thing."""
        found = [(symbol, self.of_symbol(symbol)) for symbol in module.global_values]
        return [(symbol, what) for symbol, what in found if what]

    def of_value(self, value: Value) -> str:
        """The unknown thing that an operand has."""
        if not isinstance(value, Constant) or isinstance(value, GlobalValue):
            return self.of_type(value.type)
        found = self._known.get(value)
        if found is None:
            # A constant cannot contain itself, except through symbols.
            found = self._constants.get(value, "") or self.of_type(value.type)
            if not found and isinstance(value, ConstantExpr) and value.source_element_type is not None:
                found = self.of_type(value.source_element_type)
            for operand in value.operands:
                found = found or self.of_value(operand)
            self._known[value] = found
        return found

    def of_type(self, type: Type) -> str:
        """The unknown thing that a type has."""
        found = self._known.get(type)
        if found is None:
            found = self._types.get(type, "")
            # A struct may contain itself.
            self._known[type] = found
            for part in type.contained_types:
                found = found or self.of_type(part)
            self._known[type] = found
        return found

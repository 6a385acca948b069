"""The optional operands of a function as LLVM keeps them: personality, prefix data and prologue data, all three or none."""

from __future__ import annotations

from pyllvm.ir.constants import NULL, SimpleConstant
from pyllvm.ir.function import Function
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE


def missing_operand(context: Context, version: int) -> SimpleConstant:
    """The null pointer that LLVM stores for a missing one of the three operands."""
    pointer = context.pointer() if version >= OPAQUE_POINTERS_SINCE else context.pointer_to(context.integer(1))
    return SimpleConstant.get(pointer, NULL)


def optional_operands(function: Function, version: int) -> list[Value]:
    """Personality, prefix data and prologue data with null pointers for missing ones; empty if the function has none of them."""
    if not function.operands and not function.has_operand_places:
        return []
    missing = missing_operand(function.type.context, version)
    return [
        missing if operand is None else operand
        for operand in (function.personality, function.prefix_data, function.prologue_data)
    ]


def use_missing_operands(function: Function, version: int) -> None:
    """Record the function's uses of the null pointers for missing operands, if it has any of the three."""
    if function.operands or function.has_operand_places:
        missing = missing_operand(function.type.context, version)
        for slot, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
            if operand is None:
                missing.add_use(function, slot)


def forget_missing_operands(function: Function, version: int) -> None:
    """Undo `use_missing_operands`."""
    if function.operands or function.has_operand_places:
        missing = missing_operand(function.type.context, version)
        for slot, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
            if operand is None:
                missing.remove_use(function, slot)

"""The optional operands of a function as LLVM keeps them: personality, prefix data and prologue data, all three or none."""

from __future__ import annotations

from pyllvm.ir.function import Function, Instruction, missing_operand
from pyllvm.ir.value import Use, Value


def optional_operands(function: Function) -> list[Value]:
    """Personality, prefix data and prologue data with null pointers for missing ones; empty if the function has none of them."""
    if not function.operands and not function.has_operand_places:
        return []
    missing = missing_operand(function.type)
    return [
        missing if operand is None else operand
        for operand in (function.personality, function.prefix_data, function.prologue_data)
    ]


def uses_with_missing_operands(missing: Value, uses: list[Use], functions: list[Function]) -> list[Use]:
    """The uses of the null pointer `missing`, with those by functions that lack some of their optional operands.

    Such a function uses it from its header on, before everything in its body; text says also after which initializers. In
    linked modules the list already contains these uses, and so it does where text determines its order.
    """
    by_functions = sum([1 for use in uses if isinstance(use.user, Function)])
    written = sum([1 for function in functions for operand in function.operands if operand is missing])
    if by_functions > written:
        return uses
    if written:
        uses = [use for use in uses if not isinstance(use.user, Function)]
    numbers: dict[Function, int] = {}
    for number, function in enumerate(functions):
        numbers[function] = number
    merged: list[Use] = []
    next_use = 0
    for number, function in enumerate(functions):
        if not function.operands and not function.has_operand_places:
            continue
        while next_use < len(uses):
            if next_use == function._null_uses_before:
                break
            user = uses[next_use].user
            if isinstance(user, Instruction) and user.function in numbers and numbers[user.function] >= number:
                break
            merged.append(uses[next_use])
            next_use += 1
        for index, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
            if operand is None or operand is missing:
                merged.append(Use(function, index))
    merged.extend(uses[next_use:])
    return merged

"""The optional operands of a function as LLVM keeps them: personality, prefix data and prologue data, all three or none."""

from __future__ import annotations

from pyllvm.ir.function import MISSING_OPERANDS, Function, Instruction, missing_operand
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
    of_text = [function for function in functions if function._null_uses_before >= 0]
    written = sum([1 for function in of_text for operand in function.operands if operand is missing])
    if by_functions > written:
        return uses
    numbers: dict[Function, int] = {}
    for number, function in enumerate(functions):
        numbers[function] = number
    merged: list[Use] = []
    next_use = 0
    for number, function in enumerate(functions):
        if not function.operands and not function.has_operand_places:
            continue
        while next_use < len(uses) and next_use != function._null_uses_before:
            user = uses[next_use].user
            if isinstance(user, Instruction) and user.function in numbers and numbers[user.function] >= number:
                break
            if not isinstance(user, Function):
                merged.append(uses[next_use])
            next_use += 1
        written_before = 0
        for slot, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
            if operand is None:
                merged.append(Use(function, MISSING_OPERANDS + slot))
                continue
            if operand is missing:
                merged.append(Use(function, written_before))
            written_before += 1
    merged.extend([use for use in uses[next_use:] if not isinstance(use.user, Function)])
    return merged


def placed_uses(missing: Value, uses: list[Use], functions: list[Function]) -> list[Use]:
    """`uses_with_missing_operands`, where the index of a use by a function is LLVM's: 0, 1 or 2."""
    placed: list[Use] = []
    for use in uses_with_missing_operands(missing, uses, functions):
        function, index = use.user, use.index
        if isinstance(function, Function):
            operands = (function.personality, function.prefix_data, function.prologue_data)
            written = [place for place in range(MISSING_OPERANDS) if operands[place] is not None]
            index = index - MISSING_OPERANDS if index >= MISSING_OPERANDS else written[index]
        placed.append(Use(function, index))
    return placed

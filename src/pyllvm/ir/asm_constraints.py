"""The constraints of inline assembly: what LLVM asks of them, and of the function type that they go with."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.types import VOID, FunctionType, StructType

INPUT: Final = 0
OUTPUT: Final = 1
CLOBBER: Final = 2
LABEL: Final = 3

_KIND_OF_PREFIX: Final = {"~": CLOBBER, "=": OUTPUT, "!": LABEL}
LABELS_SINCE: Final = 15


@final
class AsmConstraint:
    """One constraint: what kind it is, whether it is `*`, and which input must match it in each of its alternatives."""

    __slots__ = ("is_indirect", "kind", "matching_inputs")

    def __init__(self, kind: int, is_indirect: bool, alternatives: int) -> None:
        self.kind = kind
        self.is_indirect = is_indirect
        self.matching_inputs: list[int] = [-1] * alternatives


def parse_constraints(text: str, version: int) -> list[AsmConstraint] | None:
    """The constraints of a constraint string; None where LLVM does not understand it."""
    parsed: list[AsmConstraint] = []
    if not text:
        return parsed
    for part in text.split(","):
        constraint = _parse_one(part, parsed, version)
        if constraint is None:
            return None
        parsed.append(constraint)
    return parsed


def _parse_one(text: str, before: list[AsmConstraint], version: int) -> AsmConstraint | None:
    kind = INPUT
    at = 0
    first = text[:1]
    if first in _KIND_OF_PREFIX and (first != "!" or version >= LABELS_SINCE):
        kind = _KIND_OF_PREFIX[first]
        at = 1
        if kind == CLOBBER and text[1:2] not in ("", "{"):
            return None
    is_indirect = text[at : at + 1] == "*"
    if is_indirect:
        at += 1
    seen = ""
    while text[at : at + 1] in ("&", "%", "#", "*"):
        modifier = text[at]
        if modifier in "#*" or modifier in seen:
            return None
        if (modifier == "&" and kind != OUTPUT) or (modifier == "%" and kind == CLOBBER):
            return None
        seen += modifier
        at += 1
    if at >= len(text):
        return None
    constraint = AsmConstraint(kind, is_indirect, text.count("|") + 1)
    if not _parse_codes(text, at, constraint, before):
        return None
    return constraint


def _parse_codes(text: str, at: int, constraint: AsmConstraint, before: list[AsmConstraint]) -> bool:
    alternative = 0
    while at < len(text):
        letter = text[at]
        if letter == "{":
            closing = text.find("}", at + 1)
            if closing < 0:
                return False
            at = closing + 1
        elif letter in "0123456789":
            end = at
            while end < len(text) and text[end] in "0123456789":
                end += 1
            if not _match(int(text[at:end]), constraint, alternative, before):
                return False
            at = end
        elif letter == "|":
            alternative += 1
            at += 1
        elif letter == "^":
            at += 3
        elif letter == "@":
            count = text[at + 1 : at + 2]
            at += 2 + (int(count) if count in tuple("123456789") else 0)
        else:
            at += 1
    return True


def _match(number: int, constraint: AsmConstraint, alternative: int, before: list[AsmConstraint]) -> bool:
    """Note that an input must be where output `number` is; whether it can be."""
    if constraint.kind != INPUT or number >= len(before) or before[number].kind != OUTPUT:
        return False
    inputs = before[number].matching_inputs
    if len(constraint.matching_inputs) > 1:
        if alternative >= len(inputs) or inputs[alternative] != -1:
            return False
        inputs[alternative] = len(before)
        return True
    if inputs[0] != -1 and inputs[0] != len(before):
        return False
    inputs[0] = len(before)
    return True


def constraint_problem(type: FunctionType, text: str, version: int) -> str:
    """What is wrong with these constraints for a call of that type, as LLVM says it; empty where nothing is."""
    if type.is_variadic:
        return "inline asm cannot be variadic"
    constraints = parse_constraints(text, version)
    if constraints is None:
        return "failed to parse constraints"
    outputs = inputs = indirect = clobbers = labels = 0
    for constraint in constraints:
        kind = constraint.kind
        if kind == CLOBBER:
            clobbers += 1
        elif kind == LABEL:
            if clobbers:
                return "label constraint occurs after clobber constraint"
            labels += 1
        else:
            if kind == OUTPUT:
                if inputs != indirect or clobbers or labels:
                    return "output constraint occurs after input, clobber or label constraint"
                if not constraint.is_indirect:
                    outputs += 1
                    continue
                indirect += 1
            if clobbers:
                return "input constraint occurs after clobber constraint"
            inputs += 1
    result = type.return_type
    if outputs == 0:
        if result.kind != VOID:
            return "inline asm without outputs must return void"
    elif outputs == 1:
        if isinstance(result, StructType):
            return "inline asm with one output cannot return struct"
    elif not isinstance(result, StructType) or result.elements is None or len(result.elements) != outputs:
        return "number of output constraints does not match number of return struct elements"
    if len(type.parameters) != inputs:
        return "number of input constraints does not match number of parameters"
    return ""

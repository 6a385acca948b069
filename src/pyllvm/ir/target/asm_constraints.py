"""The constraints of inline assembly: what LLVM requires of them and of the function type of the call."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.types import VOID, FunctionType, StructType
from pyllvm.tables.features import ASM_LABELS_SINCE

INPUT: Final = 0
OUTPUT: Final = 1
CLOBBER: Final = 2
LABEL: Final = 3

_KIND_OF_PREFIX: Final = {"~": CLOBBER, "=": OUTPUT, "!": LABEL}
_DIGITS: Final = "0123456789"
_COUNTS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


@final
class AsmConstraint:
    """One constraint of the list.

    `codes` has one list for each alternative: "r", "wc" (of `^wc`), "Upl" (of `@3Upl`), "{eax}", or the number of the output to
    which it is tied. `matching_inputs` has, for each alternative of an output, the number of the input tied to it, or -1.
    """

    __slots__ = ("codes", "is_indirect", "kind", "matching_inputs")

    def __init__(self, kind: int, is_indirect: bool, alternatives: int) -> None:
        self.kind = kind
        self.is_indirect = is_indirect
        self.codes: list[list[str]] = [[] for _ in range(alternatives)]
        self.matching_inputs: list[int] = [-1] * alternatives


def parse_constraints(text: str, version: int) -> list[AsmConstraint] | None:
    """The constraints of a constraint string; None if LLVM cannot parse it."""
    parsed: list[AsmConstraint] = []
    if not text:
        return parsed
    for part in text.split(","):
        constraint = _parse_one(part, parsed, version)
        if constraint is None:
            return None
        parsed.append(constraint)
    return parsed


def takes_argument(constraint: str) -> bool:
    """Whether an argument belongs to one constraint of a text: to an input, and to an output in memory."""
    if constraint.startswith("~"):
        return False
    return not constraint.startswith("=") or "*" in constraint


def _parse_one(text: str, before: list[AsmConstraint], version: int) -> AsmConstraint | None:
    kind = INPUT
    at = 0
    first = text[:1]
    if first in _KIND_OF_PREFIX and (first != "!" or version >= ASM_LABELS_SINCE):
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
        if modifier == "&" and kind != OUTPUT:
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
        end = at + 1
        if letter == "|":
            alternative += 1
            at = end
            continue
        if letter == "{":
            end = text.find("}", end) + 1
            if end == 0:
                return False
        elif letter in _DIGITS:
            while end < len(text) and text[end] in _DIGITS:
                end += 1
            if not _match(_c_int(text[at:end]), constraint, alternative, before):
                return False
        elif letter == "^":
            at = end
            end += 2
            if end > len(text):
                return False
        elif letter == "@":
            at += 2
            end = at + (int(text[at - 1]) if text[at - 1 : at] in _COUNTS else 0)
        constraint.codes[alternative].append(text[at:end])
        at = end
    return True


def _c_int(digits: str) -> int:
    """A number as C's `atoi` reads it into an unsigned int: a number that is too large loses its upper bits."""
    return min(int(digits[:20]), 0x7FFFFFFFFFFFFFFF) & 0xFFFFFFFF


def _match(number: int, constraint: AsmConstraint, alternative: int, before: list[AsmConstraint]) -> bool:
    """Record that an input must be in the same place as output `number`; return whether that is possible."""
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
    """LLVM's message about what is wrong with these constraints for a call of this type; empty if they are valid."""
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

"""The rules for DIExpressions: which operations there are, and where they may stand (DIExpression::isValid)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import DIExpression, SpecializedNode
from pyllvm.verifier.debug_nodes import size_of_variable
from pyllvm.verifier.state import State

FRAGMENT: Final = 0x1000
ENTRY_VALUE: Final = 0x1003
ARGUMENT: Final = 0x1005
SWAP: Final = 0x16
STACK_VALUE: Final = 0x9F
REGISTERS_SINCE: Final = 10
ENTRY_VALUES_SINCE: Final = 10
LONGER_ENTRY_VALUES_SINCE: Final = 12
"""Since then something may stand behind an entry value."""
ENTRY_VALUE_OF_ARGUMENT_SINCE: Final = 16

# How many numbers follow an operation, where any do; one follows DW_OP_breg0 to breg31.
_OPERAND_COUNTS: Final[dict[int, int]] = {
    FRAGMENT: 2,
    0x1001: 2,  # LLVM_convert
    0x1002: 1,  # LLVM_tag_offset
    ENTRY_VALUE: 1,
    ARGUMENT: 1,
    0x1006: 2,  # LLVM_extract_bits_sext
    0x1007: 2,  # LLVM_extract_bits_zext
    0x10: 1,  # constu
    0x11: 1,  # consts
    0x23: 1,  # plus_uconst
    0x90: 1,  # regx
    0x92: 2,  # bregx
    0x94: 1,  # deref_size
}
# The operations that may stand anywhere, and since when.
_SINCE: Final[dict[int, int]] = {
    0x06: 7,  # deref
    0x10: 7,  # constu
    0x11: 12,  # consts
    0x12: 7,  # dup
    0x14: 12,  # over
    0x16: 7,  # swap
    0x17: 21,  # rot
    0x18: 7,  # xderef
    0x19: 21,  # abs
    0x1A: 7,  # and
    0x1B: 7,  # div
    0x1C: 7,  # minus
    0x1D: 7,  # mod
    0x1E: 7,  # mul
    0x1F: 21,  # neg
    0x20: 7,  # not
    0x21: 7,  # or
    0x22: 7,  # plus
    0x23: 7,  # plus_uconst
    0x24: 7,  # shl
    0x25: 7,  # shr
    0x26: 7,  # shra
    0x27: 7,  # xor
    0x29: 17,  # eq
    0x2A: 17,  # ge
    0x2B: 17,  # gt
    0x2C: 17,  # le
    0x2D: 17,  # lt
    0x2E: 17,  # ne
    0x30: 7,  # lit0
    0x90: 10,  # regx
    0x92: 10,  # bregx
    0x94: 9,  # deref_size
    0x97: 11,  # push_object_address
    0x9F: 7,  # stack_value
    0x1001: 9,  # LLVM_convert
    0x1002: 9,  # LLVM_tag_offset
    0x1004: 12,  # LLVM_implicit_pointer
    0x1005: 12,  # LLVM_arg
    0x1006: 19,  # LLVM_extract_bits_sext
    0x1007: 19,  # LLVM_extract_bits_zext
}


def is_valid_expression(elements: list[int], version: int) -> bool:
    """Whether the operations are known, complete, and in places where they may be."""
    count = len(elements)
    at = 0
    while at < count:
        operation = elements[at]
        end = _end_of_operation(elements, at)
        if end > count:
            return False
        if 0x50 <= operation <= 0x8F:
            # LLVM looks at nothing behind a register.
            return version >= REGISTERS_SINCE
        if operation == FRAGMENT:
            return end == count
        if operation == ENTRY_VALUE:
            if version < ENTRY_VALUES_SINCE or (version < LONGER_ENTRY_VALUES_SINCE and end != count):
                return False
            return at == _first_behind_argument(elements, version) and elements[at + 1] == 1
        if _SINCE.get(operation, version + 1) > version:
            return False
        if operation == STACK_VALUE and end != count and elements[end] != FRAGMENT:
            return False
        if operation == SWAP and count == 1:
            return False
        at = end
    return True


def _first_behind_argument(elements: list[int], version: int) -> int:
    """Where an entry value may stand: at the start, or behind the choice of the one argument."""
    if version >= ENTRY_VALUE_OF_ARGUMENT_SINCE and len(elements) > 1 and elements[0] == ARGUMENT and elements[1] == 0:
        return 2
    return 0


def is_entry_value(elements: list[int], version: int) -> bool:
    """Whether a valid expression is a value that a register had when the function was entered."""
    first = _first_behind_argument(elements, version)
    return len(elements) > first and elements[first] == ENTRY_VALUE


def check_expression(state: State, expression: DIExpression) -> bool:
    """The rule for an expression by itself (visitDIExpression)."""
    return is_valid_expression(expression.elements, state.version) or state.fail_debug("invalid expression", expression)


def fragment_of(expression: DIExpression, version: int) -> tuple[int, int] | None:
    """The offset and size, in bits, of the part of a variable that a valid expression is for; None for all of it."""
    elements = expression.elements
    if FRAGMENT not in elements or not is_valid_expression(elements, version):
        return None
    # An operand may be the same number, so the operations are walked (DIExpression::getFragmentInfo).
    at = 0
    while at < len(elements) and elements[at] != FRAGMENT:
        at = _end_of_operation(elements, at)
    return (elements[at + 1], elements[at + 2]) if at + 2 < len(elements) else None


def _end_of_operation(elements: list[int], at: int) -> int:
    """Where the operation behind the one at `at` begins."""
    operation = elements[at]
    return at + 1 + (1 if 0x70 <= operation <= 0x8F else _OPERAND_COUNTS.get(operation, 0))


def check_fragment(state: State, variable: SpecializedNode, expression: DIExpression, shown: object) -> bool:
    """Whether a fragment is part of the variable, and not all of it (verifyFragmentExpression)."""
    fragment = fragment_of(expression, state.version)
    size = size_of_variable(variable) if fragment is not None else 0
    if fragment is None or size == 0:
        return True
    if fragment[0] + fragment[1] > size:
        return state.fail_debug("fragment is larger than or outside of variable", shown, variable)
    if fragment[1] == size:
        return state.fail_debug("fragment covers entire variable", shown, variable)
    return True

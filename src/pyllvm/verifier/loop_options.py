"""The rules for the options of loops, wherever their nodes are (visitMDNode)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.types import IntegerType
from pyllvm.tables.loop_options import LOOP_ALIGNMENT_CHECKED_SINCE, PLAIN_SWITCHES, PLAIN_SWITCHES_SINCE
from pyllvm.verifier.state import State

_TRIP_COUNT: Final = "llvm.loop.estimated_trip_count"
_ALIGNMENT: Final = "llvm.loop.align"
_BITS: Final = 32


def check_loop_option(state: State, node: MDTuple) -> bool:
    """Check a node that begins with the name of an option of loops."""
    operands = node.operands
    name = operands[0] if operands else None
    if not isinstance(name, MDString) or not name.text.startswith("llvm.loop."):
        return True
    if name.text == _TRIP_COUNT:
        if len(operands) != 2:
            return state.fail("Expected two operands", node)
        if not 0 < _width(operands[1]) <= _BITS:
            return state.fail("Expected second operand to be an integer constant of type i32 or smaller", node)
    elif name.text == _ALIGNMENT and state.version >= LOOP_ALIGNMENT_CHECKED_SINCE:
        return _check_alignment(state, node)
    elif name.text in PLAIN_SWITCHES and state.version >= PLAIN_SWITCHES_SINCE and len(operands) != 1:
        return state.fail("Expecting only the metadata name", node)
    return True


def _check_alignment(state: State, node: MDTuple) -> bool:
    operands = node.operands
    if len(operands) != 2:
        return state.fail("Expected two operands", node)
    if _width(operands[1]) != _BITS:
        return state.fail("Expected the alignment to be an integer constant of type i32", node)
    number = _number(operands[1])
    if number == 0 or number & (number - 1):
        return state.fail("Expected the alignment to be a power of two", node)
    return True


def _width(operand: object) -> int:
    """The width of an integer constant as metadata; 0 for anything else."""
    if isinstance(operand, ValueAsMetadata) and isinstance(operand.value, ConstantInt):
        type = operand.value.type
        return type.width if isinstance(type, IntegerType) else 0
    return 0


def _number(operand: object) -> int:
    return operand.value.unsigned if isinstance(operand, ValueAsMetadata) and isinstance(operand.value, ConstantInt) else 0

"""Helpers with which the rules read the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.types import Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_versions import CHECKED_AT_DECLARATION_SINCE
from pyllvm.verifier.state import State

# A rule of an intrinsic: whether a call keeps it. The types and immediate arguments of the call are known to be valid but
# in LLVM 23, which goes on after a wrong type.
Rule: TypeAlias = "Callable[[State, CallBase], bool]"


def checks_types(state: State) -> bool:
    """Whether the rules check types of arguments and results; since LLVM 23 only the check of the declaration does."""
    return state.version < CHECKED_AT_DECLARATION_SINCE


def argument_of(call: CallBase, index: int) -> Value | None:
    """Return the argument of that number, or None."""
    return call.operands[index] if index < call.argument_count else None


def constant_of(call: CallBase, index: int) -> int:
    """Return the unsigned value of a constant argument; 0 for others."""
    argument = argument_of(call, index)
    return argument.unsigned if isinstance(argument, ConstantInt) else 0


def signed_of(call: CallBase, index: int) -> int:
    """Return the signed value of a constant argument; 0 for others."""
    argument = argument_of(call, index)
    return argument.value if isinstance(argument, ConstantInt) else 0


def text_of(call: CallBase, index: int) -> str:
    """Return the string of a metadata argument; empty for others."""
    argument = argument_of(call, index)
    text = argument.metadata if isinstance(argument, MetadataAsValue) else None
    return text.text if isinstance(text, MDString) else ""


def element_of(type: Type) -> Type | None:
    """Return the element type of a vector, None for other types."""
    return type.element if isinstance(type, VectorType) else None


def count_of(type: Type) -> int:
    """Return the (minimum) number of elements of a vector; 0 for other types."""
    return type.count if isinstance(type, VectorType) else 0


def next_instruction(instruction: Instruction) -> Instruction | None:
    """Return the next instruction in the block, or None."""
    block = instruction.parent
    if block is None:
        return None
    place = instruction.position - block.instructions[0].position + 1
    return block.instructions[place] if place < len(block.instructions) else None

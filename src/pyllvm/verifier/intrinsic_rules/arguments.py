"""What rules ask of the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.types import Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.verifier.state import State

# The rule of an intrinsic: whether a call of it, whose types and immediate arguments are as they should be, keeps it.
Rule = Callable[[State, CallBase], bool]


def argument_of(call: CallBase, index: int) -> Value | None:
    """The argument of that number, if there is one."""
    return call.operands[index] if index < call.argument_count else None


def constant_of(call: CallBase, index: int) -> int:
    """The unsigned value of a constant argument; 0 for others."""
    argument = argument_of(call, index)
    return argument.unsigned if isinstance(argument, ConstantInt) else 0


def signed_of(call: CallBase, index: int) -> int:
    """The signed value of a constant argument; 0 for others."""
    argument = argument_of(call, index)
    return argument.value if isinstance(argument, ConstantInt) else 0


def text_of(call: CallBase, index: int) -> str:
    """The string that an argument is as metadata; empty for others."""
    argument = argument_of(call, index)
    text = argument.metadata if isinstance(argument, MetadataAsValue) else None
    return text.text if isinstance(text, MDString) else ""


def is_power_of_two(number: int) -> bool:
    """Whether it is 1, 2, 4, ..."""
    return number > 0 and number & (number - 1) == 0


def element_of(type: Type) -> Type | None:
    """What it is a vector of, if it is one."""
    return type.element if isinstance(type, VectorType) else None


def count_of(type: Type) -> int:
    """The (least) number of elements of a vector; 0 for others."""
    return type.count if isinstance(type, VectorType) else 0


def next_instruction(instruction: Instruction) -> Instruction | None:
    """The instruction that follows in the block."""
    block = instruction.parent
    if block is None:
        return None
    place = instruction.position - block.instructions[0].position + 1
    return block.instructions[place] if place < len(block.instructions) else None

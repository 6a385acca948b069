"""The checks of named parts of instructions that are set: each value has the right type and belongs to the right module."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.types import INTEGER, VOID, Type, VectorType
from pyllvm.ir.value import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyllvm.ir.instruction import Instruction


def check_operand(value: Value, type: Type, what: str) -> None:
    """Raise TypeError if something is not a value of this type; `what` names the operand."""
    if not isinstance(value, Value):
        raise TypeError(f"{what} is a value, not {value!r}")
    if value.type is not type:
        of = " of another module" if value.type.context is not type.context else ""
        raise TypeError(f"{what} must be of type {type}, not {value.type}{of}")


def check_index(value: Value, user: Instruction) -> None:
    """Raise TypeError if something is not an index of a getelementptr."""
    if not isinstance(value, Value):
        raise TypeError(f"an index is a value, not {value!r}")
    type = value.type
    element = type.element if isinstance(type, VectorType) else type
    if element.kind != INTEGER or type.context is not user.type.context:
        of = " of another module" if type.context is not user.type.context else ""
        raise TypeError(f"an index must be an integer, not of type {type}{of}")


def check_returned(value: Value | None, type: Type) -> None:
    """Raise TypeError if a function with this return type does not return a value; None is returned for void."""
    if value is not None:
        check_operand(value, type, "the returned value")
    elif type.kind != VOID:
        raise TypeError(f"the function returns a value of type {type}, not None")


def own_values(values: Sequence[Value], user: Instruction) -> list[Value]:
    """The values; TypeError if something else is among them, or a value of another module."""
    for value in values:
        if not isinstance(value, Value):
            raise TypeError(f"an operand is a value, not {value!r}")
        if value.type.context is not user.type.context:
            raise TypeError(f"an operand of type {value.type} belongs to another module")
    return list(values)


def checked_block(block: BasicBlock, user: Instruction) -> BasicBlock:
    """The block; TypeError if it is something else, or a block of another module."""
    if not isinstance(block, BasicBlock):
        raise TypeError(f"the {user.opcode_name} leads to a block, not to {block!r}")
    if block.type.context is not user.type.context:
        raise TypeError("the block belongs to another module")
    return block


def own_blocks(blocks: Sequence[BasicBlock], user: Instruction) -> list[Value]:
    """The blocks as operands; TypeError if something else is among them, or a block of another module."""
    made: list[Value] = []
    for block in blocks:
        made.append(checked_block(block, user))
    return made


def block_at(user: Instruction, index: int) -> BasicBlock:
    """The operand with this number, which is a block."""
    return cast(BasicBlock, user.operands[index])


def put_block(user: Instruction, index: int, block: BasicBlock) -> None:
    """Replace the operand with this number by another block."""
    user.put_operand(index, checked_block(block, user))

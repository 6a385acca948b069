"""The rules for instructions that access the parts of aggregates and vectors.

Sources: `Verifier::visitExtractValueInst`, `visitInsertValueInst`, `visitExtractElementInst`, `visitInsertElementInst`,
`visitShuffleVectorInst`. Readers never produce invalid ones, but programs that build modules can.
"""

from __future__ import annotations

from pyllvm.ir import instructions
from pyllvm.ir.types import INTEGER, VectorType
from pyllvm.ir.valid_operands import indexed_type, is_valid_shuffle
from pyllvm.verifier.state import State


def verify_extract_value(state: State, instruction: instructions.ExtractValueInst) -> bool:
    """Check an extractvalue."""
    if indexed_type(instruction.operands[0].type, instruction.indices) is not instruction.type:
        return state.fail("Invalid ExtractValueInst operands!", instruction)
    return True


def verify_insert_value(state: State, instruction: instructions.InsertValueInst) -> bool:
    """Check an insertvalue."""
    if indexed_type(instruction.operands[0].type, instruction.indices) is not instruction.operands[1].type:
        return state.fail("Invalid InsertValueInst operands!", instruction)
    return True


def verify_extract_element(state: State, instruction: instructions.ExtractElementInst) -> bool:
    """Check an extractelement."""
    if not isinstance(instruction.operands[0].type, VectorType) or instruction.operands[1].type.kind != INTEGER:
        return state.fail("Invalid extractelement operands!", instruction)
    return True


def verify_insert_element(state: State, instruction: instructions.InsertElementInst) -> bool:
    """Check an insertelement."""
    vector = instruction.operands[0].type
    if not isinstance(vector, VectorType) or vector.element is not instruction.operands[1].type:
        return state.fail("Invalid insertelement operands!", instruction)
    if instruction.operands[2].type.kind != INTEGER:
        return state.fail("Invalid insertelement operands!", instruction)
    return True


def verify_shuffle(state: State, instruction: instructions.ShuffleVectorInst) -> bool:
    """Check a shufflevector."""
    if not is_valid_shuffle(instruction.operands[0], instruction.operands[1], instruction.mask):
        return state.fail("Invalid shufflevector operands!", instruction)
    return True

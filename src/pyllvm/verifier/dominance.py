"""The rule that an instruction must dominate its uses. Source: `Verifier::verifyDominatesUse`, `visitInstruction`."""

from __future__ import annotations

from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import InvokeInst
from pyllvm.verifier.state import State


def verify_use(state: State, instruction: Instruction, operand: Instruction, index: int, is_phi: bool) -> bool:
    """Check an operand that is an instruction: it must dominate the use. Returns False where LLVM ends the checks."""
    dominators = state.dominators
    block = operand.parent
    if block is None or block.parent is not state.function:
        return state.fail("Referring to an instruction in another function!", instruction)
    if isinstance(operand, InvokeInst) and operand.normal_block is operand.unwind_block:
        return True
    if operand is not instruction or is_phi:
        if dominators.dominates_use(operand, instruction, index):
            return True
    # If an instruction uses itself, report only that.
    user_block = instruction.parent
    if not is_phi and user_block is not None and instruction in instruction.operands:
        if not dominators.is_reachable(user_block):
            return True
        return state.fail("Only PHI nodes may reference their own value!", instruction)
    state.fail("Instruction does not dominate all uses!", operand, instruction)
    return True

"""The rules for ret, br, indirectbr, switch and phi; unreachable has none.

Sources: `Verifier::visitReturnInst`, `visitBranchInst`, `visitIndirectBrInst`, `visitSwitchInst`, `visitPHINode`.
"""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst
from pyllvm.ir.types import POINTER, TOKEN, VOID
from pyllvm.ir.value import Value
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer


def verify_return(state: State, instruction: ReturnInst) -> bool:
    """Check a ret."""
    expected = state.function.function_type.return_type
    operands = instruction.operands
    if expected.kind == VOID:
        if operands:
            return state.fail("Found return instr that returns non-void in Function of void return type!", instruction, expected)
    elif not operands or operands[0].type is not expected:
        return state.fail("Function return type does not match operand type of return inst!", instruction, expected)
    return True


def verify_indirect_branch(state: State, branch: IndirectBrInst) -> bool:
    """Check an indirectbr."""
    return branch.operands[0].type.kind == POINTER or state.fail("Indirectbr operand must have pointer type!", branch)


def verify_branch(state: State, branch: BranchInst) -> bool:
    """Check a br."""
    if branch.is_conditional and not is_integer(branch.operands[0].type, 1):
        return state.fail("Branch condition is not 'i1' type!", branch, branch.operands[0])
    return True


def verify_switch(state: State, switch: SwitchInst) -> bool:
    """Check a switch."""
    operands = switch.operands
    type = operands[0].type
    seen: set[Value] = set()
    for index in range(2, len(operands), 2):
        value = operands[index]
        if not isinstance(value, ConstantInt):
            return state.fail("Case value is not a constant integer.", switch)
        if value.type is not type:
            return state.fail("Switch constants must all be same type as switch value!", switch)
        if value in seen:
            return state.fail("Duplicate integer as switch case", switch, value)
        seen.add(value)
    return True


def verify_phi(state: State, phi: PHINode) -> bool:
    """Check a phi by itself; `function.py` compares its entries with the predecessors."""
    block = phi.parent
    if block is not None:
        first = block.instructions[0]
        place = phi.position - first.position
        if place and not isinstance(block.instructions[place - 1], PHINode):
            return state.fail("PHI nodes not grouped at top of basic block!", phi, block)
    type = phi.type
    if type.kind == TOKEN:
        return state.fail("PHI nodes cannot have token type!")
    for value in phi.operands:
        if value.type is not type:
            return state.fail("PHI node operands are not the same type as the result!", phi)
    return True

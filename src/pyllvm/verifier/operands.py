"""The rules for every instruction: its position, result, operands and metadata.

Source: `Verifier::visitInstruction`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantInt, ConstantPtrAuth, InlineAsm, SimpleConstant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, InvokeInst, PHINode
from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.ir.types import FUNCTION, METADATA, VOID
from pyllvm.tables.debug_info_versions import ATOM_GROUPS_SINCE
from pyllvm.tables.features import CALLBR_INTRINSICS_SINCE
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX, STATEPOINT
from pyllvm.tables.verifier_versions import ATTACHED_CALL_SINCE, CALLEE_BY_CALL_SINCE, CONSTANTS_SINCE, WASM_INVOKED_SINCE
from pyllvm.verifier.constants import verify_constant
from pyllvm.verifier.metadata import visit_location
from pyllvm.verifier.state import State

# Intrinsics that can be invoked.
_INVOKED: Final = (
    "llvm.donothing", "llvm.seh.try.begin", "llvm.seh.try.end", "llvm.seh.scope.begin", "llvm.seh.scope.end",
    "llvm.coro.resume", "llvm.coro.destroy", "llvm.coro.await.suspend.void", "llvm.coro.await.suspend.bool",
    "llvm.coro.await.suspend.handle", "llvm.experimental.patchpoint", STATEPOINT,
    "llvm.wasm.rethrow", "llvm.wasm.throw",
)  # fmt: skip


def verify_common(state: State, instruction: Instruction) -> bool:
    """Check the rules for every instruction."""
    block = instruction.parent
    if instruction.is_terminator and block is not None and block.instructions[-1] is not instruction:
        return state.fail("Terminator found in the middle of a basic block!", block)
    if not _verify_result(state, instruction):
        return False
    function = state.function
    order = instruction.position
    is_phi = isinstance(instruction, PHINode)
    index = 0
    for operand in instruction.operands:
        if isinstance(operand, ConstantInt):
            pass
        elif isinstance(operand, Instruction):
            if operand.parent is block and not is_phi and operand.position < order and not isinstance(operand, InvokeInst):
                pass
            elif not _verify_use(state, instruction, operand, index):
                return False
        elif isinstance(operand, SimpleConstant):
            pass
        elif isinstance(operand, BasicBlock):
            if operand.parent is not function:
                return state.fail("Referring to a basic block in another function!", instruction)
        elif isinstance(operand, Argument):
            if operand.parent is not function:
                return state.fail("Referring to an argument in another function!", instruction)
        elif isinstance(operand, Function):
            if operand.is_intrinsic and not _verify_intrinsic_operand(state, instruction, operand, index):
                return False
            if operand.parent is not state.module:
                return state.fail("Referencing function in another module!", instruction, state.module, operand)
        elif isinstance(operand, InlineAsm):
            if not isinstance(instruction, CallBase) or index != len(instruction.operands) - 1:
                return state.fail("Cannot take the address of an inline asm!", instruction)
        elif isinstance(operand, ConstantExpr):
            if state.version >= CONSTANTS_SINCE or operand.type.is_pointer_or_vector:
                verify_constant(state, operand)
        elif isinstance(operand, (ConstantPtrAuth, ConstantAggregate)):
            if state.version >= CONSTANTS_SINCE or isinstance(operand, ConstantPtrAuth):
                verify_constant(state, operand)
        index += 1
    attachments = instruction._attachments
    if attachments is not None:
        from pyllvm.verifier.attachments import check_attachments, visit_attachments

        if not check_attachments(state, instruction, attachments):
            return False
    location = instruction._debug_location
    if location is not None and not _verify_location(state, instruction, location):
        return False
    if isinstance(instruction, CallInst):
        callee = instruction.operands[-1]
        if isinstance(callee, Function) and callee.name.startswith(DEBUG_PREFIX):
            _verify_debug_call(state, instruction, callee.name[9:])
    if attachments is not None:
        visit_attachments(state, attachments)
    return True


def _verify_result(state: State, instruction: Instruction) -> bool:
    """Check the type of an instruction's result."""
    kind = instruction.type.kind
    if kind == VOID:
        return not instruction.name or state.fail("Instruction has a name, but provides a void value!", instruction)
    if kind == FUNCTION:
        return state.fail("Instruction returns a non-scalar type!", instruction)
    if kind == METADATA and not isinstance(instruction, (CallInst, InvokeInst)):
        return state.fail("Invalid use of metadata!", instruction)
    return True


def _verify_debug_call(state: State, instruction: Instruction, name: str) -> None:
    """Check a call of the debug intrinsic with this name."""
    from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_fragment_of_intrinsic

    if name in VARIABLE_INTRINSICS:
        assert isinstance(instruction, CallBase)
        verify_fragment_of_intrinsic(state, instruction, name)


def _verify_location(state: State, instruction: Instruction, location: MDNode) -> bool:
    """Check the `!dbg` of an instruction."""
    if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
        return state.fail_debug("invalid !dbg metadata attachment", instruction, location)
    visit_location(state, location)
    if state.version >= ATOM_GROUPS_SINCE and not location._is_packed:
        from pyllvm.verifier.debug_info import check_atom

        return check_atom(state, location)
    return True


def _verify_intrinsic_operand(state: State, instruction: Instruction, operand: Function, index: int) -> bool:
    is_attached = False
    is_callee = False
    if isinstance(instruction, CallBase):
        is_callee = index == len(instruction.operands) - 1
        for bundle in instruction.bundles or ():
            if bundle.tag == "clang.arc.attachedcall" and bundle.begin <= index < bundle.end:
                is_attached = True
    # LLVM 7 took the first operand of any instruction for what is called.
    is_taken_for_callee = state.version < CALLEE_BY_CALL_SINCE and index == 0 and not isinstance(instruction, CallBase)
    if not is_callee and not is_attached and not is_taken_for_callee:
        return state.fail("Cannot take the address of an intrinsic!", instruction)
    if isinstance(instruction, CallInst) or is_attached or operand.name.startswith(_INVOKED):
        return True
    if isinstance(instruction, CallBrInst) and state.version >= CALLBR_INTRINSICS_SINCE:
        return True
    if state.version >= WASM_INVOKED_SINCE:
        others = ", coro_destroy, clang.arc.attachedcall or wasm.(re)throw"
    elif state.version >= ATTACHED_CALL_SINCE:
        others = ", coro_destroy or clang.arc.attachedcall"
    else:
        others = " or coro_destroy"
    return state.fail(
        f"Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume{others}", instruction
    )


def _verify_use(state: State, instruction: Instruction, operand: Instruction, index: int) -> bool:
    """Check an operand that is an instruction: it must dominate the use. Returns False where LLVM ends the checks.

    Source: `Verifier::verifyDominatesUse`.
    """
    dominators = state.dominators
    block = operand.parent
    if block is None or block.parent is not state.function:
        return state.fail("Referring to an instruction in another function!", instruction)
    if isinstance(operand, InvokeInst) and operand.normal_block is operand.unwind_block:
        return True
    is_phi = isinstance(instruction, PHINode)
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

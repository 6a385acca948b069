"""The rules for instructions: the types of their operands, and that what they use is there when they come to use it."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantExpr, ConstantInt, ConstantPtrAuth, InlineAsm, SimpleConstant
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CallBase,
    CallBrInst,
    CallInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    CmpInst,
    ExtractElementInst,
    ExtractValueInst,
    FenceInst,
    GetElementPtrInst,
    InsertElementInst,
    InsertValueInst,
    InvokeInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SelectInst,
    ShuffleVectorInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
)
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.types import (
    FUNCTION,
    METADATA,
    TOKEN,
    VOID,
)
from pyllvm.ir.value import Value
from pyllvm.verifier.aggregates import (
    verify_extract_element,
    verify_extract_value,
    verify_insert_element,
    verify_insert_value,
    verify_shuffle,
)
from pyllvm.verifier.arithmetic import verify_binary, verify_cast, verify_comparison, verify_select
from pyllvm.verifier.attachments import check_attachments, visit_attachments
from pyllvm.verifier.callbr import CALLBR_INTRINSICS_SINCE, verify_callbr
from pyllvm.verifier.calls import verify_call
from pyllvm.verifier.constants import verify_constant
from pyllvm.verifier.debug_info import ATOMS_SINCE, check_atom
from pyllvm.verifier.debug_records import VARIABLE_INTRINSICS, verify_fragment_of_intrinsic, verify_records
from pyllvm.verifier.exceptions import (
    first_instruction,
    is_pad,
    verify_catch_pad,
    verify_catch_return,
    verify_catch_switch,
    verify_cleanup_pad,
    verify_cleanup_return,
    verify_landing_pad,
    verify_resume,
)
from pyllvm.verifier.memory import (
    verify_alloca,
    verify_atomic_operation,
    verify_element_pointer,
    verify_exchange,
    verify_load,
    verify_store,
)
from pyllvm.verifier.metadata import visit_node
from pyllvm.verifier.must_tail import verify_must_tail
from pyllvm.verifier.state import State
from pyllvm.verifier.types import (
    is_floating_point_or_vector,
    is_integer,
)

# Intrinsics that may be invoked.
_INVOKED: Final = (
    "llvm.donothing", "llvm.seh.try.begin", "llvm.seh.try.end", "llvm.seh.scope.begin", "llvm.seh.scope.end",
    "llvm.coro.resume", "llvm.coro.destroy", "llvm.coro.await.suspend.void", "llvm.coro.await.suspend.bool",
    "llvm.coro.await.suspend.handle", "llvm.experimental.patchpoint", "llvm.experimental.gc.statepoint",
    "llvm.wasm.rethrow", "llvm.wasm.throw",
)  # fmt: skip


# The weakest ordering that a fence may have.
_ACQUIRE: Final = 3


def verify_instruction(state: State, instruction: Instruction) -> None:
    """All rules for one instruction; the rules for all come after those for its kind, if these hold."""
    if instruction.debug_records is not None:
        verify_records(state, instruction, instruction.debug_records)
    is_well: bool
    if isinstance(instruction, LoadInst):
        is_well = verify_load(state, instruction)
    elif isinstance(instruction, CallInst):
        is_well = verify_call(state, instruction)
        if is_well:
            _verify_all(state, instruction, True)
        if instruction.tail_kind == "musttail":
            verify_must_tail(state, instruction)
        return
    elif isinstance(instruction, StoreInst):
        is_well = verify_store(state, instruction)
    elif isinstance(instruction, GetElementPtrInst):
        is_well = verify_element_pointer(state, instruction)
    elif isinstance(instruction, BranchInst):
        is_well = not instruction.is_conditional or is_integer(instruction.operands[0].type, 1)
        if not is_well:
            state.fail("Branch condition is not 'i1' type!", instruction, instruction.operands[0])
    elif isinstance(instruction, PHINode):
        is_well = _verify_phi(state, instruction)
    elif isinstance(instruction, CmpInst):
        is_well = verify_comparison(state, instruction)
    elif isinstance(instruction, BinaryOperator):
        is_well = verify_binary(state, instruction)
    elif isinstance(instruction, CastInst):
        is_well = verify_cast(state, instruction)
    else:
        is_well = _verify_rarer(state, instruction)
    if is_well:
        _verify_all(state, instruction, False)


def _verify_rarer(state: State, instruction: Instruction) -> bool:
    if isinstance(instruction, ReturnInst):
        return _verify_return(state, instruction)
    if isinstance(instruction, SelectInst):
        return verify_select(state, instruction)
    if isinstance(instruction, AllocaInst):
        return verify_alloca(state, instruction)
    if isinstance(instruction, SwitchInst):
        return _verify_switch(state, instruction)
    if isinstance(instruction, InvokeInst):
        return _verify_invoke(state, instruction)
    if isinstance(instruction, CallBrInst):
        return verify_callbr(state, instruction)
    if isinstance(instruction, LandingPadInst):
        return verify_landing_pad(state, instruction)
    if isinstance(instruction, ResumeInst):
        return verify_resume(state, instruction)
    if isinstance(instruction, CatchPadInst):
        return verify_catch_pad(state, instruction)
    if isinstance(instruction, CleanupPadInst):
        return verify_cleanup_pad(state, instruction)
    if isinstance(instruction, CatchSwitchInst):
        return verify_catch_switch(state, instruction)
    if isinstance(instruction, CatchReturnInst):
        return verify_catch_return(state, instruction)
    if isinstance(instruction, CleanupReturnInst):
        return verify_cleanup_return(state, instruction)
    if isinstance(instruction, ExtractValueInst):
        return verify_extract_value(state, instruction)
    if isinstance(instruction, InsertValueInst):
        return verify_insert_value(state, instruction)
    if isinstance(instruction, ExtractElementInst):
        return verify_extract_element(state, instruction)
    if isinstance(instruction, InsertElementInst):
        return verify_insert_element(state, instruction)
    if isinstance(instruction, ShuffleVectorInst):
        return verify_shuffle(state, instruction)
    if isinstance(instruction, AtomicRMWInst):
        return verify_atomic_operation(state, instruction)
    if isinstance(instruction, AtomicCmpXchgInst):
        return verify_exchange(state, instruction)
    if isinstance(instruction, FenceInst):
        if instruction.ordering < _ACQUIRE:
            return state.fail("fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.", instruction)
        return True
    if isinstance(instruction, UnaryOperator):
        if instruction.type is not instruction.operands[0].type:
            return state.fail("Unary operators must have same type foroperands and result!", instruction)
        if not is_floating_point_or_vector(instruction.type):
            return state.fail("FNeg operator only works with float types!", instruction)
    return True


def _verify_invoke(state: State, invoke: InvokeInst) -> bool:
    """`Verifier::visitInvokeInst`: the rules for all instructions are asked as for a call, and as for a terminator."""
    before = len(state.failures)
    is_well = verify_call(state, invoke) and _verify_all(state, invoke, False)
    if not is_pad(first_instruction(invoke.unwind_block)):
        return state.fail("The unwind destination does not have an exception handling instruction!", invoke)
    # What was well is so when asked again.
    return not is_well or len(state.failures) > before


# --- what holds for every instruction


def _verify_all(state: State, instruction: Instruction, is_call: bool) -> bool:
    block = instruction.parent
    if instruction.is_terminator and block is not None and block.instructions[-1] is not instruction:
        return state.fail("Terminator found in the middle of a basic block!", block)
    kind = instruction.type.kind
    if kind == VOID:
        if instruction.name:
            return state.fail("Instruction has a name, but provides a void value!", instruction)
    elif kind == FUNCTION:
        return state.fail("Instruction returns a non-scalar type!", instruction)
    elif kind == METADATA and not is_call and not isinstance(instruction, InvokeInst):
        return state.fail("Invalid use of metadata!", instruction)
    function = state.function
    order = instruction.position
    is_phi = isinstance(instruction, PHINode)
    index = 0
    for operand in instruction.operands:
        if isinstance(operand, Instruction):
            if operand.parent is block and not is_phi and operand.position < order and not isinstance(operand, InvokeInst):
                pass
            elif not _verify_use(state, instruction, operand, index, is_phi):
                return False
        elif isinstance(operand, (ConstantInt, SimpleConstant)):
            pass
        elif isinstance(operand, BasicBlock):
            if operand.parent is not function:
                return state.fail("Referring to a basic block in another function!", instruction)
        elif isinstance(operand, Argument):
            if operand.parent is not function:
                return state.fail("Referring to an argument in another function!", instruction)
        elif isinstance(operand, Function):
            if operand.name.startswith("llvm.") and not _verify_intrinsic_operand(state, instruction, operand, index):
                return False
            if operand.parent is not state.module:
                return state.fail("Referencing function in another module!", instruction, state.module, operand)
        elif isinstance(operand, InlineAsm):
            if not isinstance(instruction, CallBase) or index != len(instruction.operands) - 1:
                return state.fail("Cannot take the address of an inline asm!", instruction)
        elif isinstance(operand, (ConstantExpr, ConstantPtrAuth)):
            verify_constant(state, operand)
        index += 1
    attachments = instruction.attachments
    if attachments is not None and not check_attachments(state, instruction, attachments):
        return False
    location = instruction.debug_location
    if location is not None:
        if not isinstance(location, SpecializedNode) or location.spec.name != "DILocation":
            return state.fail_debug("invalid !dbg metadata attachment", instruction, location)
        if location not in state.visited:
            visit_node(state, location, True)
        if state.version >= ATOMS_SINCE and not check_atom(state, location):
            return False
    if is_call:
        callee = instruction.operands[-1]
        if isinstance(callee, Function) and callee.name.startswith("llvm.dbg.") and callee.name[9:] in VARIABLE_INTRINSICS:
            assert isinstance(instruction, CallBase)
            verify_fragment_of_intrinsic(state, instruction, callee.name[9:])
    if attachments is not None:
        visit_attachments(state, attachments)
    return True


def _verify_use(state: State, instruction: Instruction, operand: Instruction, index: int, is_phi: bool) -> bool:
    """That an instruction is there where another uses it; one that is not does not end the rules for the other."""
    dominators = state.dominators
    block = operand.parent
    if block is None or block.parent is not state.function:
        return state.fail("Referring to an instruction in another function!", instruction)
    if isinstance(operand, InvokeInst) and operand.normal_block is operand.unwind_block:
        return True
    if operand is not instruction or is_phi:
        if dominators.dominates_use(operand, instruction, index):
            return True
    # Of an instruction that uses itself no more is said than that.
    user_block = instruction.parent
    if not is_phi and user_block is not None and instruction in instruction.operands:
        if not dominators.is_reachable(user_block):
            return True
        return state.fail("Only PHI nodes may reference their own value!", instruction)
    state.fail("Instruction does not dominate all uses!", operand, instruction)
    return True


def _verify_intrinsic_operand(state: State, instruction: Instruction, operand: Function, index: int) -> bool:
    is_attached = False
    is_callee = False
    if isinstance(instruction, CallBase):
        is_callee = index == len(instruction.operands) - 1
        for bundle in instruction.bundles or ():
            if bundle.tag == "clang.arc.attachedcall" and bundle.begin <= index < bundle.end:
                is_attached = True
    if not is_callee and not is_attached:
        return state.fail("Cannot take the address of an intrinsic!", instruction)
    if isinstance(instruction, CallInst) or is_attached or operand.name.startswith(_INVOKED):
        return True
    if isinstance(instruction, CallBrInst) and state.version >= CALLBR_INTRINSICS_SINCE:
        return True
    if state.version >= 21:
        others = ", coro_destroy, clang.arc.attachedcall or wasm.(re)throw"
    elif state.version >= 14:
        others = ", coro_destroy or clang.arc.attachedcall"
    else:
        others = " or coro_destroy"
    return state.fail(
        f"Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume{others}", instruction
    )


# --- control flow


def _verify_phi(state: State, phi: PHINode) -> bool:
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


def _verify_return(state: State, instruction: ReturnInst) -> bool:
    expected = state.function.function_type.return_type
    operands = instruction.operands
    if expected.kind == VOID:
        if operands:
            return state.fail("Found return instr that returns non-void in Function of void return type!", instruction, expected)
    elif not operands or operands[0].type is not expected:
        return state.fail("Function return type does not match operand type of return inst!", instruction, expected)
    return True


def _verify_switch(state: State, switch: SwitchInst) -> bool:
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

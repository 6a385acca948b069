"""Dispatches instructions to their rules: first the opcode's rules, each in its chapter, then the rules for all instructions."""

from __future__ import annotations

from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.verifier import aggregates, arithmetic, exceptions, memory
from pyllvm.verifier.calls import verify_call, verify_invoke
from pyllvm.verifier.control_flow import verify_branch, verify_indirect_branch, verify_phi, verify_return, verify_switch
from pyllvm.verifier.operands import verify_common
from pyllvm.verifier.state import State


def verify_instruction(state: State, instruction: Instruction) -> None:
    """Check all rules for an instruction: those for its opcode and, if these hold, those for all instructions."""
    if instruction._debug_records is not None:
        from pyllvm.verifier.debug_records import verify_records

        verify_records(state, instruction, instruction._debug_records)
    is_well: bool
    if isinstance(instruction, instructions.LoadInst):
        is_well = memory.verify_load(state, instruction)
    elif isinstance(instruction, instructions.CallInst):
        is_well = verify_call(state, instruction)
        if is_well:
            verify_common(state, instruction)
        if instruction.tail_kind == "musttail":
            from pyllvm.verifier.rare_calls import verify_must_tail

            verify_must_tail(state, instruction)
        return
    elif isinstance(instruction, instructions.StoreInst):
        is_well = memory.verify_store(state, instruction)
    elif isinstance(instruction, instructions.GetElementPtrInst):
        is_well = memory.verify_getelementptr(state, instruction)
    elif isinstance(instruction, instructions.BranchInst):
        is_well = verify_branch(state, instruction)
    elif isinstance(instruction, instructions.PHINode):
        is_well = verify_phi(state, instruction)
    elif isinstance(instruction, instructions.CmpInst):
        is_well = arithmetic.verify_comparison(state, instruction)
    elif isinstance(instruction, instructions.BinaryOperator):
        is_well = arithmetic.verify_binary(state, instruction)
    elif isinstance(instruction, instructions.CastInst):
        is_well = arithmetic.verify_cast(state, instruction)
    else:
        is_well = _verify_rarer(state, instruction)
    if is_well:
        verify_common(state, instruction)


def _verify_rarer(state: State, instruction: Instruction) -> bool:
    if isinstance(instruction, instructions.ReturnInst):
        return verify_return(state, instruction)
    if isinstance(instruction, instructions.IndirectBrInst):
        return verify_indirect_branch(state, instruction)
    if isinstance(instruction, instructions.SelectInst):
        return arithmetic.verify_select(state, instruction)
    if isinstance(instruction, instructions.AllocaInst):
        return memory.verify_alloca(state, instruction)
    if isinstance(instruction, instructions.SwitchInst):
        return verify_switch(state, instruction)
    if isinstance(instruction, instructions.InvokeInst):
        return verify_invoke(state, instruction)
    if isinstance(instruction, instructions.CallBrInst):
        from pyllvm.verifier.rare_calls import verify_callbr

        return verify_callbr(state, instruction)
    if isinstance(instruction, instructions.LandingPadInst):
        return exceptions.verify_landing_pad(state, instruction)
    if isinstance(instruction, instructions.ResumeInst):
        return exceptions.verify_resume(state, instruction)
    if isinstance(instruction, instructions.CatchPadInst):
        return exceptions.verify_catch_pad(state, instruction)
    if isinstance(instruction, instructions.CleanupPadInst):
        return exceptions.verify_cleanup_pad(state, instruction)
    if isinstance(instruction, instructions.CatchSwitchInst):
        return exceptions.verify_catch_switch(state, instruction)
    if isinstance(instruction, instructions.CatchReturnInst):
        return exceptions.verify_catch_return(state, instruction)
    if isinstance(instruction, instructions.CleanupReturnInst):
        return exceptions.verify_cleanup_return(state, instruction)
    if isinstance(instruction, instructions.ExtractValueInst):
        return aggregates.verify_extract_value(state, instruction)
    if isinstance(instruction, instructions.InsertValueInst):
        return aggregates.verify_insert_value(state, instruction)
    if isinstance(instruction, instructions.ExtractElementInst):
        return aggregates.verify_extract_element(state, instruction)
    if isinstance(instruction, instructions.InsertElementInst):
        return aggregates.verify_insert_element(state, instruction)
    if isinstance(instruction, instructions.ShuffleVectorInst):
        return aggregates.verify_shuffle(state, instruction)
    if isinstance(instruction, instructions.AtomicRMWInst):
        return memory.verify_atomicrmw(state, instruction)
    if isinstance(instruction, instructions.AtomicCmpXchgInst):
        return memory.verify_cmpxchg(state, instruction)
    if isinstance(instruction, instructions.FenceInst):
        return memory.verify_fence(state, instruction)
    if isinstance(instruction, instructions.UnaryOperator):
        return arithmetic.verify_unary(state, instruction)
    if isinstance(instruction, instructions.BitExtractInst):
        return arithmetic.verify_bitextract(state, instruction)
    if isinstance(instruction, instructions.BitInsertInst):
        return arithmetic.verify_bitinsert(state, instruction)
    return True

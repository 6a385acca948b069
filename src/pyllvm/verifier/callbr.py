"""The rules for callbr, which calls inline assembly or an intrinsic. Source: `Verifier::visitCallBrInst`."""

from __future__ import annotations

from pyllvm.ir.constants import BlockAddress, InlineAsm
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import CallBrInst, UnreachableInst
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import CALLBR_IN_SMALL_LETTERS_SINCE
from pyllvm.tables.features import ASM_LABELS_SINCE, CALLBR_INTRINSICS_SINCE
from pyllvm.verifier.attributes import direct_callee
from pyllvm.verifier.calls import verify_inline_assembly
from pyllvm.verifier.intrinsics import verify_intrinsic_call
from pyllvm.verifier.operand_bundles import calls
from pyllvm.verifier.state import State


def verify_callbr(state: State, call: CallBrInst) -> bool:
    """Check a callbr (`Verifier::visitCallBrInst`). The rules for calls do not apply to it."""
    callee = call.operands[-1]
    if not isinstance(callee, InlineAsm):
        if state.version < CALLBR_INTRINSICS_SINCE:
            return state.fail("Callbr is currently only used for asm-goto!", call)
        return _verify_callbr_intrinsic(state, call)
    if callee.can_throw:
        return state.fail("Unwinding from Callbr is not allowed")
    if state.version < ASM_LABELS_SINCE and not _verify_callbr_arguments(state, call):
        return False
    verify_inline_assembly(state, call, callee)
    return True


def _named(state: State, message: str) -> str:
    """A message about callbr, which begins with a small letter from LLVM 23 on."""
    return ("callbr" if state.version >= CALLBR_IN_SMALL_LETTERS_SINCE else "Callbr") + message


def _verify_callbr_intrinsic(state: State, call: CallBrInst) -> bool:
    callee = direct_callee(call)
    if callee is None:
        return state.fail(_named(state, ": indirect function / invalid signature"))
    if call.bundles:
        return state.fail(_named(state, " for intrinsics currently doesn't support operand bundles"))
    if callee.name != "llvm.amdgcn.kill":
        state.fail(_named(state, " currently only supports asm-goto and selected intrinsics"))
    else:
        if call.indirect_count != 1:
            return state.fail(_named(state, " amdgcn_kill only supports one indirect dest"))
        target = call.indirect_blocks[0]
        first = target.instructions[0] if isinstance(target, BasicBlock) and target.instructions else None
        if not isinstance(first, UnreachableInst) and not (first is not None and calls(first, "llvm.amdgcn.unreachable")):
            return state.fail(_named(state, " amdgcn_kill indirect dest needs to be unreachable"))
    if callee.is_intrinsic:
        verify_intrinsic_call(state, callee, call)
    return True


def _verify_callbr_arguments(state: State, call: CallBrInst) -> bool:
    """Check the destinations of a callbr in versions in which they are arguments."""
    operands = call.operands
    seen: set[Value] = set()
    for number, operand in enumerate(operands):
        if not isinstance(operand, BasicBlock):
            continue
        if number < call.argument_count:
            return state.fail("Using an unescaped label as a callbr argument!", call)
        if operand in seen:
            return state.fail("Duplicate callbr destination!", call)
        seen.add(operand)
    escaped = {value.block for value in operands[: call.argument_count] if isinstance(value, BlockAddress)}
    for target in call.indirect_blocks:
        if target not in escaped:
            return state.fail("Indirect label missing from arglist.", call)
    return True

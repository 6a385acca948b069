"""The rules for calls that few functions have: `musttail` calls, and callbr, which calls inline assembly or an intrinsic.

Sources: `Verifier::verifyMustTailCall`, `Verifier::visitCallBrInst`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.constants import BlockAddress, InlineAsm, is_undefined
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import CallBrInst, CallInst, CastInst, ReturnInst, UnreachableInst
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import (
    CALLBR_IN_SMALL_LETTERS_SINCE,
    MUST_TAIL_WITHOUT_CAST_SINCE,
    TAIL_ALIGNMENT_IGNORED_SINCE,
)
from pyllvm.tables.calling_conventions import SWIFT_TAIL, TAIL
from pyllvm.tables.features import ASM_LABELS_SINCE, CALLBR_INTRINSICS_SINCE
from pyllvm.verifier.attributes import direct_callee, set_of
from pyllvm.verifier.calls import verify_inline_assembly
from pyllvm.verifier.intrinsics import verify_intrinsic_call
from pyllvm.verifier.operand_bundles import calls
from pyllvm.verifier.state import State

_ABI_ATTRIBUTES: Final = (
    "sret", "byval", "inalloca", "inreg", "alignstack", "swiftself", "swiftasync", "swifterror", "preallocated", "byref",
)  # fmt: skip
_NOT_IN_TAIL: Final = ("inalloca", "inreg", "swifterror", "preallocated", "byref")


def _abi_attributes(attributes: AttributeList | None, number: int, version: int) -> set[Attribute]:
    found = set_of(attributes, number)
    kept: set[Attribute] = set()
    if found is not None:
        is_old = version < TAIL_ALIGNMENT_IGNORED_SINCE
        has_alignment = is_old or "byval" in found or "byref" in found
        for attribute in found.attributes:
            word = attribute.name
            if word in _ABI_ATTRIBUTES or (word == "align" and has_alignment) or (word == "returned" and is_old):
                kept.add(attribute)
    return kept


def _congruent(one: Type, other: Type) -> bool:
    if one is other:
        return True
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return one.address_space == other.address_space
    return False


def verify_must_tail(state: State, call: CallInst) -> bool:
    """Check a musttail call."""
    if isinstance(call.operands[-1], InlineAsm):
        return state.fail("cannot use musttail call with inline asm", call)
    function = state.function
    caller = function.function_type
    callee = call.function_type
    if caller.is_variadic != callee.is_variadic:
        return state.fail("cannot guarantee tail call due to mismatched varargs", call)
    if not _congruent(caller.return_type, callee.return_type):
        return state.fail("cannot guarantee tail call due to mismatched return types", call)
    if function.calling_convention_number != call.calling_convention_number:
        return state.fail("cannot guarantee tail call due to mismatched calling conv", call)
    if not _verify_tail_position(state, call):
        return False
    if call.calling_convention_number == TAIL or call.calling_convention_number == SWIFT_TAIL:
        return _verify_tail_convention(state, call)
    called = call.called_function
    if called is None or not called.is_intrinsic:
        if len(caller.parameters) != len(callee.parameters):
            return state.fail("cannot guarantee tail call due to mismatched parameter counts", call)
        for number in range(len(caller.parameters)):
            if not _congruent(caller.parameters[number], callee.parameters[number]):
                return state.fail("cannot guarantee tail call due to mismatched parameter types", call)
    for number in range(len(caller.parameters)):
        wanted = _abi_attributes(function._attributes, number, state.version)
        if wanted != _abi_attributes(call._attributes, number, state.version):
            return state.fail(
                "cannot guarantee tail call due to mismatched ABI impacting function attributes", call, call.operands[number]
            )
    return True


def _verify_tail_convention(state: State, call: CallInst) -> bool:
    """Check what tailcc and swifttailcc ask of a musttail call."""
    function = state.function
    caller = function.function_type
    name = "tailcc" if call.calling_convention_number == TAIL else "swifttailcc"
    for who, type, attributes in (("caller", caller, function._attributes), ("callee", call.function_type, call._attributes)):
        for number in range(len(type.parameters)):
            words = {attribute.name for attribute in _abi_attributes(attributes, number, state.version)}
            for word in _NOT_IN_TAIL:
                if word in words:
                    state.fail(f"{word} attribute not allowed in {name} musttail {who}")
                    break
    if caller.is_variadic:
        return state.fail(f"cannot guarantee {name} tail call for varargs function")
    return True


def _verify_tail_position(state: State, call: CallInst) -> bool:
    block = call.parent
    following: list[Instruction] = []
    if block is not None:
        for instruction in block.instructions:
            if instruction.position > call.position:
                following.append(instruction)
                if len(following) == 2:
                    break
    result: Instruction = call
    allows_cast = state.version < MUST_TAIL_WITHOUT_CAST_SINCE
    if allows_cast and following and isinstance(following[0], CastInst) and following[0].opcode_name == "bitcast":
        if following[0].operands[0] is not call:
            return state.fail("bitcast following musttail call must use the call", following[0])
        result = following[0]
        following = following[1:]
    returned = following[0] if following else None
    if not isinstance(returned, ReturnInst):
        return state.fail("musttail call must precede a ret" + (" with an optional bitcast" if allows_cast else ""), call)
    if returned.operands and returned.operands[0] is not result:
        if not is_undefined(returned.operands[0]):
            return state.fail("musttail call result must be returned", returned)
    return True


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

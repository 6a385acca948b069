"""The rules for `musttail` calls and the functions that contain them. Source: `Verifier::verifyMustTailCall`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.constants import InlineAsm, is_undefined
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import CallInst, CastInst, ReturnInst
from pyllvm.ir.types import PointerType, Type
from pyllvm.tables.behavior_versions import MUST_TAIL_WITHOUT_CAST_SINCE, TAIL_ALIGNMENT_IGNORED_SINCE
from pyllvm.tables.calling_conventions import SWIFT_TAIL, TAIL
from pyllvm.verifier.attributes import set_of
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

"""The rules for statepoints: calls during which a garbage collector may move objects, and the results of such calls.

Sources: `Verifier::verifyStatepoint`, and the cases of `gc.statepoint`, `gc.result` and `gc.relocate` in
`Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt, is_undefined
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst, LandingPadInst
from pyllvm.ir.types import INTEGER, POINTER, VOID, FunctionType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import STATEPOINT
from pyllvm.tables.intrinsic_versions import ELEMENT_TYPE_SINCE, STRATEGY_SINCE, UNDEFINED_RELOCATED_SINCE, UNDEFINED_RESULT_SINCE
from pyllvm.verifier.attributes import accesses_only_arguments, accesses_only_read, direct_callee, has_parameter_attribute, set_of
from pyllvm.verifier.exceptions import unique_predecessor
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import address_space, is_vector

_RESULT: Final = "llvm.experimental.gc.result"
_RELOCATE: Final = "llvm.experimental.gc.relocate"
_POINTER_BASE: Final = "llvm.experimental.gc.get.pointer.base"
_POINTER_PARTS: Final = (_POINTER_BASE, "llvm.experimental.gc.get.pointer.offset")
# The arguments before the wrapped call's own: id, patch bytes, callee, number of arguments, flags.
_PATCH_BYTES: Final = 1
_CALLEE: Final = 2
_COUNT: Final = 3
_FLAGS: Final = 4
_FIRST: Final = 5
_ALL_FLAGS: Final = 3
# LLVM's built-in collectors, and the address space of their objects (-1: unknown).
_COLLECTORS: Final = {"erlang": -1, "ocaml": -1, "shadow-stack": -1, "statepoint-example": 1, "coreclr": 1}


def is_statepoint(value: Value | None) -> bool:
    """Whether the value is a call or invoke of the statepoint intrinsic."""
    if not isinstance(value, CallBase):
        return False
    callee = direct_callee(value)
    return callee is not None and callee.name.startswith(STATEPOINT)


def _has_collector(state: State, call: CallBase) -> bool:
    return bool(state.function.gc) or state.fail("Enclosing function does not use GC.", call)


def verify_statepoint(state: State, call: CallBase) -> bool:
    """Check a statepoint. A broken one does not end the checks of the call, so the result is always True."""
    if _has_collector(state, call):
        _verify_wrapped_call(state, call)
    return True


def _wrapped_type(state: State, call: CallBase) -> Type | None:
    """Return the type of the function that a statepoint calls."""
    if state.version >= ELEMENT_TYPE_SINCE:
        attributes = set_of(call._attributes, _CALLEE)
        attribute = None if attributes is None else attributes.find("elementtype")
        return None if attribute is None else attribute.type
    pointer = call.operands[_CALLEE].type
    return pointer.pointee if isinstance(pointer, PointerType) else None


def _number(call: CallBase, index: int) -> int | None:
    value = call.operands[index]
    return value.value if isinstance(value, ConstantInt) else None


def _verify_wrapped_call(state: State, call: CallBase) -> bool:
    if accesses_only_read(state, call) or accesses_only_arguments(state, call):
        return state.fail(
            "gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics",
            call,
        )
    patch_bytes = _number(call, _PATCH_BYTES)
    count = _number(call, _COUNT)
    flags = _number(call, _FLAGS)
    if patch_bytes is None or count is None or flags is None:
        # Another rule has reported that these are not immediates.
        return False
    if patch_bytes < 0:
        return state.fail("gc.statepoint number of patchable bytes must be positive", call)
    type = _wrapped_type(state, call)
    if not isinstance(type, FunctionType):
        if state.version < ELEMENT_TYPE_SINCE:
            return state.fail("gc.statepoint callee must be of function pointer type", call, call.operands[_CALLEE])
        if type is None:
            return state.fail("gc.statepoint callee argument must have elementtype attribute", call)
        return state.fail("gc.statepoint callee elementtype must be function type", call)
    if count < 0:
        return state.fail("gc.statepoint number of arguments to underlying call must be positive", call)
    if type.is_variadic:
        if count < len(type.parameters):
            return state.fail("gc.statepoint mismatch in number of vararg call args", call)
        if type.return_type.kind != VOID:
            return state.fail("gc.statepoint doesn't support wrapping non-void vararg functions yet", call)
    elif count != len(type.parameters):
        return state.fail("gc.statepoint mismatch in number of call args", call)
    if flags & ~_ALL_FLAGS:
        return state.fail("unknown flag used in gc.statepoint flags argument", call)
    return _verify_wrapped_arguments(state, call, type) and _verify_counts(state, call, count) and _verify_users(state, call)


def _verify_wrapped_arguments(state: State, call: CallBase, type: FunctionType) -> bool:
    for number, parameter in enumerate(type.parameters):
        place = _FIRST + number
        if place >= len(call.operands) or call.operands[place].type is not parameter:
            return state.fail("gc.statepoint call argument does not match wrapped function type", call)
        if type.is_variadic and has_parameter_attribute(call._attributes, place, "sret"):
            return state.fail("Attribute 'sret' cannot be used for vararg call arguments!", call)
    return True


def _verify_counts(state: State, call: CallBase, count: int) -> bool:
    """Check the two numbers after the arguments: they counted further arguments, which are in bundles now."""
    place = _FIRST + count
    for counted, deprecated in (("transition arguments", "transition bundle"), ("deoptimization arguments", "deopt operands")):
        number = _number(call, place) if place < len(call.operands) else None
        if number is None:
            return state.fail(f"gc.statepoint number of {counted} must be constant integer", call)
        if number:
            return state.fail(f"gc.statepoint w/inline {deprecated} is deprecated", call)
        place += 1
    if call.argument_count != place:
        return state.fail("gc.statepoint too many arguments", call)
    return True


def _verify_users(state: State, call: CallBase) -> bool:
    for user in call.users:
        if not isinstance(user, CallInst):
            return state.fail("illegal use of statepoint token", call, user)
        callee = direct_callee(user)
        name = "" if callee is None else callee.name
        if not name.startswith((_RELOCATE, _RESULT)):
            return state.fail("gc.result or gc.relocate are the only value uses of a gc.statepoint", call, user)
        if name.startswith(_RESULT) and user.operands[0] is not call:
            return state.fail("gc.result connected to wrong gc.statepoint", call, user)
    return True


def verify_collector_result(state: State, call: CallBase) -> bool:
    """Check `gc.result`, the result of the wrapped call."""
    if not _has_collector(state, call):
        return False
    statepoint = call.operands[0]
    if is_undefined(statepoint) and state.version >= UNDEFINED_RESULT_SINCE:
        return True
    callee = direct_callee(statepoint) if isinstance(statepoint, CallBase) else None
    if not isinstance(statepoint, CallBase) or callee is None or not is_statepoint(statepoint) or not callee.is_declaration:
        return state.fail("gc.result operand #1 must be from a statepoint", call, statepoint)
    type = _wrapped_type(state, statepoint)
    if isinstance(type, FunctionType) and call.type is not type.return_type:
        return state.fail("gc.result result type does not match wrapped callee", call)
    return True


def verify_relocation(state: State, call: CallBase) -> bool:
    """Check `gc.relocate`, the address of an object after the statepoint."""
    if call.argument_count != 3:
        return state.fail("wrong number of arguments", call)
    if call.type.scalar_type.kind != POINTER:
        return state.fail("gc.relocate must return a pointer or a vector of pointers", call)
    token = call.operands[0]
    statepoint: Value | None = token
    if isinstance(token, LandingPadInst):
        statepoint = _invoked_statepoint(state, token)
        if statepoint is None:
            return False
    elif not is_statepoint(token) and not (is_undefined(token) and state.version >= UNDEFINED_RELOCATED_SINCE):
        return state.fail("gc relocate is incorrectly tied to the statepoint", call, token)
    for index in (1, 2):
        if not isinstance(call.operands[index], ConstantInt):
            return state.fail(f"gc.relocate operand #{index + 1} must be integer offset", call)
    if not isinstance(statepoint, CallBase):
        return True
    return _verify_relocated(state, call, statepoint)


def _invoked_statepoint(state: State, pad: LandingPadInst) -> CallBase | None:
    """Return the invoked statepoint whose exceptions go to that landing pad; None if a failure was reported."""
    block = pad.parent
    if block is None:
        return None
    entry = unique_predecessor(state, block)
    if entry is None:
        state.fail("safepoints should have unique landingpads", block)
        return None
    last = entry.terminator
    if not isinstance(last, CallBase) or not is_statepoint(last):
        state.fail("gc relocate should be linked to a statepoint", entry)
        return None
    return last


def _verify_relocated(state: State, call: CallBase, statepoint: CallBase) -> bool:
    values = statepoint.operands[: statepoint.argument_count]
    for bundle in statepoint.bundles or ():
        if bundle.tag == "gc-live":
            values = statepoint.operands[bundle.begin : bundle.end]
            break
    relocated: list[Value] = []
    for index, what in ((1, "base"), (2, "derived")):
        number = call.operands[index]
        assert isinstance(number, ConstantInt)
        if number.unsigned >= len(values):
            return state.fail(f"gc.relocate: statepoint {what} index out of bounds", call)
        relocated.append(values[number.unsigned])
    base = relocated[0].type
    derived = relocated[1].type
    if state.version < STRATEGY_SINCE:
        if not derived.is_pointer_or_vector:
            return state.fail("gc.relocate: relocated value must be a gc pointer", call)
    elif not base.is_pointer_or_vector or not derived.is_pointer_or_vector:
        return state.fail("gc.relocate: relocated value must be a pointer", call)
    if is_vector(call.type) != is_vector(derived):
        return state.fail("gc.relocate: vector relocates to vector and pointer to pointer", call)
    if address_space(call.type) != address_space(derived):
        return state.fail("gc.relocate: relocating a pointer shouldn't change its address space", call)
    if state.version < STRATEGY_SINCE:
        return True
    return _verify_collected(state, call, base, derived)


def _verify_collected(state: State, call: CallBase, base: Type, derived: Type) -> bool:
    """Check that all types are pointers that the function's collector manages."""
    space = _COLLECTORS.get(state.function.gc)
    if space is None:
        return state.fail("gc.relocate: calling function must have GCStrategy", state.function)
    if space < 0:
        return True
    if address_space(call.type) != space:
        return state.fail("gc.relocate: must return gc pointer", call)
    if address_space(base) != space or address_space(derived) != space:
        return state.fail("gc.relocate: relocated value must be a gc pointer", call)
    return True


def verify_collector_declaration(state: State, function: Function) -> bool:
    """Check a declaration of `gc.get.pointer.base` or `.offset`. Source: the end of `Verifier::visitFunction`."""
    name = function.name
    if not name.startswith(_POINTER_PARTS):
        return True
    type = function.function_type
    if len(type.parameters) != 1:
        return state.fail("wrong number of parameters", function)
    if name.startswith(_POINTER_BASE):
        if type.return_type.kind != POINTER:
            return state.fail("gc.get.pointer.base must return a pointer", function)
        if type.parameters[0] is not type.return_type:
            return state.fail("gc.get.pointer.base operand and result must be of the same type", function)
        return True
    if type.parameters[0].kind != POINTER:
        return state.fail("gc.get.pointer.offset operand must be a pointer", function)
    if type.return_type.kind != INTEGER:
        return state.fail("gc.get.pointer.offset must return integer", function)
    return True

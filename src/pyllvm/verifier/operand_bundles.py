"""The rules for the operand bundles of a call, and for the intrinsics that allocate memory for the arguments of a call.

These are `llvm.call.preallocated.setup`, `.arg` and `.teardown`, which LLVM has had since LLVM 11.

Sources: `Verifier::visitCallBase`, `Verifier::verifyAttachedCallBundle`, `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, FuncletPadInst, OperandBundle
from pyllvm.ir.types import LABEL, POINTER, VOID
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import PREALLOCATED_ARGUMENT
from pyllvm.tables.metadata_kinds import ATTACHED_CALL
from pyllvm.tables.verifier_versions import ATTACHED_CALL_RESULT_SINCE, ATTACHED_CALL_SINCE, LABELS_IN_BUNDLES_REFUSED_SINCE
from pyllvm.verifier.attributes import call_has_attribute, direct_callee, parameter_has_attribute
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer

# Bundles that a call may have only once: the name in messages, the first version that checks it, and the number of values
# (-1: any number).
_SINGLE: Final = {
    "deopt": ("deopt", 7, -1),
    "gc-transition": ("gc-transition", 7, -1),
    "funclet": ("funclet", 7, 1),
    "cfguardtarget": ("CFGuardTarget", 10, 1),
    "ptrauth": ("ptrauth", 15, 2),
    "kcfi": ("kcfi", 16, 1),
    "preallocated": ("preallocated", 11, 1),
    "gc-live": ("gc-live", 11, -1),
    ATTACHED_CALL: (f'"{ATTACHED_CALL}"', 13, -1),
}
_RUNTIME: Final = "objc_"
_RUNTIME_INTRINSICS: Final = "llvm.objc."
# Functions that an attached call may name, and the first version that allows each.
_ATTACHED: Final = {
    "retainAutoreleasedReturnValue": 13,
    "unsafeClaimAutoreleasedReturnValue": 13,
    "claimAutoreleasedReturnValue": 21,
}
SETUP: Final = "llvm.call.preallocated.setup"
_TEARDOWN: Final = "llvm.call.preallocated.teardown"


def verify_bundles(state: State, call: CallBase, bundles: list[OperandBundle]) -> bool:
    """Check all bundles of a call."""
    seen: set[str] = set()
    for bundle in bundles:
        tag = bundle.tag
        if state.version >= LABELS_IN_BUNDLES_REFUSED_SINCE:
            for value in call.operands[bundle.begin : bundle.end]:
                if value.type.kind == LABEL:
                    return state.fail("Operand bundle operands cannot be labels", call)
        rule = _SINGLE.get(tag)
        if rule is None or state.version < rule[1]:
            continue
        title, _, count = rule
        if tag in seen:
            return state.fail(f"Multiple {title} operand bundles", call)
        seen.add(tag)
        values = call.operands[bundle.begin : bundle.end]
        if count >= 0 and len(values) != count:
            number = "one" if count == 1 else "two"
            return state.fail(f"Expected exactly {number} {tag} bundle operand{'s' if count > 1 else ''}", call)
        if not _verify_values(state, call, tag, values):
            return False
    if "ptrauth" in seen and direct_callee(call) is not None:
        return state.fail("Direct call cannot have a ptrauth bundle", call)
    return True


def _verify_values(state: State, call: CallBase, tag: str, values: list[Value]) -> bool:
    if tag == "funclet":
        if not isinstance(values[0], FuncletPadInst):
            return state.fail("Funclet bundle operands should correspond to a FuncletPadInst", call)
    elif tag == "ptrauth":
        if not isinstance(values[0], ConstantInt) or not is_integer(values[0].type, 32):
            return state.fail("Ptrauth bundle key operand must be an i32 constant", call)
        if not is_integer(values[1].type, 64):
            return state.fail("Ptrauth bundle discriminator operand must be an i64", call)
    elif tag == "kcfi":
        if not isinstance(values[0], ConstantInt) or not is_integer(values[0].type, 32):
            return state.fail("Kcfi bundle operand must be an i32 constant", call)
    elif tag == "preallocated":
        if not calls(values[0], SETUP):
            return state.fail('"preallocated" argument must be a token from llvm.call.preallocated.setup', call)
    elif tag == ATTACHED_CALL and state.version >= ATTACHED_CALL_RESULT_SINCE:
        # A broken one does not end the checks of the call.
        _verify_attached_call(state, call, values)
    return True


def _verify_attached_call(state: State, call: CallBase, values: list[Value]) -> bool:
    returned = call.function_type.return_type.kind
    if returned != POINTER and not (returned == VOID and call_has_attribute(call, "noreturn")):
        return state.fail(
            'a call with operand bundle "clang.arc.attachedcall" must call a function returning a pointer or a '
            "non-returning function that has a void return type",
            call,
        )
    if state.version < ATTACHED_CALL_SINCE:
        return True
    if len(values) != 1 or not isinstance(values[0], Function):
        return state.fail('operand bundle "clang.arc.attachedcall" requires one function as an argument', call)
    name = values[0].name
    for prefix in (_RUNTIME, _RUNTIME_INTRINSICS):
        if name.startswith(prefix) and state.version >= _ATTACHED.get(name[len(prefix) :], state.version + 1):
            return True
    return state.fail("invalid function argument", call)


def calls(value: Value, name: str) -> bool:
    """Whether the value is a direct call of the function `name`."""
    if not isinstance(value, CallBase):
        return False
    called = value.called_function
    return called is not None and called.name == name


def verify_preallocated_setup(state: State, call: CallBase) -> bool:
    """Check the setup: it counts the arguments of one call, which has the setup's token in a bundle."""
    count = call.operands[0]
    if not isinstance(count, ConstantInt):
        return state.fail("llvm.call.preallocated.setup argument must be a constant")
    found_call = False
    for user in call.users:
        if not isinstance(user, CallBase):
            return state.fail("Uses of llvm.call.preallocated.setup must be calls")
        if calls(user, PREALLOCATED_ARGUMENT):
            index = user.operands[1]
            if not isinstance(index, ConstantInt):
                return state.fail("llvm.call.preallocated.alloc arg index must be a constant")
            if not 0 <= index.value < count.value:
                return state.fail(
                    "llvm.call.preallocated.alloc arg index must be between 0 and corresponding "
                    "llvm.call.preallocated.setup's argument count"
                )
        elif not calls(user, _TEARDOWN):
            if found_call:
                return state.fail("Can have at most one call corresponding to a llvm.call.preallocated.setup")
            found_call = True
            if not _verify_prepared_call(state, call, count, user):
                return False
    return True


def _verify_prepared_call(state: State, setup: CallBase, count: ConstantInt, call: CallBase) -> bool:
    preallocated = 0
    for number in range(call.argument_count):
        if parameter_has_attribute(call, number, "preallocated"):
            preallocated += 1
    if not preallocated:
        return state.fail("cannot use preallocated intrinsics on a call without preallocated arguments")
    if count.value != preallocated:
        return state.fail(
            "llvm.call.preallocated.setup arg size must be equal to number of preallocated arguments at call site", setup, call
        )
    bundles = [bundle for bundle in call.bundles or () if bundle.tag == "preallocated"]
    if len(bundles) > 1:
        # The check of the call's bundles reports that.
        return False
    if not bundles:
        return state.fail('Use of llvm.call.preallocated.setup outside intrinsics must be in "preallocated" operand bundle')
    bundle = bundles[0]
    if bundle.end == bundle.begin or call.operands[bundle.begin] is not setup:
        return state.fail("preallocated bundle must have token from corresponding llvm.call.preallocated.setup")
    return True


def verify_preallocated_argument(state: State, call: CallBase) -> bool:
    """Check the call that returns the address of one argument."""
    if not calls(call.operands[0], SETUP):
        return state.fail("llvm.call.preallocated.arg token argument must be a llvm.call.preallocated.setup")
    if not call_has_attribute(call, "preallocated"):
        return state.fail('llvm.call.preallocated.arg must be called with a "preallocated" call site attribute')
    return True


def verify_preallocated_teardown(state: State, call: CallBase) -> bool:
    """Check the call that frees the memory if the call is not reached."""
    if not calls(call.operands[0], SETUP):
        return state.fail("llvm.call.preallocated.teardown token argument must be a llvm.call.preallocated.setup")
    return True

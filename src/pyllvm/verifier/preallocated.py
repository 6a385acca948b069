"""The rules for `llvm.call.preallocated.setup`, `.arg` and `.teardown`, which allocate memory for a call's arguments.

Source: the cases of these intrinsics in `Verifier::visitIntrinsicCall`; LLVM has had them since LLVM 11.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import PREALLOCATED_ARGUMENT
from pyllvm.verifier.attributes import call_has_attribute, parameter_has_attribute
from pyllvm.verifier.state import State

SETUP: Final = "llvm.call.preallocated.setup"
_TEARDOWN: Final = "llvm.call.preallocated.teardown"


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

"""The allowed users of an intrinsic: calls of its own type, and the few users that `Function::hasAddressTaken` ignores."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import BlockAddress, ConstantExpr
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CastInst
from pyllvm.ir.value import Use, Value
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.intrinsic_names import ASSUME, DEBUG_INTRINSICS, LIFETIME_END, LIFETIME_START, NOALIAS_SCOPE, PSEUDO_PROBE
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import ADDRSPACECAST, BITCAST
from pyllvm.tables.verifier_versions import ASSUMPTIONS_USE_SINCE, CALLS_OF_OTHER_TYPES_SINCE
from pyllvm.verifier.state import State

# IntrinsicInst::isAssumeLikeIntrinsic: these give information about their operands and have no other effect.
_ASSUME_LIKE: Final = tuple(
    [
        f"{name}."
        for name in (
            ASSUME,
            "llvm.sideeffect",
            PSEUDO_PROBE,
            *DEBUG_INTRINSICS,
            "llvm.invariant.start",
            "llvm.invariant.end",
            LIFETIME_START,
            LIFETIME_END,
            NOALIAS_SCOPE,
            "llvm.objectsize",
            "llvm.ptr.annotation",
            "llvm.var.annotation",
        )
    ]
)


def verify_intrinsic_users(state: State, function: Function) -> bool:
    """Check that only calls use an intrinsic (the end of Verifier::visitFunction)."""
    if is_replaced(function, state.version):
        return True
    for use in reversed(function.known_uses):
        if not _is_allowed(state, function, use):
            return state.fail("Invalid user of intrinsic instruction!", use.user)
    return True


def is_replaced(function: Function, version: int) -> bool:
    """Whether LLVM replaces calls of the intrinsic by an instruction when it reads them."""
    name = function.name
    return name.startswith(("llvm.amdgcn.atomic.", "llvm.amdgcn.ds.f")) and not is_intrinsic(name, version)


def _is_allowed(state: State, function: Function, use: Use) -> bool:
    user = use.user
    if isinstance(user, BlockAddress):
        return True
    if not isinstance(user, CallBase):
        return _is_for_assumptions(state, user) or _is_gone(user)
    if state.version >= ASSUMPTIONS_USE_SINCE and _is_assume_like(user, state.version):
        return True
    is_callee = use.index == len(user.operands) - 1
    # LLVM 14 recognizes a call of another type by the cast that it needs.
    if is_callee and (state.version < OPAQUE_POINTERS_SINCE or user.function_type is function.function_type):
        return True
    return any(bundle.tag == "clang.arc.attachedcall" and bundle.begin <= use.index < bundle.end for bundle in user.bundles or ())


def _is_for_assumptions(state: State, user: Value) -> bool:
    """Whether this is a cast that only assume-like calls use."""
    if state.version < ASSUMPTIONS_USE_SINCE:
        return isinstance(user, CastInst) and user.has_uses and _are_assume_like(user, state.version)
    if isinstance(user, CastInst):
        return (user.opcode is BITCAST or user.opcode is ADDRSPACECAST) and _are_assume_like(user, state.version)
    return (
        isinstance(user, ConstantExpr) and user.opcode in ("bitcast", "addrspacecast") and _are_assume_like(user, state.version)
    )


def _are_assume_like(value: Value, version: int) -> bool:
    if not value.are_uses_known:
        return False  # perhaps not: the verifier is asked again about the whole module
    return all(isinstance(user, CallBase) and _is_assume_like(user, version) for user in value.users)


def _is_assume_like(call: CallBase, version: int) -> bool:
    """Whether a call only gives information about its operands."""
    called = call.callee
    if not isinstance(called, Function):
        return False
    if called.function_type is not call.function_type and version < CALLS_OF_OTHER_TYPES_SINCE:
        return False
    return f"{called.name}.".startswith(_ASSUME_LIKE)


def _is_gone(user: Value) -> bool:
    """Whether this is a constant without uses."""
    if isinstance(user, Instruction) or not user.are_uses_known:
        return False
    return not user.has_uses and not hasattr(user, "linkage")

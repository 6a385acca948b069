"""The objects that pointers lead to, as far as they can be seen. Sources: ValueTracking.cpp (`getUnderlyingObject`,
`getUnderlyingObjectAggressive`), BasicAliasAnalysis.cpp (`getModRefInfoMask`), AliasAnalysis.cpp (`isIdentifiedObject`)."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import returned_argument
from pyllvm.ir.constants import ConstantExpr
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.global_values import GlobalAlias, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, CastInst, GetElementPtrInst, PHINode, SelectInst
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.linkages import INTERPOSABLE

# So many steps are made from one pointer to the next, and so many phis and selects are followed.
_STEPS: Final = 6
_JOINS: Final = 8
_READ: Final = 1
_BOTH: Final = 3
_CASTS: Final = ("bitcast", "addrspacecast")
# The intrinsics that return their first argument, with other knowledge about it.
_SAME_POINTER: Final = (
    "llvm.launder.invariant.group", "llvm.strip.invariant.group", "llvm.aarch64.irg", "llvm.aarch64.tagp", "llvm.ptrmask",
    "llvm.threadlocal.address", "llvm.amdgcn.make.buffer.rsrc",
)  # fmt: skip


def underlying_object(pointer: Value, follows_joins: bool) -> Value:
    """Return the object that a pointer leads to, or the value at which that cannot be seen any more.

    With `follows_joins`, phis and selects are followed if all their values lead to one object.
    """
    if not follows_joins:
        return _within_steps(pointer)
    waiting = [pointer]
    met: set[Value] = set()
    found: Value | None = None
    first = _within_steps(pointer)
    while waiting:
        one = _within_steps(waiting.pop())
        if one in met:
            continue
        met.add(one)
        if len(met) == _JOINS:
            return first
        if isinstance(one, SelectInst):
            waiting += [one.true_value, one.false_value]
        elif isinstance(one, PHINode):
            waiting += one.operands
        elif found is not None and found is not one:
            return first
        else:
            found = one
    return first if found is None else found


def is_local_or_constant(pointer: Value) -> int:
    """Return the accesses that matter to others: bits for reading and writing, none if all is on the stack or constant."""
    waiting = [pointer]
    met: set[Value] = set()
    result = 0
    left = _JOINS
    while waiting:
        one = _within_steps(waiting.pop())
        if one not in met:
            met.add(one)
            if isinstance(one, Argument) and _is_invariant(one):
                result |= _READ
            elif isinstance(one, GlobalVariable):
                if not one.is_constant:
                    return _BOTH
            elif isinstance(one, SelectInst):
                waiting += [one.true_value, one.false_value]
            elif isinstance(one, PHINode):
                if len(one.operands) > _JOINS:
                    return _BOTH
                waiting += one.operands
            elif not isinstance(one, AllocaInst):
                return _BOTH
        left -= 1
        if left == 0 and waiting:
            return _BOTH
    return result


def is_identified_object(value: Value) -> bool:
    """Whether no other value is the address of the same object, except those that are computed from it."""
    if isinstance(value, (AllocaInst, GlobalVariable, Function)):
        return True
    if isinstance(value, CallBase):
        callee = value.called_function
        for attributes in (value.attributes, None if callee is None else callee.attributes):
            if attributes is not None and "noalias" in attributes.returned:
                return True
        return False
    if isinstance(value, Argument):
        return _has(value, "noalias") or _has(value, "byval")
    return isinstance(value, GlobalValue) and not isinstance(value, GlobalAlias)


def _within_steps(pointer: Value) -> Value:
    value = pointer
    for _ in range(_STEPS):
        inner = _one_step(value)
        if inner is None:
            break
        value = inner
    return value


def _one_step(value: Value) -> Value | None:
    """Return the pointer of which a pointer is made; None if there is none."""
    if isinstance(value, GetElementPtrInst):
        return value.operands[0]
    if isinstance(value, CastInst):
        inner = value.operands[0]
        return inner if value.opcode.name in _CASTS and inner.type.kind == POINTER else None
    if isinstance(value, ConstantExpr):
        if value.opcode == "getelementptr" or value.opcode in _CASTS:
            inner = value.operands[0]
            return inner if inner.type.kind == POINTER else None
        return None
    if isinstance(value, GlobalAlias):
        return None if value.linkage in INTERPOSABLE else value.aliasee
    if isinstance(value, PHINode):
        return value.operands[0] if len(value.operands) == 1 else None
    if isinstance(value, CallBase):
        returned = returned_argument(value)
        if returned is not None:
            return returned
        callee = value.called_function
        if callee is not None and callee.name.startswith(_SAME_POINTER):
            return value.operands[0]
    return None


def _is_invariant(argument: Argument) -> bool:
    return _has(argument, "noalias") and (_has(argument, "readonly") or _has(argument, "readnone"))


def _has(argument: Argument, word: str) -> bool:
    function = argument.parent
    if not isinstance(function, Function) or function.attributes is None:
        return False
    own = function.attributes.parameters.get(argument.number)
    return own is not None and word in own

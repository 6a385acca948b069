"""Whether a pointer is certainly not null (isKnownNonZero in LLVM's ValueTracking, for pointers)."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.dominance import BlockTree
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import Constant, is_null
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import BranchInst, CmpInst, LoadInst
from pyllvm.ir.types import PointerType
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_names import ASSUME

_WORDS: Final = ("nonnull", "dereferenceable")
_BY_VALUE: Final = ("byval", "inalloca", "sret", "byref")
_DEPTH: Final = 6
# How many instructions may be between a place and an assumption behind it.
_BETWEEN: Final = 15


def is_known_nonnull(value: Value, place: Instruction, tree: BlockTree, depth: int = 0) -> bool:
    """Whether a pointer cannot be null at a place."""
    space = value.type.address_space if isinstance(value.type, PointerType) else 0
    if depth >= _DEPTH:
        return False
    if isinstance(value, GlobalValue):
        return space == 0 and value.linkage != "extern_weak"
    if isinstance(value, Constant):
        return False
    if isinstance(value, Argument):
        attributes = None if value.parent is None else value.parent.attributes
        if attributes is not None:
            own = attributes.parameter(value.number)
            if "nonnull" in own or (space == 0 and (any(one in own for one in _BY_VALUE) or "dereferenceable" in own)):
                return True
    if isinstance(value, Instruction):
        name = value.opcode_name
        if name == "alloca":
            return space == 0
        if isinstance(value, LoadInst):
            if value.metadata("nonnull") is not None or (space == 0 and value.metadata("dereferenceable") is not None):
                return True
        elif isinstance(value, CallBase):
            callee = value.callee
            sets = [value.attributes, callee.attributes if isinstance(callee, Function) else None]
            if any(word in one.returned for one in sets if one is not None for word in _WORDS):
                return True
        elif _keeps_null(value, space):
            if is_known_nonnull(value.operands[0], place, tree, depth + 1):
                return True
        elif name == "select":
            if all(is_known_nonnull(one, place, tree, depth + 1) for one in value.operands[1:]):
                return True
        elif name == "phi":
            if value.operands and all(one is value or is_known_nonnull(one, place, tree, depth + 1) for one in value.operands):
                return True
    return _is_compared_before(value, place, tree)


def _keeps_null(value: Instruction, space: int) -> bool:
    """Whether the result is null only if the first operand is."""
    name = value.opcode_name
    if name == "getelementptr":
        return space == 0 and "inbounds" in value.flag_words
    return name in ("bitcast", "freeze") and isinstance(value.operands[0].type, PointerType)


def _is_compared_before(value: Value, place: Instruction, tree: BlockTree) -> bool:
    """Whether an assumption or a branch says before the place that the pointer is not null."""
    block = place.parent
    if block is None or not value.are_uses_known:
        return False
    for user in value.users:
        if not isinstance(user, CmpInst) or user.predicate not in ("ne", "eq") or not is_null(user.right):
            continue
        for inner in user.users:
            if not isinstance(inner, Instruction) or inner.parent is None:
                continue
            if isinstance(inner, CallBase):
                if user.predicate == "ne" and _is_assumption(inner) and _holds_at(inner, place, tree):
                    return True
            elif isinstance(inner, BranchInst) and inner.is_conditional:
                target = inner.successors[0 if user.predicate == "ne" else 1]
                if len(target.predecessors) == 1 and tree.dominates(target, block):
                    return True
    return False


def _is_assumption(call: CallBase) -> bool:
    callee = call.callee
    return isinstance(callee, Function) and callee.name == ASSUME


def _holds_at(assumption: CallBase, place: Instruction, tree: BlockTree) -> bool:
    """Whether an assumption is true at a place: it comes before, or execution certainly goes on from there to it."""
    block = place.parent
    if assumption.parent is None or block is None:
        return False
    if assumption.parent is not block:
        return tree.dominates(assumption.parent, block)
    if block.index_of(assumption) < block.index_of(place):
        return True
    at = place.next
    for _ in range(_BETWEEN):
        if at is None or at is assumption:
            break
        if at.may_throw or not at.will_return:
            return False
        at = at.next
    return at is assumption

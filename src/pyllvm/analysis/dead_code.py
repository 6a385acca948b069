"""Whether an instruction may go: nothing uses it, and it has no other effect (isInstructionTriviallyDead)."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import ConstantInt, is_null, is_undefined
from pyllvm.ir.function import Argument, Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, LoadInst
from pyllvm.ir.metadata import MDNode, MDString, MetadataAsValue
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import ALLOCATIONS_BY_ATTRIBUTE_SINCE
from pyllvm.tables.debug_info_versions import EMPTY_USES_REMOVED_UNTIL
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, ASSUME, DEBUG_PREFIX, LABEL_INTRINSIC, LIFETIME_END, LIFETIME_START

PADS: Final = ("landingpad", "catchpad", "cleanuppad", "catchswitch")
LIFETIMES: Final = (LIFETIME_START, LIFETIME_END)
_GUARD: Final = "llvm.experimental.guard"
_CONSTRAINED: Final = "llvm.experimental.constrained."
_STRICT: Final = "fpexcept.strict"
# Intrinsics with effects that are only there for what uses their results.
_FOR_USERS: Final = (
    "llvm.stacksave", "llvm.launder.invariant.group", "llvm.allow.runtime.check", "llvm.allow.ubsan.check",
)  # fmt: skip
_FREE: Final = "free"
# Bits of `allockind`.
_ALLOCATES: Final = 1
_FREES: Final = 4
# C++'s operators new, and what copies strings.
_REMOVABLE: Final = re.compile("_Zn[wa][jm](St11align_val_t)?(RKSt9nothrow_t)?|strn?dup")
_OLDER_REMOVABLE: Final = re.compile("_Zn[wa][jm](St11align_val_t)?(RKSt9nothrow_t)?|malloc|calloc")


def is_dead(instruction: Instruction) -> bool:
    """Whether nothing uses an instruction, and it has no other effect. Terminators and pads stay, and debug intrinsics
    that are about something.
    """
    if instruction.parent is None or instruction.has_uses or instruction.is_terminator:
        return False
    if instruction.opcode_name in PADS:
        return False
    if isinstance(instruction, CallBase):
        return _is_dead_call(instruction)
    return not instruction.has_side_effects or _loads_constant(instruction)


def _is_dead_call(call: CallBase) -> bool:
    callee = call.callee
    name = callee.name if isinstance(callee, Function) else ""
    if name.startswith(DEBUG_PREFIX) and (name != ADDRESS_INTRINSIC or call.type.context.llvm_version > EMPTY_USES_REMOVED_UNTIL):
        return _is_empty_use(call, name)
    if name == _GUARD:
        return _is_true(call.operands[0])
    if not call.has_side_effects or _is_allocation(call, name):
        return True
    if not call.will_return:
        return False
    if name.startswith(_FOR_USERS):
        return True
    if name.startswith(LIFETIMES):
        return _is_never_used(call.operands[call.argument_count - 1])
    if name == ASSUME:
        return _is_true(call.operands[0]) and not any(bundle.tag != "ignore" for bundle in call.bundles or ())
    if name.startswith(_CONSTRAINED):
        behavior = call.operands[call.argument_count - 1]
        metadata = behavior.metadata if isinstance(behavior, MetadataAsValue) else None
        return isinstance(metadata, MDString) and metadata.text != _STRICT
    return _frees_nothing(call, name)


def _is_empty_use(call: CallBase, name: str) -> bool:
    """Whether a call of a debug intrinsic is about nothing, and such calls go."""
    if name == LABEL_INTRINSIC or call.type.context.llvm_version > EMPTY_USES_REMOVED_UNTIL:
        return False
    location = call.operands[0]
    return isinstance(location, MetadataAsValue) and isinstance(location.metadata, MDNode)


def _is_allocation(call: CallBase, name: str) -> bool:
    """Whether a call only gets memory, which nothing uses."""
    if _allocation_kind(call) & _ALLOCATES:
        return True
    if not name or ("nobuiltin" in _attributes_of(call) and "builtin" not in _own_attributes(call)):
        return False
    if call.type.context.llvm_version >= ALLOCATIONS_BY_ATTRIBUTE_SINCE:
        return _REMOVABLE.fullmatch(name) is not None
    return call.will_return and _OLDER_REMOVABLE.fullmatch(name) is not None


def _frees_nothing(call: CallBase, name: str) -> bool:
    """Whether a call gives back memory, but its pointer is null or undefined."""
    freed: Value | None = None
    if _allocation_kind(call) & _FREES:
        attributes = [one.attributes for one in (call, call.callee) if isinstance(one, (CallBase, Function))]
        for number in range(call.argument_count):
            if any(one is not None and "allocptr" in one.parameters.get(number, ()) for one in attributes):
                freed = call.operands[number]
    elif name == _FREE and call.argument_count == 1 and call.type.context.llvm_version < ALLOCATIONS_BY_ATTRIBUTE_SINCE:
        freed = call.operands[0]
    return freed is not None and (is_null(freed) or is_undefined(freed))


def _own_attributes(call: CallBase) -> set[str]:
    attributes = call.attributes
    return set() if attributes is None else {one.name for one in attributes.function.attributes}


def _attributes_of(call: CallBase) -> set[str]:
    """The words and keys of the attributes of a call and of the function that it calls."""
    callee = call.callee
    theirs = callee.attributes if isinstance(callee, Function) else None
    return _own_attributes(call) | (set() if theirs is None else {one.name for one in theirs.function.attributes})


def _allocation_kind(call: CallBase) -> int:
    callee = call.callee
    for one in (call, callee):
        attributes = one.attributes if isinstance(one, (CallBase, Function)) else None
        kind = None if attributes is None else attributes.function.find("allockind")
        if kind is not None:
            return kind.integer
    return 0


def _is_true(value: Value) -> bool:
    return isinstance(value, ConstantInt) and value.unsigned != 0


def _is_never_used(memory: Value) -> bool:
    """Whether the memory that a mark is about is undefined, or has no use besides such marks."""
    if is_undefined(memory):
        return True
    if not isinstance(memory, (AllocaInst, GlobalValue, Argument)):
        return False
    return all(isinstance(user, CallBase) and _is_lifetime(user.callee) for user in memory.users)


def _is_lifetime(callee: Value) -> bool:
    return isinstance(callee, Function) and callee.name.startswith(LIFETIMES)


def _loads_constant(instruction: Instruction) -> bool:
    """Whether it is an atomic load, not volatile, of a constant."""
    if not isinstance(instruction, LoadInst) or instruction.is_volatile:
        return False
    pointer = instruction.pointer
    return isinstance(pointer, GlobalVariable) and pointer.is_constant

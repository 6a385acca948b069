"""Adds the `elementtype` that LLVM 13 and newer require to pointer arguments in bitcode with typed pointers.

The type is the pointer's pointee type; LLVM's reader adds the attribute even to a module of its own version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.features import ELEMENT_TYPES_SINCE, EXCLUSIVE_ELEMENT_TYPES_SINCE

# Exclusive accesses of ARM and AArch64; a store has the pointer second.
_EXCLUSIVE_LOADS: Final = ("llvm.aarch64.ldaxr.", "llvm.aarch64.ldxr.", "llvm.arm.ldaex.", "llvm.arm.ldrex.")
_EXCLUSIVE_STORES: Final = ("llvm.aarch64.stlxr.", "llvm.aarch64.stxr.", "llvm.arm.stlex.", "llvm.arm.strex.")
_ATTRIBUTE: Final = "elementtype"
_ACCESS_INDEX: Final = ("llvm.preserve.array.access.index", "llvm.preserve.struct.access.index")


def add_element_types(call: CallBase, version: int, pointees: Sequence[Type | None] = ()) -> None:
    """Add the attributes that LLVM `version` needs to a call of inline assembly, or of an intrinsic that takes such a pointer.

    `pointees` are the types that the arguments point to, if the pointers themselves are opaque.
    """
    attributes = call.attributes
    changed: dict[int, AttributeSet] = {}
    for number in _arguments_with_element_types(call, version):
        type = call.operands[number].type
        if not isinstance(type, PointerType):
            continue
        pointee = pointees[number] if number < len(pointees) else type.pointee
        if pointee is None:
            continue
        known = AttributeSet() if attributes is None else attributes.parameter(number)
        if _ATTRIBUTE not in known:
            changed[number] = known.adding(Attribute.of_type(_ATTRIBUTE, pointee))
    if changed:
        call.attributes = (attributes or AttributeList()).with_parameters(changed)


def may_lack_element_types(callee: Value) -> bool:
    """Whether calls of that may need the attribute in some LLVM."""
    if isinstance(callee, Function):
        return callee.name.startswith((*_ACCESS_INDEX, *_EXCLUSIVE_LOADS, *_EXCLUSIVE_STORES))
    return isinstance(callee, InlineAsm)


def lacks_element_types(call: CallBase, version: int) -> bool:
    """Whether an argument does not have the attribute that LLVM `version` needs."""
    attributes = call.attributes
    for number in _arguments_with_element_types(call, version):
        if attributes is None or _ATTRIBUTE not in attributes.parameter(number):
            return True
    return False


def _arguments_with_element_types(call: CallBase, version: int) -> list[int]:
    """The numbers of the arguments that need the attribute."""
    callee = call.callee
    found: list[int] = []
    if isinstance(callee, InlineAsm):
        if version < ELEMENT_TYPES_SINCE:
            return found
        number = 0
        for constraint in callee.constraints.split(","):
            is_indirect = "*" in constraint
            # Clobbers, labels and direct results are not arguments.
            if constraint.startswith(("~", "!")) or (constraint.startswith("=") and not is_indirect):
                continue
            if is_indirect:
                found.append(number)
            number += 1
    elif isinstance(callee, Function) and callee.name.startswith("llvm."):
        if callee.name.startswith(_ACCESS_INDEX):
            found.append(0)
        elif version >= EXCLUSIVE_ELEMENT_TYPES_SINCE:
            if callee.name.startswith(_EXCLUSIVE_LOADS):
                found.append(0)
            elif callee.name.startswith(_EXCLUSIVE_STORES):
                found.append(1)
    return [number for number in found if number < call.argument_count] if found else found

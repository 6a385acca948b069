"""Forms that modules with typed pointers have: calls without `elementtype`, tail calls behind casts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import MUST_TAIL_WITHOUT_CAST_SINCE
from pyllvm.tables.features import ELEMENT_TYPES_SINCE, EXCLUSIVE_ELEMENT_TYPES_SINCE
from pyllvm.tables.keywords import LOCAL_DLL_STORAGE_UNTIL, MUST_TAIL
from pyllvm.tables.opcodes import BITCAST

# --- Adds the `elementtype` that LLVM 13 and newer require to pointer arguments in bitcode with typed pointers.
#
# The type is the pointer's pointee type; LLVM's reader adds the attribute even to a module of its own version.

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
    elif isinstance(callee, Function) and callee.is_intrinsic:
        if callee.name.startswith(_ACCESS_INDEX):
            found.append(0)
        elif version >= EXCLUSIVE_ELEMENT_TYPES_SINCE:
            if callee.name.startswith(_EXCLUSIVE_LOADS):
                found.append(0)
            elif callee.name.startswith(_EXCLUSIVE_STORES):
                found.append(1)
    return [number for number in found if number < call.argument_count] if found else found


# --- Removes casts between a musttail call and its return, which change nothing without typed pointers (LLVM 23).


def upgrade_tail_casts(functions: Sequence[Function], version: int) -> None:
    """Remove such casts from bodies of functions, as the reader of LLVM `version` does.

    LLVM 22:
        define ptr @f(ptr %p) {
          %r = musttail call ptr @g(ptr %p)
          %c = bitcast ptr %r to ptr
          ret ptr %c
        }
        declare ptr @g(ptr)
    LLVM 23:
        define ptr @f(ptr %p) {
          %r = musttail call ptr @g(ptr %p)
          ret ptr %r
        }
    """
    if version < MUST_TAIL_WITHOUT_CAST_SINCE:
        return
    for function in functions:
        casts: list[Instruction] = []
        for block in function.blocks:
            instructions = block.instructions
            if len(instructions) > 2 and isinstance(instructions[-2], CastInst):
                casts.append(instructions[-2])
        remove_tail_casts(function, casts)


def remove_tail_casts(function: Function, casts: Sequence[Instruction]) -> None:
    """Remove the casts, out of these of a function, that change nothing and are between a musttail call and a return."""
    calls: dict[Value, CallInst] = {}
    for cast in casts:
        call = _called(cast)
        if call is not None:
            calls[cast] = call
    if not calls:
        return
    function.record_local_uses()
    for block in function.blocks:
        for instruction in block.instructions:
            for index, operand in enumerate(instruction.operands):
                if operand in calls:
                    instruction.put_operand(index, calls[operand])
    for cast in casts:
        if cast in calls:
            if cast in cast.type.context.metadata:
                # Imported only here: few values are in metadata.
                from pyllvm.ir.metadata_replacement import follow_replacement

                follow_replacement(cast, calls[cast])
            cast.remove()
            cast.drop_operands()


def _called(cast: Instruction) -> CallInst | None:
    """The musttail call of which the cast returns the value as it is; None if there is none."""
    block = cast.parent
    if block is None or not isinstance(cast, CastInst) or cast.opcode is not BITCAST:
        return None
    call = cast.operands[0]
    if not isinstance(call, CallInst) or call.tail_kind != MUST_TAIL or call.type is not cast.type:
        return None
    instructions = block.instructions
    is_last = len(instructions) > 2 and instructions[-2] is cast and isinstance(instructions[-1], ReturnInst)
    return call if is_last and instructions[-3] is call else None


# --- LLVM 16: readers drop the DLL storage classes of local symbols.


def drop_local_storage(module: Module, version: int) -> None:
    """Give local symbols the default storage class if that LLVM version allows no other.

    LLVM 15: @v = internal dllexport global i32 0
    LLVM 16: @v = internal global i32 0
    """
    if version <= LOCAL_DLL_STORAGE_UNTIL:
        return
    for value in module.global_values:
        if value.has_local_linkage:
            value.dll_storage_class = "default"


def name_element_types(module: Module, version: int) -> None:
    """Add the attribute to all calls that need it and have typed pointers.

    LLVM 13: call void asm "", "*m"(i32* %p)
    LLVM 14: call void asm "", "*m"(i32* elementtype(i32) %p)
    """
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    add_element_types(instruction, version)

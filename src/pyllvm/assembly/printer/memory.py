"""The text of instructions that use memory: alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw, va_arg."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir import instructions
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.types import IntegerType, PointerType
from pyllvm.schema.text import escape
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERINGS
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.flags import GEP_FLAGS
from pyllvm.tables.text_versions import ATOMIC_RMW_TYPES_SINCE, CMPXCHG_TYPES_SINCE

# The texts of the usual alignments.
_ALIGNMENTS: Final = ["", *(f", align {alignment}" for alignment in range(1, 65))]


def alloca_text(operands: OperandPrinter, alloca: instructions.AllocaInst) -> str:
    """`alloca i32, align 4`."""
    text = "alloca "
    if alloca.is_inalloca:
        text += "inalloca "
    if alloca.is_swifterror:
        text += "swifterror "
    text += operands.types.text(alloca.allocated_type)
    count = alloca.operands[0]
    type = count.type
    is_plain = isinstance(count, ConstantInt) and count.value == 1
    if not is_plain or not isinstance(type, IntegerType) or type.width != 32:
        text += ", " + operands.typed(count)
    text += alignment_text(alloca.alignment)
    pointer = alloca.type
    if isinstance(pointer, PointerType) and pointer.address_space:
        text += f", addrspace({pointer.address_space})"
    return text


def load_text(operands: OperandPrinter, load: instructions.LoadInst) -> str:
    """`load i32, ptr %p, align 4`."""
    pointer = load.operands[0]
    words = ""
    ordering = ""
    if load.ordering_number:
        words = " atomic"
        ordering = ordering_text(load.ordering_number, load.sync_scope, operands.version)
    if load.is_volatile:
        words += " volatile"
    return (
        f"load{words} {operands.types.text(load.type)}, {operands.types.text(pointer.type)} {operands.reference(pointer)}"
        f"{ordering}{alignment_text(load.alignment)}"
    )


def store_text(operands: OperandPrinter, store: instructions.StoreInst) -> str:
    """`store i32 %x, ptr %p, align 4`."""
    words = ""
    ordering = ""
    if store.ordering_number:
        words = " atomic"
        ordering = ordering_text(store.ordering_number, store.sync_scope, operands.version)
    if store.is_volatile:
        words += " volatile"
    types = operands.types
    value, pointer = store.operands
    return (
        f"store{words} {types.text(value.type)} {operands.reference(value)}, {types.text(pointer.type)} "
        f"{operands.reference(pointer)}{ordering}{alignment_text(store.alignment)}"
    )


def getelementptr_text(operands: OperandPrinter, pointer: instructions.GetElementPtrInst) -> str:
    """`getelementptr inbounds i32, ptr %p, i64 1`."""
    words = GEP_FLAGS.text(pointer.flags) if pointer.flags else ""
    text = f"getelementptr{words} {operands.types.text(pointer.source_element_type)}"
    parts = pointer.operands
    if len(parts) > 1 and parts[1].type is parts[0].type:
        # Indices that are pointers: LLVM prints them all the same.
        return f"{text}, {operands.uniform_list(parts)}"
    for operand in parts:
        text = f"{text}, {operands.types.text(operand.type)} {operands.reference(operand)}"
    return text


def fence_text(operands: OperandPrinter, fence: instructions.FenceInst) -> str:
    """`fence seq_cst`."""
    return f"fence{ordering_text(fence.ordering_number, fence.sync_scope, operands.version)}"


def cmpxchg_text(operands: OperandPrinter, cmpxchg: instructions.AtomicCmpXchgInst) -> str:
    """`cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst, align 4`."""
    words = "cmpxchg"
    if cmpxchg.is_weak:
        words += " weak"
    if cmpxchg.is_volatile:
        words += " volatile"
    parts = cmpxchg.operands
    values = operands.typed_list(parts) if operands.version >= CMPXCHG_TYPES_SINCE else operands.uniform_list(parts)
    text = f"{words} {values}{ordering_text(cmpxchg.success_ordering_number, cmpxchg.sync_scope, operands.version)}"
    text += f" {ORDERINGS[cmpxchg.failure_ordering_number]}"
    return text + alignment_text(cmpxchg.alignment) if operands.version >= ATOMIC_ALIGNMENT_SINCE else text


def atomicrmw_text(operands: OperandPrinter, atomicrmw: instructions.AtomicRMWInst) -> str:
    """`atomicrmw add ptr %p, i32 1 seq_cst, align 4`."""
    words = "atomicrmw volatile " if atomicrmw.is_volatile else "atomicrmw "
    if atomicrmw.is_elementwise:
        words += "elementwise "
    parts = atomicrmw.operands
    values = operands.typed_list(parts) if operands.version >= ATOMIC_RMW_TYPES_SINCE else operands.uniform_list(parts)
    text = words + ATOMIC_RMW_OPERATIONS[atomicrmw.operation_number].word + " " + values
    text += ordering_text(atomicrmw.ordering_number, atomicrmw.sync_scope, operands.version)
    return text + alignment_text(atomicrmw.alignment) if operands.version >= ATOMIC_ALIGNMENT_SINCE else text


def va_arg_text(operands: OperandPrinter, va_arg: instructions.VAArgInst) -> str:
    """`va_arg ptr %list, i32`."""
    return f"va_arg {operands.typed(va_arg.operands[0])}, {operands.types.text(va_arg.type)}"


def alignment_text(alignment: int) -> str:
    """An alignment in bytes, preceded by a comma; empty for none."""
    return _ALIGNMENTS[alignment] if alignment < len(_ALIGNMENTS) else f", align {alignment}"


def ordering_text(ordering: int, sync_scope: str, version: int) -> str:
    """An ordering with its synchronization scope, preceded by a space; empty for no ordering."""
    if not ordering:
        return ""
    scope = f' syncscope("{escape(sync_scope, version)}")' if sync_scope else ""
    return f"{scope} {ORDERINGS[ordering]}"

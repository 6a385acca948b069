"""`atomicrmw xchg` of numbers (LLVM 9) and of pointers (LLVM 15). Before, an integer of the same size was exchanged."""

from __future__ import annotations

from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import AtomicRMWInst, CastInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, FloatingPointType, PointerType
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import replace_with_instructions
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.atomics import ANYTHING, ATOMIC_RMW_OPERATIONS
from pyllvm.tables.features import ATOMIC_XCHG_OF_FLOATS, ATOMIC_XCHG_OF_POINTERS
from pyllvm.tables.opcodes import BITCAST, INTTOPTR, PTRTOINT


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Exchange integers, and cast them."""
    layout = DataLayout(module.data_layout, module.llvm_version)
    for exchange in bodies.found().exchanges:
        if ATOMIC_RMW_OPERATIONS[exchange.operation_number].operand == ANYTHING:
            _replace(module.context, layout, exchange, version)


def _replace(context: Context, layout: DataLayout, exchange: AtomicRMWInst, version: int) -> None:
    type = exchange.type
    is_pointer = isinstance(type, PointerType) and not ATOMIC_XCHG_OF_POINTERS.is_in(version)
    if not is_pointer and (not isinstance(type, FloatingPointType) or ATOMIC_XCHG_OF_FLOATS.is_in(version)):
        return
    integer = context.integer(layout.size_in_bits(type))
    made: list[Instruction] = []
    pointer: Value = exchange.operands[0]
    own = pointer.type
    if isinstance(own, PointerType) and own.pointee is not None:
        cast = CastInst(BITCAST, pointer, context.pointer_to(integer, own.address_space))
        made.append(cast)
        pointer = cast
    value = CastInst(PTRTOINT if is_pointer else BITCAST, exchange.operands[1], integer)
    changed = AtomicRMWInst(exchange.operation_number, pointer, value, exchange.ordering_number, exchange.alignment)
    changed.is_volatile = exchange.is_volatile
    changed.sync_scope = exchange.sync_scope
    changed.attachments = exchange.attachments
    made += [value, changed, CastInst(INTTOPTR if is_pointer else BITCAST, changed, type, name=exchange.name)]
    replace_with_instructions(exchange, made)

"""LLVM 22: atomic loads and stores of vectors. Before, they accessed an integer of the vector's size."""

from __future__ import annotations

from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import CastInst, LoadInst, StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Context, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import replace_with_instructions
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.opcodes import BITCAST, INTTOPTR, PTRTOINT


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Access an integer, and cast it."""
    layout = DataLayout(module.data_layout, module.llvm_version)
    for access in bodies.found().atomic_accesses:
        if isinstance(access, LoadInst) and isinstance(access.type, VectorType):
            _replace_load(module.context, layout, access, access.type)
        elif isinstance(access, StoreInst) and isinstance(access.value.type, VectorType):
            _replace_store(module.context, layout, access, access.value.type)


def _replace_load(context: Context, layout: DataLayout, load: LoadInst, type: VectorType) -> None:
    integer = context.integer(layout.size_in_bits(type))
    made = LoadInst(integer, load.pointer, load.alignment, load.is_volatile)
    made.ordering_number = load.ordering_number
    made.sync_scope = load.sync_scope
    made.attachments = load.attachments
    instructions: list[Instruction] = [made]
    if isinstance(type.element, PointerType):
        addresses = CastInst(BITCAST, made, _addresses(context, layout, type))
        instructions += [addresses, CastInst(INTTOPTR, addresses, type, name=load.name)]
    else:
        instructions.append(CastInst(BITCAST, made, type, name=load.name))
    replace_with_instructions(load, instructions)


def _replace_store(context: Context, layout: DataLayout, store: StoreInst, type: VectorType) -> None:
    integer = context.integer(layout.size_in_bits(type))
    instructions: list[Instruction] = []
    value: Value = store.value
    if isinstance(type.element, PointerType):
        addresses = CastInst(PTRTOINT, value, _addresses(context, layout, type))
        instructions.append(addresses)
        value = addresses
    cast = CastInst(BITCAST, value, integer)
    made = StoreInst(store.type, cast, store.pointer, store.alignment, store.is_volatile)
    made.ordering_number = store.ordering_number
    made.sync_scope = store.sync_scope
    made.attachments = store.attachments
    replace_with_instructions(store, [*instructions, cast, made])


def _addresses(context: Context, layout: DataLayout, type: VectorType) -> Type:
    """Integers in the place of a vector's pointers."""
    pointer = type.element
    assert isinstance(pointer, PointerType)
    return context.vector(context.integer(layout.pointer_bits(pointer.address_space)), type.count, type.is_scalable)

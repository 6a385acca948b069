"""LLVM 11 and 13: every memory instruction has an alignment. Before, without `align`, it used the data layout's."""

from __future__ import annotations

from pyllvm.ir.instructions import AllocaInst, AtomicCmpXchgInst, AtomicRMWInst, LoadInst, StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE


def upgrade(module: Module, version: int) -> None:
    """Write the alignment at every load, store and alloca, and from LLVM 13 on at atomic operations.

    Stack objects get the preferred alignment, loads and stores the smallest that the ABI allows, and atomic operations their
    size. LLVM upgrades the data layout before it reads instructions.
    """
    layout = DataLayout(upgraded_data_layout(module.data_layout, module.target_triple, version), version)
    aligns_atomic_operations = version >= ATOMIC_ALIGNMENT_SINCE
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, LoadInst):
                    if not instruction.alignment:
                        instruction.alignment = layout.abi_alignment(instruction.type)
                elif isinstance(instruction, StoreInst):
                    if not instruction.alignment:
                        instruction.alignment = layout.abi_alignment(instruction.operands[0].type)
                elif isinstance(instruction, AllocaInst):
                    if not instruction.alignment:
                        instruction.alignment = layout.preferred_alignment(instruction.allocated_type)
                elif aligns_atomic_operations and isinstance(instruction, AtomicRMWInst):
                    if not instruction.alignment:
                        instruction.alignment = layout.store_size(instruction.type)
                elif aligns_atomic_operations and isinstance(instruction, AtomicCmpXchgInst):
                    if not instruction.alignment:
                        instruction.alignment = layout.store_size(instruction.operands[2].type)

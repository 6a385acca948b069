"""LLVM 19: debug records between instructions replace calls of `llvm.dbg.value` and the other debug intrinsics."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info.debug_intrinsics import (
    DEBUG_INTRINSICS,
    declared_debug_intrinsics,
    make_debug_records,
    remove_unused_declarations,
)
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import DBG_ASSIGN, DBG_DECLARE, DBG_LABEL, DBG_VALUE, DebugRecord, Metadata, MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic
from pyllvm.migrations.on_reading.intrinsics import OLD_DEBUG_INTRINSICS, upgrade_intrinsic
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.keywords import TAIL

_NAMES: Final[dict[str, str]] = {
    DBG_VALUE: "llvm.dbg.value",
    DBG_DECLARE: "llvm.dbg.declare",
    DBG_ASSIGN: "llvm.dbg.assign",
    DBG_LABEL: "llvm.dbg.label",
}


def upgrade(module: Module, version: int) -> None:
    """Turn the calls into records, and remove the declarations that nothing uses any longer."""
    for name in OLD_DEBUG_INTRINSICS:
        upgrade_intrinsic(module, name, version)
    make_debug_records(module)
    remove_unused_declarations(module)


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Remove the declarations. The reader of bodies makes records of the calls.

    All bodies are needed if it has left a call, which has an older form, or operands that are not metadata.
    """
    declared = declared_debug_intrinsics(module)
    has_old = any(module.get(name) is not None for name in OLD_DEBUG_INTRINSICS if name not in DEBUG_INTRINSICS)
    for function in declared:
        module.take_out(function)

    def upgrade_bodies(bodies: Bodies) -> None:
        if has_old or any(function.has_uses for function in declared):
            bodies.needs_all = "a call of a debug intrinsic stays"

    return upgrade_bodies


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Turn the records into calls before the same instruction. A record that no call can express stays."""
    for block in bodies.found().recorded:
        _call_intrinsics(module, block, version)


def _call_intrinsics(module: Module, block: BasicBlock, version: int) -> None:
    made: list[Instruction] = []
    for instruction in block.instructions:
        instruction.debug_records = _calls_of(module, instruction.debug_records, made, block, version)
        made.append(instruction)
    block.trailing_debug_records = _calls_of(module, block.trailing_debug_records, made, block, version)
    block.instructions = made


def _calls_of(
    module: Module, records: list[DebugRecord] | None, made: list[Instruction], block: BasicBlock, version: int
) -> list[DebugRecord] | None:
    """Add the calls for records to `made`, and return the records that no call can express."""
    left: list[DebugRecord] = []
    for record in records or ():
        name = _NAMES.get(record.kind)
        operands = _operands(record)
        if name is None or operands is None:
            left.append(record)
            continue
        context = module.context
        type = context.function(context.void, [context.metadata_type] * len(operands))
        arguments: list[Value] = [MetadataAsValue.get(context, operand) for operand in operands]
        call = CallInst(type, declared_intrinsic(module, name, type, version), arguments)
        call.tail_kind = TAIL
        call.debug_location = record.debug_location
        call.parent = block
        made.append(call)
    return left or None


def _operands(record: DebugRecord) -> list[Metadata] | None:
    """The operands of the call for a record; None if one is missing."""
    if record.kind == DBG_LABEL:
        return [record.variable]
    operands = [record.location, record.variable, record.expression]
    if record.kind == DBG_ASSIGN:
        operands += [record.assign_id, record.address, record.address_expression]
    present = [operand for operand in operands if operand is not None]
    return present if len(present) == len(operands) else None

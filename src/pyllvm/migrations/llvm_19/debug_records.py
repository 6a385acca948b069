"""LLVM 19: debug records between instructions replace calls of `llvm.dbg.value` and the other debug intrinsics."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.debug_info.debug_intrinsics import (
    DEBUG_INTRINSICS,
    declared_debug_intrinsics,
    make_debug_records,
    remove_unused_declarations,
)
from pyllvm.ir.function import BasicBlock, Function, Instruction
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
    calls = _Calls(module, version)
    left = [block for block in bodies.found().recorded if calls.replace(block)]
    # The calls have operands of metadata alone, no attributes, and no attached metadata.
    bodies.keep_without_records(left)


@final
class _Calls:
    """The calls in the places of records."""

    def __init__(self, module: Module, version: int) -> None:
        self._module: Final = module
        self._version: Final = version
        # By the kind of record: there are four kinds, and as many records as other instructions.
        self._declared: Final[dict[str, Function]] = {}

    def replace(self, block: BasicBlock) -> bool:
        """Put calls in the places of a block's records; whether some records stay, because no call can express them."""
        made: list[Instruction] = []
        has_left = False
        for instruction in block.instructions:
            records = instruction._debug_records
            if records is not None:
                left = self._add(records, made, block)
                instruction.debug_records = left
                has_left = has_left or left is not None
            made.append(instruction)
        trailing = block.trailing_debug_records
        if trailing is not None:
            left = self._add(trailing, made, block)
            block.trailing_debug_records = left
            has_left = has_left or left is not None
        block.instructions = made
        return has_left

    def _add(self, records: list[DebugRecord], made: list[Instruction], block: BasicBlock) -> list[DebugRecord] | None:
        """Add the calls for records to `made`, and return the records that no call can express."""
        left: list[DebugRecord] = []
        context = self._module.context
        for record in records:
            operands = _operands(record)
            if record.kind not in _NAMES or operands is None:
                left.append(record)
                continue
            callee = self._callee(record.kind, len(operands))
            arguments: list[Value] = [MetadataAsValue.get(context, operand) for operand in operands]
            call = CallInst(callee.function_type, callee, arguments)
            call.tail_kind = TAIL
            call.debug_location = record.debug_location
            call.parent = block
            made.append(call)
        return left or None

    def _callee(self, kind: str, count: int) -> Function:
        """The intrinsic for records of a kind, which is declared if necessary, with `count` operands."""
        found = self._declared.get(kind)
        if found is None:
            context = self._module.context
            type = context.function(context.void, [context.metadata_type] * count)
            found = declared_intrinsic(self._module, _NAMES[kind], type, self._version)
            self._declared[kind] = found
        return found


def _operands(record: DebugRecord) -> list[Metadata] | None:
    """The operands of the call for a record; None if one is missing."""
    if record.kind == DBG_LABEL:
        return [record.variable]
    operands = [record.location, record.variable, record.expression]
    if record.kind == DBG_ASSIGN:
        operands += [record.assign_id, record.address, record.address_expression]
    present = [operand for operand in operands if operand is not None]
    return present if len(present) == len(operands) else None

"""LLVM 22: `#dbg_declare_value`, the value of a variable in its whole scope. Before, `#dbg_value` gave it from its place on."""

from __future__ import annotations

from pyllvm.ir.metadata import DBG_DECLARE_VALUE, DBG_VALUE, DebugRecord
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Make it the variable's value from there on."""
    for block in bodies.found().recorded:
        for instruction in block.instructions:
            _change(instruction.debug_records)
        _change(block.trailing_debug_records)


def _change(records: list[DebugRecord] | None) -> None:
    for record in records or ():
        if record.kind == DBG_DECLARE_VALUE:
            record.kind = DBG_VALUE

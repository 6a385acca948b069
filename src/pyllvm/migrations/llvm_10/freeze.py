"""LLVM 10: `freeze`. What older LLVMs have in its place is its operand, which may be undefined."""

from __future__ import annotations

from pyllvm.ir.instructions import FreezeInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import BEHAVIOR, Losses
from pyllvm.tables.features import FREEZE


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Use the operand of every `freeze`, which is reported."""
    found: list[FreezeInst] = []
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, FreezeInst):
                    # Now: later, the instruction has no text.
                    losses.drop(FREEZE.name, FREEZE.since, function, instruction, grade=BEHAVIOR).keep_text()
                    found.append(instruction)
    for instruction in found:
        instruction.move_uses_to(instruction.operands[0])
        instruction.erase_from_parent()

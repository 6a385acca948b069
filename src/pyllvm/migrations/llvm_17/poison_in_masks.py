"""LLVM 17: undefined elements of a shufflevector's mask became `poison`; before, they were `undef`."""

from __future__ import annotations

from pyllvm.ir.instructions import ShuffleVectorInst
from pyllvm.ir.module import Module
from pyllvm.ir.shuffle_mask import shuffle_mask
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.behavior_versions import MASKS_OF_NUMBERS_SINCE


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Return what gives every shufflevector's mask in bodies the form that LLVM `version` has."""

    def upgrade_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, ShuffleVectorInst):
                        instruction.mask = shuffle_mask(instruction.mask, version)

    return upgrade_bodies


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give every mask the form of LLVM `version`, or of LLVM 11 if masks are still operands in that version."""
    for shuffle in bodies.found().shuffles:
        shuffle.mask = shuffle_mask(shuffle.mask, max(version, MASKS_OF_NUMBERS_SINCE))

"""The upgrades of targets' intrinsics. A target's module is imported when a module of IR first declares an intrinsic of it."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.migrations.on_reading.nvvm import nvvm_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.amdgpu import amdgpu_plain_upgrade, amdgpu_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.nvvm_instructions import nvvm_instruction_upgrade, nvvm_operand_upgrade
from pyllvm.migrations.on_reading.target_intrinsics.riscv import riscv_upgrade


def upgrade_amdgpu(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an AMD GPU's intrinsic; None where they stay."""
    return amdgpu_upgrade(state, old) or amdgpu_plain_upgrade(state, old)


def upgrade_arm(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an ARM or AArch64 intrinsic; None where they stay."""
    from pyllvm.migrations.on_reading.target_intrinsics.arm import arm_upgrade

    return arm_upgrade(state, old)


def upgrade_nvvm(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an NVVM intrinsic; None where they stay."""
    return nvvm_upgrade(state, old) or nvvm_operand_upgrade(state, old) or nvvm_instruction_upgrade(state, old)


def upgrade_riscv(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of a RISC-V intrinsic; None where they stay."""
    return riscv_upgrade(state, old)


def upgrade_x86(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How to upgrade calls of an x86 intrinsic; None where they stay."""
    from pyllvm.migrations.on_reading.target_intrinsics.x86 import x86_upgrade

    return x86_upgrade(state, old)

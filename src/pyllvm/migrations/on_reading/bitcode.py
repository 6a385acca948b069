"""The upgrades that LLVM N makes to a module of its own version from bitcode, before it reads the bodies."""

from __future__ import annotations

from pyllvm.ir.intrinsics.attributes import refresh_intrinsics
from pyllvm.ir.module import Module
from pyllvm.migrations import local_entities
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.migrations.on_reading.denormal_modes import upgrade_denormal_modes
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.migrations.on_reading.sections import upgrade_implicit_sections, upgrade_sections


def after_bitcode(module: Module) -> None:
    """Upgrade the module in the order of LLVM's BitcodeReader."""
    version = module.llvm_version
    module.data_layout = upgraded_data_layout(module.data_layout, module.target_triple, version)
    upgrade_module_flags(module, version)
    upgrade_sections(module)
    upgrade_implicit_sections(module, version)
    upgrade_denormal_modes(module, version)
    local_entities.upgrade(module, version)
    refresh_intrinsics(module, has_all_uses=False)

"""The upgrades that LLVM N makes to a module of another version, after the changes of the language."""

from __future__ import annotations

from pyllvm.ir.intrinsics.attributes import refresh_intrinsics
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading import attachments, function_attributes, local_storage
from pyllvm.migrations.on_reading.bitcode import has_arc
from pyllvm.migrations.on_reading.branch_protection import upgrade_branch_protection
from pyllvm.migrations.on_reading.data_layout import checked_data_layout
from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.migrations.on_reading.nvvm_annotations import upgrade_annotations


def after_migration(module: Module, version: int) -> None:
    """Make the upgrades of LLVM `version`, and set the module's version."""
    module.data_layout = checked_data_layout(module, version)
    upgrade_intrinsics(module, version)
    attachments.upgrade(module, version)
    local_storage.upgrade(module, version)
    upgrade_annotations(module, version)
    module.llvm_version = version
    upgrade_module_flags(module, version)
    refresh_intrinsics(module, has_all_uses=True)
    function_attributes.upgrade(module, version)
    upgrade_branch_protection(module, version)
    if not module.is_read_lazily and has_arc(module):
        from pyllvm.migrations.on_reading.objc_arc import upgrade_arc

        upgrade_arc(module, version)

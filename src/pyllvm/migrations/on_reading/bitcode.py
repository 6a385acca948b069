"""The upgrades that LLVM N makes to a module of its own version from bitcode."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.attributes import refresh_intrinsics
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.migrations import local_entities
from pyllvm.migrations.on_reading.data_layout import checked_data_layout
from pyllvm.migrations.on_reading.denormal_modes import upgrade_denormal_modes
from pyllvm.migrations.on_reading.module_flags import add_linker_options, upgrade_module_flags
from pyllvm.migrations.on_reading.sections import upgrade_implicit_sections, upgrade_sections
from pyllvm.tables.module_flags import ARC_MARKER, ARC_USE

_PREFIX: Final = "llvm."
ANNOTATIONS: Final = "nvvm.annotations"
# Intrinsics of targets may be replaced although they exist.
_TARGETS: Final = ("llvm.aarch64.", "llvm.amdgcn.", "llvm.arm.", "llvm.nvvm.", "llvm.riscv.", "llvm.x86.")
# The targets whose functions say how their branches are protected.
_BRANCH_PROTECTION: Final = ("aarch64", "arm", "thumb", "xscale")


def after_bitcode(module: Module, is_brought: bool = False) -> None:
    """Upgrade what comes before the bodies, in the order of LLVM's BitcodeReader.

    The data layout and the intrinsics' names of a module that `is_brought` to a newer version next are left for that version.
    """
    version = module.llvm_version
    if not is_brought:
        module.data_layout = checked_data_layout(module, version)
    add_linker_options(module)
    upgrade_module_flags(module, version)
    upgrade_sections(module)
    upgrade_implicit_sections(module, version)
    upgrade_denormal_modes(module, version)
    local_entities.upgrade(module, version)
    if not is_brought:
        refresh_intrinsics(module, has_all_uses=False)
    # This and the next upgrades are imported only if the module may need them.
    if module.target_triple.startswith(_BRANCH_PROTECTION):
        from pyllvm.migrations.on_reading.branch_protection import upgrade_branch_protection

        upgrade_branch_protection(module, version)


def after_bodies(module: Module) -> None:
    """Upgrade what needs all bodies: calls of old intrinsics, and Objective-C's reference counting."""
    version = module.llvm_version
    for function in module.functions:
        if function.name.startswith(_PREFIX) and not _is_current(function, version):
            from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics

            upgrade_intrinsics(module, version)
            break
    if module.named_metadata_of(ANNOTATIONS) is not None:
        from pyllvm.migrations.on_reading.nvvm_annotations import upgrade_annotations

        upgrade_annotations(module, version)
    if has_arc(module):
        from pyllvm.migrations.on_reading.objc_arc import upgrade_arc

        upgrade_arc(module, version)


def changes_after_bodies(module: Module) -> bool:
    """Whether `after_bodies` may change a module whose bodies have not been read. The module is of no use then."""
    if module.named_metadata_of(ANNOTATIONS) is not None or has_arc(module):
        return True
    functions = list(module.functions)
    after_bodies(module)
    # The declaration of an intrinsic that is upgraded has gone, because no call of it has been read.
    return functions != list(module.functions)


def has_arc(module: Module) -> bool:
    """Whether the module may use Objective-C's reference counting in an old way."""
    return module.get(ARC_USE) is not None or module.named_metadata_of(ARC_MARKER) is not None


def _is_current(function: Function, version: int) -> bool:
    """Whether the intrinsic is certainly one of that LLVM's own."""
    if function.name.startswith(_TARGETS):
        return False
    known = signature(function.name, version)
    return known is not None and not known.match(function.function_type).mismatch

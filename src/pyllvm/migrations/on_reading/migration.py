"""The upgrades that LLVM N makes to a module of another version, after the changes of the language."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.attributes import refresh_intrinsics, set_intrinsic_attributes
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading import attachments, function_attributes, local_storage, tail_casts
from pyllvm.migrations.on_reading.bitcode import ANNOTATIONS, has_arc
from pyllvm.migrations.on_reading.branch_protection import upgrade_branch_protection
from pyllvm.migrations.on_reading.data_layout import checked_data_layout
from pyllvm.migrations.on_reading.denormal_modes import upgrade_denormal_modes
from pyllvm.migrations.on_reading.intrinsic_calls import Upgrading, upgrade_calls_in
from pyllvm.migrations.on_reading.intrinsics import begin_intrinsics, upgrade_intrinsics
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.migrations.on_reading.nvvm_annotations import upgrade_annotations
from pyllvm.migrations.on_reading.sections import upgrade_implicit_sections
from pyllvm.notation import Final, Sequence, final
from pyllvm.separation import NotSeparable


def after_migration(module: Module, version: int) -> None:
    """Make the upgrades of LLVM `version`, and set the module's version."""
    module.data_layout = checked_data_layout(module, version)
    upgrade_intrinsics(module, version)
    attachments.upgrade(module, version)
    tail_casts.upgrade_bodies(module.functions, version)
    local_storage.upgrade(module, version)
    # LLVM makes some changes only when it has read a whole module.
    is_whole = not module.is_read_lazily
    if is_whole:
        upgrade_annotations(module, version)
    module.llvm_version = version
    upgrade_module_flags(module, version)
    refresh_intrinsics(module, has_all_uses=True)
    function_attributes.upgrade(module, version)
    upgrade_branch_protection(module, version)
    if is_whole and has_arc(module):
        from pyllvm.migrations.on_reading.objc_arc import upgrade_arc

        upgrade_arc(module, version)


@final
class AfterMigrationInTurn:
    """The same upgrades, of which those in bodies are made when these have been read, one part of them after the other."""

    def __init__(self, module: Module, version: int) -> None:
        """Make the upgrades outside of bodies. Raises NotSeparable if one needs all bodies, or reorders declarations."""
        if not module.is_read_lazily and (module.named_metadata_of(ANNOTATIONS) is not None or has_arc(module)):
            raise NotSeparable
        self._module: Final = module
        self._version: Final = version
        self._tags: Final[dict[MDNode, MDNode]] = {}
        module.data_layout = checked_data_layout(module, version)
        state = Upgrading(module, version)
        self._upgrades: Final = begin_intrinsics(state)
        self.expected: Final = state.expected
        local_storage.upgrade(module, version)
        module.llvm_version = version
        upgrade_module_flags(module, version)
        self._refresh_intrinsics()
        upgrade_implicit_sections(module, version)
        upgrade_denormal_modes(module, version)
        upgrade_branch_protection(module, version)

    def upgrade_bodies(self, functions: Sequence[Function]) -> None:
        """Make the upgrades of these functions, whose bodies are the only ones in memory now."""
        module = self._module
        kind_count = len(module.metadata_kinds)
        upgrade_calls_in(module, self._upgrades, functions, self._version)
        attachments.upgrade_bodies(module, functions, self._tags, self._version)
        tail_casts.upgrade_bodies(functions, self._version)
        function_attributes.upgrade_functions(module, functions, self._version)
        if len(module.metadata_kinds) != kind_count and not module.is_read_lazily:
            # The attachments of earlier bodies have been printed in the order of the kinds; a link writes them at the end.
            raise NotSeparable

    def finish(self, added: Sequence[Function]) -> None:
        """Make the upgrades of declarations that bodies added. Raises NotSeparable if a replaced function is still called."""
        if any(old.parent is self._module for old, _ in self._upgrades):
            raise NotSeparable
        self._refresh_intrinsics()
        function_attributes.upgrade_functions(self._module, added, self._version)

    def finish_declarations(self, added: Sequence[Function]) -> None:
        """Make the upgrades of some declarations that a body has added, before others are added."""
        for function in added:
            set_intrinsic_attributes(function, self._version)
        function_attributes.upgrade_functions(self._module, added, self._version)

    def _refresh_intrinsics(self) -> None:
        before = list(self._module.functions)
        refresh_intrinsics(self._module, has_all_uses=True)
        if list(self._module.functions) != before:
            raise NotSeparable

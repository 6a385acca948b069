"""Upgrades of a module whose bodies are read one after the other, and freed again.

An upgrade that is made in turn first changes what is in no body, and then the bodies that it is given. What a body changes
outside of itself, but for declarations at the end of the module's functions, raises NotSeparable.
"""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.separation import NotSeparable
from pyllvm.migrations.bodies import Bodies
from pyllvm.migrations.on_reading.migration import AfterMigrationInTurn
from pyllvm.migrations.sequence import begin_changes
from pyllvm.notation import Final, final


@final
class UpgradeInTurn:
    """The upgrade of one module to LLVM `version`. It begins with what is in no body."""

    def __init__(self, module: Module, version: int) -> None:
        """Raises NotSeparable if an upgrade needs all bodies, PyllvmError if the module cannot be upgraded."""
        self._module: Final = module
        self._before: Final = module.llvm_version
        self._version: Final = version
        before = list(module.functions)
        self._changes: Final = begin_changes(module, self._before, version)
        self._reading: Final = AfterMigrationInTurn(module, version)
        # Declarations are added at the end, now or later.
        self._kept_count: Final = len([function for function in before if function.parent is module])

    def before_reading(self) -> None:
        """Let bodies be read as those of the module's own LLVM."""
        self._module.llvm_version = self._before

    def upgrade(self, bodies: Bodies) -> None:
        """Upgrade bodies that have just been read."""
        for function in bodies.functions:
            function.forget_symbols()
        for change in self._changes:
            change(bodies)
        self._reading.upgrade_bodies(bodies.functions)
        self._module.llvm_version = self._version

    def finish(self) -> list[Function]:
        """Finish the declarations that bodies have added after those of the module, and return them."""
        added = self._module.functions[self._kept_count :]
        if any(not function.is_declaration for function in added):
            raise NotSeparable
        self._reading.finish(added)
        return added

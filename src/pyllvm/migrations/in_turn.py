"""Upgrades of a module whose bodies are read one after the other, and freed again.

An upgrade that is made in turn first changes the module outside of bodies, and then the bodies that it is given. If a body
needs a change outside of itself, except declarations at the end of the module's functions, `needs_all` says so.
"""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import Metadata
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import Bodies
from pyllvm.migrations.on_reading.order import BROUGHT, OnReading
from pyllvm.migrations.sequence import begin_changes
from pyllvm.notation import Final, Sequence, final


@final
class UpgradeInTurn:
    """The upgrade of one module to LLVM `version`. It begins with what is in no body."""

    def __init__(self, module: Module, version: int, metadata: Sequence[Metadata | None], *, prints_parts: bool = False) -> None:
        """`metadata` is what was read outside of bodies; some of it only bodies refer to.

        `prints_parts`: bodies are printed before the next are upgraded, in the order of the kinds of metadata at that time.
        The caller has asked `need_all_bodies` about the versions. Raises PyllvmError if the module cannot be upgraded.
        """
        self._module: Final = module
        self._before: Final = module.llvm_version
        self._version: Final = version
        self._prints_parts: Final = prints_parts
        before = list(module.functions)
        self._changes: Final = begin_changes(module, self._before, version)
        head = Bodies((), metadata)
        for change in self._changes:
            change(head)
        self._reading: Final = OnReading(module, version, BROUGHT, is_divided=True)
        self.needs_all = head.needs_all
        """Why all bodies are needed at once after all; empty if they are not. The module is of no use then."""
        if self._reading.needs_all_bodies:
            self.needs_all = "Objective-C's calls"
        self.kept: Sequence[Function] = ()
        """The functions before the declarations that were added at the end, or moved there; more of them are added later."""
        if not self.needs_all:
            self._reading.begin()
            self.kept = _in_place(before, module.functions)
            self._check_order()

    def _check_order(self) -> None:
        if self._reading.is_reordered:
            self.needs_all = "an intrinsic takes the place of another, or moves"

    def before_reading(self) -> None:
        """Let bodies be read in the language of the module's own LLVM."""
        self._module.llvm_version = self._before

    def upgrade(self, bodies: Bodies) -> None:
        """Upgrade bodies that have just been read."""
        for function in bodies.functions:
            function._forget_symbols()
        for change in self._changes:
            change(bodies)
        kind_count = len(self._module.metadata_kinds)
        self._reading.part(bodies.functions)
        if len(self._module.metadata_kinds) != kind_count and self._prints_parts:
            bodies.needs_all = "a kind of metadata is new"
        self._module.llvm_version = self._version
        self.needs_all = bodies.needs_all

    def finish_declarations(self, known: int) -> None:
        """Finish the declarations after the first `known` functions: bodies have just added them, and they are needed now."""
        self._reading.finish_declarations(self._module.functions[known:])

    def finish(self) -> list[Function]:
        """Finish the declarations after those that have kept their places, and return them."""
        added = self._module.functions[len(self.kept) :]
        if any(not function.is_declaration for function in added):
            self.needs_all = "a definition has moved to the end"
        elif self._reading.has_kept_calls:
            self.needs_all = "a call of an intrinsic that changed stays"
        else:
            self._reading.finish(added)
            self._check_order()
        return added


def _in_place(before: Sequence[Function], now: Sequence[Function]) -> list[Function]:
    """The functions at the beginning of `now` that have the order that they had before."""
    count = 0
    for function in before:
        if count < len(now) and now[count] is function:
            count += 1
    return list(now[:count])

"""The function bodies that are upgraded together: all bodies of a module, or the bodies of one part of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import Metadata
from pyllvm.ir.module import Module


@final
class Bodies:
    """Functions whose bodies have been read, and, for a part of a module, the metadata that these bodies brought."""

    __slots__ = ("functions", "metadata", "needs_all")

    def __init__(self, functions: Sequence[Function], metadata: Sequence[Metadata | None] = ()) -> None:
        self.functions = functions
        self.metadata = metadata
        self.needs_all = ""
        """An upgrade that needs all bodies of this module at once says why; it must be made again, with all of them."""


BodyUpgrade: TypeAlias = "Callable[[Bodies], None]"
"""Makes an upgrade in bodies, after it was made in the rest of the module."""

Upgrade: TypeAlias = "Callable[[Module, int], None]"
"""Makes the upgrade to an LLVM version in a whole module."""

Beginning: TypeAlias = "Callable[[Module, int], BodyUpgrade]"
"""Makes the upgrade to an LLVM version outside of bodies, and returns what makes it in bodies."""


def leave_bodies(bodies: Bodies) -> None:
    """Change nothing in bodies."""


def in_all_bodies(begin: Beginning) -> Upgrade:
    """The upgrade of a module whose bodies have all been read."""

    def upgrade(module: Module, version: int) -> None:
        begin(module, version)(Bodies(module.functions))

    return upgrade


def without_bodies(upgrade: Upgrade | None) -> Beginning:
    """The beginning of an upgrade that leaves bodies as they are; None if the reader has made it."""

    def begin(module: Module, version: int) -> BodyUpgrade:
        if upgrade is not None:
            upgrade(module, version)
        return leave_bodies

    return begin

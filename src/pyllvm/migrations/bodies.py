"""The function bodies that are upgraded together: all of a module, or those of one part of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, final

from pyllvm.ir.function import Function
from pyllvm.ir.metadata import Metadata


@final
class Bodies:
    """Functions whose bodies have been read, and, for a part of a module, the metadata that these bodies brought."""

    __slots__ = ("functions", "metadata")

    def __init__(self, functions: Sequence[Function], metadata: Sequence[Metadata | None] = ()) -> None:
        self.functions = functions
        self.metadata = metadata


BodyUpgrade: TypeAlias = Callable[[Bodies], None]
"""Makes an upgrade in bodies, after it was made in the rest of the module."""


def leave_bodies(bodies: Bodies) -> None:
    """Change nothing in bodies."""

"""The scopes of debug information inside functions."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.metadata import SpecializedNode
from pyllvm.tables.dwarf import LEXICAL_BLOCKS

# In malformed debug information a block may be its own scope.
_LONGEST_CHAIN: Final = 100_000
# From here on the nodes of a way are remembered: ways in compiled programs are shorter.
LONG_WAY: Final = 8


@final
class ScopeEnds:
    """Where the ways through nested scopes end.

    Only the nodes of long ways are remembered: blocks nested a thousand deep, each with a location, are followed once.
    """

    __slots__ = ("_ends",)

    def __init__(self) -> None:
        self._ends: dict[SpecializedNode, object] = {}

    def outside_blocks(self, scope: object) -> object:
        """Return the scope outside all lexical blocks, or what malformed debug information has there."""
        ends = self._ends
        way: list[SpecializedNode] | None = None
        steps = 0
        while isinstance(scope, SpecializedNode) and scope.spec.name in LEXICAL_BLOCKS and steps < _LONGEST_CHAIN:
            if steps >= LONG_WAY:
                if scope in ends:
                    scope = ends[scope]
                    break
                if way is None:
                    way = []
                way.append(scope)
            scope = scope["scope"]
            steps += 1
        if way is not None:
            for one in way:
                ends[one] = scope
        return scope

    def is_endless(self, scope: object) -> bool:
        """Whether lexical blocks around a scope are in themselves."""
        end = self.outside_blocks(scope)
        return isinstance(end, SpecializedNode) and end.spec.name in LEXICAL_BLOCKS

    def subprogram_of(self, scope: object) -> SpecializedNode | None:
        """Return the subprogram of a local scope: the scope itself, or the subprogram around a lexical block, else None."""
        end = self.outside_blocks(scope)
        return end if isinstance(end, SpecializedNode) and end.spec.name == "DISubprogram" else None

"""The scopes of debug information inside functions."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import SpecializedNode
from pyllvm.tables.metadata_nodes import LOCAL_SCOPES

# In malformed debug information a block may be its own scope.
_LONGEST_CHAIN: Final = 100_000


def subprogram_of(scope: object) -> SpecializedNode | None:
    """The subprogram of a local scope: the scope itself, or the subprogram around a lexical block. None for other scopes."""
    steps = 0
    while isinstance(scope, SpecializedNode) and scope.spec.name in LOCAL_SCOPES and steps < _LONGEST_CHAIN:
        if scope.spec.name == "DISubprogram":
            return scope
        scope = scope["scope"]
        steps += 1
    return None

"""ThinLTO summary entries from text."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.builder_state import State


@final
class SummaryBuilder:
    """Reads `^0 = module: (...)` and its like."""

    def __init__(self, state: State) -> None:
        self.state: Final = state

    def reduce(self, action: int, base: int, values: list[object], starts: list[int]) -> object:
        """Do what a rule's action says."""
        return None

    def finish(self) -> None:
        """Resolve what was used before it was defined."""

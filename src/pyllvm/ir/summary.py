"""The ThinLTO summary of a module: what a link-time optimizer asks of it without reading function bodies."""

from __future__ import annotations

from typing import final


@final
class ModuleSummaryIndex:
    """The summary entries of a module."""

    def __init__(self) -> None:
        self.flags = 0

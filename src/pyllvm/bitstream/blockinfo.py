"""The contents of a BLOCKINFO block: the predefined abbreviations and the names of other blocks."""

from __future__ import annotations

from typing import final

from pyllvm.bitstream.abbreviation import Abbreviation


@final
class BlockInfoEntry:
    """The predefined abbreviations and names of the blocks with one id."""

    __slots__ = ("abbreviations", "name", "record_names")

    def __init__(self) -> None:
        self.abbreviations: list[Abbreviation] = []
        self.name: str = ""
        self.record_names: dict[int, str] = {}


@final
class BlockInfo:
    """The contents of one BLOCKINFO block, by block id. The cursor makes a new object for each later BLOCKINFO block.

    A cursor for a block that is read lazily therefore keeps the contents that apply at that block.
    """

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: dict[int, BlockInfoEntry] = {}

    def entry(self, block_id: int) -> BlockInfoEntry:
        """Return the entry of a block id; create it if there is none."""
        entry = self.entries.get(block_id)
        if entry is None:
            entry = BlockInfoEntry()
            self.entries[block_id] = entry
        return entry

    def abbreviations(self, block_id: int) -> list[Abbreviation]:
        """Return the predefined abbreviations of a block id. All blocks of the id share the list; do not change it."""
        entry = self.entries.get(block_id)
        return entry.abbreviations if entry is not None else []

"""What a BLOCKINFO block says about other blocks: the abbreviations that each starts with, and names."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.abbreviation import Abbreviation

_NO_ABBREVIATIONS: Final[list[Abbreviation]] = []


@final
class BlockInfoEntry:
    """What is known beforehand of the blocks with one id."""

    __slots__ = ("abbreviations", "name", "record_names")

    def __init__(self) -> None:
        self.abbreviations: list[Abbreviation] = []
        self.name: str = ""
        self.record_names: dict[int, str] = {}


@final
class BlockInfo:
    """The contents of one BLOCKINFO block, by block id. A later BLOCKINFO block makes a new object in its cursor.

    So a cursor that was made for a lazily read block keeps what was in force where that block stands.
    """

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: dict[int, BlockInfoEntry] = {}

    def entry(self, block_id: int) -> BlockInfoEntry:
        """The entry of a block id, made where there is none."""
        found = self.entries.get(block_id)
        if found is None:
            found = BlockInfoEntry()
            self.entries[block_id] = found
        return found

    def abbreviations(self, block_id: int) -> list[Abbreviation]:
        """The abbreviations that a block with this id starts with: one list for all of them, not to be changed."""
        found = self.entries.get(block_id)
        return found.abbreviations if found is not None else _NO_ABBREVIATIONS

"""The names that a version of llvm-bcanalyzer prints for blocks and records, from the stream's BLOCKINFO or the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from pyllvm.analyzer.stream import LLVM_IR
from pyllvm.bitstream.abbreviation import BlockInfo
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, FIRST_APPLICATION_BLOCK
from pyllvm.tables.records import BLOCK_NAMES, BLOCKINFO_RECORDS, BLOCKS


@final
class Names:
    """The names for one stream, as llvm-bcanalyzer of `llvm_version` prints them. None means that it has no name.

    `kind` is the stream's. `escape` changes the names that the stream itself has: any character can be in them.
    """

    __slots__ = ("_escape", "is_llvm_ir", "llvm_version")

    def __init__(self, kind: str, llvm_version: int, escape: Callable[[str], str] | None = None) -> None:
        self.is_llvm_ir = kind == LLVM_IR
        self.llvm_version = llvm_version
        self._escape = escape

    def block(self, block_id: int, block_info: BlockInfo) -> str | None:
        """Return the name of a block."""
        if block_id < FIRST_APPLICATION_BLOCK:
            return "BLOCKINFO_BLOCK" if block_id == BLOCKINFO_BLOCK else None
        entry = block_info.entries.get(block_id)
        if entry is not None and entry.name:
            return self._from_stream(entry.name)
        if not self.is_llvm_ir:
            return None
        block = BLOCKS.get(block_id)
        return block.name if block is not None and block.named else None

    def record(self, code: int, block_id: int, block_info: BlockInfo) -> str | None:
        """Return the name of a record in a block."""
        if block_id < FIRST_APPLICATION_BLOCK:
            return BLOCKINFO_RECORDS.get(code) if block_id == BLOCKINFO_BLOCK else None
        entry = block_info.entries.get(block_id)
        if entry is not None:
            name = entry.record_names.get(code)
            if name is not None:
                return self._from_stream(name)
        if not self.is_llvm_ir:
            return None
        block = BLOCKS.get(block_id)
        record = block.records.get(code) if block is not None else None
        return (record.dumped_by(self.llvm_version) or None) if record is not None else None

    def shown_block(self, block_id: int, block_info: BlockInfo) -> str | None:
        """Return the name of a block for readers: LLVM IR's blocks have names, whether llvm-bcanalyzer prints them or not."""
        name = self.block(block_id, block_info)
        return BLOCK_NAMES.get(block_id) if name is None and self.is_llvm_ir else name

    def shown_record(self, code: int, block_id: int, block_info: BlockInfo) -> str | None:
        """Return the name of a record for readers: `LOAD` for INST_LOAD, and a name where llvm-bcanalyzer prints none."""
        block = BLOCKS.get(block_id) if self.is_llvm_ir else None
        record = block.records.get(code) if block is not None else None
        return self.record(code, block_id, block_info) if record is None else record.name.removeprefix("INST_")

    def _from_stream(self, name: str) -> str:
        # llvm-bcanalyzer reads names from a stream as C strings.
        name = name.split("\0", 1)[0]
        return name if self._escape is None else self._escape(name)

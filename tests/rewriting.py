"""Writes bitcode once more with other records: what a newer LLVM, or a fork of LLVM, would write."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.bitstream.abbreviation import Abbreviation, AbbreviationOperand
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOB, END_BLOCK, ENTER_SUBBLOCK, LITERAL, RECORD, VBR
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records

Record = tuple[int, list[int]]
Edit = Callable[[tuple[int, ...], int, list[int]], "list[Record]"]
"""Gets the ids of the blocks around a record, its code and its operands. Returns what to write in its place."""

WIDTH = 4
_MAGIC = b"BC\xc0\xde"
_MODULE = (records.MODULE_BLOCK_ID,)
# Records with positions in the file, which readers can do without.
_POSITIONS = {
    (_MODULE, records.MODULE_CODE_VSTOFFSET),
    ((*_MODULE, records.METADATA_BLOCK_ID), records.METADATA_INDEX_OFFSET),
    ((*_MODULE, records.METADATA_BLOCK_ID), records.METADATA_INDEX),
}
_LEFT_OUT = {(records.SYMTAB_BLOCK_ID,), (*_MODULE, records.VALUE_SYMTAB_BLOCK_ID)}


def rewritten(
    data: bytes,
    edit: Edit,
    *,
    producer: str = "",
    blocks: dict[tuple[int, ...], list[tuple[int, list[Record]]]] | None = None,
) -> bytes:
    """The bitcode with edited records, and with another producer. `blocks` are added to the end of the blocks with these ids."""
    cursor = BitstreamCursor(data, 0, len(data))
    cursor.seek(len(_MAGIC) * 8)
    writer = BitstreamWriter()
    writer.emit_bytes(_MAGIC)
    path: list[int] = []

    def record(code: int, operands: list[int], blob: bytes | None) -> None:
        if blob is None:
            writer.emit_record(code, operands)
            return
        numbers = [AbbreviationOperand(VBR, 6) for _ in operands]
        shape = Abbreviation([AbbreviationOperand(LITERAL, code), *numbers, AbbreviationOperand(BLOB)])
        writer.emit_record_with_blob(code, operands, blob, writer.define_abbreviation(shape))

    while path or cursor.position + 32 <= len(data) * 8:
        what = cursor.advance()
        here = tuple(path)
        if what == ENTER_SUBBLOCK:
            if (*here, cursor.block_id) in _LEFT_OUT:
                cursor.skip_block()
                continue
            path.append(cursor.block_id)
            cursor.enter_block()
            writer.enter_block(path[-1], WIDTH)
        elif what == END_BLOCK:
            for block_id, rows in (blocks or {}).get(here, []):
                writer.enter_block(block_id, WIDTH)
                for code, operands in rows:
                    writer.emit_record(code, operands)
                writer.end_block()
            writer.end_block()
            path.pop()
        else:
            assert what == RECORD
            if (here, cursor.code) in _POSITIONS:
                continue
            if producer and here == (records.IDENTIFICATION_BLOCK_ID,) and cursor.code == records.IDENTIFICATION_CODE_STRING:
                record(cursor.code, list(producer.encode()), None)
                continue
            if cursor.blob is not None:
                record(cursor.code, list(cursor.operands), cursor.blob)
                continue
            for code, operands in edit(here, cursor.code, list(cursor.operands)):
                record(code, operands, None)
    return writer.getvalue()


def unchanged(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
    """The edit that changes nothing."""
    return [(code, operands)]

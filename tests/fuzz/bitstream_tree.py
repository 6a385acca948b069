"""A bitstream as a tree of blocks and records, which a fuzzer can change and write again."""

from __future__ import annotations

import dataclasses

from pyllvm.analyzer.stream import open_stream
from pyllvm.bitstream.abbreviation import Abbreviation, Blob, Literal, Vbr
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records

#: The width of abbreviation ids in every block that is written: room for the abbreviations of records with blobs.
_WIDTH = 6
_MOST_ABBREVIATIONS = (1 << _WIDTH) - 5
#: Records of bit positions, which are wrong once the stream is written anew. Readers do without them.
_POSITIONS = {
    records.MODULE_BLOCK_ID: (records.MODULE_CODE_VSTOFFSET,),
    records.METADATA_BLOCK_ID: (records.METADATA_INDEX_OFFSET, records.METADATA_INDEX),
    records.VALUE_SYMTAB_BLOCK_ID: (records.VST_CODE_FNENTRY,),
}


@dataclasses.dataclass
class Record:
    """A record: its code, its operands, and the bytes at its end if it has any."""

    code: int
    operands: list[int]
    blob: bytes | None = None


@dataclasses.dataclass
class Block:
    """A block: its number, and its records and blocks in order."""

    number: int
    items: list[Record | Block]


def decode(data: bytes) -> list[Block]:
    """The blocks of a file of bitcode. Raises PyllvmError if the bitstream is malformed."""
    cursor = open_stream(data).cursor
    blocks: list[Block] = []
    while cursor.advance() == ENTER_SUBBLOCK:
        blocks.append(_decode_block(cursor))
    return blocks


def _decode_block(cursor: BitstreamCursor) -> Block:
    block = Block(cursor.block_id, [])
    cursor.enter_block()
    while True:
        what = cursor.advance()
        if what in (END_BLOCK, END_OF_STREAM):
            return block
        if what == ENTER_SUBBLOCK:
            block.items.append(_decode_block(cursor))
        elif cursor.code not in _POSITIONS.get(block.number, ()):
            blob = None if cursor.blob is None else bytes(cursor.blob)
            block.items.append(Record(cursor.code, list(cursor.operands), blob))


def encode(blocks: list[Block], magic: bytes = b"BC\xc0\xde") -> bytes:
    """The bytes of a file with these blocks."""
    writer = BitstreamWriter()
    for block in blocks:
        _encode_block(writer, block)
    return magic + writer.getvalue()


def _encode_block(writer: BitstreamWriter, block: Block) -> None:
    writer.enter_block(block.number, _WIDTH)
    abbreviations: dict[tuple[int, int], int] = {}
    for item in block.items:
        if isinstance(item, Block):
            _encode_block(writer, item)
        elif item.code in _POSITIONS.get(block.number, ()):
            continue  # a changed code: LLVM would read whatever is at that position
        elif item.blob is None:
            writer.emit_record(item.code, item.operands)
        else:
            shape = (item.code, len(item.operands))
            if shape not in abbreviations:
                if len(abbreviations) == _MOST_ABBREVIATIONS:
                    continue
                layout = [Literal(item.code), *[Vbr(6)] * len(item.operands), Blob]
                abbreviations[shape] = writer.define_abbreviation(Abbreviation(layout))
            writer.emit_record_with_blob(item.code, item.operands, item.blob, abbreviations[shape])
    writer.end_block()

"""The output of an LLVM: the names that every module has, the abbreviations, and records without hashes and offsets."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import DEFINE_ABBREV, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.tables import records
from pyllvm.tables.records import BLOCK_NAMES

_MAGIC_BYTES = 4
# The wrapper before the bitcode for Darwin: a magic number, a version, the place of the bitcode and its size.
_WRAPPER = b"\xde\xc0\x17\x0b"
_PLACE_IN_WRAPPER = 8
# The blocks with names that an LLVM knows.
_LISTS = {
    "metadata kind": (records.METADATA_KIND_BLOCK_ID, 1),
    "tag of operand bundles": (records.OPERAND_BUNDLE_TAGS_BLOCK_ID, 0),
    "synchronization scope": (records.SYNC_SCOPE_NAMES_BLOCK_ID, 0),
}
# Blocks whose records depend on the size of what is written before, or on the names.
_LEFT_OUT = (records.IDENTIFICATION_BLOCK_ID, records.STRTAB_BLOCK_ID, records.SYMTAB_BLOCK_ID, records.METADATA_KIND_BLOCK_ID)
_BLOCKINFO = 0
_OFFSETS = {(records.MODULE_BLOCK_ID, records.MODULE_CODE_VSTOFFSET), (records.MODULE_BLOCK_ID, records.MODULE_CODE_HASH)}


class Item(NamedTuple):
    """An abbreviation, or a record (`code` is not None), in a block."""

    block: int
    code: int | None
    operands: tuple[object, ...]


def items(bitcode: bytes) -> Iterator[Item]:
    """All items of a file in their order; predefined abbreviations are in the block that they are for."""
    if bitcode.startswith(_WRAPPER):
        offset, size = struct.unpack_from("<II", bitcode, _PLACE_IN_WRAPPER)
        bitcode = bitcode[offset : offset + size]
    cursor = BitstreamCursor(bitcode, _MAGIC_BYTES)
    cursor.report_abbreviations = True
    while True:
        kind = cursor.advance()
        if kind == END_OF_STREAM:
            return
        if kind == ENTER_SUBBLOCK:
            if cursor.block_id == _BLOCKINFO:
                cursor.read_blockinfo_block()
                for block, entry in sorted(cursor.block_info.entries.items()):
                    for abbreviation in entry.abbreviations:
                        yield Item(block, None, (str(abbreviation.operands),))
            else:
                cursor.enter_block()
        elif kind == DEFINE_ABBREV:
            yield Item(cursor.current_block, None, (str(cursor.abbreviation.operands),))
        elif kind == RECORD:
            blob = () if cursor.blob is None else (cursor.blob,)
            yield Item(cursor.current_block, cursor.code, (*cursor.operands, *blob))


def names(bitcode: bytes) -> Iterator[str]:
    """The kinds of metadata, tags and scopes that every module has, numbered."""
    for what, (block, first) in _LISTS.items():
        number = 0
        for item in items(bitcode):
            if item.block == block and item.code is not None:
                yield f"{what} {number}: {bytes(int(str(one)) for one in item.operands[first:]).decode(errors='replace')}"
                number += 1


def abbreviations(bitcode: bytes) -> Iterator[str]:
    """Each abbreviation with its block."""
    for item in items(bitcode):
        if item.code is None:
            yield f"{BLOCK_NAMES.get(item.block, item.block)}: {item.operands[0]}"


def _without_offset(item: Item) -> tuple[object, ...]:
    is_function = item.block == records.VALUE_SYMTAB_BLOCK_ID and item.code == records.VST_CODE_FNENTRY
    return item.operands[:1] + item.operands[2:] if is_function else item.operands


def record_lines(bitcode: bytes) -> list[str]:
    """The records that do not depend on lengths and names."""
    return [
        f"{BLOCK_NAMES.get(item.block, item.block)}: code {item.code}: {_without_offset(item)}"
        for item in items(bitcode)
        if item.code is not None and item.block not in _LEFT_OUT and (item.block, item.code) not in _OFFSETS
    ]

"""Opens a bitstream of any kind: reads the wrapper and the signature, and determines the kind from the signature."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.abbreviation import BlockInfo
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, Wrapper, end_of_blocks, read_wrapper
from pyllvm.diagnostics import PyllvmError
from pyllvm.tables.compilers import llvm_version_of_writer
from pyllvm.tables.records import BLOCK_NAMES, IDENTIFICATION_BLOCK_ID, IDENTIFICATION_CODE_STRING, SYMTAB_BLOCK_ID
from pyllvm.versions import NEWEST, NEXT

UNKNOWN: Final = "unknown"
LLVM_IR: Final = "LLVM IR"
CLANG_AST: Final = "Clang Serialized AST"
CLANG_DIAGNOSTICS: Final = "Clang Serialized Diagnostics"
REMARKS: Final = "LLVM Remarks"

# In bytes: more than are read of a record that ends in them.
_SOME_ZEROS: Final = 1 << 12
_KINDS: Final = {BITCODE_MAGIC: LLVM_IR, b"CPCH": CLANG_AST, b"DIAG": CLANG_DIAGNOSTICS, b"RMRK": REMARKS}


@final
class Stream:
    """An opened bitstream: its kind, its wrapper if it has one, and a cursor positioned after the signature."""

    __slots__ = ("cursor", "kind", "wrapper")

    def __init__(self, kind: str, wrapper: Wrapper | None, cursor: BitstreamCursor) -> None:
        self.kind = kind
        """The stream's type, in llvm-bcanalyzer's words."""
        self.wrapper = wrapper
        self.cursor = cursor


def is_stream(data: bytes) -> bool:
    """Whether a file begins as a bitstream of a known kind does."""
    return data.startswith(tuple(_KINDS))


def open_stream(data: bytes) -> Stream:
    """Open the bitstream in a file. Raises PyllvmError if the file ends within the signature or the wrapper is malformed."""
    return _stream(data, len(data))


def open_without_zeros(data: bytes) -> Stream:
    """The same; a stream whose blocks are followed only by very many zeros has the first of these alone."""
    size = len(data)
    return _stream(data, min(end_of_blocks(data, 0, size) + _SOME_ZEROS, size) if read_wrapper(data) is None else size)


def _stream(data: bytes, size: int) -> Stream:
    wrapper = read_wrapper(data)
    if wrapper is None:
        cursor = BitstreamCursor(data, 0, size)
    else:
        cursor = BitstreamCursor(data, wrapper.offset, wrapper.offset + wrapper.size)
    signature = bytes([cursor.read_fixed(8) for _ in range(4)])
    kind = _KINDS.get(signature, UNKNOWN)
    if kind == LLVM_IR:
        cursor.block_names = BLOCK_NAMES
    return Stream(kind, wrapper, cursor)


def block_info_of(data: bytes) -> BlockInfo:
    """Read the first top-level BLOCKINFO block of a file, for ``-block-info``."""
    cursor = open_stream(data).cursor
    cursor.automatic_blockinfo = False
    while not cursor.at_end:
        if cursor.advance() == ENTER_SUBBLOCK:
            if cursor.block_id == BLOCKINFO_BLOCK:
                cursor.read_blockinfo_block()
                break
            cursor.skip_block()
    return cursor.block_info


def producer_of(stream: Stream) -> str:
    """Return the producer in a bitcode file's first identification block, or "" if there is none.

    The stream's own cursor does not move. Errors are ignored here, because the actual read reports them.
    """
    if stream.kind != LLVM_IR:
        return ""
    cursor = stream.cursor.fork()
    cursor.seek(32)
    try:
        while not cursor.at_end and cursor.advance() == ENTER_SUBBLOCK:
            if cursor.block_id != IDENTIFICATION_BLOCK_ID:
                if cursor.block_id < SYMTAB_BLOCK_ID:
                    return ""
                cursor.skip_block()
                continue
            cursor.enter_block()
            while cursor.advance() == RECORD:
                if cursor.code == IDENTIFICATION_CODE_STRING:
                    return text_of_operands(cursor.operands)
            return ""
    except PyllvmError:
        pass
    return ""


def names_version(stream: Stream) -> int:
    """Return the LLVM version whose names fit a stream: its producer's, or else the newest."""
    version = llvm_version_of_writer(producer_of(stream))
    return NEWEST if version is None else min(version, NEXT)

"""Sizes in bitcode."""

from __future__ import annotations

from pyllvm.bitcode import write_bitcode
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK
from pyllvm.bitstream.wrapper import stream_bounds
from pyllvm.ir.module import Module
from pyllvm.library.files import parse_bitcode
from pyllvm.tables.records import BLOCK_NAMES, FUNCTION_BLOCK_ID, MODULE_BLOCK_ID

_SIGNATURE_BITS = 32


def function_sizes(source: Module | bytes) -> dict[str, int]:
    """Return the size of each defined function in bitcode, in bits, in the order of the definitions.

    `source` is bitcode, of which the first module counts, or a module, which is written for it (see `to_bitcode`). A size
    covers the function's block with its header and everything in it: constants, metadata, names of values. Data that functions
    share, such as types, global metadata and the names of globals, is in none of them. The keys are the names without ``@``; of
    functions without a name only the last one is there, under the empty name. No body is read. Raises PyllvmError if the
    bitcode is malformed, or if the module cannot be written.
    """
    data = write_bitcode(source) if isinstance(source, Module) else source
    definitions = [function.name for function in parse_bitcode(data, lazy=True).functions if not function.is_declaration]
    return dict(zip(definitions, _body_sizes(data), strict=True))


def _body_sizes(data: bytes) -> list[int]:
    """The sizes in bits of the function blocks of the first module, in their order."""
    start, end = stream_bounds(data)
    cursor = BitstreamCursor(data, start, end)
    cursor.block_names = BLOCK_NAMES
    cursor.seek(_SIGNATURE_BITS)
    while True:
        event = cursor.advance()
        if event == END_OF_STREAM:
            return []
        if cursor.block_id == MODULE_BLOCK_ID:
            break
        cursor.skip_block()
    cursor.enter_block()
    sizes: list[int] = []
    while True:
        event = cursor.advance()
        if event == END_BLOCK:
            return sizes
        if event == ENTER_SUBBLOCK:
            before = cursor.record_start
            is_function = cursor.block_id == FUNCTION_BLOCK_ID
            cursor.skip_block()
            if is_function:
                sizes.append(cursor.position - before)

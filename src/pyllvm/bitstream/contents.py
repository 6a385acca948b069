"""The contents of blocks and records: strings, whose bytes are operands, and blobs."""

from __future__ import annotations

from pyllvm.bitstream.cursor import BitstreamCursor


def text_of_operands(operands: list[int], start: int = 0) -> str:
    """The string whose bytes are the operands from `start` on."""
    if start:
        operands = operands[start:]
    try:
        return bytes(operands).decode("utf-8", "surrogateescape")
    except ValueError:
        # LLVM uses the low byte of each operand.
        return bytes([operand & 0xFF for operand in operands]).decode("utf-8", "surrogateescape")


def last_blob(cursor: BitstreamCursor) -> bytes:
    """Read the block that begins at the cursor, and return the last blob in its records; empty if there is none."""
    cursor.enter_block()
    blob = b""
    while cursor.next_record():
        if cursor.blob is not None:
            blob = cursor.blob
    return blob

"""The numbers that all bitstreams share: built-in abbreviation ids, encodings, field widths, the BLOCKINFO block."""

from __future__ import annotations

from typing import Final

# Abbreviation ids with a built-in meaning; a stream's own abbreviations start at FIRST_ABBREVIATION.
END_BLOCK: Final = 0
ENTER_SUBBLOCK: Final = 1
DEFINE_ABBREV: Final = 2
UNABBREV_RECORD: Final = 3
FIRST_ABBREVIATION: Final = 4

# Values that `BitstreamCursor.advance` returns besides END_BLOCK, ENTER_SUBBLOCK and DEFINE_ABBREV.
RECORD: Final = 3
END_OF_STREAM: Final = 4

# The encodings of an abbreviation's operand; LITERAL has no number of its own in the format.
LITERAL: Final = 0
FIXED: Final = 1
VBR: Final = 2
ARRAY: Final = 3
CHAR6: Final = 4
BLOB: Final = 5

TOP_LEVEL_WIDTH: Final = 2
BLOCK_ID_WIDTH: Final = 8
CODE_LENGTH_WIDTH: Final = 4
BLOCK_SIZE_WIDTH: Final = 32
MAXIMUM_WIDTH: Final = 32
"""The widest Fixed or VBR field, and abbreviation id, that LLVM reads."""

BLOCKINFO_BLOCK: Final = 0
FIRST_APPLICATION_BLOCK: Final = 8
SETBID: Final = 1
BLOCKNAME: Final = 2
SETRECORDNAME: Final = 3

CHAR6_ALPHABET: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"

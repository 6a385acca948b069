"""The bitstream container: bits, blocks, records, abbreviations, the wrapper. It is independent of LLVM IR."""

from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.blockinfo import BlockInfo, BlockInfoEntry
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.writer import BitstreamWriter

__all__ = [
    "Abbreviation",
    "ArrayOf",
    "BitstreamCursor",
    "BitstreamWriter",
    "Blob",
    "BlockInfo",
    "BlockInfoEntry",
    "Char6",
    "Fixed",
    "Literal",
    "Vbr",
]

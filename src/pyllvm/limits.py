"""The bounds that pyllvm sets on its input, so that a small file cannot take all memory or time. `docs/limits.md` lists them.

LLVM has no such bounds. Where an input exceeds one of these, LLVM takes gigabytes, overflows its stack, or aborts.
Each error names its bound.
"""

from __future__ import annotations

from typing import Final

#: Blocks inside one another in a bitstream. LLVM nests four.
NESTED_BLOCKS: Final = 512
#: Operands of all records of a bitstream whose abbreviations have more than 256 operands. Literals take no bits of a record.
ABBREVIATED_OPERANDS: Final = 1 << 28
#: Files that contain files, such as an archive in an archive.
NESTED_CONTAINERS: Final = 8
#: Modules in containers that thin archives name more than once, each time after the first. Archives of archives multiply.
MODULES_AGAIN: Final = 100_000
#: Bytes of all compressed containers in a file, at whatever depth, when they are unpacked; and of a compressed file.
UNPACKED_BYTES: Final = 1 << 30
#: The same for each byte of the file, ...
UNPACKED_BYTES_PER_BYTE: Final = 1000
#: ... and for a file that is too small for the bound before to count.
UNPACKED_BYTES_OF_SMALL_FILES: Final = 1 << 26
#: Symbols of the grammar that the parser has open, such as types inside types or expressions inside expressions.
OPEN_GRAMMAR_SYMBOLS: Final = 20_000
#: Characters of the texts of a module's types. A type that contains two of the type before it doubles its text each time.
TYPE_CHARACTERS: Final = 1 << 26
#: Characters of the text of one constant.
CONSTANT_CHARACTERS: Final = 1 << 28
#: Elements of a constant vector that are computed one by one, as constant folding does.
FOLDED_ELEMENTS: Final = 1 << 20
#: Elements of a vector that one record of bitcode repeats.
REPEATED_ELEMENTS: Final = 1 << 16
#: Aliases in a chain, each of the next one, that is followed to its aliasee: once for each alias, as LLVM does.
ALIAS_CHAIN: Final = 10_000

"""Symbols of an object file: their flags, the prefixes of their names, and the letters by which nm shows them.

Sources: irsymtab's storage::Symbol (the bits), Mangler.cpp and DataLayout.cpp (the prefixes), llvm-nm.cpp (the letters).
"""

from __future__ import annotations

from typing import Final

# Flags of a symbol, with the bits of the table in bitcode; the lowest two bits hold the visibility.
VISIBILITY_MASK: Final = 3
# In the table alone: the symbol has further words after the table of symbols.
HAS_UNCOMMON: Final = 1 << 2
UNDEFINED: Final = 1 << 3
WEAK: Final = 1 << 4
COMMON: Final = 1 << 5
INDIRECT: Final = 1 << 6
USED: Final = 1 << 7
THREAD_LOCAL: Final = 1 << 8
MAY_OMIT: Final = 1 << 9
GLOBAL: Final = 1 << 10
FORMAT_SPECIFIC: Final = 1 << 11
UNNAMED_ADDRESS: Final = 1 << 12
EXECUTABLE: Final = 1 << 13
# A constant variable; the table in bitcode has no such bit.
CONSTANT: Final = 1 << 14

# The table in bitcode: where its header has the place and the number of the symbols, and the words of a symbol.
SYMBOLS_AT: Final = 7
SYMBOL_WORDS: Final = 6
NO_COMDAT: Final = 0xFFFFFFFF

# By the letter after `m:` in the data layout: the prefix of every name, and the prefix of private names.
NAME_PREFIXES: Final[dict[str, tuple[str, str]]] = {
    "": ("", ""),
    "e": ("", ".L"),
    "l": ("", "L#"),
    "m": ("", "$"),
    "o": ("_", "L"),
    "w": ("", ".L"),
    "x": ("_", "L"),
    "a": ("", "L.."),
}
_GOFF: Final = "l"
_GOFF_PRIVATE_PREFIX: Final = "@"
_GOFF_PRIVATE_PREFIX_UNTIL: Final = 16
# The mangling schemes of Windows, of which the second is for 32 bits.
WINDOWS_MANGLINGS: Final = ("w", "x")
# The section of variables that are only for LLVM.
PRIVATE_SECTION: Final = "llvm.metadata"
# A name that begins with it is used without it, and without a prefix.
DO_NOT_MANGLE: Final = "\x01"

# nm demangles Microsoft's names, and those with an underscore or a dot in front, since this version.
EVERY_MANGLING_SINCE: Final = 18
# nm demangles the names of Rust since this version.
RUST_MANGLING_SINCE: Final = 14
# Demangled names have a space between the ends of two templates until this version.
SPACES_IN_TEMPLATES_UNTIL: Final = 14
# nm ends each line of -x with an empty line since this version.
EMPTY_LINES_SINCE: Final = 17


def private_prefix(mangling: str, version: int) -> str:
    """The prefix of private names by the letter of the mangling, in LLVM `version`."""
    if mangling == _GOFF and version <= _GOFF_PRIVATE_PREFIX_UNTIL:
        return _GOFF_PRIVATE_PREFIX
    return NAME_PREFIXES[mangling][1]

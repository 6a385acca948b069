"""The LLVM in compilers whose version numbers are not LLVM's: rows of a compiler's release and its LLVM's major version.

A row holds until the next one. Sources: Apple's branches of LLVM, each near an LLVM release but not equal to it; Rust's release
notes. A distribution may build a compiler with another LLVM.
"""

from __future__ import annotations

from typing import Final

from pyllvm.versions import llvm_version_of_producer

APPLE_CLANG: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((7, 0, 0), 3),
    ((9, 0, 0), 4),
    ((9, 1, 0), 5),
    ((10, 0, 0), 6),
    ((10, 0, 1), 7),
    ((11, 0, 0), 8),
    ((11, 0, 3), 9),
    ((12, 0, 0), 10),
    ((12, 0, 5), 11),
    ((13, 0, 0), 12),
    ((13, 1, 6), 13),
    ((14, 0, 0), 14),
    ((14, 0, 3), 15),
    ((15, 0, 0), 16),
    ((16, 0, 0), 17),
    ((17, 0, 0), 19),
    ((21, 0, 0), 21),
)
"""Apple's clang, since Xcode 7."""

RUST: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((1, 0), 3),
    ((1, 19), 4),
    ((1, 25), 6),
    ((1, 29), 7),
    ((1, 32), 8),
    ((1, 38), 9),
    ((1, 45), 10),
    ((1, 47), 11),
    ((1, 52), 12),
    ((1, 56), 13),
    ((1, 60), 14),
    ((1, 65), 15),
    ((1, 70), 16),
    ((1, 73), 17),
    ((1, 78), 18),
    ((1, 82), 19),
    ((1, 87), 20),
    ((1, 91), 21),
    ((1, 95), 22),
)
"""rustc, with the LLVM that comes with it."""

ZIG: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((0, 12), 17),
    ((0, 13), 18),
    ((0, 14), 19),
    ((0, 15), 20),
    ((0, 16), 21),
)
"""Zig, with the LLVM whose bitcode its own writer writes. Before 0.12, LLVM wrote the bitcode."""

APPLE: Final = "APPLE_"
"""The beginning of the producer that Apple's compilers name."""

# Texts of patterns: most modules need none of them, and Python's module for them takes long to import.
_APPLE_PRODUCER: Final = r"APPLE_1_([0-9]{3,5})\."
_ZIG_PRODUCER: Final = r"zig ([0-9]{1,9})\.([0-9]{1,9})"
# Apple's Metal compiler puts a version of its own, of two numbers, in the symbol table.
_SYMBOL_TABLE_PRODUCER: Final = r"([0-9]{1,2})\.[0-9]+\.[0-9]+"
_WORD_BYTES: Final = 4

_IDENT: Final = (
    r"(?:(Apple (?:clang|LLVM))|(rustc)|clang|flang(?:-new)?) version ([0-9]{1,9}(?:\.[0-9]{1,9})*)|based on LLVM ([0-9]{1,9})"
)


def llvm_version_of_ident(ident: str) -> int | None:
    """The major version of the LLVM in the compiler that a string of `!llvm.ident` names: 19 for "clang version 19.1.7".

    Apple's clang and rustc count in a way of their own, and are looked up. None where the string names no known compiler.
    """
    import re

    match = re.search(_IDENT, ident)
    if match is None:
        return None
    apple, rust, release, llvm = match.groups()
    if llvm is not None:
        return int(llvm)
    numbers = tuple([int(number) for number in release.split(".")])
    if apple is not None or rust is not None:
        return _version_in(APPLE_CLANG if apple is not None else RUST, numbers)
    return numbers[0]


def llvm_version_of_writer(producer: str, symbol_table_producer: str = "") -> int | None:
    """The major version of the LLVM whose bitcode a file contains; None if nothing in the file names it.

    `producer` is the string of the identification block. Vendors replace it: Apple's compilers and Zig use their own version
    numbers, and some (Intel's) keep LLVM's only in the symbol table, as `symbol_table_producer`.
    """
    version = llvm_version_of_producer(producer)
    if version is not None:
        return version
    import re

    apple = re.match(_APPLE_PRODUCER, producer)
    if apple is not None:
        # "APPLE_1_1316.0.21_0" is clang 13.1.6.
        digits = apple.group(1)
        return _version_in(APPLE_CLANG, (int(digits[:-2]), int(digits[-2]), int(digits[-1]))) or APPLE_CLANG[0][1]
    zig = re.match(_ZIG_PRODUCER, producer)
    if zig is not None:
        return _version_in(ZIG, (int(zig.group(1)), int(zig.group(2)))) or ZIG[0][1]
    release = re.match(_SYMBOL_TABLE_PRODUCER, symbol_table_producer)
    return int(release.group(1)) if release is not None else None


def is_written_without_llvm(producer: str, symbol_table_producer: str) -> bool:
    """Whether an independent writer, such as Zig's, wrote a file, and not LLVM's writer or a compiler built from LLVM.

    Such a writer names itself, and it writes no symbol table.
    """
    if not producer or symbol_table_producer or llvm_version_of_producer(producer) is not None:
        return False
    import re

    return re.match(_APPLE_PRODUCER, producer) is None


def producer_in_symbol_table(symbol_table: bytes, string_table: bytes) -> str:
    """The producer that a bitcode file's symbol table names: "19.1.7", or "" without a symbol table (irsymtab::storage)."""
    if len(symbol_table) < 3 * _WORD_BYTES:
        return ""
    start = int.from_bytes(symbol_table[_WORD_BYTES : 2 * _WORD_BYTES], "little")
    size = int.from_bytes(symbol_table[2 * _WORD_BYTES : 3 * _WORD_BYTES], "little")
    return string_table[start : start + size].decode("utf-8", "surrogateescape")


def _version_in(rows: tuple[tuple[tuple[int, ...], int], ...], release: tuple[int, ...]) -> int | None:
    """The LLVM version in the last row that is not newer than a release."""
    found: int | None = None
    for since, version in rows:
        if release >= since:
            found = version
    return found

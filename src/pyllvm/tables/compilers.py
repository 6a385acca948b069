"""The LLVM in compilers whose version numbers are not LLVM's: rows of a compiler's release and its LLVM's major version.

A row holds until the next one. Sources: Apple's branches of LLVM, each near an LLVM release but not equal to it; Rust's release
notes. A distribution may build a compiler with another LLVM.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.versions import llvm_version_of_producer

if TYPE_CHECKING:
    import re

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
    ((1, 99), 23),
)
"""rustc, with the LLVM that comes with it."""

LDC: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((1, 0), 7),
    ((1, 15), 8),
    ((1, 18), 9),
    ((1, 21), 10),
    ((1, 24), 11),
    ((1, 27), 12),
    ((1, 29), 13),
    ((1, 30), 14),
    ((1, 32), 15),
    ((1, 34), 16),
    ((1, 36), 17),
    ((1, 38), 18),
    ((1, 40), 19),
    ((1, 41), 20),
    ((1, 42), 21),
    ((1, 43), 22),
)
"""LDC, with the LLVM of its own packages; 7 and older are one row."""

ZIG: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((0, 6), 10),
    ((0, 7), 11),
    ((0, 8), 12),
    ((0, 9), 13),
    ((0, 10), 15),
    ((0, 11), 16),
    ((0, 12), 17),
    ((0, 13), 18),
    ((0, 14), 19),
    ((0, 15), 20),
    ((0, 16), 21),
    ((0, 17), 22),
)
"""Zig, with its LLVM: since 0.12, the LLVM whose bitcode its own writer writes."""

# A new LLVM has come with every fourth release of rustc since 1.87, with every release of LDC since 1.40, and of Zig since 0.13.
# So it is expected to go on behind the last row.
_RUST_STEP: Final = 4
_LDC_STEP: Final = 1
_ZIG_STEP: Final = 1

APPLE: Final = "APPLE_"
"""The beginning of the producer that Apple's compilers name."""

# Texts of patterns: most modules need none of them, and Python's module for them takes long to import.
_APPLE_PRODUCER: Final = r"\AAPPLE_1_([0-9]{3,5})\."
_ZIG_PRODUCER: Final = r"\Azig ([0-9]{1,9}\.[0-9]{1,9})"
# Apple's Metal compiler puts a version of its own, of two numbers, in the symbol table.
_SYMBOL_TABLE_PRODUCER: Final = r"\A([0-9]{1,2})\.[0-9]+\.[0-9]+"
_WORD_BYTES: Final = 4

# An LLVM that is named: "(LLVM 21.1.8)", "LLVM version 15.0.7", "based on LLVM 3.5svn"; not a revision such as "LLVM 8c5a3fd8".
_NAMED_LLVM: Final = r"(?i)(?<![\w/.-])LLVM(?:[ -]version)?[ :=-] ?v?([0-9]{1,3})(?:\.[0-9]+)*(?:git|svn|rc[0-9]*)?(?![\w.])"
_COMPILER: Final = r"\b(Apple (?:clang|LLVM)|rustc|clang|flang(?:-new)?|ldc)(?: version|(?<=ldc)) ([0-9]{1,9}(?:\.[0-9]{1,9})*)"
_ZIG: Final = r"\bzig(?: version)? ([0-9]{1,9}\.[0-9]{1,9})"
# Swift names the clang beside it, whose version Apple writes without dots: "clang-1316.0.21" is clang 13.1.6.
_APPLE_BUILD: Final = r"\bclang-([0-9]{3,5})\."


def llvm_version_of_ident(ident: str) -> int | None:
    """The major version of the LLVM in the compiler that a string of `!llvm.ident` names: 19 for "clang version 19.1.7".

    An LLVM that the string names itself counts most. Apple's clang, rustc, LDC and Zig count in a way of their own, and are
    looked up. None where the string names no known compiler.
    """
    compiler = _found(_COMPILER, ident)
    name, release = ("", ()) if compiler is None else (compiler[1], _numbers(compiler[2]))
    if name.startswith("Apple"):
        found = _version_in(APPLE_CLANG, release)
        if found is not None:
            return found
    named = _found(_NAMED_LLVM, ident)
    if named is not None:
        return int(named[1])
    if name == "rustc":
        return _version_behind(RUST, release, _RUST_STEP)
    if name == "ldc":
        return _version_behind(LDC, release, _LDC_STEP)
    if name:
        return None if name.startswith("Apple") else release[0]
    zig = _found(_ZIG, ident)
    if zig is not None:
        return _version_behind(ZIG, _numbers(zig[1]), _ZIG_STEP)
    build = _found(_APPLE_BUILD, ident)
    return None if build is None else _version_in(APPLE_CLANG, _apple_release(build[1]))


def _found(pattern: str, text: str) -> re.Match[str] | None:
    """The first place of a pattern in a text."""
    import re  # few producers need it

    return re.search(pattern, text)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple([int(number) for number in release.split(".")])


def _apple_release(digits: str) -> tuple[int, ...]:
    """The version that Apple writes without dots: 13.1.6 for "1316"."""
    return (int(digits[:-2]), int(digits[-2]), int(digits[-1]))


def llvm_version_of_writer(producer: str, symbol_table_producer: str = "") -> int | None:
    """The major version of the LLVM whose bitcode a file contains; None if nothing in the file names it.

    `producer` is the string of the identification block. Vendors replace it: Apple's compilers and Zig use their own version
    numbers, and some (Intel's) keep LLVM's only in the symbol table, as `symbol_table_producer`.
    """
    version = llvm_version_of_producer(producer)
    if version is not None:
        return version
    apple = _found(_APPLE_PRODUCER, producer)
    if apple is not None:
        return _version_in(APPLE_CLANG, _apple_release(apple.group(1))) or APPLE_CLANG[0][1]
    zig = _found(_ZIG_PRODUCER, producer)
    if zig is not None:
        return _version_behind(ZIG, _numbers(zig.group(1)), _ZIG_STEP) or ZIG[0][1]
    release = _found(_SYMBOL_TABLE_PRODUCER, symbol_table_producer)
    return int(release.group(1)) if release is not None else None


def is_written_without_llvm(producer: str, symbol_table_producer: str) -> bool:
    """Whether an independent writer, such as Zig's, wrote a file, and not LLVM's writer or a compiler built from LLVM.

    Such a writer names itself, and it writes no symbol table.
    """
    if not producer or symbol_table_producer or llvm_version_of_producer(producer) is not None:
        return False
    return _found(_APPLE_PRODUCER, producer) is None


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


def _version_behind(rows: tuple[tuple[tuple[int, ...], int], ...], release: tuple[int, ...], step: int) -> int | None:
    """The same, where each `step` releases behind the last row bring a new LLVM."""
    last, version = rows[-1]
    if release > last and len(release) > 1 and release[0] == last[0]:
        return version + (release[1] - last[1]) // step
    return _version_in(rows, release)

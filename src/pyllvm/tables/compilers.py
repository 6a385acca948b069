"""The LLVM in compilers whose version numbers are not LLVM's: rows of a compiler's release and its LLVM's major version.

A row holds until the next one. Sources: Apple's branches of LLVM, each near an LLVM release but not equal to it; Rust's release
notes. A distribution may build a compiler with another LLVM.
"""

from __future__ import annotations

import re
from typing import Final

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

_IDENT: Final = re.compile(
    r"(?:(Apple (?:clang|LLVM))|(rustc)|clang|flang(?:-new)?) version ([0-9]{1,9}(?:\.[0-9]{1,9})*)|based on LLVM ([0-9]{1,9})"
)


def llvm_version_of_ident(ident: str) -> int | None:
    """The major version of the LLVM in the compiler that a string of `!llvm.ident` names: 19 for "clang version 19.1.7".

    Apple's clang and rustc count in a way of their own, and are looked up. None where the string names no known compiler.
    """
    match = _IDENT.search(ident)
    if match is None:
        return None
    apple, rust, release, llvm = match.groups()
    if llvm is not None:
        return int(llvm)
    numbers = tuple([int(number) for number in release.split(".")])
    if apple is not None or rust is not None:
        return _version_in(APPLE_CLANG if apple is not None else RUST, numbers)
    return numbers[0]


def llvm_version_of_apple_clang(release: tuple[int, ...]) -> int:
    """The major version of the LLVM in a release of Apple's clang: 15 for (14, 0, 3)."""
    return _version_in(APPLE_CLANG, release) or APPLE_CLANG[0][1]


def _version_in(rows: tuple[tuple[tuple[int, ...], int], ...], release: tuple[int, ...]) -> int | None:
    """The LLVM version in the last row that is not newer than a release."""
    found: int | None = None
    for since, version in rows:
        if release >= since:
            found = version
    return found

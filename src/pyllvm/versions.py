"""The LLVM releases, the versions that pyllvm supports, and how a producer string names a version."""

from __future__ import annotations

from typing import Final

__version__ = "1.0.0"

OLDEST: Final = 7
#: The newest LLVM that is released: what no version is named for is made for it.
NEWEST: Final = 23
#: The newest LLVM that is known. If it is above `NEWEST`, it is not released yet, and what is known of it may still change.
NEXT: Final = 24
SUPPORTED: Final = range(OLDEST, NEXT + 1)
#: The last version, in tables, of something that no release has removed.
FOREVER: Final = 9999

#: The last release of each version, or what it calls itself before its release. A module's symbol table names it, if its producer
#: is not LLVM.
RELEASES: Final[dict[int, str]] = {
    7: "7.0.0",
    8: "8.0.0",
    9: "9.0.1",
    10: "10.0.1",
    11: "11.1.0",
    12: "12.0.1",
    13: "13.0.1",
    14: "14.0.6",
    15: "15.0.7",
    16: "16.0.6",
    17: "17.0.6",
    18: "18.1.8",
    19: "19.1.7",
    20: "20.1.8",
    21: "21.1.8",
    22: "22.1.8",
    23: "23.1.4",
    24: "24.0.0git",
}

#: Versions of the module summary: the first LLVM that writes each, and the number, newest first.
SUMMARY_VERSIONS: Final[tuple[tuple[int, int], ...]] = ((23, 14), (22, 12), (20, 11), (18, 10), (12, 9), (0, 8))
NEWEST_SUMMARY: Final[int] = SUMMARY_VERSIONS[0][1]

# The text before the version in a producer string.
_PRODUCERS: Final = ("LLVM ", "LLVM", "pyllvm")
# A longer number is not a version.
_DIGITS: Final = 9


def llvm_version_of_producer(producer: str) -> int | None:
    """The major version that the identification block's string names: 19 for "LLVM19.1.7", 17 for "LLVM17.0.6-rust-1.75.0".

    None if the string names none: Apple's compilers ("APPLE_1_1400.0.29_0") use version numbers of their own.
    """
    for name in _PRODUCERS:
        if producer.startswith(name):
            major, _, minor = producer[len(name) :].partition(".")
            if is_number(major) and is_number(minor[:1]):
                return int(major)
    return None


def is_number(text: str) -> bool:
    """Whether a part of a version is a decimal number of a usual length."""
    return text.isdecimal() and text.isascii() and len(text) <= _DIGITS


def summary_version(version: int) -> int:
    """The version of the module summary that LLVM `version` writes."""
    for since, number in SUMMARY_VERSIONS:
        if version >= since:
            return number
    return SUMMARY_VERSIONS[-1][1]


def is_supported(version: int) -> bool:
    """Whether a module can be read as, and written for, this major version."""
    return OLDEST <= version <= NEXT


def range_text() -> str:
    """The known versions for help texts and manuals: "7 to 23, and 24, which is not final"."""
    unfinished = " and ".join(map(str, range(NEWEST + 1, NEXT + 1)))
    is_one = NEXT == NEWEST + 1
    return f"{OLDEST} to {NEWEST}" + (f", and {unfinished}, which {'is' if is_one else 'are'} not final" if unfinished else "")


def unwritable(version: int) -> str:
    """Why a module cannot be read as, or written for, this major version; empty if it can."""
    if is_supported(version):
        return ""
    unknown = f"LLVM {version} is not known; known versions are {OLDEST} to {NEXT}"
    return f"{unknown}, and {OLDEST} is the oldest that is written" if version < OLDEST else unknown

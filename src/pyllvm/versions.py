"""Which LLVM releases there are, which of them pyllvm speaks, and how a producer string names one."""

from __future__ import annotations

import re
from typing import Final

__version__ = "0.1.0"

OLDEST: Final = 7
NEWEST: Final = 22
SUPPORTED: Final = range(OLDEST, NEWEST + 1)

_PRODUCER: Final = re.compile(r"(?:LLVM ?|pyllvm)([0-9]{1,9})\.[0-9]+")


def llvm_version_of_producer(producer: str) -> int | None:
    """The major version in the identification block's string: 19 for "LLVM19.1.7", 17 for "LLVM17.0.6-rust-1.75.0".

    None where the string does not say: Apple's compilers ("APPLE_1_1400.0.29_0") count in a way of their own.
    """
    match = _PRODUCER.match(producer)
    return int(match.group(1)) if match else None


def is_supported(version: int) -> bool:
    """Whether a module can be read as, and written for, this major version."""
    return OLDEST <= version <= NEWEST

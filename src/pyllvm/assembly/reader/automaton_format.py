"""The stored form of the parser's tables, shared by the modules that build and load them."""

from __future__ import annotations

import os
from typing import Final

from pyllvm.assembly.reader import actions

FOLDER: Final = os.path.dirname(actions.__file__)
GRAMMAR_FILE: Final = os.path.join(FOLDER, "llvm.lark")

Encoded = tuple[
    str, dict[bytes, int], list[str], int, int, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, list[str], bytes
]
"""The content of the file, marshalled: see `automaton.Tables` for the parts, in order. Lists of small integers are 16-bit
little-endian.
"""


def packed(values: list[int]) -> bytes:
    """Integers encoded as 16-bit little-endian numbers."""
    return b"".join([value.to_bytes(2, "little", signed=True) for value in values])


def action_numbers() -> dict[str, int]:
    """The numbers of the builder's actions by their names in the grammar."""
    numbers: dict[str, int] = {}
    for name, value in vars(actions).items():
        if name.isupper() and isinstance(value, int) and not name.startswith("CHAPTER_") and not name.endswith("_CHAPTER"):
            numbers[name.lower()] = value
    return numbers

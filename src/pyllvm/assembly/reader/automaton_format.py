"""The stored form of the parser's tables, shared by the modules that build and load them."""

from __future__ import annotations

import marshal
import os
import stat
import sys
from typing import Final

from pyllvm.assembly.reader import actions

FOLDER: Final = os.path.dirname(actions.__file__)
GRAMMAR_FILE: Final = os.path.join(FOLDER, "llvm.lark")
# The parts of a rule's number.
LENGTH_MASK: Final = 0xFFFF
NONTERMINAL_SHIFT: Final = 16
NONTERMINAL_MASK: Final = 0xFFFF
ACTION_SHIFT: Final = 32
# The parts of the stored form.
_PARTS: Final = 13

Encoded = tuple[str, dict[bytes, int], list[str], int, int, bytes, bytes, bytes, bytes, bytes, bytes, list[str], bytes]
"""The content of the file, marshalled: see `automaton.Tables` for the parts, in order. Lists of small integers are 16-bit
little-endian, the rules 64-bit.
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


def read_tables(path: str) -> Encoded | None:
    """Read stored tables; None if there are none, or if another user could have written them."""
    try:
        with open(path, "rb") as file:
            if _may_be_planted(os.fstat(file.fileno())):
                return None
            # Of the file itself, `marshal` would read each number on its own.
            encoded: Encoded = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return encoded if isinstance(encoded, tuple) and len(encoded) == _PARTS else None


def _may_be_planted(file: os.stat_result) -> bool:
    """Whether another user than root could have written the file: `marshal` trusts what it reads."""
    if not hasattr(os, "getuid") or sys.platform == "emscripten":  # in a browser there is only one user
        return False
    return file.st_uid not in (0, os.getuid()) or bool(file.st_mode & stat.S_IWOTH)

"""Numbers that are known only when all parts of a module have been printed: until then, marks in the text take their places.

LLVM numbers the groups of attributes of all functions before the groups of calls, and a part may declare functions. A struct
without a name is numbered where its type is found, which may be in a later part than its first use. Names and strings cannot
contain a mark: a NUL is escaped in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyllvm.assembly.printer.slots import SlotTracker, groups_of_globals
from pyllvm.ir.module import Module
from pyllvm.ir.types import StructType

_EDGE: Final = b"\0"
_MARK: Final = rb"\0([#%]\d+)\0"


def number_groups(slots: SlotTracker, module: Module) -> dict[bytes, bytes]:
    """Give the groups of attributes their numbers. Returns the texts that replace their marks."""
    marked = slots.attribute_groups
    slots.attribute_groups = {}
    for attributes in (*groups_of_globals(module), *marked):
        slots.attribute_group(attributes)
    return {b"#%d" % mark: b"#%d" % slots.attribute_groups[attributes] for attributes, mark in marked.items()}


def numbers_of_types(structs: Sequence[StructType]) -> dict[bytes, bytes]:
    """The texts that replace the marks of structs without a name, which are numbered in this order."""
    return {b"%%%d" % id(struct): b"%%%d" % number for number, struct in enumerate(structs)}


def has_marks(pieces: Sequence[bytes]) -> bool:
    """Whether the pieces of a text have a mark, or parts of one."""
    return any(_EDGE in piece for piece in pieces)


def replace_marks(pieces: list[bytes], texts: dict[bytes, bytes]) -> None:
    """Put numbers in place of marks, each of which is in one piece. The pieces before are freed."""
    for index, piece in enumerate(pieces):
        if _EDGE in piece:
            pieces[index] = _replaced(piece, texts)


def _replaced(piece: bytes, texts: dict[bytes, bytes]) -> bytes:
    parts = re.split(_MARK, piece)
    for index in range(1, len(parts), 2):
        mark = parts[index]
        # LLVM gives some structs no number.
        parts[index] = texts.get(mark) or b'%%"type 0x%x"' % int(mark[1:])
    return b"".join(parts)

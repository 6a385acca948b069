"""How a module is read in parts, for the tests that call the readers themselves."""

from __future__ import annotations

from pyllvm.bitcode import Reading
from pyllvm.reading.ways import Way
from pyllvm.wishes import Wishes


def in_parts(name: str, part_bytes: int | None = 1, wishes: Wishes | None = None) -> tuple[Reading, Way]:
    """A reading in parts of a size, and the way of the work."""
    if wishes is None:
        wishes = Wishes()
    wishes.part_bytes = part_bytes
    return Reading(name, wishes), Way(wishes, name)

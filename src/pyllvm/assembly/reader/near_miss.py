"""Suggests which defined name an undefined name was meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyllvm.assembly.reader.state import text_of_bytes

_MOST_CANDIDATES: Final = 20_000
_LONGEST_NAME: Final = 200


def near_miss(name: bytes, candidates: Iterable[bytes]) -> bytes | None:
    """The candidate nearest to a name: it differs by at most two letters, and by at most a third of them."""
    best: bytes | None = None
    allowed = min(2, len(name) // 3)
    if not allowed or len(name) > _LONGEST_NAME:
        return None
    looked_at = 0
    for candidate in candidates:
        looked_at += 1
        if looked_at > _MOST_CANDIDATES:
            break
        if abs(len(candidate) - len(name)) > allowed:
            continue
        differing = distance(name, candidate)
        if differing <= allowed:
            best = candidate
            allowed = differing - 1
            if allowed < 1:
                break
    return best


def distance(one: bytes, other: bytes) -> int:
    """The number of letters that must be inserted, removed, changed or swapped with the next to turn one name into the other."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last = row
        row = [i + 1]
        for j, another in enumerate(other):
            row.append(min(last[j] + (letter != another), last[j + 1] + 1, row[j] + 1))
            if i and j and letter == other[j - 1] and one[i - 1] == another:
                row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        before = last
    return row[-1]


#: How many undefined names of one list get a suggestion: each is compared with all names that are defined.
MOST_SUGGESTIONS: Final = 20


def suggested_name(sigil: str, name: bytes, names: Iterable[bytes]) -> str | None:
    """The name that an undefined name was probably meant to be, as spelled in text."""
    nearest = near_miss(name, names)
    return None if nearest is None else sigil + text_of_bytes(nearest)

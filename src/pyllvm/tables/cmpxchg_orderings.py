"""The combinations of orderings that a cmpxchg can have.

Source: `isStrongerThan` in llvm/Support/AtomicOrdering.h.
"""

from __future__ import annotations

from typing import Final

ANY_FAILURE_ORDERINGS_SINCE: Final = 13
"""First version in which the failure ordering may be stronger than the success ordering."""

# For each ordering, the weaker ones. Neither of acquire and release is stronger than the other.
_WEAKER: Final[tuple[tuple[int, ...], ...]] = ((), (0,), (0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))


def is_stronger(ordering: int, other: int) -> bool:
    """Whether an ordering, by its number, is stronger than another."""
    return other in _WEAKER[ordering]

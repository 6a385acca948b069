"""Counts edits, so that numbers which `str()` gave to nameless things are known to be up to date.

Each edit of values counts in the context (`Context.edits`, `Context.symbol_edits`). An edit of something without a context,
such as a piece of metadata, counts here for all contexts. So does a list that was handed out and was changed since then, such as
`instruction.attachments`: the lists that a program may still have are compared with what they held.
"""

from __future__ import annotations

import sys
from typing import Any, Final, final

# So many lists are noted before those that nobody has any more are looked for.
_MOST_LISTS: Final = 64


@final
class Lent:
    """A list that was handed out, and what it held then."""

    __slots__ = ("before", "handed_out")

    def __init__(self, handed_out: list[Any]) -> None:
        self.handed_out = handed_out
        self.before = handed_out.copy()

    def references(self) -> int:
        """How many references to the list there are."""
        return sys.getrefcount(self.handed_out)


@final
class Edits:
    """The edits of what has no context, and the lists that others may be changing."""

    def __init__(self) -> None:
        self._count = 0
        self.is_watched = False
        """Whether some numbers are remembered."""
        # by the identity of the list
        self._lent: dict[int, Lent] = {}
        self._most_lists = _MOST_LISTS
        # The references to a list that only its owner and `Lent` have. This owner stays: compiled code would free a local
        # variable after its last use, before the references are counted.
        self._owner: list[list[Any]] = [[]]
        self._own_references = Lent(self._owner[0]).references()

    def watch(self) -> int:
        """From now on, lists that are handed out count. Returns `count`."""
        count = self.count()
        self.is_watched = True
        return count

    def count(self) -> int:
        """The number of edits so far."""
        for lent in list(self._lent.values()):  # other threads may lend lists meanwhile
            if lent.handed_out != lent.before:
                self.add()
                break
        return self._count

    def add(self) -> None:
        """Count an edit: what was remembered before is not valid any more."""
        self._count += 1
        if self.is_watched:
            self.is_watched = False
            for lent in self._held():
                lent.before = lent.handed_out.copy()

    def lend(self, handed_out: list[Any]) -> None:
        """Note a list that the caller gets and may change."""
        if id(handed_out) in self._lent:
            return
        if len(self._lent) >= self._most_lists:
            self.count()
            self._most_lists = max(_MOST_LISTS, 2 * len(self._held()))
        self._lent[id(handed_out)] = Lent(handed_out)

    def _held(self) -> list[Lent]:
        """The lists that somebody besides the owner has; the others are forgotten."""
        held = [lent for lent in list(self._lent.values()) if lent.references() > self._own_references]
        self._lent = {id(lent.handed_out): lent for lent in held}
        return held


EDITS: Final = Edits()

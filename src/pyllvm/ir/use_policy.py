"""Decides which values of a context know their uses, and when they do; the policy is chosen when the context is made.

With AT_ONCE, every value knows them at once. A library's user never meets another policy.

Without, nothing is recorded for arguments and instructions while their body is read: the first question about one of them
records the uses of all local values of the function, in the order of the instructions (`Function.record_local_uses`). For values
that outlive bodies, a list exists if someone declared interest before bodies are read: each by itself (`track_uses`), or all
values of a kind when they are made. A question about any other is a fault of the program.
"""

from __future__ import annotations

from typing import Final, final

# How a use of a value without a list is treated: the value gets a list, nothing is done, or the value itself decides.
RECORD: Final = 0
SKIP: Final = 1
ASK: Final = 2

# When the values of bodies know their uses: at once; when someone asks, in the order in which the uses were made, as bitcode's
# orders need; when someone asks, in any order. In a link, the values of a body that is read know them at once, because no upgrade
# follows that would have to record them.
AT_ONCE: Final = 0
ASKED: Final = 1
ASKED_IN_ANY_ORDER: Final = 2
LINKED: Final = 3

# The values outside of bodies that know their uses: all of them; constants, global values and metadata operands, which are all
# that orders in bitcode and references ahead in text need; global values, constant expressions and metadata operands, for which
# upgrades ask; those that declare it alone; the values of CONSTANTS without numbers, null and the like, as since LLVM 21.
EVERY: Final = 0
CONSTANTS: Final = 1
UPGRADES: Final = 2
DECLARED: Final = 3
LISTED: Final = 4


@final
class UsePolicy:
    """The policy of one context."""

    def __init__(self, local: int = AT_ONCE, lasting: int = EVERY) -> None:
        """Choose when the values of bodies know their uses, and which of the others do (`lasting`)."""
        # A copy of a module sets each attribute: none is final.
        self.defers = local != AT_ONCE
        self.keeps_order = local != ASKED_IN_ANY_ORDER
        # Whether a body that is read now leaves its own values without uses. A link does so where no upgrade is to follow.
        self.leaves_local = self.defers and local != LINKED
        self.tracks_constants = lasting == CONSTANTS or lasting == LISTED
        self.tracks_plain_constants = lasting == CONSTANTS
        self.tracks_upgrades = lasting == UPGRADES
        self.tracks_metadata = self.tracks_constants or self.tracks_upgrades
        # Whether values that outlive bodies get a list with their first use: where not all do, until bodies are read.
        self.records_lasting = True
        # Whether a body is being read that leaves its own values without uses.
        self.is_reading = False
        # One of the constants above: hot code looks at this alone.
        self.mode = ASK if self.defers else RECORD

    def end_head(self) -> None:
        """From now on, only values with a list get to know their uses: what is outside of bodies was read."""
        self.records_lasting = False
        self._set_mode()

    def set_reading(self, is_reading: bool) -> bool:
        """Note that the reading of a body begins or ends; returns what was noted before."""
        before = self.is_reading
        self.is_reading = is_reading and self.leaves_local
        self._set_mode()
        return before

    def _set_mode(self) -> None:
        if not self.defers:
            self.mode = RECORD
        elif self.is_reading and not self.records_lasting:
            self.mode = SKIP
        else:
            self.mode = ASK

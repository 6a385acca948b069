"""Pauses of the garbage collector while many objects are made that stay.

The collector looks through all objects again and again while their number grows, and finds nothing: that takes several times as
long as making them. The pause is for the whole process; threads and nested pauses share it.

Right after a pause, the collector would look through all new objects, which takes as long as reading the module did. If they are
far more than ever before, they become old objects at once, and it looks through them when it looks through all. So modules
that are read one after the other and dropped are collected as always, except the first one. The same is true of copies, whose
objects count by themselves.
"""

from __future__ import annotations

import gc
from _thread import allocate_lock

from pyllvm.notation import Final

# A pause in which fewer objects are made is not worth a thought.
_MANY: Final = 20_000
# New objects become old if they are more than before by this factor.
_FAR_MORE: Final = 2


class _Pause:
    """The pause that all share: the collector is off from the first entry to the last exit, if it was on."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._depth = 0
        self._was_on = False
        self._is_copying = False
        # The number of objects that became old at once, and the same for copies.
        self._most = 0
        self._most_copied = 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._depth:
                self._was_on = gc.isenabled()
                gc.disable()
            self._depth += 1

    def note_copy(self) -> None:
        """Note during a pause that a module was copied."""
        self._is_copying = True

    def __exit__(self, *raised: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth:
                return
            is_copying = self._is_copying
            self._is_copying = False
            if self._was_on:
                made = gc.get_count()[0]
                most = self._most_copied if is_copying else self._most
                if made > _MANY and made > _FAR_MORE * most and not gc.get_freeze_count():
                    if is_copying:
                        self._most_copied = made
                    else:
                        self._most = made
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


COLLECTION_PAUSE = _Pause()

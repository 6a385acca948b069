"""Pauses of the garbage collector while many objects are made that stay.

The collector looks through all objects again and again while their number grows, and finds nothing: that takes several times as
long as making them. The pause is for the whole process; threads and nested pauses share it.
"""

from __future__ import annotations

import gc
from _thread import allocate_lock


class _Pause:
    """The pause that all share: the collector is off from the first entry to the last exit, if it was on."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._depth = 0
        self._was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._depth:
                self._was_on = gc.isenabled()
                gc.disable()
            self._depth += 1

    def __exit__(self, *raised: object) -> None:
        with self._lock:
            self._depth -= 1
            if not self._depth and self._was_on:
                gc.enable()


COLLECTION_PAUSE = _Pause()

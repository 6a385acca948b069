"""Counts finished pieces of work, for the code that shows the progress of long work.

The module stays plain Python: native code that calls it lets an interrupt (Ctrl-C) take effect, which it otherwise would not.
"""

from __future__ import annotations

# As in `pyllvm`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

READ: Final = "read"
PRINTED: Final = "printed"
VERIFIED: Final = "verified"
WRITTEN: Final = "written"
DRAWN: Final = "drawn"
COMPARED: Final = "compared"
MEASURED: Final = "measured"

FOUND: Final = "found"

_listeners: Final[list[Callable[[str, int], None]]] = []


def function_done(work: str) -> None:
    """Note that a function is finished; `work` is what was done with it, such as READ."""
    for listener in _listeners:
        listener(work, 1)


def functions_found(count: int) -> None:
    """Note that as many functions of an input will be read."""
    for listener in _listeners:
        listener(FOUND, count)


def listen(listener: Callable[[str, int], None]) -> None:
    """Call `listener` with the work on each function that is finished from now on, and a count, until `stop`."""
    _listeners.append(listener)


def stop(listener: Callable[[str, int], None]) -> None:
    """Call `listener` no more."""
    _listeners.remove(listener)

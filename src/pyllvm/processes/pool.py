"""The processes that this one has started: each is a copy of it, which does one piece of work and ends."""

from __future__ import annotations

import os

from pyllvm.notation import Callable, Final, NoReturn
from pyllvm.terminal import interrupts, long_work

# The processes that run.
_ids: Final[set[int]] = set()


def start(work: Callable[[], NoReturn]) -> int:
    """Start a process that does `work`, and return its number. OSError if none can be started."""
    assert hasattr(os, "fork"), "the caller knows that processes can be copied"
    with interrupts.Held():
        # Both processes know of each other, and handle their own signals, before one of them arrives.
        process: int = os.fork()
        if process == 0:
            _ids.clear()
            interrupts.end_by_default(interrupts.TERMINATE)
            interrupts.take_over()
        else:
            if not _ids:
                interrupts.add_cleanup(_stop_all)
            _ids.add(process)
    if process == 0:
        long_work.leave_to_parent()
        work()
    return process


def stop(process: int, signal: int) -> None:
    """Send a signal to a process, if it has not ended."""
    try:
        os.kill(process, signal)
    except ProcessLookupError:
        pass


def wait(process: int) -> int:
    """Wait for the end of a process, and return how it ended, as `os.waitpid` has it."""
    with interrupts.Held():
        # No signal comes between its end and the end of its number here: another process may get that number.
        _, status = os.waitpid(process, 0)
        _ids.discard(process)
    if not _ids:
        interrupts.remove_cleanup(_stop_all)
    return status


def _stop_all(number: int) -> None:
    """End all processes, because this one ends."""
    for process in _ids:
        os.kill(process, interrupts.TERMINATE)
    for process in _ids:
        os.waitpid(process, 0)

"""Tests that time grows no faster than the input, in a way that a loaded machine does not disturb.

Two sizes are far apart, their runs take turns, and only the fastest run of each size counts. The limit lies halfway (in factors)
between linear and quadratic time. A test passes at the first round that is below it: other work on the machine can make a run
slower, never faster.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

_ROUNDS: Final = 5


def growth(
    prepare: Callable[[int], Callable[[], object]],
    small: int,
    times: int,
    limit: float,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """The factor of the CPU time when an input is `times` as large as `small`; at most five rounds, until it is below `limit`.

    `prepare(size)` makes an input and returns the work that is measured; it is called again for each run.
    """
    fastest = [float("inf"), float("inf")]
    factor = float("inf")
    prepare(small)()  # what runs only once, such as imports, would make the small input look slow
    # What was there before is not looked through again in each round: in a long run of tests that takes seconds.
    gc.collect()
    gc.freeze()
    for _ in range(_ROUNDS):
        for place, size in enumerate((small, small * times)):
            fastest[place] = min(fastest[place], _measured(prepare(size), clock))
        factor = fastest[1] / fastest[0]
        if factor < limit:
            break
    return factor


def _measured(work: Callable[[], object], clock: Callable[[], float]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = clock()
        work()
        return clock() - start
    finally:
        gc.enable()


def assert_linear(prepare: Callable[[int], Callable[[], object]], small: int, times: int = 16) -> None:
    """Fail if the work on an input `times` as large takes quadratic time."""
    limit = times**1.5
    factor = growth(prepare, small, times, limit)
    assert factor < limit, f"{times} times the input takes {factor:.1f} times the time"


def assert_constant(prepare: Callable[[int], Callable[[], object]], small: int, times: int = 16) -> None:
    """Fail if the same work takes time in proportion to the input around it."""
    limit = times**0.5
    factor = growth(prepare, small, times, limit)
    assert factor < limit, f"in {times} times the input, the same work takes {factor:.1f} times the time"

"""How the time and the memory of a command grow from one size of a shape to the next."""

from __future__ import annotations

import itertools
import math
from typing import Final

from tests.sizes.results import Result

#: The factor per doubling that is marked: linear, and some room for n log n.
MOST: Final = 2.3
#: Seconds and megabytes up to which growth is not told from noise.
SHORT_SECONDS: Final = 0.4
FEW_MEGABYTES: Final = 80.0


def factors(counts: list[int], amounts: list[float]) -> list[float]:
    """The factor per doubling from each amount to the next one."""
    pairs = itertools.pairwise(zip(counts, amounts, strict=True))
    return [
        (after / before) ** (1 / math.log2(next_count / count)) if before > 0 else 0.0
        for (count, before), (next_count, after) in pairs
    ]


def is_too_large(counts: list[int], amounts: list[float], noise: float) -> bool:
    """Whether an amount that is above the noise has grown by more than `MOST` for each doubling."""
    return any(factor > MOST and after > noise for factor, after in zip(factors(counts, amounts), amounts[1:], strict=True))


def seconds_of(series: list[Result]) -> tuple[list[float], bool]:
    """The factors of the CPU time, and whether one is too large."""
    counts, seconds = [result.place.count for result in series], [result.run.seconds for result in series]
    return factors(counts, seconds), is_too_large(counts, seconds, SHORT_SECONDS)


def megabytes_of(series: list[Result]) -> tuple[list[float], bool]:
    """The factors of the memory, and whether one is too large."""
    counts, megabytes = [result.place.count for result in series], [result.run.megabytes for result in series]
    return factors(counts, megabytes), is_too_large(counts, megabytes, FEW_MEGABYTES)


def line_of(series: list[Result]) -> str:
    """The results of a shape and a command in one line, which begins with a mark if a factor is too large."""
    (times, is_slow), (sizes, is_big) = seconds_of(series), megabytes_of(series)
    last = series[-1]
    mark = "!" if is_slow or is_big or last.run.is_cut_off else " "
    time = f"{last.run.seconds:8.2f} s ({' '.join(f'{factor:.1f}' for factor in times)})"
    memory = f"{last.run.megabytes:7.0f} MB ({' '.join(f'{factor:.1f}' for factor in sizes)})"
    return f"{mark} {last.place.shape:30} {last.place.command:18} {time} {memory}  {last.run.problem[:100]}".rstrip()

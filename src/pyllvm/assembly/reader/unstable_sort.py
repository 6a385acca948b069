"""The order in which `std::sort` of GNU's C++ library leaves elements with equal keys.

LLVM sorts the references of a summary by a key that most of them share, and writes them in the order that results. Up to 16
elements keep their order. Longer ranges are first divided around pivots, which moves equal elements, and then sorted by
insertion, which does not. (The heap sort for ranges that divide badly is not needed: with three keys, ranges divide well.)
"""

from __future__ import annotations

from typing import Final

_MOST_INSERTED: Final = 16


def unstable_order(keys: list[int]) -> list[int]:
    """The positions of the elements with these keys, in the order after sorting."""
    order = list(range(len(keys)))
    pending = [(0, len(order))]
    while pending:
        first, last = pending.pop()
        while last - first > _MOST_INSERTED:
            _move_median_to(order, keys, first, (first + 1, first + (last - first) // 2, last - 1))
            cut = _partition(order, keys, first, last)
            pending.append((cut, last))
            last = cut
    order.sort(key=lambda position: keys[position])
    return order


def _move_median_to(order: list[int], keys: list[int], target: int, places: tuple[int, int, int]) -> None:
    """Swap the median of three elements with the target; among equal elements, libstdc++'s choice."""
    one, two, three = places
    first, second, third = keys[order[one]], keys[order[two]], keys[order[three]]
    if first < second:
        median = two if second < third else three if first < third else one
    else:
        median = one if first < third else three if second < third else two
    order[target], order[median] = order[median], order[target]


def _partition(order: list[int], keys: list[int], pivot_place: int, last: int) -> int:
    """Divide the elements after the pivot: those before the place that is returned are not greater, the others not less."""
    pivot = keys[order[pivot_place]]
    low, high = pivot_place + 1, last
    while True:
        while keys[order[low]] < pivot:
            low += 1
        high -= 1
        while pivot < keys[order[high]]:
            high -= 1
        if low >= high:
            return low
        order[low], order[high] = order[high], order[low]
        low += 1

"""Aligns two sequences: what is common keeps its order.

Elements that both have exactly once are found first (patience diff), and the gaps between them by Myers's algorithm. Where a gap
has too little in common, its best beginning is taken. So equal sequences take linear time, and others never quadratic time.
"""

from __future__ import annotations

from bisect import bisect_left

from pyllvm.notation import Final, Hashable, Sequence

# Myers's algorithm takes the square of this number of steps at most before it settles for a beginning.
_MOST_EDITS: Final = 200

Pairs = list[tuple[int, int]]


def align(before: Sequence[Hashable], after: Sequence[Hashable]) -> Pairs:
    """The positions of equal elements in both sequences, ascending in each: a long common subsequence.

    Where equal elements leave a choice, what only one sequence has is beside what only the other has: it may have changed.
    """
    pairs: Pairs = []
    pending = [(0, len(before), 0, len(after))]
    while pending:
        low, high, other_low, other_high = pending.pop()
        while low < high and other_low < other_high and before[low] == after[other_low]:
            pairs.append((low, other_low))
            low += 1
            other_low += 1
        while low < high and other_low < other_high and before[high - 1] == after[other_high - 1]:
            high -= 1
            other_high -= 1
            pairs.append((high, other_high))
        if low == high or other_low == other_high:
            continue
        if set(before[low:high]).isdisjoint(after[other_low:other_high]):
            # Most gaps of modules that differ much are like this.
            continue
        anchors = _anchors(before, after, low, high, other_low, other_high)
        if not anchors:
            pairs += _shortest_edit(before, after, low, high, other_low, other_high)
            continue
        for position, other in anchors:
            pending.append((low, position, other_low, other))
            low, other_low = position, other
        pending.append((low, high, other_low, other_high))
    pairs.sort()
    _join_gaps(pairs, (before, after))
    return pairs


def gaps(pairs: Pairs, before: int, after: int) -> list[tuple[int, int, int, int]]:
    """The ranges between aligned pairs of sequences of these lengths, as (low, high, other_low, other_high); none is empty."""
    found: list[tuple[int, int, int, int]] = []
    low = other_low = 0
    for position, other in [*pairs, (before, after)]:
        if position > low or other > other_low:
            found.append((low, position, other_low, other))
        low, other_low = position + 1, other + 1
    return found


def _join_gaps(pairs: Pairs, sequences: tuple[Sequence[Hashable], Sequence[Hashable]]) -> None:
    """Move pairs of equal elements: a gap that lacks elements of one sequence gets some that the next gap has too many."""
    # The widths in both sequences of the gap before the pair with this number.
    widths: dict[int, list[int]] = {}
    low = other_low = 0
    for number, (position, other) in enumerate([*pairs, (len(sequences[0]), len(sequences[1]))]):
        if position > low or other > other_low:
            widths[number] = [position - low, other - other_low]
        low, other_low = position + 1, other + 1
    for number, ones in widths.items():
        side = 0 if ones[0] < ones[1] else 1
        for step in (-1, 1):
            first = last = number - 1 if step < 0 else number
            others: list[int] | None = None
            while 0 <= last < len(pairs) and others is None:
                others = widths.get(last if step < 0 else last + 1)
                last += step
            if others is None:
                continue
            distance = min(ones[1 - side] - ones[side], others[side] - others[1 - side])
            passed = range(first, last, step)
            elements = sequences[side]
            if distance > 0 and all(
                elements[pairs[place][side]] == elements[pairs[place][side] + step * distance] for place in passed
            ):
                for place in passed:
                    one, two = pairs[place]
                    pairs[place] = (one + step * distance, two) if side == 0 else (one, two + step * distance)
                ones[side] += distance
                others[side] -= distance


def align_in_levels(levels: Sequence[tuple[Sequence[Hashable], Sequence[Hashable]]]) -> Pairs:
    """The alignment of two sequences with several keys for each element, the strictest keys first.

    Elements with a common strict key are aligned first; a later level aligns what is left between them.
    """
    if not levels:
        return []
    before, after = levels[0]
    pairs = align(before, after)
    for keys, other_keys in levels[1:]:
        more: Pairs = []
        for low, high, other_low, other_high in gaps(pairs, len(before), len(after)):
            if low < high and other_low < other_high:
                more += [
                    (low + position, other_low + other)
                    for position, other in align(keys[low:high], other_keys[other_low:other_high])
                ]
        if more:
            pairs = sorted(pairs + more)
    return pairs


def rising(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest rising subsequence of different numbers."""
    tails: list[int] = []
    ends: list[int] = []
    links: list[int] = []
    for position, number in enumerate(numbers):
        place = bisect_left(tails, number)
        links.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(number)
            ends.append(position)
        else:
            tails[place] = number
            ends[place] = position
    found: list[int] = []
    position = ends[-1] if ends else -1
    while position >= 0:
        found.append(position)
        position = links[position]
    found.reverse()
    return found


def _anchors(
    before: Sequence[Hashable], after: Sequence[Hashable], low: int, high: int, other_low: int, other_high: int
) -> Pairs:
    """The elements that both ranges have exactly once, those that keep their order."""
    places: dict[Hashable, int] = {}
    for position in range(low, high):
        places[before[position]] = -1 if before[position] in places else position
    others: dict[Hashable, int] = {}
    for other in range(other_low, other_high):
        if places.get(after[other], -1) >= 0:
            others[after[other]] = -1 if after[other] in others else other
    unique = [(places[element], other) for element, other in others.items() if other >= 0]
    return [unique[index] for index in rising([position for position, _ in unique])]


def _shortest_edit(
    before: Sequence[Hashable], after: Sequence[Hashable], low: int, high: int, other_low: int, other_high: int
) -> Pairs:
    """The pairs of a shortest edit of one range into the other (Myers 1986); where that is long, of a good one."""
    pairs: Pairs = []
    while low < high and other_low < other_high:
        steps, is_done = _edit_beginning(before, after, low, high, other_low, other_high)
        pairs += [(low + x, other_low + y) for x, y in steps[1]]
        low += steps[0][0]
        other_low += steps[0][1]
        if is_done:
            break
    return pairs


def _edit_beginning(
    before: Sequence[Hashable], after: Sequence[Hashable], low: int, high: int, other_low: int, other_high: int
) -> tuple[tuple[tuple[int, int], Pairs], bool]:
    """Where the edit of a beginning ends, relative to the range, the pairs in it, and whether it is the whole range."""
    width, height = high - low, other_high - other_low
    # The furthest x on each diagonal, for each number of edits.
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    best = (0, 0, 0)
    for edits in range(min(width + height, _MOST_EDITS) + 1):
        trace.append(furthest.copy())
        for diagonal in range(-edits, edits + 1, 2):
            left, right = furthest.get(diagonal - 1, -1), furthest.get(diagonal + 1, -1)
            x = right if diagonal == -edits or (diagonal != edits and left < right) else left + 1
            y = x - diagonal
            if x > width or y > height or x < 0 or y < 0:
                continue
            while x < width and y < height and before[low + x] == after[other_low + y]:
                x += 1
                y += 1
            furthest[diagonal] = x
            if x == width and y == height:
                return ((x, y), _walk_back(trace, edits, x, y)), True
            if x + y > best[0] + best[1]:
                best = (x, y, edits)
    x, y, edits = best
    return ((x, y), _walk_back(trace, edits, x, y)), False


def _walk_back(trace: list[dict[int, int]], edits: int, x: int, y: int) -> Pairs:
    pairs: Pairs = []
    while edits >= 0:
        furthest = trace[edits]
        diagonal = x - y
        left, right = furthest.get(diagonal - 1, -1), furthest.get(diagonal + 1, -1)
        is_down = diagonal == -edits or (diagonal != edits and left < right)
        start_x = (right if is_down else left + 1) if edits else 0
        start_y = start_x - diagonal
        while x > start_x and y > start_y:
            x -= 1
            y -= 1
            pairs.append((x, y))
        if is_down:
            y -= 1
        else:
            x -= 1
        edits -= 1
    pairs.reverse()
    return pairs

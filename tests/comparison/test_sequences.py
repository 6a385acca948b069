"""Alignments are right, long where the sequences are short, and fast where they are long."""

from __future__ import annotations

import random
from itertools import pairwise
from time import perf_counter

from pyllvm.comparison.sequences import Pairs, align, align_in_levels, gaps, rising


def longest(before: list[int], after: list[int]) -> int:
    """The length of a longest common subsequence, by the table that everyone knows."""
    table = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i, one in enumerate(before):
        for j, other in enumerate(after):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def check(pairs: Pairs, before: list[int], after: list[int]) -> None:
    assert all(before[i] == after[j] for i, j in pairs)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))


def test_pairs_are_equal_and_ascending() -> None:
    numbers = random.Random(1)
    short = 0
    for _ in range(2000):
        kinds = numbers.randint(1, 6)
        before, after = ([numbers.randrange(kinds) for _ in range(numbers.randint(0, 12))] for _ in range(2))
        pairs = align(before, after)
        check(pairs, before, after)
        short += longest(before, after) - len(pairs)
    # Elements that are there once are taken first, which is not always the longest way.
    assert short < 150


def test_a_change_in_the_middle() -> None:
    before = list(range(100))
    assert align(before, [*before[:50], -1, *before[51:]]) == [(i, i) for i in before if i != 50]
    assert align(before, before[10:]) == [(i, i - 10) for i in range(10, 100)]
    assert align([], [1]) == []


def test_an_element_that_both_have_once_is_taken_before_a_longer_way() -> None:
    assert align([1, 9, 9, 2], [9, 2, 9, 1]) == [(0, 3)]
    assert align([5, 1, 5, 2, 6], [8, 2, 8, 1, 8, 1]) == [(3, 1)]


def test_gaps() -> None:
    assert gaps([(1, 0), (2, 3)], 4, 4) == [(0, 1, 0, 0), (2, 2, 1, 3), (3, 4, 4, 4)]
    assert gaps([], 0, 0) == []


def test_levels() -> None:
    """The stricter key decides; the looser one fills the gap."""
    pairs = align_in_levels([(["a", "b", "c"], ["b", "x", "y"]), ([1, 1, 1], [1, 1, 1])])
    assert pairs == [(1, 0), (2, 1)]
    assert align_in_levels([]) == []


def test_rising() -> None:
    assert rising([2, 0, 1, 5, 3]) == [1, 2, 4]
    assert rising([]) == []


def test_long_sequences_with_nothing_in_common() -> None:
    start = perf_counter()
    assert align([1] * 20_000, [2] * 20_000) == []
    numbers = random.Random(2)
    before, after = ([numbers.randrange(50) for _ in range(5000)] for _ in range(2))
    pairs = align(before, after)
    check(pairs, before, after)
    assert len(pairs) > 500
    # Seconds here; a quadratic algorithm would take minutes.
    assert perf_counter() - start < 60


def test_what_may_have_changed_stands_side_by_side() -> None:
    """If one of several equal elements is missing, it is the one whose place another element has taken."""
    before, changed = [1] * 9 + [2] * 9 + [3], [1] * 4 + [5] + [1] * 4 + [2] * 9 + [3]
    for other in (changed, [1] * 9 + [2] * 3 + [6] + [2] * 5 + [3], [*changed[:12], 6, *changed[13:]]):
        for one, two in ((before, other), (other, before)):
            assert align(one, two) == [(place, place) for place in range(19) if before[place] == other[place]]
    assert align("llxabc", "ylzabc") == [(1, 1), (3, 3), (4, 4), (5, 5)]

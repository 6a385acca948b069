"""The bounds of operations on numbers of three bits hold every result, and many of them are exact."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from pyllvm.analysis.computed_ranges import Bounds, as_signed, counted, signed_result, trailing_zeros, unsigned_result
from rows import each_row

WIDTH = 3
SIZE = 1 << WIDTH
HALF = SIZE // 2


def within(low: int, high: int) -> Callable[[int], int]:
    return lambda number: min(max(number, low), high)


def quotient(left: int, right: int) -> int | None:
    if not right or (left, right) == (-HALF, -1):
        return None
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def remainder(left: int, right: int) -> int | None:
    found = quotient(left, right)
    return None if found is None else left - found * right


def unless_too_far(shift: Callable[[int, int], int]) -> Callable[[int, int], int | None]:
    return lambda left, amount: shift(left, amount) if amount < WIDTH else None


# None where the result is poison, or the program has no meaning.
UNSIGNED: dict[str, Callable[[int, int], int | None]] = {
    "add": lambda left, right: (left + right) % SIZE,
    "sub": lambda left, right: (left - right) % SIZE,
    "mul": lambda left, right: left * right % SIZE,
    "umin": min,
    "umax": max,
    "uadd.sat": lambda left, right: within(0, SIZE - 1)(left + right),
    "usub.sat": lambda left, right: within(0, SIZE - 1)(left - right),
    "udiv": lambda left, right: left // right if right else None,
    "urem": lambda left, right: left % right if right else None,
    "shl": unless_too_far(lambda left, amount: (left << amount) % SIZE),
    "lshr": unless_too_far(lambda left, amount: left >> amount),
    "and": lambda left, right: left & right,
    "or": lambda left, right: left | right,
    "xor": lambda left, right: left ^ right,
}
SIGNED: dict[str, Callable[[int, int], int | None]] = {
    "smin": min,
    "smax": max,
    "sadd.sat": lambda left, right: within(-HALF, HALF - 1)(left + right),
    "ssub.sat": lambda left, right: within(-HALF, HALF - 1)(left - right),
    "sdiv": quotient,
    "srem": remainder,
}
# LLVM's bounds of these follow from the greatest and the least numbers alone.
LOOSE = ("and", "or", "xor", "urem", "srem", "udiv", "shl", "lshr")


def all_bounds(least: int, greatest: int) -> Iterator[Bounds]:
    return ((low, high) for low in range(least, greatest + 1) for high in range(low, greatest + 1))


def results(operation: Callable[[int, int], int | None], left: Bounds, right: Bounds) -> list[int]:
    numbers = itertools.product(range(left[0], left[1] + 1), range(right[0], right[1] + 1))
    return [result for one, other in numbers if (result := operation(one, other)) is not None]


@each_row("name", UNSIGNED)
def test_no_unsigned_result_is_beyond_the_bounds(name: str) -> None:
    for left, right in itertools.product(all_bounds(0, SIZE - 1), repeat=2):
        found = results(UNSIGNED[name], left, right)
        bounds = unsigned_result(name, left, right, WIDTH)
        if not found:
            continue
        assert bounds is None or (bounds[0] <= min(found) and max(found) <= bounds[1])
        if bounds is not None and name not in LOOSE:
            assert bounds == (min(found), max(found))


@pytest.mark.parametrize("name", SIGNED)
def test_no_signed_result_is_beyond_the_bounds(name: str) -> None:
    for left, right in itertools.product(all_bounds(-HALF, HALF - 1), repeat=2):
        found = results(SIGNED[name], left, right)
        bounds = signed_result(name, left, right, WIDTH)
        if not found:
            continue
        assert bounds is not None and bounds[0] <= min(found) and max(found) <= bounds[1]
        if name not in LOOSE and name != "sdiv":
            assert bounds == (min(found), max(found))


@pytest.mark.parametrize(("name", "operation"), [("add", int.__add__), ("sub", int.__sub__), ("mul", int.__mul__)])
def test_signed_results_have_bounds_where_none_overflows(name: str, operation: Callable[[int, int], int]) -> None:
    for left, right in itertools.product(all_bounds(-HALF, HALF - 1), repeat=2):
        found = results(operation, left, right)
        fits = min(found) >= -HALF and max(found) < HALF
        assert signed_result(name, left, right, WIDTH) == ((min(found), max(found)) if fits else None)


def test_an_arithmetic_shift_by_too_much_leaves_the_sign() -> None:
    assert signed_result("ashr", (-4, 3), (1, 2), WIDTH) == (-2, 1)
    assert signed_result("ashr", (-4, 3), (9, 9), WIDTH) == (-1, 0)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("ctlz", lambda number: WIDTH - number.bit_length()),
        ("cttz", lambda number: trailing_zeros(number, WIDTH)),
        ("ctpop", lambda number: number.bit_count()),
    ],
)
def test_the_count_of_bits_is_within_the_bounds(name: str, count: Callable[[int], int]) -> None:
    for low, high in all_bounds(0, SIZE - 1):
        found = [count(number) for number in range(low, high + 1)]
        bounds = counted(name, (low, high), WIDTH)
        assert bounds[0] <= min(found) and max(found) <= bounds[1]
        if name != "ctpop":
            assert bounds[1] == max(found)


def test_unsigned_bounds_of_both_signs_say_nothing_about_signed_numbers() -> None:
    assert [as_signed(bounds, WIDTH) for bounds in ((0, 3), (4, 7), (3, 4), (2, 2))] == [(0, 3), (-4, -1), (-4, 3), (2, 2)]

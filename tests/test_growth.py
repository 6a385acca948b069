"""`growth` tells linear from quadratic time, whatever else runs; the clock here counts what the work asks for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_constant, assert_linear, growth


class Machine:
    """A clock that work advances; the rounds in `slow` take ten times as long."""

    def __init__(self, cost: Callable[[int], float], slow: tuple[int, ...] = ()) -> None:
        self.now = 0.0
        self.runs = 0
        self.cost = cost
        self.slow = slow

    def clock(self) -> float:
        return self.now

    def prepare(self, size: int) -> Callable[[], object]:
        return lambda: self.work(size)

    def work(self, size: int) -> None:
        self.now += self.cost(size) * (10 if self.runs in self.slow else 1)
        self.runs += 1


def test_linear_time_takes_one_round() -> None:
    machine = Machine(lambda size: size)
    assert growth(machine.prepare, 10, 16, 64, machine.clock) == 16
    assert machine.runs == 3


def test_a_slow_run_is_repeated() -> None:
    machine = Machine(lambda size: size, slow=(0, 2, 4))
    assert growth(machine.prepare, 10, 16, 64, machine.clock) == 16
    assert machine.runs == 7


def test_quadratic_time_is_found_after_all_rounds() -> None:
    machine = Machine(lambda size: size * size, slow=(0,))
    assert growth(machine.prepare, 10, 16, 64, machine.clock) == 256
    assert machine.runs == 11


def test_the_assertions_measure_real_time() -> None:
    numbers = list(range(50_000))

    def searches(size: int) -> Callable[[], object]:
        return lambda: [number in numbers for number in range(size * 50, size * 51)]  # size searches of 50 times the size

    with pytest.raises(AssertionError, match="16 times the input takes"):
        assert_linear(searches, 40)
    assert_linear(lambda size: lambda: sum(range(size)), 20_000)
    with pytest.raises(AssertionError, match="in 16 times the input"):
        assert_constant(lambda size: lambda: sum(range(size)), 20_000)
    assert_constant(lambda size: lambda: sum(range(100_000)), 20_000)

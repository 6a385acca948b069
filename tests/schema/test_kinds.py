"""The integers of records and of text."""

import pytest

from pyllvm.schema.integers import rotated, unrotated
from pyllvm.schema.kinds import literal_width, unzigzag, zigzag


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 1), (-7, 13), (-(1 << 63), (1 << 64) - 1)])
def test_zigzag(value: int, operand: int) -> None:
    assert zigzag(value) == operand
    assert unzigzag(operand) == value


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 3), (-7, 15), (-(1 << 63), 1)])
def test_sign_in_the_lowest_bit(value: int, operand: int) -> None:
    assert rotated(value) == operand
    assert unrotated(operand) == value


@pytest.mark.parametrize(("value", "width"), [(0, 1), (1, 1), (5, 3), (-1, 1), (-2, 2), (-8, 4), (255, 8)])
def test_literal_width(value: int, width: int) -> None:
    assert literal_width(value) == width

"""The rectangles of a treemap: areas in proportion, no overlap, nothing outside, nearly squares."""

from __future__ import annotations

import pytest

from pyllvm.library.size_page import Rectangle, squarified

FRAME = Rectangle(10, 20, 600, 400)


@pytest.mark.parametrize("sizes", [[6, 6, 4, 3, 2, 2, 1], [1], [5] * 40, [1000, 1, 1, 1], list(range(90, 0, -1))])
def test_areas(sizes: list[float]) -> None:
    rectangles = squarified(sizes, FRAME)
    assert len(rectangles) == len(sizes)
    scale = FRAME.area / sum(sizes)
    for size, one in zip(sizes, rectangles, strict=True):
        assert one.area == pytest.approx(size * scale)
        assert one.x >= FRAME.x - 1e-6
        assert one.y >= FRAME.y - 1e-6
        assert one.x + one.width <= FRAME.x + FRAME.width + 1e-6
        assert one.y + one.height <= FRAME.y + FRAME.height + 1e-6
    for index, one in enumerate(rectangles):
        for other in rectangles[:index]:
            width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert width < 1e-6 or height < 1e-6


def test_the_example_of_the_paper() -> None:
    """A frame of 6 by 4 with the sizes 6, 6, 4, 3, 2, 2, 1: the first two are a column of 3 by 2 each."""
    first, second, third, *_ = squarified([6, 6, 4, 3, 2, 2, 1], Rectangle(0, 0, 6, 4))
    assert first == pytest.approx((0, 0, 3, 2))
    assert second == pytest.approx((0, 2, 3, 2))
    assert third.x == pytest.approx(3)
    assert third.area == pytest.approx(4)


def test_nothing() -> None:
    assert squarified([], FRAME) == []
    assert squarified([0, 0], FRAME)[0].area == 0

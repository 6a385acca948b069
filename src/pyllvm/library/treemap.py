"""Lays out a treemap: rectangles whose areas are in proportion to sizes, as near to squares as they get.

Source: Bruls, Huizing, van Wijk, "Squarified Treemaps" (2000).
"""

from __future__ import annotations

from typing import NamedTuple

from pyllvm.notation import Sequence


class Rectangle(NamedTuple):
    """A rectangle by its left upper corner and its extent."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """The area."""
        return self.width * self.height


def squarified(sizes: Sequence[float], frame: Rectangle) -> list[Rectangle]:
    """Return a rectangle in `frame` for each of `sizes`, which are positive and in falling order.

    Together they fill the frame, in rows along its shorter side.
    """
    rectangles: list[Rectangle] = []
    total = sum(sizes)
    if total <= 0:
        return [Rectangle(frame.x, frame.y, 0.0, 0.0) for _ in sizes]
    scale = frame.area / total
    areas = [size * scale for size in sizes]
    start = 0
    while start < len(areas):
        side = min(frame.width, frame.height)
        end = start + 1
        sum_of_row = areas[start]
        worst = _worst(areas[start], areas[start], sum_of_row, side)
        # The row grows as long as its rectangles come nearer to squares.
        while end < len(areas):
            grown = _worst(areas[start], areas[end], sum_of_row + areas[end], side)
            if grown > worst:
                break
            worst = grown
            sum_of_row += areas[end]
            end += 1
        frame = _lay_row(areas[start:end], sum_of_row, frame, rectangles)
        start = end
    return rectangles


def _worst(largest: float, smallest: float, total: float, side: float) -> float:
    """The worst ratio of the sides of the rectangles in a row along `side`."""
    if total <= 0 or side <= 0 or smallest <= 0:
        return float("inf")
    return max(side * side * largest / (total * total), total * total / (side * side * smallest))


def _lay_row(areas: list[float], total: float, frame: Rectangle, rectangles: list[Rectangle]) -> Rectangle:
    """Lay a row along the shorter side of the frame, and return what is left of the frame."""
    if frame.width >= frame.height:
        thickness = total / frame.height if frame.height > 0 else 0.0
        y = frame.y
        for area in areas:
            height = area / thickness if thickness > 0 else 0.0
            rectangles.append(Rectangle(frame.x, y, thickness, height))
            y += height
        return Rectangle(frame.x + thickness, frame.y, max(frame.width - thickness, 0.0), frame.height)
    thickness = total / frame.width if frame.width > 0 else 0.0
    x = frame.x
    for area in areas:
        width = area / thickness if thickness > 0 else 0.0
        rectangles.append(Rectangle(x, frame.y, width, thickness))
        x += width
    return Rectangle(frame.x, frame.y + thickness, frame.width, max(frame.height - thickness, 0.0))

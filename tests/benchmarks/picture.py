"""Draws time against size as SVG: two axes with powers of ten, a line for each series."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 50


class Series(NamedTuple):
    """A line of the picture: pairs of a size in bytes and a time in seconds, both above zero."""

    points: Sequence[tuple[float, float]]
    color: str
    dashed: bool = False


def drawn(title: str, series: Mapping[str, Series]) -> str:
    """The picture as SVG. `ValueError` is raised where there is no point."""
    points = [point for line in series.values() for point in line.points]
    if not points:
        raise ValueError("a picture needs points")
    x_from, x_to = _decades([x for x, _ in points])
    y_from, y_to = _decades([y for _, y in points])

    def x_of(size: float) -> float:
        return LEFT + (math.log10(size) - x_from) / (x_to - x_from) * (WIDTH - LEFT - RIGHT)

    def y_of(seconds: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(seconds) - y_from) / (y_to - y_from) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for power in range(x_from, x_to + 1):
        x = x_of(10.0**power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{_size_text(power)}</text>')
    for power in range(y_from, y_to + 1):
        y = y_of(10.0**power)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 10}" text-anchor="middle">size of the bitcode</text>')
    for number, (name, line) in enumerate(series.items()):
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in sorted(line.points))
        dash = ' stroke-dasharray="6 4"' if line.dashed else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{line.color}" stroke-width="2"{dash}/>')
        y = TOP + 12 + 20 * number
        x = WIDTH - RIGHT + 14
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" stroke="{line.color}" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{x + 32}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around these values, at least one decade."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _size_text(power: int) -> str:
    unit = min(power // 3, 3)
    return f"{10 ** (power - 3 * unit)} {('B', 'kB', 'MB', 'GB')[unit]}"

"""Layouts: no two nodes overlap, edges that can lead down do, and large graphs take little time."""

from __future__ import annotations

import random
from time import perf_counter

import pytest

from layouts import NODE, Layout, layered

pytestmark = pytest.mark.skipif(not NODE, reason="node runs the layout of the page, and is not installed")

NODE_GAP = 28


def overlapping(layout: Layout, sizes: list[tuple[float, float]]) -> list[tuple[int, int]]:
    found = []
    for one, (x, y) in enumerate(layout.corners):
        for other in range(one):
            u, v = layout.corners[other]
            apart = (
                x + sizes[one][0] <= u + 0.01
                or u + sizes[other][0] <= x + 0.01
                or y + sizes[one][1] <= v + 0.01
                or v + sizes[other][1] <= y + 0.01
            )
            if not apart:
                found.append((one, other))
    return found


def random_graph(seed: int, count: int) -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    numbers = random.Random(seed)
    sizes = [(float(numbers.randint(40, 400)), float(numbers.randint(20, 300))) for _ in range(count)]
    edges = [(node, numbers.randrange(count)) for node in range(count) for _ in range(numbers.randint(0, 3))]
    return sizes, edges


@pytest.mark.parametrize("seed", range(6))
def test_nodes_do_not_overlap(seed: int) -> None:
    sizes, edges = random_graph(seed, 25)
    layout = layered(sizes, edges)
    assert overlapping(layout, sizes) == []
    assert min(x for x, _ in layout.corners) >= 0
    assert max(x + width for (x, _), (width, _) in zip(layout.corners, sizes, strict=True)) <= layout.width + 0.01
    assert max(y + height for (_, y), (_, height) in zip(layout.corners, sizes, strict=True)) <= layout.height + 0.01
    for (source, target), path in zip(edges, layout.paths, strict=True):
        x, y = layout.corners[source]
        assert x <= path[0][0] <= x + sizes[source][0]
        assert path[0][1] == y + sizes[source][1]
        u, v = layout.corners[target]
        assert u <= path[-1][0] <= u + sizes[target][0]
        assert path[-1][1] == v


def test_a_diamond() -> None:
    """The two sides are beside each other, in the middle under the entry, and above the end."""
    layout = layered([(100, 40)] * 4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = layout.corners
    assert y0 < y1 == y2 < y3
    assert x0 == x3
    assert {x1, x2} == {x0 - (100 + NODE_GAP) / 2, x0 + (100 + NODE_GAP) / 2}


def test_a_loop_leads_up() -> None:
    layout = layered([(100, 40)] * 3, [(0, 1), (1, 2), (2, 1), (1, 1)])
    heights = [y for _, y in layout.corners]
    assert heights == sorted(heights)
    assert layout.paths[2][-1][1] < layout.paths[2][0][1]
    # The path of the loop of one node is beside the node, and not behind it.
    assert max(x for x, _ in layout.paths[3]) > layout.corners[1][0] + 100


def test_no_nodes() -> None:
    assert layered([], []) == Layout([], [], 0.0, 0.0)


def test_a_large_graph() -> None:
    sizes, _ = random_graph(1, 3000)
    edges = [(node, node + 1) for node in range(2999)] + [(0, node) for node in range(2, 3000, 3)]
    start = perf_counter()
    layout = layered(sizes, edges)
    assert len(layout.paths) == len(edges)
    # A second or two here. With a bend in each layer for each edge, it would be minutes.
    assert perf_counter() - start < 60

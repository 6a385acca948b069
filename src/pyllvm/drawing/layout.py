"""Lays out a graph in layers, from top to bottom, without graphviz.

The steps are Sugiyama's: edges that close cycles are turned around, each node gets the layer under all nodes before it,
long edges get a bend in each layer that they cross, the layers are sorted so that few edges cross, and each node moves near those
that it is connected with. Everything is counted in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, final

NODE_GAP: Final = 28
LAYER_GAP: Final = 46
_BEND_WIDTH: Final = 10
_EDGE_GAP: Final = 16
_SWEEPS: Final = 8
# Edges that would need more bends than this, in all, go straight.
_MOST_BENDS: Final = 20_000

Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """Where nodes and edges are: the upper left corner of each node, and the points of each edge from its source on."""

    corners: list[Point]
    paths: list[list[Point]]
    width: float
    height: float


def layered_layout(sizes: Sequence[Point], edges: Sequence[tuple[int, int]]) -> Layout:
    """Return a layout of nodes with these widths and heights, and of edges between them by their numbers; node 0 is on top."""
    return _Layers(sizes, edges).layout()


@final
class _Layers:
    """One layout. Bends are nodes, numbered after the graph's nodes."""

    def __init__(self, sizes: Sequence[Point], edges: Sequence[tuple[int, int]]) -> None:
        self._count = len(sizes)
        self._edges = edges
        self._widths = [width for width, _ in sizes]
        self._heights = [height for _, height in sizes]
        self._layer = self._assign_layers()
        self._above: list[list[int]] = [[] for _ in sizes]
        self._below: list[list[int]] = [[] for _ in sizes]
        self._chains = [self._chain(source, target) for source, target in edges]
        self._rows: list[list[int]] = [[] for _ in range(max(self._layer, default=-1) + 1)]
        for node, layer in enumerate(self._layer):
            self._rows[layer].append(node)
        self._sort_rows()
        self._x = self._place()

    # --- layers

    def _assign_layers(self) -> list[int]:
        """The layer of each node: one more than the greatest of the nodes before it, once cycles are cut."""
        targets: list[list[int]] = [[] for _ in range(self._count)]
        for source, target in self._edges:
            if source != target:
                targets[source].append(target)
        finished, self._is_back = self._search(targets)
        layer = [0] * self._count
        for node in reversed(finished):
            for target in targets[node]:
                if (node, target) not in self._is_back:
                    layer[target] = max(layer[target], layer[node] + 1)
        return layer

    def _search(self, targets: list[list[int]]) -> tuple[list[int], set[tuple[int, int]]]:
        """The nodes in the order in which a search leaves them, depth first, and the edges that lead back on its path."""
        state = [0] * self._count
        finished: list[int] = []
        back: set[tuple[int, int]] = set()
        for start in range(self._count):
            pending = [(start, 0)] if state[start] == 0 else []
            while pending:
                node, step = pending.pop()
                state[node] = 1
                if step == len(targets[node]):
                    state[node] = 2
                    finished.append(node)
                    continue
                pending.append((node, step + 1))
                target = targets[node][step]
                if state[target] == 1:
                    back.add((node, target))
                elif state[target] == 0:
                    pending.append((target, 0))
        return finished, back

    def _chain(self, source: int, target: int) -> list[int]:
        """The nodes of an edge from its source on: the bends between, in the layers that it crosses."""
        layer = self._layer
        step = 1 if layer[target] > layer[source] else -1
        between = range(layer[source] + step, layer[target], step) if layer[source] != layer[target] else range(0)
        chain = [source]
        if len(layer) - self._count + len(between) <= _MOST_BENDS:
            for bend_layer in between:
                chain.append(len(layer))
                layer.append(bend_layer)
                self._widths.append(_BEND_WIDTH)
                self._heights.append(0)
                self._above.append([])
                self._below.append([])
        chain.append(target)
        for one, other in pairwise(chain):
            if abs(layer[one] - layer[other]) == 1:
                upper, lower = (one, other) if layer[one] < layer[other] else (other, one)
                self._below[upper].append(lower)
                self._above[lower].append(upper)
        return chain

    # --- the order in the layers

    def _sort_rows(self) -> None:
        """Sort each layer by where the neighbors of its nodes are, down and up, and keep the order with the fewest crossings."""
        places = [0.0] * len(self._layer)
        self._number_rows(places)
        best = [list(row) for row in self._rows]
        fewest = self._crossings(places)
        for sweep in range(_SWEEPS):
            if not fewest:
                break
            is_down = sweep % 2 == 0
            neighbors = self._above if is_down else self._below
            for row in self._rows if is_down else reversed(self._rows):
                keys = {node: _median([places[one] for one in neighbors[node]], places[node]) for node in row}
                row.sort(key=keys.__getitem__)
                for place, node in enumerate(row):
                    places[node] = place
            crossings = self._crossings(places)
            if crossings < fewest:
                fewest = crossings
                best = [list(row) for row in self._rows]
        self._rows = best

    def _number_rows(self, places: list[float]) -> None:
        for row in self._rows:
            for place, node in enumerate(row):
                places[node] = place

    def _crossings(self, places: list[float]) -> int:
        """How often edges between neighboring layers cross, counted with a tree of counters."""
        crossings = 0
        for row in self._rows:
            ends = [int(places[lower]) for upper in row for lower in sorted(self._below[upper], key=places.__getitem__)]
            size = max(ends, default=0) + 2
            tree = [0] * (size + 1)
            for number, end in enumerate(ends):
                index, before = end + 1, 0
                while index:
                    before += tree[index]
                    index -= index & -index
                crossings += number - before
                index = end + 1
                while index <= size:
                    tree[index] += 1
                    index += index & -index
        return crossings

    # --- places in pixels

    def _place(self) -> list[float]:
        """The x of the middle of each node: near its neighbors, and in the order of its layer."""
        x = [0.0] * len(self._layer)
        for row in self._rows:
            left = 0.0
            for node in row:
                x[node] = left + self._widths[node] / 2
                left += self._widths[node] + NODE_GAP
        for sweep in range(_SWEEPS):
            is_down = sweep % 2 == 0
            for row in self._rows if is_down else reversed(self._rows):
                neighbors = self._above if is_down else self._below
                wanted = [_mean([x[one] for one in neighbors[node] or self._above[node]], x[node]) for node in row]
                for node, place in zip(row, self._spread(row, wanted), strict=True):
                    x[node] = place
        leftmost = min([x[node] - self._widths[node] / 2 for node in range(len(x))], default=0.0)
        return [place - leftmost for place in x]

    def _spread(self, row: list[int], wanted: list[float]) -> list[float]:
        """Places near the wanted ones that leave room for the nodes of a layer: neighbors that are too near move together."""
        # Each group has the sum of its nodes' wanted places, less their distances from its first node, and their number.
        groups: list[tuple[float, int, int]] = []
        offsets: list[float] = []
        offset = 0.0
        for place, node in enumerate(row):
            if place:
                offset += (self._widths[row[place - 1]] + self._widths[node]) / 2 + NODE_GAP
            offsets.append(offset)
            group = (wanted[place] - offset, 1, place)
            while groups and groups[-1][0] / groups[-1][1] > group[0] / group[1]:
                before = groups.pop()
                group = (before[0] + group[0], before[1] + group[1], before[2])
            groups.append(group)
        found: list[float] = []
        for total, count, first in groups:
            found += [total / count + offsets[place] for place in range(first, first + count)]
        return found

    def layout(self) -> Layout:
        """The corners of the nodes and the paths of the edges."""
        tops: list[float] = []
        middle: list[float] = []
        y = 0.0
        for row in self._rows:
            height = max([self._heights[node] for node in row], default=0.0)
            tops.append(y)
            middle.append(y + height / 2)
            # Where many edges leave, they need room.
            y += height + LAYER_GAP + min(2 * sum([len(self._below[node]) for node in row]), 3 * LAYER_GAP)
        corners = [(self._x[node] - self._widths[node] / 2, tops[self._layer[node]]) for node in range(self._count)]
        bottoms = [2 * half - top for half, top in zip(middle, tops, strict=True)]
        starts, ends = self._fanned(0, 1), self._fanned(-1, -2)
        paths = [
            self._path(chain, corners, tops, bottoms, start, end)
            for chain, start, end in zip(self._chains, starts, ends, strict=True)
        ]
        width = max([self._x[node] + self._widths[node] / 2 for node in range(len(self._x))], default=0.0)
        height = max([top + self._heights[node] for node, (_, top) in enumerate(corners)], default=0.0)
        return Layout(corners, paths, width, height)

    def _fanned(self, near: int, far: int) -> list[float]:
        """The x where each edge touches its node at one end, so that the edges of a node are side by side in their order.

        `near` and `far` are the positions in a chain of that node and the next one.
        """
        found = [0.0] * len(self._chains)
        touching: dict[int, list[int]] = {}
        for edge, chain in enumerate(self._chains):
            touching.setdefault(chain[near], []).append(edge)
        for node, edges in touching.items():
            edges.sort(key=lambda edge: self._x[self._chains[edge][far]] + (self._widths[node] if self._is_loop(edge) else 0))
            gap = min(_EDGE_GAP, (self._widths[node] - 2 * _EDGE_GAP) / len(edges))
            for place, edge in enumerate(edges):
                found[edge] = self._x[node] + (place - (len(edges) - 1) / 2) * gap
                if self._is_loop(edge):
                    found[edge] = self._x[node] + self._widths[node] / 2 - _EDGE_GAP
        return found

    def _is_loop(self, edge: int) -> bool:
        return self._edges[edge][0] == self._edges[edge][1]

    def _path(
        self, chain: list[int], corners: list[Point], tops: list[float], bottoms: list[float], start: float, end: float
    ) -> list[Point]:
        """The points of an edge that leaves the bottom of its source at x `start`, and enters the top of its target at `end`."""
        source, target = chain[0], chain[-1]
        bottom = (start, corners[source][1] + self._heights[source])
        top = (end, corners[target][1])
        if source == target:
            side = corners[source][0] + self._widths[source] + NODE_GAP / 2
            return [bottom, (start, bottom[1] + 14), (side, bottom[1] + 14), (side, top[1] - 14), (end, top[1] - 14), top]
        # Edges are vertical where they cross a layer.
        is_down = self._layer[target] > self._layer[source]
        sides = (tops, bottoms) if is_down else (bottoms, tops)
        bends = [(self._x[node], side[self._layer[node]]) for node in chain[1:-1] for side in sides]
        if is_down:
            # It passes the taller nodes of its own layer.
            floor = bottoms[self._layer[source]]
            return [bottom, *([(start, floor)] if floor > bottom[1] + 1 else []), *bends, top]
        if not bends:
            # It leads up, and would hide behind the nodes.
            side = max(corners[source][0] + self._widths[source], corners[target][0] + self._widths[target]) + NODE_GAP / 2
            bends = [(side, bottom[1] + 14), (side, top[1] - 14)]
        leaving = [bottom, (start, bottom[1] + 14), (bends[0][0], bottom[1] + 14)]
        return [*leaving, *bends, (bends[-1][0], top[1] - 14), (end, top[1] - 14), top]


def _median(places: list[float], otherwise: float) -> float:
    if not places:
        return otherwise
    places.sort()
    half = len(places) // 2
    return places[half] if len(places) % 2 else (places[half - 1] + places[half]) / 2


def _mean(places: list[float], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise

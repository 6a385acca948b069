"""Strongly connected components, by their definition in graphs made at random."""

from __future__ import annotations

import random

from pyllvm.analysis.components import strongly_connected_components
from random_graphs import random_graph, reached


def test_components_by_definition() -> None:
    chosen = random.Random(5)
    for _ in range(500):
        successors, _ = random_graph(chosen)
        ways = [reached(successors, [node]) for node in range(len(successors))]
        components = strongly_connected_components(successors)
        assert sorted(node for component in components for node in component) == list(range(len(successors)))
        done: set[int] = set()
        for component in components:
            expected = {other for other in ways[component[0]] if component[0] in ways[other]}
            assert component == sorted(expected)
            done |= expected
            assert ways[component[0]] <= done, "a component comes after those that it leads to"


def test_a_long_chain_does_not_recurse() -> None:
    count = 50_000
    components = strongly_connected_components([[node + 1] if node < count - 1 else [] for node in range(count)])
    assert components[0] == [count - 1]
    assert len(components) == count

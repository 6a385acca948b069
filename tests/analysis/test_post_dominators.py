"""The roots of post-dominator trees."""

from __future__ import annotations

import random

from pyllvm.analysis.dominators import post_dominator_roots
from random_graphs import random_graph, reached


def test_every_node_leads_to_a_root_and_no_root_to_another() -> None:
    chosen = random.Random(6)
    endless = 0
    for _ in range(500):
        successors, predecessors = random_graph(chosen)
        roots = post_dominator_roots(successors, predecessors)
        ends = [node for node, targets in enumerate(successors) if not targets]
        assert roots[: len(ends)] == ends
        for node in range(len(successors)):
            assert reached(successors, [node]) & set(roots)
        for root in roots:
            assert reached(successors, [root]) & set(roots) == {root}
        endless += len(roots) > len(ends)
    assert endless > 100


def test_the_order_of_successors_does_not_matter() -> None:
    chosen = random.Random(7)
    for _ in range(300):
        successors, predecessors = random_graph(chosen)
        roots = post_dominator_roots(successors, predecessors)
        assert post_dominator_roots([targets[::-1] for targets in successors], predecessors) == roots


def test_many_endless_loops_take_linear_time() -> None:
    count = 50_000
    successors = [[node] if node % 2 else [node + 1, node - 1 if node else 1] for node in range(count)]
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for node, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(node)
    assert len(post_dominator_roots(successors, predecessors)) == count // 2

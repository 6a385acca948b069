"""Natural loops, found by their definition in graphs made at random."""

from __future__ import annotations

import random

from pyllvm.analysis.dominators import immediate_dominators
from pyllvm.analysis.loops import NO_LOOP, LoopFinder
from random_graphs import dominates, random_graph


def blocks_of(header: int, predecessors: list[list[int]], dominators: list[int]) -> set[int]:
    """The nodes of the loop of a header, by definition; empty if it has none."""
    pending = [entry for entry in predecessors[header] if dominates(dominators, header, entry)]
    found = {header} if pending else set()
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending += [entry for entry in predecessors[node] if dominators[entry] != -2]
    return found


def test_loops_by_definition() -> None:
    chosen = random.Random(3)
    count = 0
    for _ in range(500):
        successors, predecessors = random_graph(chosen)
        dominators = immediate_dominators(successors, predecessors, [0])
        expected = {
            header: blocks
            for header in range(len(successors))
            if dominators[header] != -2 and (blocks := blocks_of(header, predecessors, dominators))
        }
        finder = LoopFinder(predecessors, dominators)
        assert sorted(finder.headers) == sorted(expected)
        for loop, header in enumerate(finder.headers):
            parent = finder.parents[loop]
            around = [other for other in expected if other != header and header in expected[other]]
            smallest = min(around, key=lambda other: len(expected[other])) if around else NO_LOOP
            assert (finder.headers[parent] if parent != NO_LOOP else NO_LOOP) == smallest
            assert parent < loop
        for node, loop in enumerate(finder.innermost):
            around = [header for header in expected if node in expected[header]]
            innermost = min(around, key=lambda header: len(expected[header])) if around else NO_LOOP
            assert (finder.headers[loop] if loop != NO_LOOP else NO_LOOP) == innermost
        count += len(expected)
    assert count > 300

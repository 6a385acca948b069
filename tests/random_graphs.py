"""Graphs made at random, and what holds in them by definition. Several tests of analyses use it."""

from __future__ import annotations

import random


def random_graph(chosen: random.Random) -> tuple[list[list[int]], list[list[int]]]:
    """The successors and predecessors of up to 12 nodes; an edge may occur twice."""
    count = chosen.randint(1, 12)
    successors: list[list[int]] = [[] for _ in range(count)]
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for _ in range(chosen.randint(0, 2 * count)):
        start, end = chosen.randrange(count), chosen.randrange(count)
        successors[start].append(end)
        predecessors[end].append(start)
    return successors, predecessors


def reached(successors: list[list[int]], roots: list[int], without: int = -1) -> set[int]:
    """The nodes that the roots lead to without passing through one node."""
    found = {root for root in roots if root != without}
    pending = list(found)
    while pending:
        for target in successors[pending.pop()]:
            if target != without and target not in found:
                found.add(target)
                pending.append(target)
    return found


def defined_dominators(successors: list[list[int]], roots: list[int]) -> list[int]:
    """What `immediate_dominators` should return: a node dominates those that cannot be reached without it."""
    there = reached(successors, roots)
    above: dict[int, set[int]] = {node: set() for node in there}
    for node in there:
        for other in there - reached(successors, roots, node) - {node}:
            above[other].add(node)
    found: list[int] = []
    for node in range(len(successors)):
        if node not in there:
            found.append(-2)
        else:
            found.append(max(above[node], key=lambda one: len(above[one]), default=-1))
    return found


def dominates(dominators: list[int], one: int, other: int) -> bool:
    """Whether `one` is on the way from `other` up to the root; no node dominates one that is not in the tree."""
    if dominators[other] == -2:
        return False
    while other != one and other >= 0:
        other = dominators[other]
    return other == one

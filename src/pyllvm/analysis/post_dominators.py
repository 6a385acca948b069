"""The roots of a post-dominator tree: where control flow ends.

Source: `FindRoots` of GenericDomTreeConstruction.h. A region that control never leaves has no end; LLVM chooses a block of it,
and the choice does not depend on the order of a block's successors.
"""

from __future__ import annotations


def post_dominator_roots(successors: list[list[int]], predecessors: list[list[int]]) -> list[int]:
    """Return the roots, each node of the graph being post-dominated by one of them or by what they share.

    These are the nodes without successors, and one for each endless region that leads to no other root. The arguments are
    the same as for `immediate_dominators`.
    """
    count = len(successors)
    leads_to_root = [False] * count
    ends = [node for node in range(count) if not successors[node]]
    for end in ends:
        _mark(end, predecessors, leads_to_root)
    if False not in leads_to_root:
        return ends
    chosen: list[int] = []
    # The walks to the farthest node mark what they meet with the number of the walk.
    met = [0] * count
    for node in range(count):
        if not leads_to_root[node]:
            farthest = _farthest(node, successors, leads_to_root, met, node + 1)
            chosen.append(farthest)
            _mark(farthest, predecessors, leads_to_root)
    # A region may lead to one whose root was chosen later; its own root is then not needed.
    leads_to_later = [False] * count
    kept: list[int] = []
    for root in reversed(chosen):
        if not leads_to_later[root]:
            kept.append(root)
            _mark(root, predecessors, leads_to_later)
    return ends + kept[::-1]


def _mark(start: int, edges: list[list[int]], marked: list[bool]) -> None:
    """Mark all nodes that the edges lead to from `start`, which is not marked yet."""
    marked[start] = True
    pending = [start]
    while pending:
        for target in edges[pending.pop()]:
            if not marked[target]:
                marked[target] = True
                pending.append(target)


def _farthest(start: int, successors: list[list[int]], leads_to_root: list[bool], met: list[int], walk: int) -> int:
    """Return the node that a depth-first walk reaches last; it takes later blocks first."""
    last = start
    pending = [start]
    while pending:
        node = pending.pop()
        if met[node] != walk:
            met[node] = walk
            last = node
            for target in sorted(successors[node]):
                if met[target] != walk and not leads_to_root[target]:
                    pending.append(target)
    return last

"""The contexts of a memory profile in one record, where each shares the end of another that is like it.

LLVM builds it with `CallStackRadixTreeBuilder`: a context is its length and then its stack ids, from the leaf to the root. Where
another context has the same rest, a negative number leads there instead.
"""

from __future__ import annotations

from pyllvm.notation import Sequence


def context_tree(contexts: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The record for contexts, which are lists of places of stack ids, and where each of them begins in it."""
    counts: dict[int, int] = {}
    for context in contexts:
        for place in context:
            counts[place] = counts.get(place, 0) + 1
    # From the root, with frequent ids last: the last context in this order is the first that is written.
    keys = [[(counts[place], place) for place in reversed(context)] for context in contexts]
    order = sorted(range(len(contexts)), key=keys.__getitem__)
    # Written backwards, so that what contexts have in common precedes what they have not.
    tree: list[int] = []
    starts = [0] * len(contexts)
    path: list[int] = []
    before: list[int] = []
    for number in reversed(order):
        from_root = list(reversed(contexts[number]))
        common = 0
        while common < min(len(before), len(from_root)) and before[common] == from_root[common]:
            common += 1
        del path[common:]
        if common:
            tree.append(path[-1] - len(tree) & 0xFFFFFFFF)
        for place in from_root[common:]:
            path.append(len(tree))
            tree.append(place)
        starts[number] = len(tree)
        tree.append(len(from_root))
        before = from_root
    return tree[::-1], [len(tree) - 1 - start for start in starts]

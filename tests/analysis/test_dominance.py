"""Dominators, levels, frontiers and cycles of random functions, compared with their definitions."""

from __future__ import annotations

import random
from typing import Final

from pyllvm.analysis.dominance import BlockTree
from pyllvm.analysis.loops import Cycle, CycleFinder
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from random_graphs import defined_dominators, dominates, random_graph, reached
from rows import each_row

SEEDS: Final = range(40)


def random_function(chosen: random.Random) -> tuple[Function, list[list[int]]]:
    """A function, and the numbers of the blocks that each of its blocks leads to; nothing leads to the first."""
    inner, _ = random_graph(chosen)
    successors = [[1 + chosen.randrange(len(inner))], *([1 + target for target in targets] for targets in inner)]
    lines: list[str] = []
    for number, targets in enumerate(successors):
        cases = " ".join(f"i32 {at}, label %b{target}" for at, target in enumerate(targets[1:]))
        lines += [f"b{number}:", f"  switch i32 %x, label %b{targets[0]} [ {cases} ]" if targets else "  ret void"]
    module = parse_assembly("\n".join(["define void @f(i32 %x) {", *lines, "}", ""]).encode(), llvm_version=22)
    return module.functions[0], successors


def defined_frontier(successors: list[list[int]], dominators: list[int], defining: set[int], live: set[int]) -> list[int]:
    """The live blocks where two values meet: those with the value of a definition, or of a meeting, on only some ways."""
    found: set[int] = set()
    while True:
        starts = {number for number in defining | found if dominators[number] != -2}
        more = {
            target
            for start in starts
            for number, targets in enumerate(successors)
            if dominates(dominators, start, number)
            for target in targets
            if target in live and (target == start or not dominates(dominators, start, target))
        }
        if more <= found:
            return sorted(found)
        found |= more


@each_row("seed", SEEDS)
def test_dominators_and_frontiers(seed: int) -> None:
    chosen = random.Random(seed)
    function, successors = random_function(chosen)
    dominators = defined_dominators(successors, [0])
    tree = BlockTree(function)
    blocks = function.blocks
    assert [tree.is_reachable(block) for block in blocks] == [above != -2 for above in dominators]
    assert [tree.dominator(block) for block in blocks] == [blocks[above] if above >= 0 else None for above in dominators]
    for one in range(len(blocks)):
        for other in range(len(blocks)):
            expected = one == other or dominators[other] == -2 or dominates(dominators, one, other)
            assert tree.dominates(blocks[one], blocks[other]) == expected
    numbers = range(len(blocks))
    for _ in range(5):
        defining = set(chosen.sample(numbers, chosen.randint(0, len(blocks))))
        live = set(chosen.sample(numbers, chosen.randint(0, len(blocks))))
        for where in (live, set(numbers)):
            assert tree.iterated_frontier(defining, where) == defined_frontier(successors, dominators, defining, where)


def regions(successors: list[list[int]], nodes: set[int]) -> list[set[int]]:
    """The largest sets of nodes that all lead to each other inside `nodes`."""
    inside = [[target for target in targets if {number, target} <= nodes] for number, targets in enumerate(successors)]
    behind = {node: reached(inside, inside[node]) for node in nodes}
    return [set(one) for one in {frozenset(other for other in behind[node] if node in behind[other]) for node in nodes} if one]


@each_row("seed", SEEDS)
@each_row("version", [19, 22])
def test_cycles(seed: int, version: int) -> None:
    function, successors = random_function(random.Random(seed))
    blocks = function.blocks
    numbers = {block: number for number, block in enumerate(blocks)}
    there = reached(successors, [0])
    cycles = {id(cycle): cycle for cycle in CycleFinder(blocks[0], version).innermost.values()}.values()
    inside = {id(cycle): {numbers[block] for block in cycle.blocks} for cycle in cycles}

    def check(nodes: set[int], parent: Cycle | None, depth: int) -> int:
        """Compare the cycles inside `nodes` with the regions there; the number of cycles."""
        count = 0
        for region in regions(successors, nodes):
            (cycle,) = [one for one in cycles if inside[id(one)] == region and one.parent is parent]
            entries = {
                target
                for number, targets in enumerate(successors)
                if number in there or version == 19
                for target in targets
                if target in region and number not in region
            }
            assert {numbers[block] for block in cycle.entries} == entries
            assert (cycle.depth, cycle.is_reducible) == (depth, len(entries) == 1)
            assert cycle.outermost is (cycle if parent is None else parent.outermost)
            count += 1 + check(region - {numbers[cycle.header]}, cycle, depth + 1)
        return count

    assert check(there, None, 1) == len(cycles)

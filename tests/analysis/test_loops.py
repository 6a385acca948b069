"""Natural loops, found by their definition in graphs made at random."""

from __future__ import annotations

import random

from pyllvm import IRBuilder, split_edge
from pyllvm.analysis.dominators import immediate_dominators
from pyllvm.analysis.loops import NO_LOOP, BlockLoops, LoopFinder
from pyllvm.assembly import parse_assembly
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


NESTED = """\
define void @f(i1 %c) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %middle, label %left
middle:
  br i1 %c, label %inner, label %left
left:
  br i1 %c, label %outer, label %end
end:
  ret void
}
"""


def test_other_ways_out_of_a_loop() -> None:
    """They count if all of them are directly in the loop; an edge inside of the loop leaves nothing."""
    function = parse_assembly(NESTED.encode(), "m", llvm_version=19).function("f")
    entry, outer, inner, middle, left, end = function.blocks
    loops = BlockLoops(function)
    assert loops.others_leaving(inner, left) == [middle]
    assert loops.others_leaving(middle, left) == [inner]
    assert loops.others_leaving(left, end) == []
    assert loops.others_leaving(middle, inner) == []
    assert loops.others_leaving(left, outer) == []
    assert loops.others_leaving(entry, outer) == []
    branch = outer.terminator
    assert branch is not None
    branch.erase()
    IRBuilder(outer).cond_branch(function.arguments[0], inner, left)
    # One way to the block begins in the outer loop.
    assert BlockLoops(function).others_leaving(inner, left) == []


def test_a_block_on_an_edge_is_in_the_loop_of_both_ends() -> None:
    function = parse_assembly(NESTED.encode(), "m", llvm_version=19).function("f")
    _, _, inner, middle, left, end = function.blocks
    loops = BlockLoops(function)
    made = split_edge(middle, left)
    loops.add(made, middle, left)
    # The new block is in the outer loop, so that one of two ways out of the inner loop begins elsewhere.
    assert loops.others_leaving(inner, left) == []
    made = split_edge(inner, middle)
    loops.add(made, inner, middle)
    assert loops.others_leaving(made, end) == []
    assert loops.others_leaving(middle, made) == []

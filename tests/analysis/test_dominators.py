"""Dominance between blocks and between instructions."""

from __future__ import annotations

import random

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import DominatorTree, immediate_dominators
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Function
from random_graphs import defined_dominators, random_graph

DIAMOND = """define i32 @f(i1 %c) {
entry:
  %x = add i32 1, 2
  br i1 %c, label %left, label %right
left:
  %y = add i32 %x, 1
  br label %end
right:
  br label %end
alone:
  br label %end
end:
  %z = phi i32 [ %y, %left ], [ %x, %right ], [ 0, %alone ]
  ret i32 %z
}
"""
CALLBR = """define i32 @f() {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %direct [label %indirect]
direct:
  ret i32 %x
indirect:
  ret i32 %x
}
"""


def function_of(text: str) -> Function:
    function = parse_assembly(text.encode(), "m.ll", llvm_version=22).functions[0]
    position = 0
    for instruction in function.instructions:
        instruction.position = position
        position += 1
    return function


def test_the_entry_dominates_all_and_a_side_only_itself() -> None:
    blocks = function_of(DIAMOND).blocks
    entry, left, right, alone, end = blocks
    tree = DominatorTree(ControlFlowGraph(blocks))
    assert all(tree.block_dominates(entry, block) for block in blocks)
    assert tree.block_dominates(left, left)
    assert not tree.block_dominates(left, end)
    assert not tree.block_dominates(left, right)
    assert not tree.is_reachable(alone)
    assert tree.block_dominates(right, alone), "every block dominates one that nothing leads to"


def test_an_entry_of_a_phi_is_used_at_the_end_of_its_block() -> None:
    function = function_of(DIAMOND)
    tree = DominatorTree(ControlFlowGraph(function.blocks))
    named = {instruction.name: instruction for instruction in function.instructions if instruction.name}
    assert tree.dominates_use(named["y"], named["z"], 0)
    assert not tree.dominates_use(named["y"], named["z"], 1)
    assert tree.dominates_use(named["x"], named["y"], 0)
    assert not tree.instruction_dominates(named["y"], named["z"])


def test_a_callbr_dominates_its_indirect_blocks_since_llvm_17() -> None:
    function = function_of(CALLBR)
    callbr, _, use = function.instructions
    graph = ControlFlowGraph(function.blocks)
    assert DominatorTree(graph, 17).dominates_use(callbr, use, 0)
    assert not DominatorTree(graph, 16).dominates_use(callbr, use, 0)


def test_dominators_by_definition_of_graphs_made_at_random() -> None:
    chosen = random.Random(1)
    for _ in range(1000):
        successors, predecessors = random_graph(chosen)
        roots = chosen.sample(range(len(successors)), chosen.randint(1, min(3, len(successors))))
        assert immediate_dominators(successors, predecessors, roots) == defined_dominators(successors, roots)

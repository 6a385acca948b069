"""The edges between blocks."""

from __future__ import annotations

from pyllvm.analysis.cfg import ControlFlowGraph, reachable_blocks, successors
from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import BasicBlock

LOOP = """define void @f(i1 %c) {
entry:
  br i1 %c, label %body, label %end
body:
  br i1 %c, label %body, label %end
alone:
  switch i32 0, label %end [ i32 1, label %end
                             i32 2, label %body ]
end:
  ret void
}
"""


def blocks_of(text: str) -> list[BasicBlock]:
    return parse_assembly(text.encode(), "m.ll", llvm_version=22).functions[0].blocks


def test_the_true_side_of_a_branch_comes_first() -> None:
    entry, body, alone, end = blocks_of(LOOP)
    assert successors(entry) == [body, end]
    assert successors(alone) == [end, end, body]
    assert successors(end) == []


def test_what_nothing_leads_to_is_not_reachable() -> None:
    entry, body, _, end = blocks = blocks_of(LOOP)
    assert reachable_blocks(blocks) == {entry, body, end}
    assert reachable_blocks([]) == set()


def test_the_graph_counts_every_edge() -> None:
    graph = ControlFlowGraph(blocks_of(LOOP))
    assert [block.number for block in graph.blocks] == [0, 1, 2, 3]
    assert graph.predecessors[0] == []
    assert sorted(graph.predecessors[3]) == [0, 1, 2, 2]
    assert sorted(graph.successors[2]) == [1, 3, 3]

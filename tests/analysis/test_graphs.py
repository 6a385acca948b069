"""Control flow graphs, dominator trees, loops and call graphs as plain results; also of functions of 32,000 blocks."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from growth import assert_linear
from pyllvm.analysis import Dominators, call_graph, control_flow_graph, dominator_tree, natural_loops, post_dominator_tree
from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.analysis.graphs import svg_of
from pyllvm.ir import BasicBlock, BranchInst, Function, Module, ReturnInst

# Two loops, one in the other; a block without a name; and a block that nothing leads to.
NESTED: Final = """define void @f(i1 %c, i32) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %inner, label %1
1:
  br i1 %c, label %outer, label %end
end:
  ret void
dead:
  br label %end
}
"""
ENDLESS: Final = """define void @f(i1 %c) {
entry:
  br i1 %c, label %a, label %end
a:
  br label %b
b:
  br label %a
end:
  ret void
}
"""


def function_of(text: str) -> Function:
    return pyllvm.parse_assembly(text, llvm_version=22).functions[0]


def test_a_flow_graph_has_labels_and_edges_in_llvms_order() -> None:
    graph = control_flow_graph(function_of(NESTED))
    assert graph.labels == ["%entry", "%outer", "%inner", "%1", "%end", "%dead"]
    assert list(graph.edges()) == [(0, 1), (1, 2), (2, 2), (2, 3), (3, 1), (3, 4), (5, 4)]
    assert graph.predecessors[4] == [3, 5]
    assert graph.reachable() == {0, 1, 2, 3, 4}
    assert graph.number("%1") == 3
    assert len(graph) == 6
    with pytest.raises(ValueError, match="no block has the label '%nothing'"):
        graph.number("%nothing")


def test_a_declaration_has_no_graph() -> None:
    function = function_of("declare void @f()")
    assert len(control_flow_graph(function)) == 0
    assert control_flow_graph(function).reachable() == set()
    assert dominator_tree(function).roots == []
    assert post_dominator_tree(function).roots == []
    assert len(natural_loops(function)) == 0


def test_a_block_without_a_terminator_leads_nowhere() -> None:
    module = Module()
    function = Function(module.context.pointer(), module.context.function(module.context.void, []), "f")
    module.add(function)
    function.append_block(BasicBlock(module.context.label, "open"))
    assert control_flow_graph(function).successors == [[]]


def test_dominators() -> None:
    tree = dominator_tree(function_of(NESTED))
    assert tree.immediate == [None, 0, 1, 2, 3, None]
    assert tree.children == [[1], [2], [3], [4], [], []]
    assert tree.roots == [0]
    assert tree.dominates(1, 4)
    assert tree.dominates(4, 4)
    assert not tree.dominates(4, 1)
    assert not tree.dominates(5, 4)
    assert not tree.dominates(0, 5), "a block that nothing leads to is not in the tree"
    assert list(tree.dominators_of(3)) == [3, 2, 1, 0]


def test_post_dominators() -> None:
    tree = post_dominator_tree(function_of(NESTED))
    assert tree.immediate == [1, 2, 3, 4, None, 4]
    assert tree.roots == [4]


def test_an_endless_loop_has_a_root_of_its_own() -> None:
    tree = post_dominator_tree(function_of(ENDLESS))
    assert tree.roots == [3, 2]
    assert tree.immediate == [None, 2, None, None], "the entry leads to two ends that do not meet"


def test_loops() -> None:
    loops = natural_loops(function_of(NESTED))
    assert [(loop.header, loop.latches, loop.parent, loop.depth) for loop in loops] == [(1, [3], None, 1), (2, [2], 0, 2)]
    assert loops.innermost == [None, 0, 1, 0, None, None]
    assert loops.blocks(0) == [1, 2, 3]
    assert loops.blocks(1) == [2]
    assert loops.children == [[1], []]


def test_a_cycle_with_two_entries_is_no_natural_loop() -> None:
    text = "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  br label %a\n}\n"
    assert len(natural_loops(function_of(text))) == 0


def summarize(text: str) -> tuple[Dominators, int]:
    """What a process of a pool does."""
    function = function_of(text)
    return dominator_tree(function), len(natural_loops(function))


def test_results_pickle_and_compare() -> None:
    graph = control_flow_graph(function_of(NESTED))
    results = (graph, dominator_tree(graph), post_dominator_tree(graph), natural_loops(graph))
    assert results[1].dominates(0, 1)  # the trees keep what they computed
    assert pickle.loads(pickle.dumps(results)) == results


@pytest.mark.slow
def test_a_pool_of_processes_can_work() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(summarize, [NESTED, ENDLESS]))
    assert results == [summarize(NESTED), summarize(ENDLESS)]


def function_with(count: int, targets: Callable[[int], list[int]]) -> Function:
    """A function of `count` blocks; `targets` gives the blocks that each leads to: none, one or two."""
    module = Module()
    context = module.context
    function = Function(context.pointer(), context.function(context.void, [context.integer(1)]), "f")
    module.add(function)
    blocks = [BasicBlock(context.label) for _ in range(count)]
    for number, block in enumerate(blocks):
        function.append_block(block)
        ahead = [blocks[target] for target in targets(number)]
        if not ahead:
            block.append(ReturnInst(context.void))
        elif len(ahead) == 1:
            block.append(BranchInst(context.void, ahead[0]))
        else:
            block.append(BranchInst(context.void, ahead[0], function.arguments[0], ahead[1]))
    return function


SHAPES: Final[dict[str, Callable[[int, int], list[int]]]] = {
    "a chain": lambda at, end: [at + 1] if at < end else [],
    "a ladder": lambda at, end: [at + 1, min(at + 2, end)] if at < end else [],
    "loops in loops": lambda at, end: [at + 1] if at < end // 2 else ([at + 1, end - at] if at < end else []),
    "one long loop": lambda at, end: [at + 1, 0] if at < end else [],
    # Dominators that are found again and again from far away if one iterates over the blocks.
    "crossings": lambda at, end: [at + 1, end - at] if 0 < at < end else ([1, end] if at == 0 else [end - 1]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_32_000_blocks(shape: str) -> None:
    """All analyses, in time that grows with the number of blocks; nothing recurses."""

    def analyses(count: int) -> Callable[[], object]:
        function = function_with(count, lambda at: SHAPES[shape](at, count - 1))

        def analyze() -> None:
            graph = control_flow_graph(function)
            tree = dominator_tree(graph)
            behind = post_dominator_tree(graph)
            loops = natural_loops(graph)
            assert tree.dominates(0, count - 1)
            assert len(behind.immediate) == count
            assert len(loops.innermost) == count
            if shape == "loops in loops":
                assert max(loop.depth for loop in loops) > count // 2 - 3
                assert len(loops.blocks(0)) > count - 5

        return analyze

    assert_linear(analyses, 2_000)


def test_the_verifier_has_the_same_dominators() -> None:
    function = function_of(NESTED)
    tree = dominator_tree(function)
    blocks = function.blocks
    shared = DominatorTree(ControlFlowGraph(blocks))
    for one in range(5):
        for other in range(5):
            assert shared.block_dominates(blocks[one], blocks[other]) == tree.dominates(one, other)


def test_notebooks_draw_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    text = 'define void @f(i1 %c) {\n  br i1 %c, label %"a<b", label %x\n"a<b":\n  br label %x\nx:\n  ret void\n}\n'
    module = pyllvm.parse_assembly(text)
    flow = pyllvm.analysis.control_flow_graph(module.functions[0])
    bundle = flow._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/vnd.mermaid"}
    assert 'n1["%a&lt;b"]' in bundle["text/vnd.mermaid"]
    assert "  n0 --> n1\n  n0 --> n2\n  n1 --> n2\n" in bundle["text/vnd.mermaid"]
    tree = pyllvm.analysis.dominator_tree(flow)._repr_mimebundle_()
    assert tree["text/vnd.mermaid"].endswith("  n0 --> n1\n  n0 --> n2\n")
    calls = pyllvm.analysis.call_graph(module)._repr_mimebundle_()
    assert 'n0["@f"]' in calls["text/vnd.mermaid"]


@pytest.mark.skipif(os.name == "nt", reason="the program is a script of sh")
def test_notebooks_get_svg_from_graphviz(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "dot"
    program.write_text(f"#!/bin/sh\ncat > '{tmp_path}/drawn'\nprintf '<svg/>'\n")
    program.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(program))
    module = pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n")
    bundle = pyllvm.analysis.control_flow_graph(module.functions[0])._repr_mimebundle_()
    assert bundle["image/svg+xml"] == "<svg/>"
    drawn = 'digraph {\n  node [shape=box, fontname="monospace"];\n  n0 [label="%0"];\n}\n'
    assert (tmp_path / "drawn").read_text() == drawn


def test_without_graphviz_the_other_forms_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(pyllvm.PyllvmError, match="'dot', which is not installed") as caught:
        svg_of("digraph {}")
    assert "--format=mermaid" in caught.value.diagnostic.hint


CALLS: Final = """
define void @main(ptr %p) {
  call void @even()
  call void @even()
  call void %p()
  call void asm "", ""()
  call void @odd(i32 1)
  call void @0()
  ret void
}
define internal void @even() {
  call void @odd()
  ret void
}
define internal void @odd() {
  call void @even()
  call void @declared()
  ret void
}
declare void @declared()
define internal void @0() {
  ret void
}
define internal ptr @gives() {
  ret ptr @taken
}
define internal void @taken() {
  ret void
}
define internal void @alone() {
  ret void
}
"""


def test_a_call_graph() -> None:
    graph = call_graph(pyllvm.parse_assembly(CALLS))
    assert graph.names == ["main", "even", "odd", "declared", "0", "gives", "taken", "alone"]
    edges = [("main", "even", 2), ("main", "0", 1), ("even", "odd", 1), ("odd", "even", 1), ("odd", "declared", 1)]
    assert list(graph.edges()) == edges
    assert graph.unknown_calls == [3, 0, 0, 0, 0, 0, 0, 0], "by a pointer, of assembly, and with another function type"
    assert graph.callers[1] == [0, 2]
    assert graph.is_declaration == [name == "declared" for name in graph.names]
    exposed = [name for name, is_exposed in zip(graph.names, graph.is_exposed, strict=True) if is_exposed]
    assert exposed == ["main", "odd", "declared", "taken"]


def test_components_and_recursion() -> None:
    graph = call_graph(pyllvm.parse_assembly(CALLS))
    components = [[graph.names[one] for one in component] for component in graph.components()]
    assert components.index(["declared"]) < components.index(["even", "odd"]) < components.index(["main"])
    assert [name for name in graph.names if graph.is_recursive(graph.number(name))] == ["even", "odd"]
    assert graph.reachable(graph.number("odd")) == {1, 2, 3}


def test_it_pickles() -> None:
    graph = call_graph(pyllvm.parse_assembly(CALLS))
    assert graph.callers
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_a_callee_that_is_in_no_module_is_unknown() -> None:
    """Such a call may occur in a module that is still being built, or that breaks a rule."""
    module = pyllvm.parse_assembly(CALLS)
    module.take_out(module["declared"])
    graph = call_graph(module)
    assert "declared" not in graph.names
    assert graph.unknown_calls[graph.number("odd")] == 1

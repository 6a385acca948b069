"""Mermaid flowcharts: what Mermaid or HTML would read as syntax is written as numbers."""

from __future__ import annotations

from pyllvm.drawing.dot import mermaid_text
from pyllvm.drawing.graphs import Edge, Graph, Node


def test_one_graph() -> None:
    nodes = [Node("entry", "entry", ['  %s = load <2 x i8>, ptr @"a;b"'], "entry:"), Node("1", "%1", None)]
    text = mermaid_text([Graph("cfg", "f", nodes, [Edge(0, 1, "T", 0.25), Edge(0, 0)], 19)])
    assert text == (
        "flowchart TD\n"
        '  n0["<b>entry:</b><br/>#37;s = load #60;2 x i8#62;, ptr @#34;a#59;b#34;"]\n'
        '  n1["1"]\n'
        '  n0 -->|"T 25.00#37;"| n1\n'
        "  n0 --> n0\n"
    )


def test_several_graphs_are_subgraphs() -> None:
    graphs = [Graph("cfg", name, [Node("a", "a")], [], 19) for name in ("f", "g")]
    lines = mermaid_text(graphs).splitlines()
    assert lines[1:4] == ["  subgraph g0[\"CFG for 'f' function\"]", '    g0n0["a"]', "  end"]
    assert len({line.split("[")[0] for line in lines if "n0[" in line}) == 2


def test_long_blocks_are_cut() -> None:
    text = mermaid_text([Graph("cfg", "f", [Node("a", "a", ["x" * 300] * 50, "a:")], [], 19)])
    assert "... 20 more lines" in text
    assert len(text) < 4000


def test_calls_go_to_the_right() -> None:
    assert mermaid_text([Graph("callgraph", "m", [Node("f", "f")], [], 19)]).startswith("flowchart LR\n")

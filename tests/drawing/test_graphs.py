"""The graphs of functions and modules as data; `tests/fidelity/test_graphs.py` compares their text with opt's."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.drawing.graphs import GraphMaker, branch_probabilities

PROGRAM = Path(__file__).parents[1] / "data" / "diff" / "program.ll"


def maker(**options: bool) -> tuple[pyllvm.Module, GraphMaker]:
    module = pyllvm.read(PROGRAM)
    return module, GraphMaker(module, **options)


def test_control_flow() -> None:
    module, graphs = maker(branch_weights=True)
    graph = graphs.graph(module.function("select"))
    assert [node.name for node in graph.nodes] == ["0", "first", "second", "other", "end"]
    assert [(edge.source, edge.target, edge.label) for edge in graph.edges] == [
        (0, 3, "def"),
        (0, 1, "0"),
        (0, 2, "1"),
        (1, 4, ""),
        (2, 4, ""),
        (3, 4, ""),
    ]
    assert graph.nodes[4].lines is not None
    assert graph.nodes[4].lines[1] == "  ret i32 %r"


def test_trees() -> None:
    module, graphs = maker(instructions=False)
    tree = graphs.graph(module.function("select"), "dom")
    assert [(tree.nodes[edge.source].name, tree.nodes[edge.target].name) for edge in tree.edges] == [
        ("0", "other"),
        ("0", "end"),
        ("0", "first"),
        ("0", "second"),
    ]
    below = graphs.graph(module.function("protect"), "post-dom")
    assert below.nodes[0].name == "Post dominance root node"
    assert [edge.source for edge in below.edges] == [0, 0, 0]


def test_calls() -> None:
    _, graphs = maker()
    graph = graphs.call_graph()
    names = [node.name for node in graph.nodes]
    assert [(names[edge.source], names[edge.target]) for edge in graph.edges] == [
        ("select", "puts"),
        ("protect", "sum"),
        ("user", "helper"),
    ]


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ('!{!"branch_weights", i32 3, i32 1}', [0.75, 0.25]),
        ('!{!"branch_weights", !"expected", i32 1, i32 1}', [0.5, 0.5]),
        ('!{!"branch_weights", i32 0, i32 0}', []),
        ('!{!"unknown", !"pass"}', []),
        ("!{}", []),
    ],
)
def test_weights(node: str, expected: list[float]) -> None:
    text = (
        f"define void @f(i1 %c) {{\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}}\n!0 = {node}\n"
    )
    module = pyllvm.parse_assembly(text)
    assert branch_probabilities(module.function("f").blocks[0]) == expected
    edges = GraphMaker(module, branch_weights=True).graph(module.function("f")).edges
    assert [edge.probability for edge in edges] == (expected or [None, None])


def test_wrong_kinds() -> None:
    module, graphs = maker()
    with pytest.raises(pyllvm.PyllvmError, match="'callgraph' is not a graph of a function"):
        graphs.graph(module.function("sum"), "callgraph")

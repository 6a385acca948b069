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


def test_post_dominators_are_in_the_order_of_llvms_walk() -> None:
    text = """define void @f(i1 %c) {
a:
  br i1 %c, label %d, label %e
b:
  ret void
d:
  br label %b
e:
  br label %b
}
"""
    module = pyllvm.parse_assembly(text, llvm_version=19)
    graph = GraphMaker(module, instructions=False).graph(module.function("f"), "post-dom")
    assert [node.name for node in graph.nodes] == ["Post dominance root node", "b", "d", "a", "e"]


def test_calls() -> None:
    _, graphs = maker()
    graph = graphs.call_graph()
    names = [node.name for node in graph.nodes]
    assert [(names[edge.source], names[edge.target]) for edge in graph.edges] == [
        ("select", "puts"),
        ("protect", "sum"),
        ("user", "helper"),
    ]


@pytest.mark.parametrize(("version", "count"), [(15, 1), (16, 2)])
def test_calls_of_intrinsics(version: int, count: int) -> None:
    text = "declare void @llvm.donothing()\ndeclare void @g()\ndefine void @f() {\n"
    text += "  call void @llvm.donothing()\n  call void @g()\n  ret void\n}\n"
    module = pyllvm.parse_assembly(text, llvm_version=version)
    assert len(GraphMaker(module).call_graph().edges) == count


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


METADATA = """
define void @f(i1 %c) {
  %v = call i32 @llvm.read_register.i32(metadata !4) #0
  br i1 %c, label %yes, label %1, !prof !0
yes:
  %x = load i32, ptr null, !range !1
  ret void
1:
  ret void
}
define void @h() {
start:
  %y = load i32, ptr null, !range !2, !nontemporal !3
  %v = call i32 @llvm.read_register.i32(metadata !5) #1
  %w = call i32 @llvm.read_register.i32(metadata !4)
  %0 = add i32 %v, 1
  ret void
}
declare i32 @llvm.read_register.i32(metadata)
attributes #0 = { nounwind }
attributes #1 = { cold }
!0 = !{!"branch_weights", i32 3, i32 5}
!1 = !{i32 0, i32 7}
!2 = !{i32 0, i32 9}
!3 = !{i32 1}
!4 = !{!"rsp"}
!5 = !{!"rbp"}
"""


# As `opt -passes=dot-cfg` of these versions numbers them: metadata in each function anew, or all but in calls, or all.
@pytest.mark.parametrize(
    ("version", "calls", "range_in_h", "headers"),
    [
        (14, [0, 2, 3], "!range !0, !nontemporal !1", ["%0:", "yes:".ljust(50), "%1:\n" + "1:".ljust(50), "start:"]),
        (19, [0, 5, 0], "!range !0, !nontemporal !1", ["0:", "yes:", "1:", "start:"]),
        (22, [0, 5, 0], "!range !3, !nontemporal !4", ["0:", "yes:", "1:", "start:"]),
    ],
)
def test_numbers_of_metadata(version: int, calls: list[int], range_in_h: str, headers: list[str]) -> None:
    pointer = "i32*" if version < 15 else "ptr"
    module = pyllvm.parse_assembly(METADATA.replace("ptr", pointer), llvm_version=version)
    graphs = GraphMaker(module)
    nodes = [*graphs.graph(module.function("f")).nodes, *graphs.graph(module.function("h")).nodes]
    assert [node.header for node in nodes] == headers
    call = "call i32 @llvm.read_register.i32(metadata"
    assert [node.lines for node in nodes] == [
        [f"  %v = {call} !{calls[0]}) #1", "  br i1 %c, label %yes, label %1, !prof !1"],
        [f"  %x = load i32, {pointer} null, align 4, !range !2", "  ret void"],
        ["  ret void"],
        [
            f"  %y = load i32, {pointer} null, align 4, {range_in_h}",
            f"  %v = {call} !{calls[1]}) #1",
            f"  %w = {call} !{calls[2]})",
            "  %0 = add i32 %v, 1",
            "  ret void",
        ],
    ]

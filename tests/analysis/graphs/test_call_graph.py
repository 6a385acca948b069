"""Call graphs."""

from __future__ import annotations

import pickle
from typing import Final

import pyllvm
from pyllvm.analysis import call_graph

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
    """A module that is being built, or one that `verify` reports, may have such a call."""
    module = pyllvm.parse_assembly(CALLS)
    module.take_out(module["declared"])
    graph = call_graph(module)
    assert "declared" not in graph.names
    assert graph.unknown_calls[graph.number("odd")] == 1

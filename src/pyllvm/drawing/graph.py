"""A graph to draw: plain data, which compares by value, prints, and pickles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CONTROL_FLOW: Final = "cfg"
DOMINATORS: Final = "dom"
POST_DOMINATORS: Final = "post-dom"
CALLS: Final = "callgraph"
KINDS: Final = (CONTROL_FLOW, DOMINATORS, POST_DOMINATORS, CALLS)
"""The kinds of graphs. The first three are of a function, the last one of a module."""


@dataclass(frozen=True)
class Node:
    """A block or a function: its name, or the number that text has in its place; `label` is what LLVM draws for it.

    `lines` are the instructions of a block, each one text with its line breaks; None if only names are drawn. `header` has the
    lines that LLVM draws before them.
    """

    name: str
    label: str
    lines: list[str] | None = None
    header: str = ""


@dataclass(frozen=True)
class Edge:
    """An edge between two nodes, by their numbers.

    `label` says when control flows along it: "T", "F", "def", the value of a case, or "". `probability` comes from `!prof`, from
    0 to 1; None if it is not known or not asked for.
    """

    source: int
    target: int
    label: str = ""
    probability: float | None = None


@dataclass(frozen=True)
class Graph:
    """A graph of one of `KINDS`. `name` is the name of the function, or of the module's file; `nodes[0]` is the entry or root."""

    kind: str
    name: str
    nodes: list[Node]
    edges: list[Edge]
    llvm_version: int

    @property
    def title(self) -> str:
        """The title that LLVM gives the graph."""
        return {
            CONTROL_FLOW: f"CFG for '{self.name}' function",
            DOMINATORS: f"Dominator tree for '{self.name}' function",
            POST_DOMINATORS: f"Post dominator tree for '{self.name}' function",
            CALLS: f"Call graph: {self.name}",
        }[self.kind]

    def as_json(self) -> dict[str, object]:
        """The graph as a dictionary for `json`."""
        return {
            "kind": self.kind,
            "name": self.name,
            "nodes": [{"name": node.name, "lines": node.lines} for node in self.nodes],
            "edges": [
                {"source": edge.source, "target": edge.target, "label": edge.label, "probability": edge.probability}
                for edge in self.edges
            ],
        }

    def successors(self) -> list[list[int]]:
        """The targets of the edges of each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for edge in self.edges:
            found[edge.source].append(edge.target)
        return found

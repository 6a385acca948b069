"""Writes graphs as a page to click through: one file, which loads nothing else."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from pyllvm.analysis.dominators import immediate_dominators
from pyllvm.drawing.graph import CONTROL_FLOW, Graph, Node
from pyllvm.drawing.layout import layered_layout

# In pixels, as in `page.html`.
_CHARACTER: Final = 7.3
_LINE: Final = 15
_HEAD: Final = 20
_PADDING: Final = 8
_LEAST_WIDTH: Final = 60
# In a node; the panel beside the graph has the whole text.
_MOST_LINES: Final = 40
_LONGEST_LINE: Final = 110


def page_text(graphs: Sequence[Graph], title: str) -> str:
    """Return an HTML page with the graphs, of which it shows one at a time; `title` is the name of the file."""
    data = json.dumps([_graph_data(graph) for graph in graphs], separators=(",", ":"))
    # Nothing in the data ends the element that it is in.
    data = data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    shown = html.escape(os.path.basename(title).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    before, _, after = template.partition("DATA")
    return before.replace("TITLE", shown) + data + after


def _graph_data(graph: Graph) -> dict[str, Any]:
    shown = [_shown_lines(node) for node in graph.nodes]
    sizes = [_size(node, lines) for node, lines in zip(graph.nodes, shown, strict=True)]
    layout = layered_layout(sizes, [(edge.source, edge.target) for edge in graph.edges])
    dominators = _dominators(graph)
    return {
        "name": graph.name,
        "title": graph.title,
        "width": _rounded(layout.width),
        "height": _rounded(layout.height),
        "nodes": [
            {
                "name": node.name,
                "x": _rounded(layout.corners[number][0]),
                "y": _rounded(layout.corners[number][1]),
                "width": _rounded(sizes[number][0]),
                "height": _rounded(sizes[number][1]),
                "shown": shown[number],
                "lines": node.lines or [],
                "dominator": dominators[number],
            }
            for number, node in enumerate(graph.nodes)
        ],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "label": edge.label,
                "probability": edge.probability,
                "back": layout.corners[edge.target][1] <= layout.corners[edge.source][1],
                "points": [[_rounded(x), _rounded(y)] for x, y in path],
            }
            for edge, path in zip(graph.edges, layout.paths, strict=True)
        ],
    }


def _shown_lines(node: Node) -> list[str]:
    if node.lines is None:
        return []
    lines = [line for text in node.lines for line in text.split("\n")]
    shown = [line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "…" for line in lines[:_MOST_LINES]]
    return shown + ([f"  … {len(lines) - _MOST_LINES} more lines"] if len(lines) > _MOST_LINES else [])


def _size(node: Node, lines: list[str]) -> tuple[float, float]:
    longest = max([len(node.name), *map(len, lines)])
    height = _HEAD + (len(lines) * _LINE + _PADDING if lines else 0)
    return (max(longest * _CHARACTER + 2 * _PADDING, _LEAST_WIDTH), height)


def _dominators(graph: Graph) -> list[int | None]:
    """The immediate dominator of each block in a control flow graph."""
    if graph.kind != CONTROL_FLOW or not graph.nodes:
        return [None] * len(graph.nodes)
    successors = graph.successors()
    predecessors: list[list[int]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        predecessors[edge.target].append(edge.source)
    return [None if one < 0 else one for one in immediate_dominators(successors, predecessors, [0])]


def _rounded(number: float) -> float:
    return round(number, 1)

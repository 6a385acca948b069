"""Writes graphs as a page to click through: one file, which loads nothing else. The browser lays out the graph that is opened."""

from __future__ import annotations

import base64
import html
import json
import os
import zlib
from collections.abc import Sequence
from importlib.resources import files

from pyllvm.analysis.dominators import immediate_dominators
from pyllvm.drawing.graphs import CONTROL_FLOW, Graph


def page_text(graphs: Sequence[Graph], title: str) -> str:
    """Return an HTML page with the graphs, of which it shows one at a time; `title` is the name of the file."""
    data = json.dumps([_graph_data(graph) for graph in graphs], separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(data.encode("ascii"), 9)).decode("ascii")
    here = files(__package__)
    template = here.joinpath("page.html").read_text(encoding="utf-8")
    shown = html.escape(os.path.basename(title).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    before, _, after = template.replace("LAYOUT", here.joinpath("layout.js").read_text(encoding="utf-8")).partition("DATA")
    return before.replace("TITLE", shown) + packed + after


def _graph_data(graph: Graph) -> dict[str, object]:
    dominators = _dominators(graph)
    return {
        "kind": graph.kind,
        "name": graph.name,
        "title": graph.title,
        "nodes": [
            {"name": node.name, "lines": node.lines or [], "dominator": dominators[number]}
            for number, node in enumerate(graph.nodes)
        ],
        "edges": [
            {"source": edge.source, "target": edge.target, "label": edge.label, "probability": edge.probability}
            for edge in graph.edges
        ],
    }


def _dominators(graph: Graph) -> list[int | None]:
    """The immediate dominator of each block in a control flow graph."""
    if graph.kind != CONTROL_FLOW or not graph.nodes:
        return [None] * len(graph.nodes)
    successors = graph.successors()
    predecessors: list[list[int]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        predecessors[edge.target].append(edge.source)
    return [None if one < 0 else one for one in immediate_dominators(successors, predecessors, [0])]

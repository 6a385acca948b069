"""Writes graphs as Mermaid flowcharts, which GitHub, GitLab and many editors draw in Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyllvm.drawing.graph import CALLS, Edge, Graph, Node

# Mermaid draws nothing for a text that is longer than some ten thousand characters; long blocks are cut.
_MOST_LINES: Final = 30
_LONGEST_LINE: Final = 100
_SPECIAL: Final = re.compile('["<>&#`\\\\%;{}\\[\\]()|\x00-\x1f\x7f]')


def mermaid_text(graphs: Sequence[Graph]) -> str:
    """Return graphs as one Mermaid flowchart; several are subgraphs with their titles. Long blocks are cut."""
    direction = "LR" if graphs and graphs[0].kind == CALLS else "TD"
    lines = [f"flowchart {direction}"]
    for number, graph in enumerate(graphs):
        prefix = f"g{number}n" if len(graphs) > 1 else "n"
        indent = "  "
        if len(graphs) > 1:
            lines.append(f'  subgraph g{number}["{_text(graph.title)}"]')
            indent = "    "
        lines += [f'{indent}{prefix}{place}["{_label(node)}"]' for place, node in enumerate(graph.nodes)]
        lines += [f"{indent}{prefix}{edge.source} {_arrow(edge)} {prefix}{edge.target}" for edge in graph.edges]
        if len(graphs) > 1:
            lines.append("  end")
    return "\n".join(lines) + "\n"


def _arrow(edge: Edge) -> str:
    words = [edge.label] if edge.label else []
    if edge.probability is not None:
        words.append(f"{edge.probability:.2%}")
    return f'-->|"{_text(" ".join(words))}"|' if words else "-->"


def _label(node: Node) -> str:
    if node.lines is None:
        return _text(node.name)
    lines = [line for text in node.lines for line in text.split("\n")]
    shown = [_text(line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "...") for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        shown.append(f"... {len(lines) - _MOST_LINES} more lines")
    return "<br/>".join([f"<b>{_text(node.name)}:</b>", *shown])


def _text(text: str) -> str:
    """A text in quotes; characters that mean something to Mermaid or HTML are numbers."""
    return _SPECIAL.sub(lambda found: f"#{ord(found.group())};", text.strip())

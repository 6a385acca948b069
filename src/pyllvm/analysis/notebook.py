"""The drawings of graphs that notebooks show: Mermaid's text, which newer ones draw, and SVG where graphviz is installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final

# Larger graphs are shown as text alone.
_MOST_NODES: Final = 400


def mime_bundle(shown: object, labels: list[str], edges: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The result of `_repr_mimebundle_` for a graph: its texts by their types."""
    bundle = {"text/plain": repr(shown)}
    if not labels or len(labels) > _MOST_NODES:
        return bundle
    pairs = list(edges)
    mermaid = ["flowchart TD"]
    dot = ["digraph {", '  node [shape=box, fontname="monospace"];']
    for number, label in enumerate(labels):
        mermaid.append(f'  n{number}["{_escaped(label)}"]')
        text = label.replace("\\", "\\\\").replace('"', '\\"')
        dot.append(f'  n{number} [label="{text}"];')
    for source, target in pairs:
        mermaid.append(f"  n{source} --> n{target}")
        dot.append(f"  n{source} -> n{target};")
    bundle["text/vnd.mermaid"] = "\n".join(mermaid) + "\n"
    try:
        bundle["image/svg+xml"] = importlib.import_module("pyllvm.drawing.graphviz").svg_of("\n".join([*dot, "}\n"]))
    except (PyllvmError, OSError):
        pass  # graphviz is not installed
    return bundle


def _escaped(label: str) -> str:
    return label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;").replace("#", "&num;")

"""Writes graphs as text: in the language of graphviz, and as Mermaid flowcharts.

DOT is as LLVM's GraphWriter writes it, but with nodes that are counted and not addresses. GitHub, GitLab and many editors draw
Mermaid in Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyllvm.drawing.graphs import CALLS, DOMINATORS, POST_DOMINATORS, Edge, Graph, Node
from pyllvm.tables.text_versions import BLOCK_HEADERS_SINCE

# The width of lines in labels, in bytes.
_COLUMNS: Final = 80
# A node has so many places where edges with labels begin.
_MOST_PORTS: Final = 64
_ESCAPED: Final = re.compile(rb'[{}<>|"\n\t\\]')


def dot_text(graph: Graph) -> str:
    """Return a graph as DOT: LLVM's text of its passes dot-cfg, dot-dom and so on, without colors and guessed probabilities.

    Probabilities of edges are labels. Labels have the form of the graph's LLVM version.
    """
    title = escaped(graph.title)
    parts = [f'digraph "{title}" {{\n\tlabel="{title}";\n\n']
    leaving: list[list[Edge]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        leaving[edge.source].append(edge)
    for number, node in enumerate(graph.nodes):
        edges = leaving[number]
        ports = _ports(edges)
        label = escaped(node_label(node, graph.llvm_version))
        parts.append(f'\tNode{number} [shape=record,label="{{{label}{ports}}}"];\n')
        for place, edge in enumerate(edges):
            parts.append(_edge_text(edge, min(place, _MOST_PORTS)))
    parts.append("}\n")
    return "".join(parts)


def _ports(edges: list[Edge]) -> str:
    """The boxes at the bottom of a node, where edges with labels begin."""
    if not any(edge.label for edge in edges[:_MOST_PORTS]):
        return ""
    boxes = [f"<s{place}>{escaped(edge.label)}" for place, edge in enumerate(edges[:_MOST_PORTS]) if edge.label]
    if len(edges) > _MOST_PORTS:
        boxes.append(f"<s{_MOST_PORTS}>truncated...")
    return f"|{{{'|'.join(boxes)}}}"


def _edge_text(edge: Edge, place: int) -> str:
    port = f":s{place}" if edge.label else ""
    attributes = ""
    if edge.probability is not None:
        attributes = f'[label="{edge.probability:.2%}" penwidth={1 + edge.probability:.2f}]'
    return f"\tNode{edge.source}{port} -> Node{edge.target}{attributes};\n"


def node_label(node: Node, version: int) -> str:
    """The label of a node, with `\\l` at the ends of its lines; long lines are wrapped."""
    if node.lines is None:
        return node.label
    wrapped = [_wrapped((b"l" if number else b"") + _bytes(line)) for number, line in enumerate(node.header.split("\n"))]
    start = b"l\\|" if version >= BLOCK_HEADERS_SINCE else b"l"
    for text in node.lines:
        for line in text.split("\n"):
            wrapped.append(_wrapped(start + _bytes(line)))
            start = b"l"
    return (b"\\".join(wrapped) + b"\\l").decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _wrapped(line: bytes) -> bytes:
    """A line with breaks at spaces, and without its comment. It begins with the `l` that ends the line before."""
    line = line.partition(b";")[0]
    if len(line) <= _COLUMNS:
        return line
    text = bytearray(line)
    column = place = last_space = 0
    while place < len(text):
        if column == _COLUMNS:
            # Very long names are broken as well.
            last_space = last_space or place
            text[last_space:last_space] = b"\\l..."
            column = place - last_space
            last_space = 0
            place += 3
        else:
            column += 1
        if text[place] == 0x20:
            last_space = place
        place += 1
    return bytes(text)


def escaped(label: str) -> str:
    """A label with escapes for what has a meaning in records; `\\l`, `\\|`, `\\{` and `\\}` are meant so (DOT::EscapeString)."""
    data = _bytes(label)
    parts: list[bytes] = []
    end = 0
    while True:
        found = _ESCAPED.search(data, end)
        if found is None:
            break
        parts.append(data[end : found.start()])
        end = found.end()
        char = found.group()
        if char == b"\n":
            parts.append(b"\\n")
        elif char == b"\t":
            parts.append(b"  ")
        elif char == b"\\" and data[end : end + 1] in (b"|", b"{", b"}"):
            parts.append(data[end : end + 1])
            end += 1
        elif char == b"\\" and data[end : end + 1] == b"l":
            parts.append(b"\\")
        else:
            parts.append(b"\\" + char)
    return (b"".join(parts) + data[end:]).decode("utf-8", "surrogateescape")


def file_name(graph: Graph) -> str:
    """The name of the file that LLVM's pass writes: `.main.dot`, `dom.main.dot`; characters that no file name has become `_`."""
    is_short = not any(node.lines is not None for node in graph.nodes)
    prefix = ""
    if graph.kind in (DOMINATORS, POST_DOMINATORS):
        prefix = graph.kind.replace("-", "") + ("only" if is_short else "")
    return f"{prefix}.{file_stem(graph.name)}.dot"


_LONGEST_STEM: Final = 200
_NOT_IN_FILES: Final = re.compile(r"[/\x00-\x1f\x7f]")


def file_stem(name: str) -> str:
    """A name of a function as part of a file name."""
    stem = _NOT_IN_FILES.sub("_", name)
    data = _bytes(stem)
    return stem if len(data) <= _LONGEST_STEM else data[:_LONGEST_STEM].decode("utf-8", "surrogateescape")


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

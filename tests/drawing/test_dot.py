"""DOT labels are wrapped and escaped as LLVM's are; `tests/fidelity/test_graphs.py` compares whole graphs with opt's."""

from __future__ import annotations

import pytest

from pyllvm.drawing.dot import dot_text, escaped, file_name, file_stem, node_label
from pyllvm.drawing.graphs import Edge, Graph, Node


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a|b", "a\\|b"),
        ("{x} <y>", "\\{x\\} \\<y\\>"),
        ('"q"', '\\"q\\"'),
        ("end\\l", "end\\l"),
        ("\\|", "|"),
        ("\\0A", "\\\\0A"),
        ("a\nb\tc", "a\\nb  c"),
        ("größe \udcff", "größe \udcff"),
    ],
)
def test_escapes(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_labels() -> None:
    node = Node("b", "b", ["  %x = add i32 1, 2", "  ret void ; a comment"], "b:")
    assert node_label(node, 19) == "b:\\l\\|  %x = add i32 1, 2\\l  ret void \\l"
    assert node_label(node, 14) == "b:\\l  %x = add i32 1, 2\\l  ret void \\l"
    assert node_label(Node("b", "b"), 19) == "b"


def test_long_lines_are_wrapped_at_spaces() -> None:
    line = "  call void @f(" + ", ".join(f"i32 {number}" for number in range(30)) + ")"
    lines = node_label(Node("b", "b", [line], "b:"), 19).split("\\l")
    assert all(len(one) <= 84 for one in lines)
    assert "".join(one.removeprefix("...").removeprefix("\\|") for one in lines) == "b:" + line
    word = node_label(Node("b", "b", ["x" * 200], "b:"), 19)
    assert word.count("\\l...") == 2


def test_many_edges() -> None:
    """LLVM gives the edges after the 64th one place together."""
    nodes = [Node("a", "a"), Node("b", "b")]
    text = dot_text(Graph("cfg", "f", nodes, [Edge(0, 1, str(number)) for number in range(70)], 19))
    assert "|<s63>63|<s64>truncated...}}" in text
    assert text.count("Node0:s64 -> Node1;") == 6


def test_file_names() -> None:
    nodes = [Node("a", "a", [])]
    assert file_name(Graph("cfg", "f", nodes, [], 19)) == ".f.dot"
    assert file_name(Graph("dom", "f", nodes, [], 19)) == "dom.f.dot"
    assert file_name(Graph("post-dom", "f", [Node("a", "a")], [], 19)) == "postdomonly.f.dot"
    assert file_stem("a/../b\0\n") == "a_.._b__"
    assert len(file_stem("ä" * 300).encode("utf-8", "surrogateescape")) == 200

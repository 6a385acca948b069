"""``pyllvm graph``: its forms of output, the files that it writes, and its refusals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import gnu_archive

Run = Callable[..., Any]


@pytest.fixture
def program(data: Path) -> Path:
    return data / "diff" / "program.ll"


def test_dot(pyllvm: Run, program: Path) -> None:
    outcome = pyllvm("graph", "--only-blocks", "--function", "sum", program)
    assert outcome == (
        0,
        b"digraph \"CFG for 'sum' function\" {\n\tlabel=\"CFG for 'sum' function\";\n\n"
        b'\tNode0 [shape=record,label="{entry|{<s0>T|<s1>F}}"];\n\tNode0:s0 -> Node1;\n\tNode0:s1 -> Node2;\n'
        b'\tNode1 [shape=record,label="{loop|{<s0>T|<s1>F}}"];\n\tNode1:s0 -> Node1;\n\tNode1:s1 -> Node2;\n'
        b'\tNode2 [shape=record,label="{done}"];\n}\n',
        "",
    )
    assert pyllvm("graph", "--instructions=false", "--function=@sum", "-", stdin=program.read_bytes()) == outcome


def test_functions(pyllvm: Run, program: Path) -> None:
    assert pyllvm("graph", program).output.count(b"digraph") == 6
    assert pyllvm("graph", "--function", "s*", "--function", "user", program).output.count(b"digraph") == 3
    fault = pyllvm("graph", "--function", "summ", program)
    assert fault.status == 1
    assert "the module defines no function 'summ'" in fault.errors
    assert "did you mean 'sum'?" in fault.errors
    assert "the module defines no function" in pyllvm("graph", "-", stdin=b"declare void @f()\n").errors


def test_files(pyllvm: Run, program: Path, tmp_path: Path) -> None:
    outcome = pyllvm("graph", "--split", "-o", tmp_path, program)
    assert f"Writing '{tmp_path}/.sum.dot'...\n" in outcome.errors
    assert {path.name for path in tmp_path.iterdir()} == {
        f".{name}.dot" for name in ("resolve", "sum", "select", "protect", "helper", "user")
    }
    assert pyllvm("graph", "--function", "sum", program).output == (tmp_path / ".sum.dot").read_bytes()
    pyllvm("graph", "--split", "--kind=dom", "--only-blocks", "--function=sum", "--format=mermaid", "-o", tmp_path, program)
    assert (tmp_path / "domonly.sum.mmd").read_text().startswith("flowchart TD\n")
    pyllvm("graph", "--split", "--kind=callgraph", "-o", tmp_path, program)
    assert (tmp_path / "program.ll.callgraph.dot").exists()


def test_names_that_are_no_file_names(pyllvm: Run, tmp_path: Path) -> None:
    """No name of a function leads out of the folder, and two functions do not share a file."""
    (tmp_path / "graphs").mkdir()
    names = ["../out", ".._out", "a\\0Ab", "x" * 300, "x" * 299 + "y"]
    text = "".join(f'define void @"{name}"() {{\n  ret void\n}}\n' for name in names)
    outcome = pyllvm("graph", "--split", "-o", tmp_path / "graphs", "-", stdin=text.encode())
    assert outcome.status == 0, outcome.errors
    assert len(list((tmp_path / "graphs").iterdir())) == len(names)
    assert [path.name for path in tmp_path.iterdir()] == ["graphs"]


def test_json_and_weights(pyllvm: Run, program: Path) -> None:
    (graph,) = json.loads(pyllvm("graph", "--json", "--branch-weights", "--function", "sum", program).output)["graphs"]
    assert [node["name"] for node in graph["nodes"]] == ["entry", "loop", "done"]
    loop = graph["edges"][2]
    assert (loop["source"], loop["target"], loop["label"]) == (1, 1, "T")
    assert round(loop["probability"], 4) == 0.9091
    assert graph["edges"][0]["probability"] is None
    assert graph["nodes"][2]["lines"][1] == "  ret i32 %result"


def test_svg(pyllvm: Run, program: Path, tmp_path: Path) -> None:
    if shutil.which("dot") is None:
        pytest.skip("graphviz is not installed")
    outcome = pyllvm("graph", "--format=svg", "--function", "sum", program, "-o", tmp_path / "sum.svg")
    assert outcome.status == 0
    text = (tmp_path / "sum.svg").read_text()
    assert text.rstrip().endswith("</svg>")
    assert "%result = phi i32" in text.replace("&#160;", " ")
    several = pyllvm("graph", "--format=svg", program)
    assert several.status == 1
    assert "an SVG file holds one graph, not 6" in several.errors


def test_svg_without_graphviz(pyllvm: Run, program: Path, tmp_path: Path) -> None:
    outcome = pyllvm("graph", "--format=svg", "--function", "sum", program, environment={"PATH": str(tmp_path)})
    assert outcome.status == 1
    assert "graphviz's program 'dot', which is not installed" in outcome.errors
    assert "--html" in outcome.errors


def test_page(pyllvm: Run, program: Path, tmp_path: Path) -> None:
    assert pyllvm("graph", "--html", tmp_path / "page.html", program) == (0, b"", "")
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")


def test_demangled(pyllvm: Run) -> None:
    pytest.importorskip("pycxxfilt")
    text = b"define void @_Z3fooi(i32 %x) {\n  ret void\n}\n"
    assert b"CFG for 'foo(int)' function" in pyllvm("graph", "--demangle", "-", stdin=text).output


def test_refusals(pyllvm: Run, program: Path, tmp_path: Path) -> None:
    both = pyllvm("graph", "--split", "--html", "x.html", program)
    assert (both.status, both.errors) == (1, "pyllvm-graph: --split and --html exclude each other: the page has all graphs\n")
    calls = pyllvm("graph", "--kind=callgraph", "--function", "sum", program)
    assert "--function cannot be combined with it" in calls.errors
    assert pyllvm("graph", tmp_path / "none.bc").status == 1
    bitcode = tmp_path / "x.bc"
    pyllvm("as", program, "-o", bitcode)
    (tmp_path / "lib.a").write_bytes(gnu_archive({"x.o": bitcode.read_bytes(), "y.o": bitcode.read_bytes()}))
    several = pyllvm("graph", tmp_path / "lib.a")
    assert "2 modules are in " in several.errors
    assert pyllvm("graph", f"{tmp_path}/lib.a(y.o)").status == 0


def test_versions(pyllvm: Run, program: Path) -> None:
    """The labels are those of the version that is asked for."""
    text = pyllvm("graph", "--llvm-version", "16", "--input-llvm-version", "19", "--function=user", program).output
    assert b'label="{%0:\\l  %y = call' in text
    assert b'label="{0:\\l|  %y = call' in pyllvm("graph", "--input-llvm-version", "19", "--function=user", program).output

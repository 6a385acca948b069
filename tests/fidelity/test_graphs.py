"""The graphs are those of opt's passes dot-cfg, dot-dom, dot-post-dom and dot-callgraph."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.drawing.dot import dot_text, file_name
from pyllvm.drawing.graphs import CALLS, CONTROL_FLOW, DOMINATORS, POST_DOMINATORS, GraphMaker

pytestmark = pytest.mark.oracle

VERSIONS: Final = (14, 19, 22)
LANGUAGE: Final = Path(__file__).parents[1] / "data" / "language"
DIFF: Final = Path(__file__).parents[1] / "data" / "diff"
# The option since LLVM 10; without it, nodes have colors by guessed frequencies.
PLAIN: Final = "-cfg-heat-colors=false"

PASSES: Final = {
    (CONTROL_FLOW, True): "dot-cfg",
    (CONTROL_FLOW, False): "dot-cfg-only",
    (DOMINATORS, True): "dot-dom",
    (DOMINATORS, False): "dot-dom-only",
    (POST_DOMINATORS, True): "dot-post-dom",
    (POST_DOMINATORS, False): "dot-post-dom-only",
}
_NODE: Final = re.compile(r"Node0x[0-9a-f]+")
_GUESSED: Final = re.compile(r'\[tooltip="[^"]*" ?\]|\[label="[^"]*" penwidth=[^\]]*\]|\[penwidth=2\]')


def counted(text: str) -> str:
    """LLVM's text with nodes counted in the order in which they are defined, and without probabilities that it guesses."""
    numbers = {name: f"Node{number}" for number, name in enumerate(re.findall(r"^\t(Node0x[0-9a-f]+) \[", text, re.MULTILINE))}
    return _NODE.sub(lambda found: numbers[found.group()], _GUESSED.sub("", text))


def shape(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The labels of the nodes, and the edges as pairs of labels, sorted."""
    labels = dict(re.findall(r'^\t(Node\w+) \[shape=record,label="(.*)"\];$', text, re.MULTILINE))
    edges = re.findall(r"^\t(Node\w+)(?::s\d+)? -> (Node\w+)", text, re.MULTILINE)
    return sorted(labels.values()), sorted((labels[one], labels[other]) for one, other in edges)


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def program(version: int, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> Path:
    """A program of branches, switches, invokes and loops, in the text of the version."""
    text = (DIFF / "program.ll").read_text()
    module = pyllvm.parse_assembly(text, llvm_version=19)
    path = tmp_path / "program.ll"
    path.write_text(pyllvm.to_assembly(module, llvm_version=version))
    return path


def drawn(opt: str, name: str, program: Path, folder: Path) -> dict[str, str]:
    """What a pass of opt writes for a program, by file name."""
    folder.mkdir()
    # Up to LLVM 14, only the old pass manager has these passes.
    words = [f"-passes={name}"]
    if "-14/" in opt and "cfg" not in name:
        words = ["-enable-new-pm=0", "-" + name.replace("post-dom", "postdom")]
    subprocess.run([opt, *words, PLAIN, "-disable-output", str(program)], cwd=folder, check=True, capture_output=True)
    return {path.name: path.read_text("utf-8", "surrogateescape") for path in folder.iterdir()}


@pytest.mark.parametrize(("kind", "instructions"), PASSES)
def test_graphs_of_functions(
    kind: str, instructions: bool, version: int, program: Path, tmp_path: Path, llvm_tool: Callable[[int, str], str]
) -> None:
    expected = drawn(llvm_tool(version, "opt"), PASSES[kind, instructions], program, tmp_path / "drawn")
    module = pyllvm.read(program, llvm_version=version)
    maker = GraphMaker(module, instructions=instructions)
    graphs = [maker.graph(function, kind) for function in module.functions if function.blocks]
    assert {file_name(graph) for graph in graphs} == set(expected)
    for graph in graphs:
        if kind == POST_DOMINATORS:
            # LLVM's order of children comes from the order of uses.
            assert shape(dot_text(graph)) == shape(expected[file_name(graph)])
        else:
            assert dot_text(graph) == counted(expected[file_name(graph)])


def test_call_graph(version: int, program: Path, llvm_tool: Callable[[int, str], str]) -> None:
    words = ["-enable-new-pm=0", "-dot-callgraph"] if version == 14 else ["-passes=dot-callgraph"]
    command = [llvm_tool(version, "opt"), *words, "-disable-output", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    expected = program.with_name(program.name + ".callgraph.dot").read_text()
    graph = GraphMaker(pyllvm.read(program, llvm_version=version)).call_graph()
    assert graph.kind == CALLS
    # LLVM orders functions by their addresses.
    assert shape(dot_text(graph)) == shape(expected)


def test_probabilities(tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    """The weights of a branch that has them are those that opt prints; it guesses others."""
    opt = llvm_tool(19, "opt")
    path = tmp_path / "sum.ll"
    path.write_text((DIFF / "program.ll").read_text())
    subprocess.run(
        [opt, "-passes=dot-cfg", PLAIN, "-cfg-weights", "-disable-output", str(path)],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    expected = (tmp_path / ".sum.dot").read_text()
    module = pyllvm.read(path)
    text = dot_text(GraphMaker(module, branch_weights=True).graph(module.function("sum")))
    assert re.findall(r'label="([\d.]+%)" penwidth=([\d.]+)', text) == [("90.91%", "1.91"), ("9.09%", "1.09")]
    for words in re.findall(r'label="[\d.]+%" penwidth=[\d.]+', text):
        assert words in expected

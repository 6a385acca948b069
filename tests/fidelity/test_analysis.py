"""`pyllvm.analysis` beside opt: dominator trees, loops and call graphs, of functions made at random and of real programs."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.analysis import Dominators, call_graph, control_flow_graph, dominator_tree, natural_loops, post_dominator_tree
from pyllvm.ir import Function

pytestmark = pytest.mark.oracle

VERSIONS: Final = (14, 19, 22)
CORPUS: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "llvm-corpus"

# What opt prints before each function's part, and a block in its trees: `    [2] %7 {4294967295,4294967295} [1]`.
TREE_HEAD: Final = re.compile(r"^(?:Post)?DominatorTree for function: (.*)$", re.MULTILINE)
TREE_LINE: Final = re.compile(r"^( +)\[\d+\] +(%\S+|<<exit node>>) ", re.MULTILINE)
ROOTS: Final = re.compile(r"^Roots: (.*)$", re.MULTILINE)
# LLVM 14's pass prints no heads, but its legacy pass does.
LOOPS_HEAD: Final = re.compile(r"^(?:Loop info|Printing analysis 'Natural Loop Information') for function '(.*)':$", re.MULTILINE)
LOOP_LINE: Final = re.compile(r"^ *Loop at depth (\d+) containing: (.*)$", re.MULTILINE)


def random_functions(count: int) -> str:
    """Functions of up to 14 blocks whose terminators lead anywhere: loops with several entries, endless ones, dead blocks."""
    chosen = random.Random(4)
    parts = ["declare void @g(i32)\n"]
    for number in range(count):
        blocks = chosen.randint(1, 14)
        lines = [f"define void @f{number}(i1 %c, i32 %n) {{"]
        for block in range(blocks):
            lines.append(f"b{block}:")
            targets = [f"label %b{chosen.randint(1, blocks - 1)}" for _ in range(3)] if blocks > 1 else []
            kind = chosen.random()
            if not targets or kind < 0.08:
                lines.append("  ret void")
            elif kind < 0.12:
                lines.append("  unreachable")
            elif kind < 0.4:
                lines.append(f"  br {targets[0]}")
            elif kind < 0.85:
                lines.append(f"  br i1 %c, {targets[0]}, {targets[1]}")
            else:
                lines.append(f"  switch i32 %n, {targets[0]} [ i32 1, {targets[1]} i32 2, {targets[2]} ]")
        parts.append("\n".join([*lines, "}\n"]))
    return "\n".join(parts)


def inputs(version: int, folder: Path) -> list[Path]:
    """The functions made at random, and programs of the corpus where it is."""
    made = folder / "random.ll"
    made.write_text(random_functions(400), encoding="utf-8")
    programs = [CORPUS / "lua" / f"{version}-O2" / "lvm.bc", CORPUS / "bzip2" / f"{version}-O2" / "decompress.bc"]
    return [made, *(path for path in programs if path.exists())]


def printed(opt: str, passes: str, path: Path) -> str:
    """What opt prints for the passes; its own analyses print to standard error."""
    run = subprocess.run([opt, f"-passes={passes}", "-disable-output", path], capture_output=True, text=True, check=True)
    return run.stderr


def printed_loops(opt: str, version: int, path: Path) -> str:
    """What opt prints for the loops of all functions."""
    if version > 14:
        return printed(opt, "print<loops>", path)
    words = [opt, "-enable-new-pm=0", "-analyze", "-loops", path]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def sections(text: str, head: re.Pattern[str]) -> dict[str, str]:
    """The part of each function, by its name."""
    parts = head.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def definitions(path: Path, version: int) -> list[Function]:
    return [one for one in pyllvm.read(path, llvm_version=version).functions if not one.is_declaration]


def llvm_tree(section: str) -> tuple[dict[str, str | None], set[str]]:
    """The immediate dominator of each block in the tree that opt printed, None for a root; and the roots."""
    found: dict[str, str | None] = {}
    path: list[str] = []
    for indent, label in TREE_LINE.findall(section):
        depth = len(indent) // 2 - 1
        del path[depth:]
        above = path[-1] if path else None
        if label != "<<exit node>>":
            found[label] = None if above == "<<exit node>>" else above
        path.append(label)
    roots = ROOTS.search(section)
    assert roots is not None
    return found, set(roots[1].split())


def our_tree(tree: Dominators, blocks: set[int]) -> tuple[dict[str, str | None], set[str]]:
    labels = tree.labels
    found = {labels[one]: None if above is None else labels[above] for one, above in enumerate(tree.immediate) if one in blocks}
    return found, {labels[root] for root in tree.roots}


@pytest.mark.parametrize("version", VERSIONS)
def test_dominator_trees(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    for path in inputs(version, tmp_path):
        theirs = sections(printed(llvm_tool(version, "opt"), "print<domtree>", path), TREE_HEAD)
        for function in definitions(path, version):
            graph = control_flow_graph(function)
            expected = llvm_tree(theirs.pop(function.name))
            assert our_tree(dominator_tree(graph), graph.reachable()) == expected, function.name
        assert not theirs


@pytest.mark.parametrize("version", VERSIONS)
def test_post_dominator_trees(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    for path in inputs(version, tmp_path):
        theirs = sections(printed(llvm_tool(version, "opt"), "print<postdomtree>", path), TREE_HEAD)
        for function in definitions(path, version):
            graph = control_flow_graph(function)
            expected = llvm_tree(theirs.pop(function.name))
            assert our_tree(post_dominator_tree(graph), set(range(len(graph)))) == expected, function.name
        assert not theirs


@pytest.mark.parametrize("version", VERSIONS)
def test_natural_loops(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    count = 0
    for path in inputs(version, tmp_path):
        theirs = sections(printed_loops(llvm_tool(version, "opt"), version, path), LOOPS_HEAD)
        for function in definitions(path, version):
            expected = set()
            for depth, containing in LOOP_LINE.findall(theirs.pop(function.name)):
                blocks = containing.split(",")
                labels = [block.partition("<")[0] for block in blocks]
                header = [label for label, block in zip(labels, blocks, strict=True) if "<header>" in block]
                latches = frozenset(label for label, block in zip(labels, blocks, strict=True) if "<latch>" in block)
                expected.add((header[0], int(depth), latches, frozenset(labels)))
            loops = natural_loops(function)
            ours = {
                (
                    loops.labels[loop.header],
                    loop.depth,
                    frozenset(loops.labels[latch] for latch in loop.latches),
                    frozenset(loops.labels[block] for block in loops.blocks(number)),
                )
                for number, loop in enumerate(loops)
            }
            assert ours == expected, function.name
            count += len(ours)
        assert not theirs
    assert count > 300


# Calls as in a real program: direct, by pointer, of an alias, recursive, of a function of another type, of inline assembly.
CALLS: Final = """
@pointer = global ptr @taken
@other = alias void (), ptr @leaf
define internal void @leaf() { ret void }
define internal void @taken() { ret void }
define internal void @stored(ptr %p) {
  store ptr @escapes, ptr %p
  ret void
}
define internal void @escapes() { ret void }
define internal void @mistyped() { ret void }
define void @main(ptr %f) {
  call void @leaf()
  call void @leaf()
  call void @main(ptr null)
  call void %f()
  call void @other()
  call void @mistyped(i32 1)
  call void asm sideeffect "", ""()
  call void @declared()
  call void @stored(ptr %f)
  ret void
}
declare void @declared()
"""

NODE_HEAD: Final = re.compile(r"^Call graph node (for function: '(.*)'|<<null function>>)<<\w+>>  #uses=\d+$", re.MULTILINE)
NODE_LINE: Final = re.compile(r"^  CS<(\w+)> calls (?:function '(.*)'|external node)$", re.MULTILINE)


@pytest.mark.parametrize("version", VERSIONS)
def test_call_graphs(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    written = tmp_path / "calls.ll"
    pyllvm.write(pyllvm.parse_assembly(CALLS, llvm_version=22), written, llvm_version=version)
    for path in [written, *inputs(version, tmp_path)]:
        parts = NODE_HEAD.split(printed(llvm_tool(version, "opt"), "print-callgraph", path))
        calls: dict[str, list[str]] = {}
        others: dict[str, int] = {}
        exposed: set[str] = set()
        for null, name, section in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            lines = NODE_LINE.findall(section)
            if null == "<<null function>>":
                exposed = {callee for _, callee in lines if callee}
            else:
                calls[name] = sorted(callee for _, callee in lines if callee)
                others[name] = sum(1 for site, callee in lines if not callee and site != "None")
        graph = call_graph(pyllvm.read(path, llvm_version=version))
        for number, name in enumerate(graph.names):
            if name.startswith("llvm."):
                continue
            called = [graph.names[callee] for callee, count in graph.callees[number].items() for _ in range(count)]
            own = [callee for callee in called if not callee.startswith("llvm.")]
            assert sorted(own) == [callee for callee in calls[name] if not callee.startswith("llvm.")], name
            assert graph.unknown_calls[number] == others[name], name
            assert graph.is_exposed[number] == (name in exposed), name

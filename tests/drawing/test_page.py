"""The page: one file that loads nothing, whose data cannot leave its place; and what a browser makes of it."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from pathlib import Path
from urllib.parse import quote

import pytest

import pyllvm
from pyllvm.drawing.graphs import Edge, Graph, Node
from pyllvm.drawing.page import page_text

PROGRAM = Path(__file__).parents[1] / "data" / "diff" / "program.ll"


def data_of(page: str) -> list[dict[str, object]]:
    found = re.search(r'<script id="data" type="text/plain">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return list(json.loads(zlib.decompress(base64.b64decode(found.group(1)))))


def test_it_is_one_file() -> None:
    page = pyllvm.draw(pyllvm.read(PROGRAM), form="html")
    assert "default-src 'none'" in page
    assert not re.search(r'(?:src|href)="|@import|url\((?!#)|fetch\(|XMLHttpRequest', page)
    names = [graph["name"] for graph in data_of(page)]
    assert names == ["resolve", "sum", "select", "protect", "helper", "user"]


def test_names_are_text() -> None:
    name = "</script><script>alert(1)</script>&amp;\u2028\udcff"
    page = page_text([Graph("cfg", name, [Node(name, name, [name], name)], [], 19)], "<b>.ll")
    assert page.count("<script") == 2
    assert "<title>&lt;b&gt;.ll</title>" in page
    assert data_of(page)[0]["name"] == name
    page.encode("utf-8")


def test_dominators() -> None:
    page = pyllvm.draw(pyllvm.read(PROGRAM).function("select"), form="html")
    (graph,) = data_of(page)
    nodes = graph["nodes"]
    assert isinstance(nodes, list)
    assert [node["dominator"] for node in nodes] == [None, 0, 0, 0, 0]


def test_pages_are_small() -> None:
    """Most of a graph is the text of instructions, which is much alike."""
    lines = [f"%v{number} = add nsw i32 %v{number - 1}, {number}" for number in range(1000)]
    graphs = [Graph("cfg", f"f{number}", [Node("a", "a", lines, "a:")], [], 19) for number in range(50)]
    assert len(page_text(graphs, "f")) < sum(map(len, lines)) * len(graphs) / 2


@pytest.fixture
def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path is not None:
            return path
    pytest.skip("there is no chromium to look at the page with")


def shown(browser: str, page: Path, place: str) -> str:
    """The document that a browser has made of the page, after its program ran."""
    command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent}/profile"]
    command += ["--virtual-time-budget=3000", "--dump-dom", f"file://{page}#{place}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_in_a_browser(browser: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(pyllvm.draw(pyllvm.read(PROGRAM), form="html", branch_weights=True))
    document = shown(browser, page, "sum/loop")
    assert document.count('<g class="node') == 3
    assert 'aria-label="block loop"' in document
    # The block of the address is chosen: its edges and its neighbors are marked, and the panel has its text.
    assert len(re.findall(r'class="node chosen[^"]*"', document)) == 1
    assert len(re.findall(r'<path [^>]*class="edge[^"]* out[^"]*"', document)) == 2
    assert len(re.findall(r'<path [^>]*class="edge[^"]* in[^"]*"', document)) == 2
    panel = document[document.index("<aside") :]
    assert "loop (T 90.91%)" in panel
    assert "%more = add nsw i32 %total, %i" in panel
    assert re.search(r"dominated by</dt><dd[^>]*><button[^>]*>entry</button>", panel)
    other = shown(browser, page, quote("select"))
    assert other.count('<g class="node') == 5
    assert "chosen" not in re.sub(r"<style>.*?</style>|<script.*?</script>", "", other, flags=re.DOTALL)


def test_long_blocks_are_cut_in_a_browser(browser: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(page_text([Graph("cfg", "f", [Node("a", "a", ["x" * 300] * 50, "a:")], [], 19)], "f"))
    document = shown(browser, page, "")
    assert document.count("x" * 110 + "…</text>") == 40
    assert "… 10 more lines" in document


def test_the_largest_function_is_first_in_a_browser(browser: str, tmp_path: Path) -> None:
    graphs = [Graph("cfg", name, [Node("a", "a", None, "")] * count, [], 19) for name, count in (("one", 1), ("two", 2))]
    page = tmp_path / "page.html"
    page.write_text(page_text(graphs, "f"))
    document = shown(browser, page, "")
    assert re.findall(r'<button [^>]*title="(\w+)"', document) == ["two", "one"]
    assert document.count('<g class="node') == 2


def test_a_large_call_graph_is_shown_in_parts(browser: str, tmp_path: Path) -> None:
    """At first `main` with its callers and callees; a function in the address with its own."""
    names = ["main", *(f"f{number}" for number in range(200))]
    edges = [Edge(number, number + 1) for number in range(200)]
    page = tmp_path / "page.html"
    page.write_text(page_text([Graph("callgraph", "m", [Node(name, name) for name in names], edges, 19)], "m"))
    first = shown(browser, page, "")
    assert re.findall(r'aria-label="function (\w+)"', first) == ["main", "f0"]
    assert re.findall(r'aria-label="function (\w+)"', shown(browser, page, "m/f50")) == ["main", "f0", "f49", "f50", "f51"]

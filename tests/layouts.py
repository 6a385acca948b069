"""Runs `layout.js`, the layout of the page, with node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pyllvm

SCRIPT: Final = Path(pyllvm.__file__).parent / "drawing" / "layout.js"
NODE: Final = shutil.which("node") or ""

Point = tuple[float, float]


class Layout(NamedTuple):
    """The upper left corner of each node, the points of each edge, and the size of the whole."""

    corners: list[Point]
    paths: list[list[Point]]
    width: float
    height: float


def layered(sizes: Sequence[Point], edges: Sequence[tuple[int, int]]) -> Layout:
    """The layout of nodes with these widths and heights, and of edges between them."""
    program = (
        SCRIPT.read_text(encoding="utf-8")
        + "const [sizes, edges] = JSON.parse(require('fs').readFileSync(0, 'utf8')), found = layered(sizes, edges);\n"
        + "console.log(JSON.stringify([found.corners, found.paths, found.width, found.height]));\n"
    )
    text = json.dumps([list(sizes), list(edges)])
    done = subprocess.run([NODE, "-e", program], input=text, capture_output=True, text=True, timeout=120, check=True)
    corners, paths, width, height = json.loads(done.stdout)
    return Layout([(x, y) for x, y in corners], [[(x, y) for x, y in path] for path in paths], width, height)

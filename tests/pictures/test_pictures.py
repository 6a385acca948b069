"""The pictures in docs show what the commands show now. `python -m tests.pictures.draw` draws them again."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

pytest.importorskip("pty", reason="this system has no pseudoterminals")

PATH = Path(__file__).with_name("draw.py")
spec = importlib.util.spec_from_file_location("draw_pictures", PATH)
assert spec is not None
assert spec.loader is not None
draw = importlib.util.module_from_spec(spec)
spec.loader.exec_module(draw)


@pytest.mark.parametrize("name", draw.SESSIONS)
def test_a_picture_shows_what_the_commands_show(name: str) -> None:
    """Only the text is compared: another rich may draw its frame in another way."""
    kept = (draw.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    now = draw.plain(draw.shown(draw.SESSIONS[name]))
    expected = "\n".join("".join(line.split()) for line in now.splitlines() if line.strip())
    assert draw.text_of(kept) == expected, "draw the pictures again: python -m tests.pictures.draw"


def test_the_editor_shows_what_the_server_has() -> None:
    kept = (draw.PICTURES / "editor.svg").read_text(encoding="utf-8")
    assert draw.text_of(kept) == draw.text_of(draw.editor_picture()), "draw the pictures again: python -m tests.pictures.draw"


@pytest.mark.skipif(not shutil.which("node"), reason="node runs the layout of the page, and is not installed")
def test_the_graph_is_what_the_page_has() -> None:
    assert (draw.PICTURES / "graph.svg").read_text(encoding="utf-8") == draw.graph_picture()


def test_every_picture_is_in_a_page_and_loads_nothing() -> None:
    docs = draw.PICTURES.parent
    pages = "".join(path.read_text(encoding="utf-8") for path in (docs.parent / "README.md", *docs.rglob("*.md")))
    for path in draw.PICTURES.iterdir():
        assert f"pictures/{path.name}" in pages
        assert "url(http" not in path.read_text(encoding="utf-8")
        assert "@font-face" not in path.read_text(encoding="utf-8")

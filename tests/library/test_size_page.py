"""The page with the treemap, as text and in a real browser (Chromium, where it is installed), light and dark."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest

import pyllvm
from pyllvm.library.bitcode_sizes import size_tree
from pyllvm.library.size_page import size_page
from pyllvm.library.size_tables import size_tables

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 120
VOID = {"meta", "rect"}


@pytest.fixture
def page(data: Path) -> str:
    """The page of a small module."""
    sizes = pyllvm.bitcode_sizes((data / "sample.bc").read_bytes())
    return size_page("sample.bc", size_tree(sizes), size_tables(sizes, None, top=20), subtitle="of the tests")


class Balance(HTMLParser):
    """Checks that what is opened is closed, and collects names of elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def test_the_page_is_whole(page: str) -> None:
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    assert {"table", "caption", "svg", "title", "main"} <= set(balance.seen)
    # One file: nothing is loaded, and nothing runs.
    assert not re.search(r'<script|<link|<img|src=|href="(?!#)|url\(|https?:|@import', page)
    assert 'role="img" aria-label="Treemap of sample.bc: ' in page
    assert page.count('<th scope="row">') > 20


def test_names_are_harmless() -> None:
    text = 'define void @"<script>\\22&\\FF\\07"() {\n  ret void\n}\n'
    sizes = pyllvm.bitcode_sizes(text.encode())
    page = size_page("<x>", size_tree(sizes), size_tables(sizes, None, top=20))
    assert "<script" not in page
    assert "&lt;script&gt;&quot;&amp;\\xff\\x07" in page
    page.encode("utf-8")


def pixels(path: Path) -> tuple[int, int, list[bytes]]:
    """The width and the height of a PNG of 8 bits, and its pixels row by row."""
    data = path.read_bytes()
    at, packed = 8, b""
    width = height = channels = 0
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8
            channels = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    raw = zlib.decompress(packed)
    rows: list[bytes] = []
    above = bytes(width * channels)
    for number in range(height):
        start = number * (width * channels + 1)
        above = unfiltered(raw[start], raw[start + 1 : start + 1 + width * channels], above, channels)
        rows.append(b"".join(above[x : x + 3] for x in range(0, len(above), channels)))
    return width, height, rows


def unfiltered(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    """A row of a PNG without its filter."""
    line = bytearray(row)
    for x in range(len(line)):
        left = line[x - step] if x >= step else 0
        up = above[x]
        corner = above[x - step] if x >= step else 0
        if kind == 1:
            line[x] = (line[x] + left) & 255
        elif kind == 2:
            line[x] = (line[x] + up) & 255
        elif kind == 3:
            line[x] = (line[x] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            line[x] = (line[x] + nearest[2]) & 255
    return bytes(line)


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "background"), [(1, b"\xff\xff\xff"), (0, b"\x0f\x14\x19")], ids=["light", "dark"])
def test_in_a_browser(scheme: int, background: bytes, page: str, tmp_path: Path) -> None:
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    picture = tmp_path / "page.png"
    subprocess.run(
        [
            browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=640,600",
            f"--user-data-dir={tmp_path / 'profile'}", f"--blink-settings=preferredColorScheme={scheme}",
            f"--screenshot={picture}", (tmp_path / "page.html").as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=SECONDS,
    )  # fmt: skip
    width, height, rows = pixels(picture)
    assert (width, height) == (640, 600)
    assert rows[-1][:3] == background
    # The parts of the map cover it: functions, variables, metadata, strings, the rest, each in a colour of its own.
    counted: dict[bytes, int] = {}
    for row in rows[70:400:3]:
        for x in range(60, 3 * (width - 30), 9):
            color = row[x : x + 3]
            counted[color] = counted.get(color, 0) + 1
    large = [color for color, count in counted.items() if count > 60 and color != background]
    assert len(large) >= 4
    assert counted.get(background, 0) < sum(counted.values()) / 2


def test_smaller_functions_are_in_their_box_and_in_a_list() -> None:
    text = "".join(f"define void @f{number:03}() {{\n  ret void\n}}\n" for number in range(500))
    sizes = pyllvm.bitcode_sizes(text.encode())
    page = size_page("many", size_tree(sizes), size_tables(sizes, None, top=20))
    assert '<a href="#smaller-functions"><svg class="part"' in page
    assert page.count('<table id="smaller-functions">') == 1
    assert all(f"<title>f{number:03}, " in page for number in range(500))
    # The largest 20 are in the usual table, all but the largest 400 in the list.
    assert len(re.findall(r'<th scope="row">f\d+<', page)) == 20 + 100


def test_names_are_in_the_boxes_that_have_room_for_them() -> None:
    body = "  call void @f0()\n"
    text = "".join(f"define void @f{number}() {{\n{body * (number * number)}  ret void\n}}\n" for number in range(40))
    sizes = pyllvm.bitcode_sizes(text.encode())
    page = size_page("boxes", size_tree(sizes), size_tables(sizes, None, top=20))
    pattern = r'<svg class="leaf" x="\S+" y="\S+" width="(\S+)" height="(\S+)"><title>.*?</title><rect [^>]*>(.*?)</svg>'
    boxes = re.findall(pattern, page)
    seen = set()
    for width, height, inside in boxes:
        has_name = float(width) >= 34 and float(height) >= 15
        has_detail = has_name and float(height) >= 30
        assert ('<text x="4" y="12">' in inside, '<text class="detail"' in inside) == (has_name, has_detail)
        seen.add((has_name, has_detail))
    assert {(False, False), (True, True)} <= seen


def test_long_names_can_be_opened_and_sizes_agree() -> None:
    name = "f<" + "long, " * 40 + ">()"
    text = f'define void @"{name}"() {{\n  ret void\n}}\n!n = !{{!0}}\n!0 = !{{!"x"}}\n'
    sizes = pyllvm.bitcode_sizes(text.encode())
    tables = size_tables(sizes, None, top=20)
    page = size_page("long", size_tree(sizes), tables)
    whole = name.replace("<", "&lt;").replace(">", "&gt;")
    assert f'<summary title="{whole}">f&lt;…&gt;()</summary><div>{whole}</div>' in page
    metadata = {part.name: part.bits for part in size_tree(sizes).parts}
    outside = next(table for table in tables if table.title == "Metadata outside of functions")
    assert sum(share for _, _, share in outside.rows) <= metadata["metadata"] / sizes.bits

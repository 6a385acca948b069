"""A page of HTML that shows sizes as a treemap and as tables: one file, without scripts, for light and dark."""

from __future__ import annotations

from html import escape
from string import Template
from typing import NamedTuple

from pyllvm.diagnostics.amounts import size_words
from pyllvm.library.bitcode_sizes import SizeNode
from pyllvm.library.short_names import ELLIPSIS, folded, short_name
from pyllvm.library.size_tables import SizeTable
from pyllvm.notation import Callable, Final, Sequence

_WIDTH: Final = 1200
_HEIGHT: Final = 720
_HEADING: Final = 20
_GAP: Final = 3
# Smaller rectangles have no name in them. The numbers are pixels of a page that is as wide as the map.
_NAMED_WIDTH: Final = 34
_NAMED_HEIGHT: Final = 15
_DETAILED_HEIGHT: Final = 30
# The widths of a usual letter in a name and in a heading, and of the margin on both sides.
_LETTER: Final = 6.2
_HEADING_LETTER: Final = 8.0
_MARGIN: Final = 6
# In so many letters, a name has its beginning and its end.
_BOTH_ENDS: Final = 14
# Smaller ones are not drawn.
_DRAWN: Final = 0.4
_COLORS: Final = 6
# Longer names can be opened, in characters.
_WHOLE_NAME: Final = 32
# A table with a longer name is as wide as the page.
_NARROW_NAME: Final = 48
_CLASS_OF_PART: Final = {
    "functions": 0,
    "variables": 1,
    "metadata": 2,
    "strings and symbols": 3,
    "aliases and ifuncs": 4,
    "everything else": 5,
}


def size_page(
    title: str, tree: SizeNode, tables: Sequence[SizeTable], *, subtitle: str = "", shown: Callable[[str], str] = str
) -> str:
    """Return the page for `tree`, as `size_tree` returns it, followed by `tables`.

    `title` and `subtitle` are above it. `shown` turns the name of a part into the name to show, such as `pyllvm.demangle`.
    """
    return _PAGE.substitute(
        title=_text(title),
        subtitle=_text(subtitle),
        map=_map(tree, shown),
        legend="".join(_legend(part, tree.bits) for part in tree.parts),
        tables="".join(_table(table) for table in tables),
        smaller="".join(_list_of(node, tree.bits, shown) for part in tree.parts for node in part.parts if node.parts),
        label=_text(f"Treemap of {title}: " + ", ".join(f"{part.name} {_share(part.bits, tree.bits)}" for part in tree.parts)),
        width=_WIDTH,
        height=_HEIGHT,
    )


def _text(text: str) -> str:
    """Text for HTML. What no page can hold, such as bytes that are not UTF-8, becomes an escape."""
    return escape("".join(c if c.isprintable() and not "\ud800" <= c <= "\udfff" else f"\\x{ord(c) & 0xFF:02x}" for c in text))


def _share(bits: int, total: int) -> str:
    return f"{100 * bits / total:.1f}%" if total else "0%"


def _class(part: SizeNode) -> str:
    return f"c{_CLASS_OF_PART.get(part.name, _COLORS - 1)}"


def _map(tree: SizeNode, shown: Callable[[str], str]) -> str:
    pieces: list[str] = []
    parts = [part for part in tree.parts if part.bits]
    frames = squarified([part.bits for part in parts], Rectangle(0, 0, _WIDTH, _HEIGHT))
    for part, frame in zip(parts, frames, strict=True):
        inner = Rectangle(frame.x, frame.y, max(frame.width - _GAP, 0), max(frame.height - _GAP, 0))
        pieces.append(f'<g class="{_class(part)}">')
        heading = f"{part.name}, {size_words(part.bits)}, {_share(part.bits, tree.bits)}"
        has_heading = inner.width > _NAMED_WIDTH and inner.height > 2 * _HEADING
        pieces.append(_box(inner, heading, part.name if has_heading else "", "", "part"))
        if has_heading:
            inner = Rectangle(inner.x + 1, inner.y + _HEADING, inner.width - 2, inner.height - _HEADING - 1)
        leaves = [leaf for leaf in part.parts if leaf.bits]
        for leaf, place in zip(leaves, squarified([leaf.bits for leaf in leaves], inner), strict=True):
            pieces.append(_leaf(leaf, place, tree.bits, shown))
        pieces.append("</g>\n")
    return "".join(pieces)


def _leaf(leaf: SizeNode, place: Rectangle, total: int, shown: Callable[[str], str]) -> str:
    if place.width < _DRAWN or place.height < _DRAWN:
        return ""
    name = shown(leaf.name) or "(no name)"
    words = [name, size_words(leaf.bits), _share(leaf.bits, total)]
    if leaf.detail:
        words.append(leaf.detail)
    inner = Rectangle(place.x, place.y, max(place.width - 1, _DRAWN), max(place.height - 1, _DRAWN))
    has_name = _has_room(inner)
    if leaf.parts:
        return _group(leaf, inner, ", ".join(words), total, shown)
    detail = size_words(leaf.bits) if has_name and inner.height >= _DETAILED_HEIGHT else ""
    return _box(inner, ", ".join(words), name if has_name else "", detail, "leaf")


def _has_room(place: Rectangle) -> bool:
    """Whether a rectangle has room for a name."""
    return place.width >= _NAMED_WIDTH and place.height >= _NAMED_HEIGHT


def _group(node: SizeNode, place: Rectangle, tip: str, total: int, shown: Callable[[str], str]) -> str:
    """A rectangle with the parts of a node in it. Its heading leads to their list below the map."""
    has_name = _has_room(place)
    box = _box(place, tip, f"{node.name}, {size_words(node.bits)}" if has_name else "", "", "part")
    pieces = [f'<a href="#{_anchor(node)}">{box}</a>']
    heading = _HEADING if has_name else 0
    inside = Rectangle(place.x + 1, place.y + heading, max(place.width - 2, 0), max(place.height - heading - 1, 0))
    for part, frame in zip(node.parts, squarified([part.bits for part in node.parts], inside), strict=True):
        pieces.append(_leaf(part, frame, total, shown))
    return "".join(pieces)


def _anchor(node: SizeNode) -> str:
    return node.name.partition(" ")[2].replace(" ", "-")


def _list_of(node: SizeNode, total: int, shown: Callable[[str], str]) -> str:
    """The parts of a node as a table that can be opened. A link to something inside opens it."""
    rows = "".join(
        f"<tr>{_name(shown(part.name))}<td>{size_words(part.bits)}</td><td>{_share(part.bits, total)}</td></tr>\n"
        for part in node.parts
    )
    return (
        f'<details class="smaller"><summary>{_text(node.name)}, {size_words(node.bits)}</summary>\n'
        f'<table id="{_anchor(node)}"><tbody>\n{rows}</tbody></table></details>\n'
    )


def _name(name: str) -> str:
    """The first cell of a row. It is one line high; a long name can be opened, and is shown where the mouse is."""
    if len(name) <= _WHOLE_NAME:
        return f'<th scope="row">{_text(name)}</th>'
    return (
        f'<th scope="row"><details><summary title="{_text(name)}">{_text(folded(name))}</summary>'
        f"<div>{_text(name)}</div></details></th>"
    )


def _box(place: Rectangle, tip: str, name: str, detail: str, kind: str) -> str:
    """A rectangle that cuts off what does not fit in it."""
    is_part = kind == "part"
    shown = _fitting(name, int((place.width - _MARGIN) / (_HEADING_LETTER if is_part else _LETTER)))
    text = f'<text x="4" y="{14 if is_part else 12}">{_text(shown)}</text>' if shown else ""
    if detail:
        text += f'<text class="detail" x="4" y="26">{_text(detail)}</text>'
    return (
        f'<svg class="{kind}" x="{place.x:.1f}" y="{place.y:.1f}" width="{place.width:.1f}" height="{place.height:.1f}">'
        f'<title>{_text(tip)}</title><rect width="100%" height="100%"/>{text}</svg>'
    )


def _fitting(name: str, width: int) -> str:
    """A name in at most `width` letters. Where there are few, its beginning says more than its ends."""
    if len(name) <= width or width >= _BOTH_ENDS:
        return short_name(name, width)
    return name[: max(width - 1, 0)] + ELLIPSIS


def _legend(part: SizeNode, total: int) -> str:
    key = '<svg width="14" height="14" aria-hidden="true"><rect class="key" width="14" height="14"/></svg>'
    return f'<li class="{_class(part)}">{key} {_text(part.name)}: {size_words(part.bits)}, {_share(part.bits, total)}</li>\n'


def _table(table: SizeTable) -> str:
    headings = "".join(f'<th scope="col">{_text(heading)}</th>' for heading in table.headings)
    rows: list[str] = []
    largest = max([share for _, _, share in table.rows], default=0.0) or 1.0
    for name, cells, share in table.rows:
        shown = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
        bar = f'<td class="bar"><span style="width:{100 * share / largest:.2f}%"></span></td>'
        rows.append(f"<tr>{_name(name)}{shown}{bar}</tr>\n")
    is_wide = any(len(name) > _NARROW_NAME for name, _, _ in table.rows)
    return (
        f"<table{' class=wide' * is_wide}><caption>{_text(table.title)}</caption>\n"
        f'<thead><tr>{headings}<th aria-hidden="true"></th></tr></thead>\n<tbody>\n{"".join(rows)}</tbody></table>\n'
    )


_PAGE: Final = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --bar: #2f6fb3;
  --c0: #cfe3f7; --c1: #d3eed8; --c2: #fbe3c6; --c3: #e6dbf6; --c4: #f9d7e0; --c5: #e3e6ea;
  --d0: #9cc4ea; --d1: #9fd6ab; --d2: #f2c08a; --d3: #c7aeea; --d4: #efa9bd; --d5: #c0c7cf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1419; --ink: #e8ecf1; --faint: #9aa5b1; --line: #353d47; --bar: #5a9bdd;
    --c0: #1c4166; --c1: #1d4f2d; --c2: #5d3d12; --c3: #43306a; --c4: #5e2438; --c5: #333b45;
    --d0: #102a45; --d1: #11341d; --d2: #3d270a; --d3: #2a1d46; --d4: #3e1523; --d5: #20262d;
  }
}
body { margin: 1.5rem auto; max-width: 1240px; padding: 0 1rem; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 0.2rem 0 1rem; color: var(--faint); }
.map { width: 100%; height: auto; display: block; }
.map text { font-size: 11px; fill: var(--ink); }
.map .part > text { font-weight: 600; font-size: 13px; }
.map text.detail { fill: var(--ink); opacity: 0.8; }
.leaf:hover rect { stroke: var(--ink); stroke-width: 3; }
.c0 .part rect { fill: var(--d0); } .c0 .leaf rect, .c0 .key { fill: var(--c0); }
.c1 .part rect { fill: var(--d1); } .c1 .leaf rect, .c1 .key { fill: var(--c1); }
.c2 .part rect { fill: var(--d2); } .c2 .leaf rect, .c2 .key { fill: var(--c2); }
.c3 .part rect { fill: var(--d3); } .c3 .leaf rect, .c3 .key { fill: var(--c3); }
.c4 .part rect { fill: var(--d4); } .c4 .leaf rect, .c4 .key { fill: var(--c4); }
.c5 .part rect { fill: var(--d5); } .c5 .leaf rect, .c5 .key { fill: var(--c5); }
.key { stroke: var(--line); }
ul { list-style: none; padding: 0; margin: 0.7rem 0 1.5rem; display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1.5rem 2.5rem;
  grid-auto-flow: dense; }
table.wide { grid-column: 1 / -1; }
table { border-collapse: collapse; width: 100%; align-self: start; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.3rem; }
th, td { padding: 0.15rem 0.5rem; border-top: 1px solid var(--line); text-align: right; font-weight: normal;
  white-space: nowrap; }
thead th { color: var(--faint); border-top: 0; }
th:first-child { text-align: left; max-width: 0; width: 99%; overflow: hidden; text-overflow: ellipsis; }
td.bar { min-width: 6rem; }
summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; }
th details div { white-space: normal; overflow-wrap: anywhere; color: var(--faint); padding-left: 1rem; }
.smaller { margin-top: 1.5rem; }
.smaller > summary { font-weight: 600; }
.map a { cursor: pointer; }
td.bar span { display: block; height: 0.7em; background: var(--bar); border-radius: 2px; }
</style>
</head>
<body>
<main>
<h1>$title</h1>
<p>$subtitle</p>
<svg class="map" viewBox="0 0 $width $height" role="img" aria-label="$label">
$map</svg>
<ul>
$legend</ul>
<div class="tables">
$tables</div>
$smaller</main>
</body>
</html>
""")


class Rectangle(NamedTuple):
    """A rectangle by its left upper corner and its extent."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """The area."""
        return self.width * self.height


def squarified(sizes: Sequence[float], frame: Rectangle) -> list[Rectangle]:
    """Return a rectangle in `frame` for each of `sizes`, which are positive and in falling order.

    Together they fill the frame, in rows along its shorter side.
    """
    rectangles: list[Rectangle] = []
    total = sum(sizes)
    if total <= 0:
        return [Rectangle(frame.x, frame.y, 0.0, 0.0) for _ in sizes]
    scale = frame.area / total
    areas = [size * scale for size in sizes]
    start = 0
    while start < len(areas):
        side = min(frame.width, frame.height)
        end = start + 1
        sum_of_row = areas[start]
        worst = _worst(areas[start], areas[start], sum_of_row, side)
        # The row grows as long as its rectangles come nearer to squares.
        while end < len(areas):
            grown = _worst(areas[start], areas[end], sum_of_row + areas[end], side)
            if grown > worst:
                break
            worst = grown
            sum_of_row += areas[end]
            end += 1
        frame = _lay_row(areas[start:end], sum_of_row, frame, rectangles)
        start = end
    return rectangles


def _worst(largest: float, smallest: float, total: float, side: float) -> float:
    """The worst ratio of the sides of the rectangles in a row along `side`."""
    if total <= 0 or side <= 0 or smallest <= 0:
        return float("inf")
    return max(side * side * largest / (total * total), total * total / (side * side * smallest))


def _lay_row(areas: list[float], total: float, frame: Rectangle, rectangles: list[Rectangle]) -> Rectangle:
    """Lay a row along the shorter side of the frame, and return what is left of the frame."""
    if frame.width >= frame.height:
        thickness = total / frame.height if frame.height > 0 else 0.0
        y = frame.y
        for area in areas:
            height = area / thickness if thickness > 0 else 0.0
            rectangles.append(Rectangle(frame.x, y, thickness, height))
            y += height
        return Rectangle(frame.x + thickness, frame.y, max(frame.width - thickness, 0.0), frame.height)
    thickness = total / frame.width if frame.width > 0 else 0.0
    x = frame.x
    for area in areas:
        width = area / thickness if thickness > 0 else 0.0
        rectangles.append(Rectangle(x, frame.y, width, thickness))
        x += width
    return Rectangle(frame.x, frame.y + thickness, frame.width, max(frame.height - thickness, 0.0))

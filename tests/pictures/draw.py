"""Draws the pictures of the README and of docs: what real commands show on a terminal, as SVG.

    python -m tests.pictures.draw        draws all pictures again, in docs/pictures

`tests/pictures/test_pictures.py` fails if a picture shows something else than the command shows now.
"""

from __future__ import annotations

import base64
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

import pyllvm
from pyllvm.lsp import hover, inlay_hints, semantic
from pyllvm.lsp.session import Session as EditorSession

HERE: Final = Path(__file__).resolve().parent
PICTURES: Final = HERE.parents[1] / "docs" / "pictures"
PROMPT: Final = "\x1b[1;32m$\x1b[0m "
# As rich's own frame, but without fonts from elsewhere: a picture loads nothing.
FRAME: Final = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


class Session(NamedTuple):
    """A picture: its commands, the width of the terminal, and words of the first line and of the line after the last."""

    commands: Sequence[str]
    columns: int = 110
    begins: str = ""
    ends: str = ""


# Made before the pictures: bitcode of the texts, with LLVM's name as its producer, so that no release of pyllvm changes it.
PREPARED: Final = (
    "pyllvm as --llvm-version 22 --producer=LLVM22.1.8 sum.ll",
    "pyllvm as --llvm-version 22 --producer=LLVM22.1.8 new.ll",
)
SESSIONS: Final = {
    "terminal": Session(
        [
            "pyllvm dis sum.bc -o - | head -20",
            "pyllvm as typo.ll",
            "pyllvm diff sum.ll new.ll",
        ]
    ),
    "verify": Session(["pyllvm verify sum.ll broken.ll typo.ll"]),
    # Most of a dump is names of kinds and abbreviations.
    "dump": Session(["pyllvm bcanalyzer --dump --decode sum.bc"], begins="FUNCTION_BLOCK", ends="VALUE_SYMTAB"),
    "diff": Session(["pyllvm diff sum.ll new.ll"]),
    "stat": Session(["pyllvm stat sum.bc"]),
}


def shown(session: Session) -> str:
    """The text of a session with the codes of its colors."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in (HERE / "inputs").iterdir():
            shutil.copy(path, folder)
        for command in PREPARED:
            _run(command, folder, session.columns)
        pieces: list[str] = []
        for command in session.commands:
            text = _run(command, folder, session.columns).replace("\r\n", "\n")
            lines = text.splitlines()
            if session.begins:
                begin, end = (
                    next(number for number, line in enumerate(lines) if pattern in plain(line))
                    for pattern in (session.begins, session.ends)
                )
                lines = ["...", *lines[begin:end], "..."]
            pieces.append(f"{PROMPT}{command.partition(' |')[0]}\n" + "".join(f"{line}\n" for line in lines))
        return "\n".join(pieces)


def _run(command: str, folder: Path, columns: int) -> str:
    """The output of a command on a terminal that has this number of columns."""
    import pty

    words = command.partition(" |")[0].split()[1:]
    main, sub = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment |= {"PYLLVM_THEME": "dark", "PYLLVM_PAGER": "", "PYLLVM_PROGRESS": "0"}
    for name in ("NO_COLOR", "PYLLVM_DIAGNOSTICS", "PYLLVM_LLVM_VERSION", "PYLLVM_PRODUCER", "CLICOLOR", "CI"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "pyllvm", *words], stdin=subprocess.DEVNULL, stdout=sub, stderr=sub, cwd=folder, env=environment
    )
    os.close(sub)
    read = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:  # the end, on Linux
            break
        if not piece:
            break
        read += piece
    os.close(main)
    process.wait()
    text = read.decode()
    _, _, count = command.partition("| head -")
    return "".join(text.splitlines(keepends=True)[: int(count)]) if count else text


def plain(text: str) -> str:
    """A text without codes, and without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", text).splitlines())


def picture(name: str) -> str:
    """The picture of a session as SVG."""
    session = SESSIONS[name]
    console = Console(record=True, width=session.columns, file=io.StringIO(), force_terminal=True, color_system="256")
    console.print(Text.from_ansi(shown(session)), soft_wrap=False)
    drawn = console.export_svg(title="pyllvm", theme=SVG_EXPORT_THEME, code_format=FRAME, unique_id=f"pyllvm-{name}")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def text_of(svg: str) -> str:
    """The text in a picture of a terminal, line by line, without blanks."""
    lines: dict[float, str] = {}
    for y, text in re.findall(r'<text class="[^"]*-r\d+" x="[^"]*" y="([^"]*)"[^>]*>([^<]*)</text>', svg):
        lines[float(y)] = lines.get(float(y), "") + html.unescape(text)
    return "\n".join(re.sub(r"\s", "", lines[y]) for y in sorted(lines) if lines[y].strip())


def _layout(sizes: list[tuple[float, int]], edges: list[tuple[int, int]]) -> list[Any]:
    """The layout of the page, which node computes here: corners of nodes, points of edges, and the size of the whole."""
    script = (Path(pyllvm.__file__).parent / "drawing" / "layout.js").read_text(encoding="utf-8")
    words = json.dumps([sizes, edges])
    program = f"{script}\nconst found = layered(...{words});\nconsole.log(JSON.stringify(Object.values(found)));\n"
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def graph_picture() -> str:
    """The control flow graph of `@sum`, laid out as on the page that `pyllvm graph --html` writes."""
    with tempfile.TemporaryDirectory() as name:
        page = Path(name) / "page.html"
        words = ["graph", "--function=sum", f"--html={page}", str(HERE / "inputs" / "sum.ll")]
        subprocess.run([sys.executable, "-m", "pyllvm", *words], check=True)
        found = re.search(r'type="text/plain">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    (graph,) = json.loads(zlib.decompress(base64.b64decode(found[1])))
    nodes = graph["nodes"]
    sizes = [(7.3 * max(map(len, node["lines"])) + 16, 28 + 15 * len(node["lines"])) for node in nodes]
    (corners, paths, width, height) = _layout(sizes, [(edge["source"], edge["target"]) for edge in graph["edges"]])
    parts = [
        f'<svg viewBox="-8 -8 {width + 16:.1f} {height + 16:.1f}" xmlns="http://www.w3.org/2000/svg" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12" xml:space="preserve">',
        '<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0,0L10,5L0,10z" fill="#7b8698"/></marker></defs>',
        f'<rect x="-8" y="-8" width="{width + 16:.1f}" height="{height + 16:.1f}" fill="#f6f7f9"/>',
    ]
    for edge, path in zip(graph["edges"], paths, strict=True):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in path)
        color = {"T": "#1f7a3d", "F": "#b3261e"}.get(edge["label"], "#7b8698")
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.4" marker-end="url(#end)"/>')
    for node, (x, y), (across, down) in zip(nodes, corners, sizes, strict=True):
        box = f'x="{x:.1f}" y="{y:.1f}" width="{across:.1f}" rx="4"'
        parts.append(f'<rect {box} height="{down}" fill="#ffffff" stroke="#7b8698"/>')
        parts.append(f'<rect {box} height="20" fill="#e9edf5"/>')
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 15:.1f}" font-weight="700">{html.escape(node["name"])}</text>')
        for number, line in enumerate(node["lines"]):
            parts.append(f'<text x="{x + 8:.1f}" y="{y + 36 + 15 * number:.1f}">{html.escape(line)}</text>')
    return "\n".join([*parts, "</svg>", ""])


EDITED: Final = "\ndefine i32 @half(i32 %number) {\n  %half = udiv i32 %number, 2\n  ret i32 %hlaf\n}\n"
COLORS: Final = {
    "keyword": "magenta",
    "variable": "cyan",
    "function": "blue",
    "type": "yellow",
    "label": "bright_magenta",
    "number": "green",
    "comment": "bright_black",
}


def editor_text() -> Text:
    """A text in an editor: colors, inlay hints, an error with its correction, and a hover text."""
    session = EditorSession("sum.ll", (HERE / "inputs" / "sum.ll").read_text(encoding="utf-8") + EDITED)
    session.check()
    session.add_help()
    document = session.document
    data = document.data
    styles: list[tuple[int, int, str]] = []
    for number, chunk in enumerate(document.chunks):
        begin = document.start_of(number)
        styles += [
            (begin + start, begin + end, COLORS[semantic.LEGEND[kind]])
            for start, end, kind in semantic.classes_of(chunk)
            if semantic.LEGEND[kind] in COLORS
        ]
    inserted = {note.offset: note for note in inlay_hints.notes(session, 0, len(data), inlay_hints.Shown())}
    (finding,) = session.findings
    wrong = data.index(b"\n", finding.start)
    hovered = data.index(b"%next = add")
    text = Text()
    for at in range(len(data)):
        if at in inserted:
            note = inserted[at]
            text.append(f" {note.text}" if note.kind in ("predecessors", "line") else f"{note.text} ", "italic bright_black")
        if at == wrong:
            text.append("  " + finding.message.replace("\n", "; "), "red")
        style = next((style for start, end, style in styles if start <= at < end), "")
        text.append(chr(data[at]), f"{style} underline" if finding.start <= at < finding.end else style)
        if at == data.index(b"\n", hovered):
            shown = hover.hover(session, hovered)
            assert shown is not None
            for line in shown[0].splitlines():
                if line and not line.startswith("```"):
                    text.append(f"    {line.replace('`', ''):<44}\n", "black on bright_white")
    return text


def editor_picture() -> str:
    """The picture of a text in an editor."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="256")
    console.print(editor_text(), soft_wrap=False)
    drawn = console.export_svg(title="sum.ll", theme=SVG_EXPORT_THEME, code_format=FRAME, unique_id="pyllvm-editor")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def main() -> None:
    """Draw all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name in SESSIONS:
        (PICTURES / f"{name}.svg").write_text(picture(name), encoding="utf-8")
    (PICTURES / "editor.svg").write_text(editor_picture(), encoding="utf-8")
    (PICTURES / "graph.svg").write_text(graph_picture(), encoding="utf-8")


if __name__ == "__main__":
    main()

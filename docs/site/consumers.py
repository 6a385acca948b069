"""Puts what the consumers of the target profiles say, docs/consumers.json, into the page consumers.md.

    python docs/site/consumers.py      rewrites the page

MkDocs loads this file as a hook: the site shows newer results if build/consumers.json has them, as continuous integration leaves
them there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parents[1]
PAGE: Final = DOCS / "consumers.md"
RESULTS: Final = DOCS / "consumers.json"
NEWER_RESULTS: Final = DOCS.parent / "build" / "consumers.json"
PLACE: Final = re.compile(r"(?<=<!-- table -->\n).*(?=<!-- end -->)", re.DOTALL)
HEAD: Final = "\n| profile | consumer | release | tried on | accepted | refused |\n|---|---|---|---|---|---|\n"


def table(rows: list[dict[str, Any]]) -> str:
    """The table of the page; what is refused is red, with the message."""
    return HEAD + "".join(map(_line, rows)) + "\n"


def _line(row: dict[str, Any]) -> str:
    refused = "<br>".join(f'<span style="color: red">{_cell(message)}</span>' for message in row["refused"])
    accepted = f"{row['files'] - len(row['refused'])} of {row['files']}"
    return f"| `{row['profile']}` | {row['consumer']} | {row['release']} | {row['date']} | {accepted} | {refused} |\n"


def _cell(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")


def with_table(markdown: str, results: Path = RESULTS) -> str:
    """The page with the table of these results."""
    rows = json.loads(results.read_text(encoding="utf-8"))
    return PLACE.sub(lambda _: table(rows), markdown)


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """MkDocs calls this with each page."""
    if page.file.src_uri != PAGE.name or not NEWER_RESULTS.is_file():
        return markdown
    return with_table(markdown, NEWER_RESULTS)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

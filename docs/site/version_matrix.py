"""Puts the results of the comparisons between versions into the page version-matrix.md.

    python docs/site/version_matrix.py RESULT...      rewrites the page from what the comparisons printed

MkDocs loads this file as a hook: the site shows newer results if build/version-matrix has them, as continuous integration leaves
them there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parents[1]
PAGE: Final = DOCS / "version-matrix.md"
RESULTS: Final = DOCS.parent / "build" / "version-matrix"
PLACE: Final = re.compile(r"(?<=<!-- tables -->\n).*(?=<!-- end -->)", re.DOTALL)
TABLE: Final = re.compile(r"^## (up|down) (\w+): rows read, columns written\n\n((?:\|.*\n)+)", re.MULTILINE)
TITLES: Final = {
    "up dis": "Up: `pyllvm dis`",
    "up as": "Up: `pyllvm as`",
    "up link": "Up: `pyllvm link`",
    "down dis": "Down: `pyllvm dis`",
    "down as": "Down: `pyllvm as`",
    "down link": "Down: `pyllvm link`",
}


def tables(results: Sequence[str]) -> str:
    """The tables of the page, of what the comparisons printed."""
    return "".join(_sections(results))


def _sections(results: Sequence[str]) -> Iterator[str]:
    for way, command, table in TABLE.findall("\n".join(results)):
        yield f"\n## {TITLES[f'{way} {command}']}\n\n{table}"
    yield "\n"


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """MkDocs calls this with each page."""
    if page.file.src_uri != PAGE.name or not RESULTS.is_dir():
        return markdown
    results = [path.read_text(encoding="utf-8") for path in sorted(RESULTS.iterdir(), reverse=True)]
    return PLACE.sub(lambda _: tables(results), markdown)


def main() -> None:
    """Rewrite the page."""
    results = [Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PLACE.sub(lambda _: tables(results), page), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Lets the site's search find guides before the reference, which has nearly every word: a hook of mkdocs."""

from __future__ import annotations

from typing import Any, Final

# By the beginning of a page's path: by how much its place in the results counts. The first that fits is taken.
_BOOSTS: Final = (
    ("questions/index", 8),
    ("questions/", 4),
    ("older-llvm", 4),
    ("how-to/", 4),
    ("commands/", 4),
    ("reference/commands/", 1),
    ("reference/", 0.25),
    ("contributing/", 0.25),
    ("", 2),
)


def on_page_markdown(markdown: str, page: Any, **_: object) -> None:
    """Set the boost of a page."""
    page.meta["search"] = {"boost": next(boost for start, boost in _BOOSTS if page.file.src_uri.startswith(start))}

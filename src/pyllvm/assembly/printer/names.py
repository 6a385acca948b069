"""How LLVM writes names: bare where they are plain, between quotes and escaped where not."""

from __future__ import annotations

from typing import Final

from pyllvm.schema.text import escape, quoted
from pyllvm.versions import NEWEST

_PLAIN_IN_METADATA: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._")


def name_text(name: str, version: int = NEWEST) -> str:
    """The name without its sigil: `main`, `.str.1`, `"a b"`; quoted unless of letters, digits, `-._` and no digit first."""
    if name.isascii():
        # A Python identifier of ASCII letters is what LLVM takes bare, but for the dot and the dash.
        if name.isidentifier() or name.replace(".", "_").replace("-", "_").isidentifier():
            return name
    return quoted(name, version)


def metadata_name_text(name: str) -> str:
    """The name of a metadata kind or of named metadata, without `!`; bytes that are not plain become `\\XX`."""
    if not name:
        return "<empty name> "
    if name.isascii() and name.replace(".", "_").isidentifier():
        return name
    parts: list[str] = []
    for code in name.encode("utf-8", "surrogateescape"):
        character = chr(code)
        if character in _PLAIN_IN_METADATA and (parts or not character.isdigit()):
            parts.append(character)
        else:
            parts.append(f"\\{code:02X}")
    return "".join(parts)


__all__ = ["escape", "metadata_name_text", "name_text", "quoted"]

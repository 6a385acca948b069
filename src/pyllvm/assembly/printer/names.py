"""How LLVM prints names: plain names as they are, others quoted and escaped."""

from __future__ import annotations

from typing import Final

from pyllvm.schema.text import escape, name_text, quoted

_PLAIN_IN_METADATA: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._")


def metadata_name_text(name: str) -> str:
    """The name of a metadata kind or of named metadata, without `!`; other bytes than plain ones become `\\XX`."""
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

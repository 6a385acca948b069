"""How LLVM writes strings and names: escaped, between quotes where it must be."""

from __future__ import annotations

from typing import Final

from pyllvm.versions import NEWEST

# First version that writes a backslash as two backslashes. Earlier versions write it as \5C.
DOUBLED_BACKSLASH_SINCE: Final = 10

_HEX = "0123456789ABCDEF"
_PLAIN_IN_METADATA: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._")


def _table() -> list[str]:
    table: list[str] = []
    for code in range(256):
        if 32 <= code < 127 and code != 34 and code != 92:
            table.append(chr(code))
        else:
            table.append("\\" + _HEX[code >> 4] + _HEX[code & 15])
    return table


# Filled when the first text has such a byte.
_ESCAPED: Final[list[str]] = []


def escape(text: str, version: int = NEWEST) -> str:
    r"""`text` as `printEscapedString` of this version writes it: bytes that do not print, and `"`, become `\XX`."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    if not _ESCAPED:
        _ESCAPED.extend(_table())
    parts: list[str] = []
    for code in text.encode("utf-8", "surrogateescape"):
        if code == 92 and version >= DOUBLED_BACKSLASH_SINCE:
            parts.append("\\\\")
        else:
            parts.append(_ESCAPED[code])
    return "".join(parts)


def quoted(text: str, version: int = NEWEST) -> str:
    """`text` escaped, between double quotes."""
    return '"' + escape(text, version) + '"'


def name_text(name: str, version: int = NEWEST) -> str:
    """The name without its sigil: `main`, `.str.1`, `"a b"`; quoted unless it has only letters, digits, `-._`, no digit first."""
    if name.isascii():
        # LLVM prints ASCII identifiers without quotes, as well as names with dots and dashes.
        if name.isidentifier() or name.replace(".", "_").replace("-", "_").isidentifier():
            return name
    # Only a comdat is printed without a name. LLVM prints its sigil alone, which it cannot read.
    return quoted(name, version) if name else ""


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

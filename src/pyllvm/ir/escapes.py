"""How LLVM's text writes the bytes of a string between quotes."""

from __future__ import annotations

from typing import Final

# Up to LLVM 9 a backslash is written as \5C, from 10 on as two backslashes.
DOUBLED_BACKSLASH_SINCE: Final = 10


def escaped(text: str, version: int) -> str:
    """The text with each byte that is not printable ASCII, and each quote, as a backslash and two hex digits."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    backslash = "\\\\" if version >= DOUBLED_BACKSLASH_SINCE else "\\5C"
    parts: list[str] = []
    for byte in text.encode("utf-8", "surrogateescape"):
        if byte == 0x5C:
            parts.append(backslash)
        elif 0x20 <= byte < 0x7F and byte != 0x22:
            parts.append(chr(byte))
        else:
            parts.append(f"\\{byte:02X}")
    return "".join(parts)

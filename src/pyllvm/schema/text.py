"""How LLVM writes a string between quotes."""

_HEX = "0123456789ABCDEF"


def _table() -> list[str]:
    table: list[str] = []
    for code in range(256):
        if 32 <= code < 127 and code != 34 and code != 92:
            table.append(chr(code))
        else:
            table.append("\\" + _HEX[code >> 4] + _HEX[code & 15])
    return table


_ESCAPED: list[str] = _table()


def escape(text: str) -> str:
    r"""`text` as `printEscapedString` writes it: bytes that do not print, `"` and `\` become `\XX`."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return text
    parts: list[str] = []
    for code in text.encode("utf-8", "surrogateescape"):
        parts.append(_ESCAPED[code])
    return "".join(parts)


def quoted(text: str) -> str:
    """`text` escaped, between double quotes."""
    return '"' + escape(text) + '"'

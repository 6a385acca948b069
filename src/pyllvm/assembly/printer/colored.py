"""LLVM assembly in colour for a terminal: any number of lines at a time, as fast as they are printed."""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.printer import scanner as scanning
from pyllvm.diagnostics.themes import DARK, LIGHT, RESET, code

# The kind of a word, then its code on a dark and on a light background: bold, faint, and the first 16 colours, which people
# choose for their terminals. Yellow on white cannot be read, nor blue on black. The dark theme has neither, because a terminal
# that does not tell its background may be light. Kinds without a code have the usual colour.
_ROWS: Final[tuple[tuple[int, str, str], ...]] = (
    (scanning.PLAIN, "", ""),
    (scanning.COMMENT, "2", "90"),
    (scanning.STRING, "32", "32"),
    (scanning.LABEL, "1", "1"),
    (scanning.LOCAL, "36", "34"),
    (scanning.GLOBAL, "35", "35"),
    (scanning.METADATA, "2", "90"),
    (scanning.TYPE, "32", "36"),
    (scanning.NUMBER, "", ""),
    (scanning.WORD, "", ""),
    (scanning.FIRST_WORD, "1", "1"),
)
_CODES: Final[dict[str, list[bytes]]] = {
    DARK: [code(dark) for _, dark, _ in _ROWS],
    LIGHT: [code(light) for _, _, light in _ROWS],
}


def colored_lines(text: bytes, theme: str) -> bytes:
    """Lines of assembly with the codes of a theme, DARK or LIGHT, around the words that have a colour."""
    codes = _CODES[theme]
    scanner = scanning.Scanner(text)
    pieces: list[bytes] = []
    done = 0
    while scanner.next():
        begun = codes[scanner.kind]
        if begun:
            pieces += text[done : scanner.begin], begun, text[scanner.begin : scanner.end], RESET
            done = scanner.end
    pieces.append(text[done:])
    return b"".join(pieces)

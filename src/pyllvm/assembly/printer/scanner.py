"""Finds the words of LLVM assembly and their kinds, and gives them their colours: `Scanner` is much simpler than the lexer."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics.themes import DARK, LIGHT, RESET, code

PLAIN: Final = 0
COMMENT: Final = 1
STRING: Final = 2
LABEL: Final = 3
LOCAL: Final = 4
GLOBAL: Final = 5
METADATA: Final = 6
TYPE: Final = 7
NUMBER: Final = 8
WORD: Final = 9
# The first word of a line: an opcode, `define`, `declare`, `attributes`.
FIRST_WORD: Final = 10

_I: Final = ord("i")

# The kinds of words that a byte can begin.
_OTHER: Final = 0
_FEED: Final = 1
_LETTER: Final = 2
_DIGIT: Final = 3
_QUOTE: Final = 4
_SIGIL: Final = 5
_SEMICOLON: Final = 6

_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_."
_DIGITS: Final = b"0123456789-"
_SIGILS: Final = ((b"%", LOCAL), (b"@$", GLOBAL), (b"!#^", METADATA))
_TYPES: Final = frozenset(
    (
        b"ptr", b"void", b"label", b"token", b"metadata", b"half", b"bfloat", b"float", b"double", b"fp128", b"x86_fp80",
        b"ppc_fp128", b"x86_amx", b"x86_mmx",
    )
)  # fmt: skip
# The kind of a word, then its code on a dark and on a light background: bold, faint, and the first 16 colours, which people
# choose for their terminals. Yellow on white cannot be read, nor blue on black. The dark theme has neither, because a terminal
# that does not tell its background may be light. Kinds without a code have the usual colour.
_ROWS: Final[tuple[tuple[int, str, str], ...]] = (
    (PLAIN, "", ""),
    (COMMENT, "2", "90"),
    (STRING, "32", "32"),
    (LABEL, "1", "1"),
    (LOCAL, "36", "34"),
    (GLOBAL, "35", "35"),
    (METADATA, "2", "90"),
    (TYPE, "32", "36"),
    (NUMBER, "", ""),
    (WORD, "", ""),
    (FIRST_WORD, "1", "1"),
)
_CODES: Final[dict[str, list[bytes]]] = {
    DARK: [code(dark) for _, dark, _ in _ROWS],
    LIGHT: [code(light) for _, _, light in _ROWS],
}


def _table(*rows: tuple[bytes, int]) -> bytes:
    table = bytearray(256)
    for letters, number in rows:
        for letter in letters:
            table[letter] = number
    return bytes(table)


_BEGINS: Final = _table(
    (b"\n", _FEED), (_LETTERS, _LETTER), (_DIGITS, _DIGIT), (b'"', _QUOTE), (b";", _SEMICOLON), (b"%@$!#^", _SIGIL)
)
# Numbers have the plus sign, in exponents.
_IS_IN_WORDS: Final = _table((_LETTERS + _DIGITS + b"$+", 1))
_KIND_OF_SIGIL: Final = _table(*_SIGILS)


@final
class Scanner:
    """The words of a text, one after the other. No word goes on in the next line, so a text can be any number of lines."""

    __slots__ = ("_is_first", "_line", "_text", "begin", "end", "kind")

    def __init__(self, text: bytes) -> None:
        self._text = text
        # The beginning of the line, and whether a first word may still come in it.
        self._line = 0
        self._is_first = True
        self.kind = PLAIN
        self.begin = 0
        self.end = 0

    def next(self) -> bool:
        """Go to the next word: `kind`, `begin` and `end` are its own. False after the last word."""
        text = self._text
        size = len(text)
        at = self.end
        while at < size:
            begins = _BEGINS[text[at]]
            if begins == _OTHER:
                at += 1
            elif begins == _FEED:
                at += 1
                self._line = at
                self._is_first = True
            else:
                self.begin = at
                self.kind = self._word(begins, at)
                return True
        self.end = size
        return False

    def _word(self, begins: int, at: int) -> int:
        """Find the end of the word that begins at a place, and return its kind."""
        text = self._text
        if begins == _SIGIL:
            kind = _KIND_OF_SIGIL[text[at]]
            if kind == METADATA:
                self._is_first = False
            if text[at + 1 : at + 2] == b'"':
                self.end = self._end_of_string(at + 2)
                return STRING if kind == METADATA else kind
            self.end = self._end_of_word(at + 1)
            return kind
        if begins == _QUOTE:
            self.end = self._end_of_string(at + 1)
            return LABEL if self._is_label(at) else STRING
        if begins == _SEMICOLON:
            feed = text.find(b"\n", at)
            self.end = len(text) if feed < 0 else feed
            return COMMENT
        self.end = self._end_of_word(at)
        if self._is_label(at):
            return LABEL
        if begins == _DIGIT:
            return NUMBER
        word = text[at : self.end]
        if word in _TYPES or (len(word) > 1 and word[0] == _I and word[1:].isdigit()):
            return TYPE
        if self._is_first:
            self._is_first = False
            return FIRST_WORD
        return WORD

    def _is_label(self, at: int) -> bool:
        return at == self._line and self._text[self.end : self.end + 1] == b":"

    def _end_of_word(self, at: int) -> int:
        text = self._text
        size = len(text)
        while at < size and _IS_IN_WORDS[text[at]]:
            at += 1
        return at

    def _end_of_string(self, at: int) -> int:
        """The end of a string whose content begins at a place: behind its quotation mark, or at the end of the line."""
        text = self._text
        quote = text.find(b'"', at)
        feed = text.find(b"\n", at, len(text) if quote < 0 else quote)
        if feed >= 0:
            return feed
        return len(text) if quote < 0 else quote + 1


def colored_lines(text: bytes, theme: str) -> bytes:
    """Lines of assembly with the codes of a theme, DARK or LIGHT, around the words that have a colour."""
    codes = _CODES[theme]
    scanner = Scanner(text)
    pieces: list[bytes] = []
    done = 0
    while scanner.next():
        begun = codes[scanner.kind]
        if begun:
            pieces += text[done : scanner.begin], begun, text[scanner.begin : scanner.end], RESET
            done = scanner.end
    pieces.append(text[done:])
    return b"".join(pieces)

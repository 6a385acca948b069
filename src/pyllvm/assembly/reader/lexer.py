"""LLVM's lexical rules, on bytes: reads one token at a time, as a kind (token_kinds.py), its position, and its text.

It distinguishes the tokens that LLVM's lexer distinguishes, and three more by lookahead, so that the grammar is LALR(1): a comma
before an attachment (`, !dbg !7`), a metadata name that is being defined (`!llvm.ident = `), and a name that begins a specialised
node (`!DILocation(`).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import token_kinds
from pyllvm.assembly.reader.automaton import MOST_CHARACTERS, SHORT_WORD, Keywords, slot_of
from pyllvm.schema.integers import number_of_digits
from pyllvm.tables.behavior_versions import WIDEST_OLDER_INTEGER


def _character_classes() -> bytes:
    """For each byte, the sum of the bits below that apply."""
    classes = bytearray(256)
    for byte in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ":
        classes[byte] = 1 | 2 | 4 | 8 | 64
    for byte in b"0123456789":
        classes[byte] = 1 | 4 | 16 | 64
    for byte in b"_":
        classes[byte] = 1 | 2 | 4 | 8 | 64
    for byte in b"-$.":
        classes[byte] = 1 | 2 | 64
    for byte in b"\\":
        classes[byte] = 64
    for byte in b"abcdefABCDEF0123456789":
        classes[byte] |= 32
    for byte in b"\0 \t\n\r":
        classes[byte] |= 128
    return bytes(classes)


_CLASSES: Final = _character_classes()
_NAME: Final = 1
"""[-a-zA-Z$._0-9], the characters inside names and labels"""
_NAME_START: Final = 2
_KEYWORD: Final = 4
_WORD_START: Final = 8
_DIGIT: Final = 16
_HEXADECIMAL: Final = 32
_METADATA_NAME: Final = 64
"""the same and the backslash"""
_SPACE: Final = 128

PADDING: Final = b"\0\0\0\0"
"""A few NULs after the text make most checks for its end unnecessary."""

_DIGIT_ZERO: Final = 48
_LARGEST_NUMBER: Final = 0xFFFFFFFF
# The most characters of a number with its sigil.
_MOST_DIGITS: Final = 400

_HEXADECIMAL_DIGITS: Final = b"0123456789abcdefABCDEF"
_SINGLES: Final = {
    ord("="): token_kinds.EQUAL,
    ord("*"): token_kinds.STAR,
    ord("["): token_kinds.LSQB,
    ord("]"): token_kinds.RSQB,
    ord("{"): token_kinds.LBRACE,
    ord("}"): token_kinds.RBRACE,
    ord("("): token_kinds.LPAR,
    ord(")"): token_kinds.RPAR,
    ord("<"): token_kinds.LESSTHAN,
    ord(">"): token_kinds.MORETHAN,
    ord("|"): token_kinds.VBAR,
    ord(":"): token_kinds.COLON,
}


# For each byte, the kind of the token that it is, or 0.
_PUNCTUATION: Final = bytes(_SINGLES.get(byte, 0) for byte in range(256))


BAD_NAN: Final = "bad payload format for nan literal"
UNCLOSED_NAN: Final = "unclosed nan literal"
WIDTH_OUT_OF_RANGE: Final = "bitwidth for integer type out of range"


def unescape(text: bytes) -> bytes:
    r"""The bytes of a quoted text: ``\\`` is a backslash, ``\XX`` the byte of two hexadecimal digits."""
    i: i64 = 0
    size: i64 = len(text)
    while i < size and text[i] != 92:
        i += 1
    if i == size:
        return text
    parts = bytearray(text[:i])
    while i < len(text):
        byte = text[i]
        if byte == 92:
            if i + 1 < len(text) and text[i + 1] == 92:
                parts.append(92)
                i += 2
                continue
            if i + 2 < len(text) and text[i + 1] in _HEXADECIMAL_DIGITS and text[i + 2] in _HEXADECIMAL_DIGITS:
                parts.append(int(text[i + 1 : i + 3], 16))
                i += 3
                continue
        parts.append(byte)
        i += 1
    return bytes(parts)


def _cut_number(digits: bytes) -> int:
    """The number of a name: LLVM takes the low 32 bits of one of 64 bits, and 0 for a longer one."""
    number = number_of_digits(digits)
    return number & 0xFFFFFFFF if number >> 64 == 0 else 0


@final
class Lexer:
    """A text that is being read. `start` and `end` are the position of the last token, `text` or `number` its content."""

    __slots__ = (
        "_limit", "block_comment", "data", "end", "has_hexadecimal_fractions", "keywords", "message", "number", "start", "text",
        "widest_integer",
    )  # fmt: skip

    def __init__(self, data: bytes, keywords: Keywords, start: int = 0, is_padded: bool = False) -> None:
        """`is_padded`: the text ends before the `PADDING` at the end of `data`."""
        self.data = data if is_padded else data + PADDING
        self._limit: i64 = len(self.data) - len(PADDING)
        self.keywords = keywords
        self.start: i64 = start
        self.end: i64 = start
        self.text = b""
        self.number: i64 = 0
        """The number of a token that has no text: of a local value, metadata, or the width of `i32`; -32 for `b32`."""
        self.message = ""
        """LLVM's message for a token of kind ERROR, if it is more specific than "unexpected token"."""
        self.block_comment: i64 = -1
        """The position of the first comment between `/*` and `*/`, which LLVM 20 and newer skip."""

        self.widest_integer: i64 = WIDEST_OLDER_INTEGER
        """The bits of the widest integer type that the version of the text has."""
        self.has_hexadecimal_fractions = True
        """Whether the version of the text has numbers such as `0x1.8p3`."""

    def next_token(self) -> i64:
        """Read a token and return its kind."""
        data = self.data
        p: i64 = self.end
        byte: i64
        while True:
            byte = data[p]
            if byte == 32 or byte == 10 or byte == 9 or byte == 13:
                p += 1
                continue
            if byte == 59:  # ;
                p = self._skip_comment(p)
                continue
            if byte == 0:
                if p >= self._limit:
                    self.start = self._limit
                    self.end = self._limit
                    return token_kinds.END
                p += 1
                continue
            if byte == 47 and data[p + 1] == 42:  # /*
                end = self._skip_block_comment(p)
                if end < 0:
                    self.start = p
                    return self._error(self._limit, "unterminated comment")
                p = end
                continue
            break
        self.start = p
        character_class: i64 = _CLASSES[byte]
        if character_class & _WORD_START:
            return self._word(p)
        if byte == 37:  # %
            return self._variable(p, token_kinds.LOCAL_VAR, token_kinds.LOCAL_ID)
        if byte == 44:  # ,
            self.end = p + 1
            if data[p + 1] == 32 and data[p + 2] != 33 and data[p + 2] > 32 and data[p + 2] != 59:
                return token_kinds.COMMA
            return self._comma(p + 1)
        kind: i64 = _PUNCTUATION[byte]
        if kind:
            self.end = p + 1
            return kind
        if character_class & _DIGIT or byte == 45:  # -
            return self._number(p)
        if byte == 33:  # !
            return self._exclamation(p)
        if byte == 64:  # @
            return self._variable(p, token_kinds.GLOBAL_VAR, token_kinds.GLOBAL_ID)
        if byte == 34:  # "
            return self._string(p)
        if byte == 35:  # #
            return self._hash(p)
        if byte == 46:  # .
            return self._dot(p)
        if byte == 36:  # $
            return self._dollar(p)
        if byte == 94:  # ^
            return self._identifier_number(p, token_kinds.SUMMARY_ID)
        if byte == 43:  # +
            return self._positive(p)
        return self._error(p + 1, "")

    def _error(self, end: i64, message: str) -> i64:
        self.end = end
        self.message = message
        return token_kinds.ERROR

    def _skip_comment(self, p: i64) -> i64:
        """The end of the line; a carriage return also ends a comment."""
        data = self.data
        while p < self._limit and data[p] != 10 and data[p] != 13:
            p += 1
        return p

    def _skip_block_comment(self, p: i64) -> i64:
        """The position after `*/`, or -1. As in LLVM, a star without a slash hides the character after it."""
        if self.block_comment < 0:
            self.block_comment = p
        p += 2
        while True:
            p = self.data.find(b"*", p)
            if p < 0:
                return -1
            if self.data[p + 1] == 47:
                return p + 2
            p += 2

    def _skip_space(self, p: i64) -> i64:
        data = self.data
        while p < self._limit:
            byte = data[p]
            if byte == 59:
                p = self._skip_comment(p)
            elif _CLASSES[byte] & _SPACE:
                p += 1
            else:
                break
        return p

    def _comma(self, p: i64) -> i64:
        """A comma; `p` is after it. If an attachment follows, it has a kind of its own."""
        data = self.data
        p = self._skip_space(p)
        if data[p] != 33:
            return token_kinds.COMMA
        p += 1
        if not _CLASSES[data[p]] & _METADATA_NAME or _CLASSES[data[p]] & _DIGIT:
            return token_kinds.COMMA
        while _CLASSES[data[p]] & _METADATA_NAME:
            p += 1
        if data[self._skip_space(p)] == 40:
            return token_kinds.COMMA
        return token_kinds.COMMA_ATTACHMENT

    def _word(self, start: i64) -> i64:
        """A label, an integer type, a word, or a hexadecimal integer."""
        data = self.data
        p: i64 = start + 1
        characters: i64 = data[start]
        while _CLASSES[data[p]] & _KEYWORD:
            # Of a word of more than SHORT_WORD characters, only the last ones are left.
            characters = (characters & MOST_CHARACTERS) << 8 | data[p]
            p += 1
        keyword_end: i64 = p
        byte = data[p]
        if byte == 58 or byte == 45 or byte == 36 or byte == 46:
            while _CLASSES[data[p]] & _NAME:
                p += 1
            if data[p] == 58:
                self.text = data[start:p]
                self.end = p + 1
                return token_kinds.LABEL_STR
        first = data[start]
        if (first == 105 or first == 98) and _CLASSES[data[start + 1]] & _DIGIT:  # i, b
            p = start + 1
            width: i64 = 0
            while _CLASSES[data[p]] & _DIGIT:
                if p - start < 10:
                    width = width * 10 + (data[p] - _DIGIT_ZERO)
                p += 1
            self.end = p
            if p - start > 9 or width < 1 or width > self.widest_integer:
                return self._error(p, WIDTH_OUT_OF_RANGE)
            self.number = width if first == 105 else -width
            return token_kinds.INTEGER_TYPE
        self.end = keyword_end
        keywords = self.keywords
        length: i64 = keyword_end - start
        known = keywords.slots[slot_of(characters)]
        while known is not None:
            if known.characters == characters and known.length == length:
                if length <= SHORT_WORD or data[start:keyword_end] == known.text:
                    self.text = known.text
                    return known.kind
            known = known.next
        self.text = data[start:keyword_end]
        if (first == 117 or first == 115 or first == 102) and data[start + 1] == 48 and data[start + 2] == 120:  # u0x, s0x, f0x
            if _CLASSES[data[start + 3]] & _HEXADECIMAL:
                p = start + 3
                while _CLASSES[data[p]] & _HEXADECIMAL:
                    p += 1
                if p != keyword_end:
                    return self._error(start + 3, "")
                return token_kinds.FLOAT if first == 102 else token_kinds.INTEGER
        if first == 99 and data[start + 1] == 99:  # cc
            self.text = b"cc"
            self.end = start + 2
            return keywords.kinds[b"cc"]
        return token_kinds.WORD

    def _variable(self, start: i64, named: i64, numbered: i64) -> i64:
        data = self.data
        p: i64 = start + 1
        byte = data[p]
        character_class = _CLASSES[byte]
        if character_class & _NAME_START:
            p += 1
            while _CLASSES[data[p]] & _NAME:
                p += 1
            self.text = data[start + 1 : p]
            self.end = p
            return named
        if character_class & _DIGIT:
            return self._identifier_number(start, numbered)
        if byte == 34:
            closing: i64 = data.find(b'"', p + 1, self._limit)
            if closing < 0:
                what = "COMDAT" if named == token_kinds.COMDAT_VAR else "global"
                return self._error(self._limit, f"end of file in {what} variable name")
            self.text = unescape(data[p + 1 : closing])
            self.end = closing + 1
            if b"\0" in self.text:
                return self._error(closing + 1, "NUL character is not allowed in names")
            return named
        return self._error(p, "")

    def _identifier_number(self, start: i64, kind: i64) -> i64:
        data = self.data
        p: i64 = start + 1
        number: i64 = 0
        while _CLASSES[data[p]] & _DIGIT:
            if number <= _LARGEST_NUMBER:
                number = number * 10 + (data[p] - _DIGIT_ZERO)
            p += 1
        if p == start + 1:
            return self._error(p, "")
        if number > _LARGEST_NUMBER:
            number = _cut_number(data[start + 1 : p])
        if kind != token_kinds.LOCAL_ID:
            self.text = b"%d" % number
        self.number = number
        self.end = p
        return kind

    def _string(self, start: i64) -> i64:
        data = self.data
        closing: i64 = data.find(b'"', start + 1, self._limit)
        if closing < 0:
            return self._error(self._limit, "end of file in string constant")
        self.text = unescape(data[start + 1 : closing])
        self.end = closing + 1
        if data[closing + 1] == 58:
            self.end = closing + 2
            if b"\0" in self.text:
                return self._error(closing + 2, "NUL character is not allowed in names")
            return token_kinds.LABEL_STR
        return token_kinds.STRING

    def _exclamation(self, start: i64) -> i64:
        data = self.data
        p: i64 = start + 1
        byte = data[p]
        character_class = _CLASSES[byte]
        if character_class & _DIGIT:
            number: i64 = 0
            while _CLASSES[data[p]] & _DIGIT:
                if number <= _LARGEST_NUMBER:
                    number = number * 10 + (data[p] - _DIGIT_ZERO)
                p += 1
            self.number = number
            self.end = p
            if number > _LARGEST_NUMBER or p - start > _MOST_DIGITS:
                self.start = start + 1
                return self._error(p, "expected 32-bit integer (too large)")
            return token_kinds.METADATA_ID
        if byte == 34:
            closing: i64 = data.find(b'"', p + 1, self._limit)
            if closing < 0:
                self.start = p
                return self._error(self._limit, "end of file in string constant")
            self.text = unescape(data[p + 1 : closing])
            self.end = closing + 1
            return token_kinds.METADATA_STRING
        if character_class & _METADATA_NAME:
            is_escaped = False
            while _CLASSES[data[p]] & _METADATA_NAME:
                if data[p] == 92:
                    is_escaped = True
                p += 1
            text = data[start + 1 : p]
            self.text = unescape(text) if is_escaped else text
            self.end = p
            following = data[p]
            if following == 32 and data[p + 1] != 61 and data[p + 1] > 32 and data[p + 1] != 40 and data[p + 1] != 59:
                return token_kinds.METADATA_VAR
            following = data[self._skip_space(p)]
            if following == 40:
                return token_kinds.SPECIALIZED_NODE
            if following == 61:
                return token_kinds.NAMED_METADATA
            return token_kinds.METADATA_VAR
        # LLVM allows space between the mark and the number or string.
        if character_class & _SPACE or byte == 59:
            p = self._skip_space(p)
            if p < self._limit and (data[p] == 34 or _CLASSES[data[p]] & _DIGIT):
                return self._exclamation(p - 1)
        self.end = start + 1
        return token_kinds.BANG

    def _hash(self, start: i64) -> i64:
        data = self.data
        if _CLASSES[data[start + 1]] & _DIGIT:
            return self._identifier_number(start, token_kinds.ATTRIBUTE_GROUP_ID)
        p: i64 = start + 1
        while _CLASSES[data[p]] & _KEYWORD:
            p += 1
        self.text = data[start + 1 : p]
        if self.text.startswith(b"dbg_"):
            self.end = p
            return token_kinds.DEBUG_RECORD
        return self._error(start + 1, "")

    def _label_tail(self, p: i64) -> i64:
        """The end of a label that continues at `p`, after its colon; -1 if it is not a label."""
        data = self.data
        while _CLASSES[data[p]] & _NAME:
            p += 1
        if data[p] == 58:
            return p + 1
        return -1

    def _dot(self, start: i64) -> i64:
        data = self.data
        end: i64 = self._label_tail(start + 1)
        if end >= 0:
            self.text = data[start : end - 1]
            self.end = end
            return token_kinds.LABEL_STR
        if data[start + 1] == 46 and data[start + 2] == 46:
            self.end = start + 3
            return token_kinds.ELLIPSIS
        return self._error(start + 1, "")

    def _dollar(self, start: i64) -> i64:
        data = self.data
        end: i64 = self._label_tail(start + 1)
        if end >= 0:
            self.text = data[start : end - 1]
            self.end = end
            return token_kinds.LABEL_STR
        if _CLASSES[data[start + 1]] & _DIGIT:
            return self._error(start + 1, "")
        return self._variable(start, token_kinds.COMDAT_VAR, token_kinds.COMDAT_VAR)

    def _number(self, start: i64) -> i64:
        """A label, an integer or a floating-point number, possibly with a minus sign."""
        data = self.data
        p: i64 = start
        end: i64
        negative = data[p] == 45
        if negative:
            p += 1
            if not _CLASSES[data[p]] & _DIGIT:
                end = self._label_tail(p)
                if end >= 0:
                    self.text = data[start : end - 1]
                    self.end = end
                    return token_kinds.LABEL_STR
                return self._special_float(start)
        while _CLASSES[data[p]] & _DIGIT:
            p += 1
        byte = data[p]
        if byte == 58 and not negative:
            self.text = data[start:p]
            self.end = p + 1
            if p - start > 9:
                self.text = b"%d" % _cut_number(self.text)
            return token_kinds.LABEL_ID
        if byte == 58 or _CLASSES[byte] & _NAME:
            end = self._label_tail(p)
            if end >= 0:
                self.text = data[start : end - 1]
                self.end = end
                return token_kinds.LABEL_STR
        if byte != 46:
            if data[start] == 48 and data[start + 1] == 120:
                return self._hexadecimal_float(start)
            if negative and byte == 120 and data[start + 1] == 48 and p == start + 2 and self.has_hexadecimal_fractions:
                return self._hexadecimal_fraction(start, p + 1)
            self.text = data[start:p]
            self.end = p
            return token_kinds.INTEGER
        return self._fraction(start, p + 1)

    def _fraction(self, start: i64, p: i64) -> i64:
        """The rest of a floating-point number; `p` is after its point."""
        data = self.data
        while _CLASSES[data[p]] & _DIGIT:
            p += 1
        byte = data[p]
        if byte == 101 or byte == 69:
            following = data[p + 1]
            if _CLASSES[following] & _DIGIT or ((following == 45 or following == 43) and _CLASSES[data[p + 2]] & _DIGIT):
                p += 2
                while _CLASSES[data[p]] & _DIGIT:
                    p += 1
        self.text = data[start:p]
        self.end = p
        return token_kinds.FLOAT

    def _hexadecimal_float(self, start: i64) -> i64:
        data = self.data
        p: i64 = start + 2
        byte = data[p]
        if byte == 72 or byte == 75 or byte == 76 or byte == 77 or byte == 82:  # H K L M R
            p += 1
        if not _CLASSES[data[p]] & _HEXADECIMAL:
            return self._error(start + 1, "")
        while _CLASSES[data[p]] & _HEXADECIMAL:
            p += 1
        if data[p] == 46 and self.has_hexadecimal_fractions:
            return self._hexadecimal_fraction(start, start + 2)
        self.text = data[start:p]
        self.end = p
        return token_kinds.FLOAT

    def _hexadecimal_fraction(self, start: i64, first: i64) -> i64:
        """`0x1.8p3`, as in C, since LLVM 23; `first` is after `0x`. The point and the exponent are required."""
        data = self.data
        p: i64 = first
        while _CLASSES[data[p]] & _HEXADECIMAL:
            p += 1
        if p == first or data[p] != 46:
            return self._error(start + 1, "")
        p += 1
        while _CLASSES[data[p]] & _HEXADECIMAL:
            p += 1
        if data[p] != 112 and data[p] != 80:  # p, P
            return self._error(start + 1, "")
        p += 1
        if data[p] == 43 or data[p] == 45:
            p += 1
        while _CLASSES[data[p]] & _DIGIT:
            p += 1
        self.text = data[start:p]
        self.end = p
        return token_kinds.FLOAT

    def _positive(self, start: i64) -> i64:
        data = self.data
        p: i64 = start + 1
        while _CLASSES[data[p]] & _DIGIT:
            p += 1
        if p == start + 1:
            return self._special_float(start)
        if data[p] == 120 and data[start + 1] == 48 and p == start + 2 and self.has_hexadecimal_fractions:
            return self._hexadecimal_fraction(start, p + 1)
        if data[p] != 46:
            return self._error(start + 1, "")
        return self._fraction(start, p + 1)

    def _special_float(self, start: i64) -> i64:
        """`+inf`, `-qnan`, `+nan(0x1)` or `-snan(0x1)`, since LLVM 23."""
        data = self.data
        p: i64 = start + 1
        while _CLASSES[data[p]] & _NAME:
            p += 1
        word = data[start + 1 : p]
        if word in (b"inf", b"qnan"):
            self.text = data[start:p]
            self.end = p
            return token_kinds.FLOAT
        if word in (b"nan", b"snan") and data[p] == 40:
            closing: i64 = data.find(b")", p, self._limit)
            if closing < 0:
                return self._error(start + 1, UNCLOSED_NAN)
            if data[p + 1] == 48 and data[p + 2] == 120:
                self.text = data[start : closing + 1]
                self.end = closing + 1
                return token_kinds.FLOAT
        return self._error(start + 1, BAD_NAN)

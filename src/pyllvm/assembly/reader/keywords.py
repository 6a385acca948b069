"""The words of the language, as the lexer looks them up.

Most words of a text are short. They are found by their characters, without a bytes object of their own: together with the
numbers that tokens have in place of a text, that saves a tenth of the time in which a text is read.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

SHORT_WORD: Final = 7
"""The most characters of a word that is found by them: they fit in a signed 64-bit number."""
MOST_CHARACTERS: Final = (1 << 48) - 1
"""A number with so many bits has space for one more character."""

_SLOTS: Final = 2048


def slot_of(characters: i64) -> i64:
    """The place of a short word in the table; `characters` are its bytes as a big-endian number."""
    mixed: i64 = characters ^ (characters >> 11) ^ (characters >> 27) ^ (characters >> 41)
    return mixed & (_SLOTS - 1)


@final
class ShortWord:
    """A word with its characters as a number, and its kind."""

    __slots__ = ("characters", "kind", "text")

    def __init__(self, characters: i64, kind: i64, text: bytes) -> None:
        self.characters: Final[i64] = characters
        self.kind: Final[i64] = kind
        self.text: Final = text


@final
class Keywords:
    """`kinds` has the kinds of all words. A short word is at its slot, unless another one is there."""

    __slots__ = ("kinds", "short")

    def __init__(self, kinds: dict[bytes, int]) -> None:
        self.kinds: Final = kinds
        self.short: Final[list[ShortWord | None]] = [None] * _SLOTS
        for word, kind in kinds.items():
            if len(word) <= SHORT_WORD:
                characters: i64 = 0
                for byte in word:
                    characters = characters << 8 | byte
                slot: i64 = slot_of(characters)
                if self.short[slot] is None:
                    self.short[slot] = ShortWord(characters, kind, word)

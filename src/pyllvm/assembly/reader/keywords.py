"""The words of the language, as the lexer looks them up.

A word is found by its last characters, without a bytes object of its own: together with the numbers that tokens have in place of
a text, that saves a tenth of the time in which a text is read.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

SHORT_WORD: Final = 7
"""The most characters of a word that is found by them alone: they fit in a signed 64-bit number."""
MOST_CHARACTERS: Final = (1 << 48) - 1
"""A number with so many bits has space for one more character."""

_SLOTS: Final = 2048


def slot_of(characters: i64) -> i64:
    """The place of a word in the table; `characters` are its last bytes as a big-endian number."""
    mixed: i64 = characters ^ (characters >> 11) ^ (characters >> 27) ^ (characters >> 41)
    return mixed & (_SLOTS - 1)


@final
class KnownWord:
    """A word with its last characters as a number, its length, its kind, and the next word with the same slot."""

    __slots__ = ("characters", "kind", "length", "next", "text")

    def __init__(self, characters: i64, kind: i64, text: bytes, following: KnownWord | None) -> None:
        self.characters: Final[i64] = characters
        self.length: Final[i64] = len(text)
        self.kind: Final[i64] = kind
        self.text: Final = text
        self.next: Final = following


@final
class Keywords:
    """`kinds` has the kinds of all words, and `slots` the words themselves."""

    __slots__ = ("kinds", "slots")

    def __init__(self, kinds: dict[bytes, int]) -> None:
        self.kinds: Final = kinds
        self.slots: Final[list[KnownWord | None]] = [None] * _SLOTS
        for word, kind in kinds.items():
            characters: i64 = 0
            for byte in word:
                characters = (characters & MOST_CHARACTERS) << 8 | byte
            slot: i64 = slot_of(characters)
            self.slots[slot] = KnownWord(characters, kind, word, self.slots[slot])

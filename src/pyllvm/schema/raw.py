"""The value after a label as written, before its field's kind interprets it; and the errors of fields."""

from __future__ import annotations

from typing import Final, final

from pyllvm.schema.integers import integer_of_decimal

INTEGER: Final = 0  # an integer literal: `integer`; `negative` when written with a minus
STRING: Final = 1  # "text": `text`
REFERENCE: Final = 2  # metadata: `reference`
NULL: Final = 3  # null
BOOLEAN: Final = 4  # true, false: `integer` 1 or 0
WORDS: Final = 5  # one or more words and integers joined by `|`: `words`
LIST: Final = 6  # {metadata, ...}: `elements`
OTHER: Final = 7  # any other token

AT_LABEL: Final = 0
AT_VALUE: Final = 1
AT_CLOSING: Final = 2  # the closing parenthesis
AT_NODE: Final = 3  # the node's name, `!DIFile`
AFTER: Final = 4  # the token after the closing parenthesis
AT_BAR: Final = 5  # the `|` behind the first of several words


@final
class RawValue:
    """One value as written. A single keyword, and `A | 4 | B`, are WORDS: `words` holds each word, integers as digits."""

    def __init__(
        self,
        kind: int,
        integer: int = 0,
        text: str = "",
        reference: object | None = None,
        words: list[str] | None = None,
        elements: list[object | None] | None = None,
        negative: bool = False,
    ) -> None:
        self.kind: int = kind
        self.integer: int = integer
        self.text: str = text
        self.reference: object | None = reference
        self.words: list[str] = words if words is not None else []
        self.elements: list[object | None] = elements if elements is not None else []
        self.negative: bool = negative or integer < 0

    def first(self) -> RawValue:
        """Return the first of several words as a value of its own."""
        word = self.words[0]
        if not word.lstrip("-").isdigit():
            return RawValue(WORDS, words=[word])
        return RawValue(INTEGER, integer_of_decimal(word.encode()), negative=word[0] == "-")


class FieldError(ValueError):
    """A field that LLVM rejects: LLVM's message, and the token at fault.

    `index` is the position of the label and value in the lists that were parsed (-1: none). `place` is AT_LABEL,
    AT_VALUE, AT_CLOSING, AT_NODE, AFTER or AT_BAR. `word` is the position of the word in a value of several words.
    """

    def __init__(self, message: str, place: int, index: int = -1, word: int = 0) -> None:
        super().__init__(message)
        self.message: str = message
        self.place: int = place
        self.index: int = index
        self.word: int = word

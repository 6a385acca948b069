"""The parser's stack as the actions see it: the symbols that have been read and not reduced yet."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.ir.types import Type
from pyllvm.ir.value import Value

_FIRST_SIZE: Final = 1024


@final
class Place:
    """The data that the parser keeps about a symbol: its value, and plain integers, which need no objects."""

    def __init__(self) -> None:
        self.value: object = None
        self.state: i64 = 0
        """The state of the parser behind the symbol."""
        self.start: i64 = 0
        """Where the symbol begins in the text."""
        self.number: i64 = 0
        """The number of a token that has one in place of a text."""


@final
class Starts:
    """Where each symbol begins in the text."""

    def __init__(self, places: list[Place]) -> None:
        self._places: Final = places

    def __getitem__(self, at: i64) -> i64:
        return self._places[at].start


@final
class Values:
    """The value of each symbol."""

    def __init__(self, places: list[Place]) -> None:
        self._places: Final = places

    def __getitem__(self, at: i64) -> object:
        return self._places[at].value


@final
class Stack:
    """The value of each symbol, its position in the text, and the number of a token that has one in place of a text.

    The symbols of a rule are adjacent, and `base` is the position of the first, where the whole begins in the text. A child is at
    `base` plus its constant of `children`. The accessors return the value with its type. An optional symbol that is absent has
    the value None.
    """

    def __init__(self) -> None:
        self.places: Final = [Place() for _ in range(_FIRST_SIZE)]
        self.values: Final = Values(self.places)
        self.starts: Final = Starts(self.places)

    def grow(self) -> None:
        """Double the capacity."""
        self.places.extend([Place() for _ in range(len(self.places))])

    def bytes_at(self, at: i64) -> bytes:
        """The text of a token."""
        text = self.values[at]
        assert isinstance(text, bytes)
        return text

    def word_at(self, at: i64) -> bytes:
        """A word that may be absent; then it is empty."""
        word = self.values[at]
        return word if isinstance(word, bytes) else b""

    def number_at(self, at: i64) -> int:
        """A number that may be absent; then it is 0."""
        number = self.values[at]
        return number if isinstance(number, int) else 0

    def type_at(self, at: i64) -> Type:
        """A type."""
        type = self.values[at]
        assert isinstance(type, Type)
        return type

    def value_at(self, at: i64) -> Value:
        """A value of the IR."""
        value = self.values[at]
        assert isinstance(value, Value)
        return value

    def list_at(self, at: i64) -> list[object] | None:
        """A list; None if it is absent."""
        items = self.values[at]
        return items if isinstance(items, list) else None

    def values_at(self, at: i64) -> list[Value]:
        """A list of values of the IR; empty if it is absent."""
        items = self.values[at]
        if items is None:
            return []
        assert isinstance(items, list)
        values: list[Value] = items
        return values

    def types_at(self, at: i64) -> list[Type]:
        """A list of types."""
        items = self.values[at]
        assert isinstance(items, list)
        types: list[Type] = items
        return types

    def texts_at(self, at: i64) -> list[bytes]:
        """A list of the texts of tokens."""
        items = self.values[at]
        assert isinstance(items, list)
        texts: list[bytes] = items
        return texts

"""The choices that a generator makes: by a random generator, or by a test framework that makes failing examples smaller."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

# Letters for names: plain ones, signs that need quotes and escapes, and letters beyond ASCII.
_LETTERS: Final = 'abcxyzABC019._$- "\\\n\x01\x7fäß€中\U0001f600'
_LONGEST_NAME: Final = 6
PERCENT: Final = 100


class Choices:
    """Where decisions come from. The first of several choices is the simplest."""

    def integer(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        raise NotImplementedError

    def name(self) -> str:
        """A name of any letters but NUL; it may be empty."""
        length = self.integer(0, _LONGEST_NAME)
        return "".join([_LETTERS[self.integer(0, len(_LETTERS) - 1)] for _ in range(length)])

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some things."""
        return choices[self.integer(0, len(choices) - 1)]

    def happens(self, percent: int) -> bool:
        """Whether something happens that does so in that share of cases."""
        return self.integer(0, PERCENT - 1) >= PERCENT - percent


class RandomChoices(Choices):
    """The choices of a random generator."""

    def __init__(self, generator: random.Random) -> None:
        self._random: Final = generator

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

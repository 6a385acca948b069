"""The shape of a record: its operands in order, each with its name and its meaning, in the short form of a table.

A shape is words separated by blanks. `name:meaning` is an operand; without `:meaning` it is a number. Behind that,
`?condition` restricts it to records for which the condition holds; `*` repeats it to the end of the record, and `*count`
as often as the operand called `count` states. `(` ... `)*` and `(` ... `)*count` repeat several operands together.
The record of an instruction has `->` at its end, and behind that `end` if it ends its block, and where its result's type comes
from: `-> left` is the type of the operand `left`.

A condition tests an operand before it, or one of the facts that the reader of the shape knows (such as the summary's version,
or `operands`, the number of operands): `flags&8` a bit, `kind=1`, `version>=4`, `version<4`; `!` before it negates it.
"""

from __future__ import annotations

from typing import Final, final

NOT_REPEATED: Final = ""
TO_THE_END: Final = "*"
_END: Final = " end"

_HAS_BIT: Final = 0
_EQUALS: Final = 1
_AT_LEAST: Final = 2
_BELOW: Final = 3
_TESTS: Final = ((">=", _AT_LEAST), ("<", _BELOW), ("=", _EQUALS), ("&", _HAS_BIT))


@final
class ShapeCondition:
    """A test of one number that is known by name; an unknown name has the value 0."""

    def __init__(self, words: str) -> None:
        self.is_negated = words.startswith("!")
        self.name = words.lstrip("!")
        self.test = _HAS_BIT
        self.number = -1
        for sign, test in _TESTS:
            name, found, number = self.name.partition(sign)
            if found:
                self.name = name
                self.test = test
                self.number = int(number, 0)
                break

    def holds(self, known: dict[str, int]) -> bool:
        """Whether the test holds for these numbers."""
        value = known.get(self.name, 0)
        if self.test == _HAS_BIT:
            result = value & self.number != 0
        elif self.test == _EQUALS:
            result = value == self.number
        elif self.test == _AT_LEAST:
            result = value >= self.number
        else:
            result = value < self.number
        return result != self.is_negated


@final
class ShapeItem:
    """One operand of a shape, or a group of `items` that is repeated together.

    `repeated` is NOT_REPEATED, TO_THE_END, or the name of the operand that states how often.
    """

    def __init__(
        self, name: str, meaning: str, condition: ShapeCondition | None, repeated: str, items: list[ShapeItem] | None
    ) -> None:
        self.name = name
        self.meaning = meaning
        self.condition = condition
        self.repeated = repeated
        self.items = items


@final
class RecordShape:
    """The shape of the records with one code in one block. `words` are split on first use, because imports must stay cheap."""

    def __init__(self, words: str) -> None:
        self.words, arrow, result = words.partition("->")
        self.is_instruction = arrow != ""
        self.ends_block = result.startswith(_END)
        self.result = result.removeprefix(_END).strip()
        """Where the type of an instruction's result comes from; "" if it has none."""
        self._items: list[ShapeItem] | None = None

    @property
    def items(self) -> list[ShapeItem]:
        """The operands in order."""
        found = self._items
        if found is None:
            found = _items(self.words.replace("(", "( ").replace(")", " )").split())
            self._items = found
        return found


def _items(words: list[str]) -> list[ShapeItem]:
    found: list[ShapeItem] = []
    # the lists of the groups around the current word
    outer: list[list[ShapeItem]] = []
    for word in words:
        if word == "(":
            outer.append(found)
            found = []
        elif word.startswith(")"):
            repeated, condition = _suffixes(word[1:])
            group = ShapeItem("", "", condition, repeated, found)
            found = outer.pop()
            found.append(group)
        else:
            cut = min([at for at in (word.find("?"), word.find("*")) if at >= 0], default=len(word))
            name, _, meaning = word[:cut].partition(":")
            repeated, condition = _suffixes(word[cut:])
            found.append(ShapeItem(name, meaning or "number", condition, repeated, None))
    return found


def _suffixes(text: str) -> tuple[str, ShapeCondition | None]:
    """The repetition and the condition behind a word or group."""
    repetition, _, condition = text.partition("?")
    repeated = NOT_REPEATED
    if repetition:
        repeated = repetition[1:] or TO_THE_END
    return repeated, ShapeCondition(condition) if condition else None

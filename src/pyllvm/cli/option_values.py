"""The kinds of values that options take, and how their texts are checked, in LLVM's words."""

from __future__ import annotations

import os

from pyllvm.notation import Final, final

TRUE_WORDS: Final = frozenset(("true", "TRUE", "True", "1"))
FALSE_WORDS: Final = frozenset(("false", "FALSE", "False", "0"))
# The width of the numbers that options take, in bits; the same as in LLVM's tools.
_NUMBER_BITS: Final = 32

TEXT: Final = "text"
LLVM: Final = "llvm"
DRAWN: Final = "drawn"
JSON: Final = "json"
SARIF: Final = "sarif"
GITHUB: Final = "github"
DIAGNOSTICS_FORMS: Final = (TEXT, LLVM, DRAWN, JSON, SARIF, GITHUB)
DIAGNOSTICS_VARIABLE: Final = "PYLLVM_DIAGNOSTICS"


class UsageError(Exception):
    """An error in the command line. Each of its complaints is printed after the program's name; one may have several lines."""

    def __init__(self, *lines: str, bare: bool = False) -> None:
        super().__init__(lines[0])
        self.lines = lines
        self.bare = bare
        """Whether the lines are printed without the program's name, as LLVM's tools print some errors."""


class OptionValue:
    """The value that an option takes; a flag's value is true or false."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        """The word for it in the help."""
        self.choices: tuple[str, ...] = ()
        """The only words that it may be, if it is not free."""
        self.suggestions: tuple[str, ...] = ()
        """Words that shells offer for it, besides the choices."""
        self.if_bare: str | None = None
        """The text of the value if none is given (``--color``); None if one is required."""
        self.is_multiple = False
        """Whether each occurrence counts: the value is a list."""

    def check(self, spelled: str, text: str) -> bool | int | str:
        """Convert the text from the command line; UsageError if it is invalid. `spelled` is the option with its dashes."""
        return text

    def takes_joined(self, text: str) -> bool:
        """Whether `text` may follow the option's letter directly: ``-j4``, ``-fsysv``."""
        return text in self.choices


@final
class Switch(OptionValue):
    """The value of a flag. With a `refusal`, which says why, the flag can only be switched off."""

    def __init__(self, refusal: str = "") -> None:
        super().__init__()
        self.if_bare = "true"
        self.refusal = refusal

    def check(self, spelled: str, text: str) -> bool | int | str:
        """True or False."""
        if text in TRUE_WORDS:
            if self.refusal:
                raise UsageError(f"for the {spelled} option: not supported; {self.refusal}")
            return True
        if text in FALSE_WORDS:
            return False
        raise UsageError(f"for the {spelled} option: '{text}' is invalid value for boolean argument! Try 0 or 1")


@final
class Word(OptionValue):
    """A free text. With `is_multiple`, it may be given several times."""

    def __init__(self, name: str, *, suggestions: tuple[str, ...] = (), is_multiple: bool = False) -> None:
        super().__init__(name)
        self.suggestions = suggestions
        self.is_multiple = is_multiple


@final
class Number(OptionValue):
    """A number that is not negative, in 32 bits."""

    def check(self, spelled: str, text: str) -> bool | int | str:
        """The number."""
        try:
            return _integer(text)
        except ValueError:
            raise UsageError(f"for the {spelled} option: '{text}' value invalid for uint argument!") from None

    def takes_joined(self, text: str) -> bool:
        """Whether the number may follow the option's letter."""
        return text.isdecimal()


@final
class Choice(OptionValue):
    """One of several words. `spellings` are other words for them (``--color=true``)."""

    def __init__(self, words: tuple[str, ...], if_bare: str | None = None, spellings: dict[str, str] | None = None) -> None:
        super().__init__("|".join(words))
        self.choices = words
        self.if_bare = if_bare
        self._spellings = spellings or {}

    def check(self, spelled: str, text: str) -> bool | int | str:
        """The word as it is in `choices`."""
        word = self._spellings.get(text, text)
        if word not in self.choices:
            lines = [f"for the {spelled} option: Cannot find option named '{text}'!"]
            if requested_diagnostics() == LLVM:
                raise UsageError(*lines)
            from pyllvm.assembly.reader.near_miss import distance  # only for a wrong word

            given = text.encode("utf-8", "replace")
            differing, nearest = min((distance(given, one.encode()), one) for one in self.choices)
            meant = f"Did you mean '{nearest}'? " if differing <= max(1, (len(text) + 1) // 2) else ""
            raise UsageError(*lines, f"{meant}The words are {', '.join(self.choices)}")
        return word


def _integer(text: str) -> int:
    """The number that an option's value spells: decimal, or with the prefix 0x, 0o or 0b. ValueError for other text."""
    value = int(text, 0)
    if value < 0 or value.bit_length() > _NUMBER_BITS:
        raise ValueError(text)
    return value


def requested_diagnostics() -> str:
    """The form of diagnostics that the environment requests. UsageError if it names an unknown form."""
    form = os.environ.get(DIAGNOSTICS_VARIABLE) or TEXT
    if form not in DIAGNOSTICS_FORMS:
        raise UsageError(f"${DIAGNOSTICS_VARIABLE}: '{form}' is not a form of diagnostics ({', '.join(DIAGNOSTICS_FORMS)})")
    return form

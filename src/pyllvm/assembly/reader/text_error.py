"""The exceptions for errors in a text, from which the driver makes diagnostics."""

from __future__ import annotations

from typing import Final, final

UNDEFINED: Final = "use of undefined "
"""How the errors about names begin that the text does not define."""


@final
class TextError(Exception):
    """An error at a byte offset of the text; `others` are errors found together with it that LLVM would not report.

    `is_syntax`: the text does not fit the grammar, so what follows may be misread. `is_consequence`: an earlier error explains
    this one, so only the first error of a text can be reported with it.
    """

    def __init__(
        self, start: int, message: str, suggestion: str | None = None, *, is_syntax: bool = False, is_consequence: bool = False
    ) -> None:
        super().__init__(message)
        self.start = start
        self.message = message
        self.suggestion = suggestion
        self.is_syntax = is_syntax
        self.is_consequence = is_consequence
        self.warning = ""
        """A warning that LLVM prints before the error, about the same place."""
        self.others: list[TextError] = []


@final
class OtherVersion(Exception):
    """The text belongs to another LLVM version than assumed, and the caller chose none: read it again as `version`'s."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def raise_all(errors: list[TextError]) -> None:
    """Raise the first error, with the others attached to it."""
    if errors:
        errors[0].others = errors[1:]
        raise errors[0]

"""How an error in a text travels from where it is found to the driver, which makes a diagnostic of it."""

from __future__ import annotations

from typing import final


@final
class TextError(Exception):
    """Something is wrong at an offset of the text; `others` are errors found together with it, that LLVM would not tell."""

    def __init__(self, start: int, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.start = start
        self.message = message
        self.suggestion = suggestion
        self.others: list[TextError] = []


@final
class OtherVersion(Exception):
    """The text is of another LLVM version than it is read as, and nobody asked for that one: read it again as `version`'s."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def raise_all(errors: list[TextError]) -> None:
    """Raise the first error, with the others in it."""
    if errors:
        errors[0].others = errors[1:]
        raise errors[0]

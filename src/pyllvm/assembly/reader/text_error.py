"""The exceptions for errors in a text, from which the driver makes diagnostics; and positions that only errors need."""

from __future__ import annotations

from typing import Final, final

UNDEFINED: Final = "use of undefined "
"""How the errors about names begin that the text does not define."""
# Texts of patterns: most texts have no errors, and Python's module for patterns takes long to import.
_SKIP: Final = rb'(?:[^"()\[\]{}<>,;]|;[^\r\n]*)*'
_SPACE: Final = b" \t\n\r\f\v\0"
_COMMENT: Final = ord(";")


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


def place_of_item(data: bytes, start: int, number: int) -> int:
    """The position of item `number` (from 0) of a list separated by commas; item 0 begins at `start`."""
    import re

    skip = re.compile(_SKIP)
    at = start
    depth = 0
    end = len(data)
    while number > 0:
        found = skip.match(data, at)
        assert found is not None
        at = found.end()
        if at >= end:
            return start
        letter = data[at]
        at += 1
        if letter == 34:  # "
            closing = data.find(b'"', at)
            at = closing + 1 if closing >= 0 else end
        elif letter in b"([{<":
            depth += 1
        elif letter in b")]}>":
            depth -= 1
            if depth < 0:
                return start
        elif depth == 0:
            number -= 1
    return behind_space(data, at)


def place_of_global(data: bytes, name: str) -> tuple[int, int] | None:
    """Where a global value is declared or defined, or first used: the start and end of its name; None if it is not found."""
    spelled = rb'(@(?:NAME(?![\w.$-])|"NAME"))'
    forms = [rb"^(?:define|declare)\b[^\n]*?" + spelled + rb"\s*\(", b"^" + spelled + rb"\s*=", spelled]
    return _place_of_name(data, name.encode("utf-8", "surrogateescape"), forms, 0, len(data))


def _place_of_name(data: bytes, name: bytes, forms: list[bytes], start: int, end: int) -> tuple[int, int] | None:
    """The group in the first of the forms that is found from `start` to `end`, where NAME is the name."""
    import re

    for form in forms:
        found = re.compile(form.replace(b"NAME", re.escape(name)), re.MULTILINE).search(data, start, end)
        if found is not None:
            return found.span(1)
    return None


def behind_space(data: bytes, at: int) -> int:
    """The position of the next token."""
    end = len(data)
    while at < end:
        letter = data[at]
        if letter == _COMMENT:
            while at < end and data[at] not in b"\r\n":
                at += 1
        elif letter in _SPACE:
            at += 1
        else:
            break
    return at


def earlier_definition(data: bytes, start: int, end: int) -> int | None:
    """The first definition of the name from `start` to `end`, which is redefined there; None if it is not found."""
    name = data[start:end].rstrip(b" =:")
    begin = 0
    if name.startswith(b"%"):
        # A local value: search this function, whose header may define it as an argument. Types are at module level.
        begin = max(data.rfind(b"\ndefine", 0, start), 0)
        if data.find(b"\n}", begin, start) >= 0:
            begin = 0
        forms = [rb"^[ \t]*(NAME)\s*=", rb"[ ,(](NAME)\s*[,)]"]
    else:
        forms = [rb"^(NAME)\s*=", rb"^(?:define|declare)\b[^\n]*?(NAME)\s*\("]
    place = _place_of_name(data, name, forms, begin, start)
    return None if place is None else place[0]

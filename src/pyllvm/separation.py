"""Signals that the functions of a module cannot be worked on apart from each other, in several processes or in turn."""

from __future__ import annotations

from pyllvm.notation import NoReturn


class NotSeparable(Exception):
    """Something in a part of the module concerns other parts, or must be reported: the module is to be worked on as a whole."""


class BreaksRules(NotSeparable):
    """The verifier has found something in a part: it is reported when the module is read with the places of its instructions."""


class NeedsWhole(NotSeparable):
    """One of several modules has to be read as one part: `name` is its identifier."""

    def __init__(self, name: str, reason: str = "") -> None:
        super().__init__(reason)
        self.name = name


def give_up(report: object) -> NoReturn:
    """Receive a warning or failures where nothing may be reported yet: that is done when the module is read as a whole."""
    raise NotSeparable

"""Signals that the functions of a module cannot be worked on apart from each other, in several processes or in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.ir.module import Module


class NotSeparable(Exception):
    """Something in a part of the module concerns other parts, or must be reported: the module is to be worked on as a whole."""


class BreaksRules(NotSeparable):
    """The verifier has found something in a part: it is reported when the module is read with the places of its instructions."""


class NeedsWhole(NotSeparable):
    """One of several modules has to be read as one part: `name` is its identifier."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def give_up(report: object) -> NoReturn:
    """Receive a warning or failures where nothing may be reported yet: that is done when the module is read as a whole."""
    raise NotSeparable


def values_with_rules_for_users(module: Module) -> list[GlobalValue]:
    """The global values whose users the verifier checks, in whatever part they are: those with names that LLVM reserves."""
    found: list[GlobalValue] = [*module.functions, *module.global_variables]
    return [value for value in found if value.name.startswith("llvm.")]

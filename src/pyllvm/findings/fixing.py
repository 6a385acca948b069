"""Applies the corrections of a text's errors: those that its help offers, each of which was tried."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from pyllvm.assembly import TextReading, parse_text
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.fix import Edit, Fix
from pyllvm.findings.syntax_help import add_help

_MOST_ERRORS: Final = 1000
_MOST_ROUNDS: Final = 100


class Corrected(NamedTuple):
    """A text with corrections, their number, and whether errors are left."""

    data: bytes
    number: int
    has_errors: bool


def corrected(data: bytes, name: str, version: int | None, rules: Collection[str] = ()) -> Corrected:
    """The text with the corrections of its errors, or only of errors against some rules.

    A correction may bring to light what the error before has hidden, so the text is read again after each round.
    """
    count = 0
    for _ in range(_MOST_ROUNDS):
        try:
            parse_text(data, TextReading(name, max_errors=_MOST_ERRORS), version)
            return Corrected(data, count, False)
        except PyllvmError as error:
            add_help(error)
            fixes = [one.fix for one in error.diagnostics if one.fix is not None and (not rules or one.rule in rules)]
        if not fixes:
            break
        edits, number = _compatible(fixes)
        data = Fix(fixes[0].source, edits).applied()
        count += number
    return Corrected(data, count, True)


def _compatible(fixes: list[Fix]) -> tuple[list[Edit], int]:
    """The edits of as many fixes as do not touch each other, in the order of their places, and the number of these fixes."""
    chosen: list[Edit] = []
    count = 0
    for fix in fixes:
        if all(edit.end < one.start or one.end < edit.start for edit in fix.edits for one in chosen):
            chosen += fix.edits
            count += 1
    return sorted(chosen, key=lambda one: one.start), count

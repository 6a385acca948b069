"""The faults of a text, as an editor shows them: places are offsets, and nothing refers to a module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.diagnostics.rule_names import rule_of
from pyllvm.findings.report import Reporter
from pyllvm.findings.syntax_help import add_help, name_rules
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.module import Module
from pyllvm.reading.check import Check
from pyllvm.wishes import Wishes

_MOST_ERRORS: Final = 100
_MOST_EXPLAINED: Final = 20
"""Errors of a text for which corrections are looked for."""


@dataclass(frozen=True)
class TextEdit:
    """A part of a text, and what replaces it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Related:
    """A place that explains a finding."""

    start: int
    end: int
    message: str


@dataclass(frozen=True)
class Finding:
    """An error or a warning in a text."""

    severity: str
    message: str
    start: int
    end: int
    rule: str = ""
    related: tuple[Related, ...] = ()
    edits: tuple[TextEdit, ...] = ()


@dataclass
class Checked:
    """The findings of a check, and the module if the text could be read."""

    findings: list[Finding] = field(default_factory=list)
    version: int | None = None
    module: Module | None = None
    places: Places | None = None
    lacks_help: bool = False
    """Whether there are errors for which no correction has been looked for."""


VERIFIED: Final = "verified"
LINTED: Final = "linted"
"""The rules of a check: the rules of LLVM's verifier, or the rules of lint as well."""


def check_text(data: bytes, name: str, version: int | None, rules: str = LINTED, *, helps: bool = True) -> Checked:
    """Read and verify a text in the language of LLVM `version`; None: of the LLVM that it names or needs.

    `rules` is VERIFIED or LINTED. With `helps`, corrections of errors are looked for: each is tried, which takes as long as
    reading the text.
    """
    places = Places(Source(name, data))
    wishes = Wishes()
    wishes.lints = rules == LINTED
    check = Check(wishes, keeps_module=True)
    check.leaves_out_dropped = True
    make_reporter = partial(Reporter, places=places)
    result = Checked(version=version)
    with COLLECTION_PAUSE:
        try:
            module = parse_text(
                data,
                TextReading(name, max_errors=_MOST_ERRORS),
                version,
                places=places,
                check=lambda module: check.run(module, make_reporter),
            )
        except PyllvmError as error:
            if helps:
                add_help(error, _MOST_EXPLAINED)
            else:
                name_rules(error)
            result.lacks_help = not helps
            result.findings = [_finding(one, len(data)) for one in [*error.warnings, *error.diagnostics]]
            result.version = error.llvm_version or version
            return result
        except RecursionError:
            result.findings = [Finding("error", "the text is nested too deeply", 0, 0)]
            return result
    result.module, result.places, result.version = module, places, module.llvm_version
    result.findings = [_finding(one, len(data)) for one in check.diagnostics]
    return result


def findings_of(data: bytes, name: str, version: int | None, rules: str) -> tuple[list[Finding], int | None]:
    """The findings in a text and the version that it was read as: what another process gives back."""
    checked = check_text(data, name, version, rules)
    return checked.findings, checked.version


def moved(finding: Finding, place: Callable[[int], int]) -> Finding:
    """A finding with other places."""
    return replace(
        finding,
        start=place(finding.start),
        end=place(finding.end),
        related=tuple(replace(one, start=place(one.start), end=place(one.end)) for one in finding.related),
        edits=tuple(replace(one, start=place(one.start), end=place(one.end)) for one in finding.edits),
    )


def _finding(diagnostic: Diagnostic, size: int) -> Finding:
    start, end = _bounds(diagnostic, size)
    message = diagnostic.message
    if diagnostic.suggestion:
        message += f"\ndid you mean '{diagnostic.suggestion}'?"
    if diagnostic.hint:
        message += f"\nhelp: {diagnostic.hint}"
    message += "".join([f"\nnote: {note.message}" for note in diagnostic.notes if not isinstance(note.where, Span)])
    related = [
        Related(note.where.start, note.where.end, note.message) for note in diagnostic.notes if isinstance(note.where, Span)
    ]
    edits = [] if diagnostic.fix is None else diagnostic.fix.edits
    return Finding(
        diagnostic.severity,
        message,
        start,
        end,
        rule_of(diagnostic),
        tuple(related),
        tuple(TextEdit(edit.start, edit.end, edit.text.decode("utf-8", "replace")) for edit in edits),
    )


def _bounds(diagnostic: Diagnostic, size: int) -> tuple[int, int]:
    where = diagnostic.where
    if not isinstance(where, Span):
        return 0, 0
    return min(where.start, size), min(max(where.end, where.start), size)

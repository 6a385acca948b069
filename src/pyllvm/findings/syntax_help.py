"""Advice on errors in a text, for which LLVM's message gives only what its parser expected at that place.

`add_help` looks at the text around an error. It adds the correction that was probably meant, if the text can then be read
further, with a sentence about the mistake, and notes with the other places that matter: where a value was defined, where a
function begins that is not closed. `corrected` makes the corrections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.reader.text_error import earlier_definition
from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.diagnostics.fix import Edit, Fix
from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file
from pyllvm.findings.mistakes.table import find_correction
from pyllvm.findings.mistakes.text import Text
from pyllvm.findings.mistakes.trial import Trials
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.syntax_rules import syntax_rule

# How many errors of a text get help: some rules search the text.
_MOST_EXPLAINED: Final = 100
# In words. Rules look at a line from each of its words; people do not write longer ones.
_LONGEST_LINE: Final = 400
_Place = Callable[[Span], "tuple[int, int] | None"]
"""Finds another place of a text for an error, whose message has matched a pattern."""
# The errors that `corrected` corrects in a round, and its rounds, at most.
_MOST_ERRORS: Final = 1000
_MOST_ROUNDS: Final = 100


def add_help(error: PyllvmError, most: int = _MOST_EXPLAINED) -> None:
    """Add corrections, sentences and notes to the errors of a text, and the names of the rules that it breaks, once.

    `most` bounds the number of errors that get help.
    """
    if error.has_help:
        return
    error.has_help = True
    name_rules(error)
    first = error.diagnostic
    if isinstance(first.where, Span) and not first.is_finding and not is_llvm_text(first.where.source.data):
        kind = kind_of_file(first.where.source.data)
        if kind is not None:
            _explain_other_kind(error, first.where, str(kind))
            return
    trials: Trials | None = None
    for diagnostic in error.diagnostics[:most]:
        where = diagnostic.where
        if not isinstance(where, Span) or diagnostic.is_finding or where.source.is_binary:
            continue
        trials = trials or Trials(error, where.source.data.decode("latin-1"))
        if (where.start, diagnostic.message) in trials.consequences:
            error.others.remove(diagnostic)
            continue
        _add_notes(diagnostic, where)
        _correct(diagnostic, where, trials)


def name_rules(error: PyllvmError) -> None:
    """Add the names of the rules that the errors of a text break."""
    for diagnostic in error.diagnostics:
        if isinstance(diagnostic.where, Span) and not diagnostic.is_finding and not diagnostic.rule:
            diagnostic.rule = f"syntax/{syntax_rule(diagnostic.message).name}"


def _explain_other_kind(error: PyllvmError, where: Span, kind: str) -> None:
    """Say that a text is in another language, unless one correction makes all of it LLVM's."""
    first = error.diagnostic
    trials = Trials(error, where.source.data.decode("latin-1"))
    _correct(first, where, trials)
    is_comment = where.source.data.startswith((b"#", b"/"), where.start)
    if first.fix is None or trials.has_errors or is_comment:
        first.hint = kind
        first.fix = first.suggestion = None


def _correct(diagnostic: Diagnostic, where: Span, trials: Trials) -> None:
    """Add the correction of a mistake, if the text can then be read further."""
    data = where.source.data
    if _is_newer(data, where, diagnostic.message, trials.whole.version):
        _explain_newer(diagnostic, where, trials)
        return
    text = Text(trials.whole, where.start, where.end, diagnostic.message)
    diagnostic.suggestion = None
    if len(text.words) > _LONGEST_LINE or len(text.last) > _LONGEST_LINE:
        return
    trials.begin(text)
    found = find_correction(text, trials)
    if found is None:
        diagnostic.hint = diagnostic.hint or _sentence(diagnostic, where)
        return
    meant = re.fullmatch(r"did you mean '([^']*)'\?", found.sentence)
    if meant is not None:
        diagnostic.suggestion = meant[1]
    diagnostic.hint = "" if meant is not None else found.sentence
    if found.edits:
        diagnostic.fix = Fix(
            where.source, [Edit(start, end, new.encode("latin-1", "replace")) for start, end, new in found.edits]
        )


def _is_newer(data: bytes, where: Span, message: str, version: int | None) -> bool:
    """Whether an error is a construct that a newer LLVM has."""
    if version is None:
        return False
    is_pointer = version < OPAQUE_POINTERS_SINCE and data[where.start : where.end] == b"ptr"
    return is_pointer or re.search(r" requires LLVM [0-9]+, but this module is being read as LLVM [0-9]+$", message) is not None


def _explain_newer(diagnostic: Diagnostic, where: Span, trials: Trials) -> None:
    """Say how to read a text that needs a newer LLVM, or where that has an error in it, too."""
    newer, error = trials.as_newest(where.source.data)
    since = "'ptr' exists since LLVM 15: " if where.source.data[where.start : where.end] == b"ptr" else ""
    if error is None:
        way = f"read the text as LLVM {newer}'s, with --input-llvm-version={newer}"
        diagnostic.hint = f"{since}{way}; --llvm-version={trials.whole.version} then brings it to LLVM {trials.whole.version}"
        return
    diagnostic.hint = f"{since}this is text of a newer LLVM, which has an error for LLVM {newer} as well"
    if isinstance(error.where, Span):
        place = Span(where.source, error.where.start, error.where.end)
        diagnostic.notes.append(Diagnostic("note", f"the error for LLVM {newer}: {error.message}", place))


def _add_notes(diagnostic: Diagnostic, where: Span) -> None:
    """Add notes with other places of the text that explain an error."""
    for pattern, message, place in _PLACES:
        at = place(where) if re.match(pattern, diagnostic.message) is not None and not diagnostic.notes else None
        if at is not None:
            named = where.source.data[at[0] : at[1]].partition(b" ")[0].decode("utf-8", "surrogateescape")
            diagnostic.notes.append(Diagnostic("note", message.replace("NAME", named), Span(where.source, *at)))


def _function(where: Span) -> tuple[int, int] | None:
    data = where.source.data
    at = data.rfind(b"\ndefine", 0, where.start) + 1
    return (at, where.source.line_bounds(at)[1]) if data.startswith(b"define", at) else None


def _unclosed(where: Span) -> tuple[int, int] | None:
    token = where.source.data[where.start : where.end]
    begins_entity = token.startswith((b"define", b"declare", b"attributes", b"@", b"!")) and where.column == 1
    return _function(where) if begins_entity or not token else None


def _definition(where: Span) -> tuple[int, int] | None:
    earlier = earlier_definition(where.source.data, where.start, where.end)
    return None if earlier is None else (earlier, earlier + where.end - where.start)


def _above(in_line: bytes, above: bytes) -> _Place:
    """Finds the first place above an error with a pattern, whose `%s` is what another pattern finds in the error's line."""

    def found(where: Span) -> tuple[int, int] | None:
        data = where.source.data
        named = re.search(in_line, where.source.line_text(where.start))
        place = re.compile(above % re.escape(named[1]), re.MULTILINE).search(data, 0, where.start) if named is not None else None
        return None if place is None else place.span(1)

    return found


_PLACES: Final[tuple[tuple[str, str, _Place], ...]] = (
    ("'.*' defined with type", "NAME is defined here", _definition),
    ("value doesn't match function result", "the function begins here", _function),
    ("expected instruction opcode|found end of file when", "this function has no closing brace", _unclosed),
    ("unable to create block named", "first defined here", _above(rb"^\s*([-\w$.]+):", rb"^\s*(%%%s)\s*=")),
    ("duplicate case", "the first case of this value", _above(rb"(i\d+\s+-?\w+)", rb"(%s),")),
    (
        "invalid getelementptr indices",
        "NAME is defined here",
        _above(rb"getelementptr[a-z\s]*\s(%[\w.$-]+)", rb"^(%s\s*=\s*type[^\n]*)"),
    ),
)
"""Messages, the note that they get, and the place of the note."""
_NUMBERS: Final = "unnamed arguments, blocks and instructions of a function share one sequence of numbers: %0, %1, %2 ..."
_SENTENCES: Final = (
    (r"use of undefined value '(%\d+)'|.* expected to be numbered", _NUMBERS),
    (r"use of undefined value '(%.*)'", "nothing in this function defines {0}"),
    (
        r".*unsized|load operand must be a pointer to a first|.*must be sized",
        "only types with a size can be in memory: not opaque structs, functions, labels or void",
    ),
    ("expected ',' after true destination", "a conditional branch names two blocks: add ', label %other' for false"),
    ("instruction requires integer", "this works on integers: a bitcast gives the bits of a floating-point number as an integer"),
    (
        "integer constant must have integer type at -?0x",
        "LLVM 23 and newer read hexadecimal digits with a point and an exponent, such as 0x1.8p3",
    ),
    (r"expected instruction opcode at if", "a conditional branch is written 'br i1 %condition, label %then, label %else'"),
    (
        r".* at (?:import|include|using|package|require)",
        "a module imports nothing by name: declare what other modules define, and link them",
    ),
    ("duplicate case", "a value can have only one case: remove or renumber one of them"),
    ("invalid getelementptr indices", "an index of a struct must be an i32 constant and less than the number of its members"),
    ("unable to create block", "the names of blocks, arguments and instructions of a function must be unique"),
)
"""Explanations of errors that have no correction."""


def _sentence(diagnostic: Diagnostic, where: Span) -> str:
    token = where.source.data[where.start : where.end].decode("latin-1")
    for pattern, sentence in _SENTENCES:
        found = re.match(pattern, f"{diagnostic.message} at {token}")
        if found is not None:
            return sentence.format(*found.groups())
    return ""


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

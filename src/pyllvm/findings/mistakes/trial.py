"""Tries corrections: applies one to the text, or to an excerpt of a large text, and reads and verifies the result."""

from __future__ import annotations

import re
from functools import partial
from typing import Final, NamedTuple, final

from pyllvm.assembly.reader.parse import TextReading, parse_text
from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import Diagnostic, PyllvmError, Source, Span
from pyllvm.findings.mistakes.text import Text, WholeText, line_end
from pyllvm.findings.report import Reporter
from pyllvm.versions import NEWEST

Edit = tuple[int, int, str]
"""A part of the text, from one character to another, and what replaces it."""

_LARGEST_WHOLE: Final = 4_000
"""Larger texts are tried by an excerpt."""
_MOST_CHARACTERS: Final = 200_000
"""How much is read in all for one error. Each trial takes as long as some characters more."""
_COST_OF_A_TRIAL: Final = 4_000
_LARGEST_FUNCTION: Final = 12_000
_LINES_AROUND: Final = 30
_MOST_LINES: Final = 300
_MOST_NEW_ERRORS: Final = 50
_NEEDS_THE_REST: Final = re.compile(r"!|debug|[Mm]etadata|\bDI[A-Z]|llvm\.dbg|predecessor|PHINode")
"""Messages of the verifier that may be about something an excerpt leaves out."""
_SELF_USE: Final = re.compile(r"^[ \t]*(%[-\w$.]+)[ \t]*=[ \t]*(?!phi\b)[^;\n]*[ (]\1(?![-\w$.])", re.MULTILINE)
"""An instruction that uses its own result. The verifier says so only if nothing else is wrong."""
_GLOBAL_NUMBER: Final = re.compile(r"(@)(\d)")
_LOCAL_NUMBER: Final = re.compile(r"(%|^(?=\d+:))(\d)", re.MULTILINE)
_LETTERS: Final = "QZXJVKWYUH"
_WHOLE_FUNCTION: Final = 3
"""The parts of an excerpt of a function that is not cut: types, the function, and others."""
_LOCALS: Final = re.compile(r'%(?:[-\w$.]+|"[^"\n]*")')
_NAMES: Final = re.compile(r'[@$%!#](?:[-\w$.]+|"[^"\n]*")')


Part = str | tuple[int, int]
"""A part of an excerpt: of the text, from one character to another, or lines that the text does not have."""


class Correction(NamedTuple):
    """A sentence about a mistake, and the edits that correct it."""

    sentence: str
    edits: tuple[Edit, ...]
    name: str = ""


def correction(sentence: str, *edits: Edit) -> Correction:
    """A correction with its edits in the order of their places."""
    return Correction(sentence, tuple(sorted(edits)))


@final
class Trials:
    """The trials of corrections for the errors of one text."""

    def __init__(self, error: PyllvmError, text: str) -> None:
        self.whole: Final = WholeText(text, error.llvm_version)
        self._errors: Final = [(one.where.start, one.message) for one in error.diagnostics if isinstance(one.where, Span)]
        self._place = (0, "")
        self._parts: list[Part] = []
        self._left = 0
        self.has_errors = True
        """Whether the text had errors after the last correction that was accepted."""
        self.consequences: set[tuple[int, str]] = set()
        """Later errors that accepted corrections remove: the place and the message of each."""

    def begin(self, t: Text) -> None:
        """Prepare trials for an error."""
        self._place = (t.start, t.message)
        self._left = _MOST_CHARACTERS
        self._parts = [(0, len(self.whole.text))] if len(self.whole.text) <= _LARGEST_WHOLE else self._excerpt(t)

    def accepts(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the text can be read past the error and past the edits when these are made, and breaks no rule there."""
        excerpt = _Excerpt(self._parts, edits)
        new = excerpt.applied(self.whole.text)
        self._left -= len(new) + _COST_OF_A_TRIAL
        start, message = self._place
        moved = excerpt.moved
        place = moved(start, is_behind=True)
        if not edits or self._left < 0 or place < 0:
            return False
        is_whole = len(self._parts) == 1
        first = new.rfind("\n", 0, max(moved(edits[0][0]), 0)) + 1
        last = line_end(new, max(moved(edits[-1][1], is_behind=True) - edits[-1][2].endswith("\n"), place))
        if _SELF_USE.search(new, first, last) is not None:
            return False
        errors = self._errors_of(new)
        behind = _next_word(new, last)
        before = {(moved(at), one) for at, one in self._errors}
        for at, one in errors:
            is_new = (at, one) not in before and (at <= behind or not is_whole)
            if first <= at <= last or is_new or (at, one) == (place, message):
                return False
        self.has_errors = bool(errors)
        self.consequences.update(
            (at, one) for at, one in self._errors if at > start and moved(at) >= 0 and (moved(at), one) not in errors
        )
        return True

    def as_newest(self, data: bytes) -> tuple[int, Diagnostic | None]:
        """The newest LLVM that reads a text, or else the newest one of all and the first error that it finds."""
        try:
            return parse_text(data, TextReading()).llvm_version, None
        except PyllvmError as error:
            return error.llvm_version or NEWEST, error.diagnostic

    def _errors_of(self, text: str) -> set[tuple[int, str]]:
        """The errors in a text; if it has none, what the verifier finds. Of an excerpt, only what does not need the rest."""
        data = text.encode("latin-1", "replace")
        places = Places(Source("", data))
        # Imported only here: it is of the room that reads, which needs this one.
        from pyllvm.reading.check import Check

        is_whole = len(self._parts) == 1
        check = Check(keeps_module=True)
        try:
            module = parse_text(
                data, TextReading("", max_errors=len(self._errors) + _MOST_NEW_ERRORS), self.whole.version, places=places
            )
        except PyllvmError as error:
            return {(one.where.start if isinstance(one.where, Span) else 0, one.message) for one in error.diagnostics}
        check.run(module, partial(Reporter, places=places))
        return {
            (one.where.start if isinstance(one.where, Span) else 0, one.message)
            for one in check.diagnostics
            if one.severity == "error" and (is_whole or _NEEDS_THE_REST.search(one.message) is None)
        }

    def _excerpt(self, t: Text) -> list[Part]:
        """The parts of the text that an error needs, with short lines in place of what they refer to."""
        text = self.whole.text
        inner: list[Part] = [(t.line_start, t.line_end)]
        if t.function_start >= 0:
            end = min(t.function_end + 2, len(text))
            is_large = end - t.function_start > _LARGEST_FUNCTION and "numbered" not in t.message
            inner = _window(t) if is_large else [(t.function_start, end)]
        wanted = {name for part in inner for name in _NAMES.findall(part if isinstance(part, str) else text[part[0] : part[1]])}
        types: list[str] = []
        others: list[str] = []
        seen: set[str] = set()
        while wanted and len(seen) < _MOST_LINES:
            name = wanted.pop()
            if name[0] == "@":
                # `comdat` alone is the comdat of the same name.
                wanted.add(f"${name[1:]}")
            place = self.whole.entities.get(name)
            if name in seen or place is None or any(isinstance(part, tuple) and part[0] <= place[0] < part[1] for part in inner):
                continue
            seen.add(name)
            stub = _stub(name, text[place[0] : place[1]])
            (types if name[0] == "%" else others).append(stub)
            wanted.update(_NAMES.findall(stub))
        return ["".join(types), *inner, "".join(others)]


def _window(t: Text) -> list[Part]:
    """The lines of a large function that are near an error, with short ones in place of the values and blocks of the others."""
    text = t.text
    head = line_end(text, t.function_start) + 1
    start, end = t.line_start, t.line_end
    for _ in range(_LINES_AROUND):
        start = max(text.rfind("\n", 0, start - 1) + 1, head)
        end = min(line_end(text, end + 1), t.function_end)
    lines = text[start:end]
    known = {*t.arguments, *re.findall(r"^[ \t]*(%\S+)[ \t]*=", lines, re.MULTILINE)}
    known.update(f"%{one}" for one in re.findall(r"^([-\w$.]+|\"[^\"]*\"):", lines, re.MULTILINE))
    values: list[str] = []
    blocks: list[str] = []
    for name in dict.fromkeys(_LOCALS.findall(lines)):
        type = t.defined_type(name) if name not in known else ""
        if type:
            values.append(f"  {name} = select i1 true, {type} undef, {type} undef\n")
        elif name not in known and (name[1:] in t.blocks or f"label {name}" in lines):
            blocks.append(f"{name[1:]}:\n  unreachable\n")
    ends = "  unreachable\n" if re.match(r"[-\w$.\"]+:", lines) is not None else ""
    return [(t.function_start, head), "".join(values) + ends, (start, end), "  unreachable\n" + "".join(blocks) + "}\n"]


def _stub(name: str, line: str) -> str:
    """A line that defines what another one refers to, as short as can be."""
    if name[0] == "!" and name[1:].isdigit():
        return f"{name} = !{{}}\n"
    if name[0] == "$":
        return f"{name} = comdat any\n"
    line = re.sub(r"[, ]*(?:![-\w$.]+ )+!\d+|\bcomdat(?:\([^)]*\))?", "", line)
    if line.startswith("define"):
        return f"{line.rstrip().removesuffix('{')} {{\n  unreachable\n}}\n"
    return line + "\n"


@final
class _Excerpt:
    """Parts of a text with edits."""

    def __init__(self, parts: list[Part], edits: tuple[Edit, ...]) -> None:
        self._parts: Final = parts
        self._edits: Final = edits

    def applied(self, text: str) -> str:
        """The parts, with edits in them, and behind them what is inserted elsewhere."""
        made: list[str] = []
        rest = list(self._edits)
        for part in self._parts:
            if isinstance(part, str):
                made.append(part)
                continue
            at, behind = part
            for edit in self._edits:
                if at <= edit[0] and edit[1] <= behind:
                    made.append(text[at : edit[0]] + edit[2])
                    at = edit[1]
                    rest.remove(edit)
            made.append(text[at:behind] + "\n" * (behind < len(text)))
        whole = "".join([*made, *(f"{new}\n" for _, _, new in rest)])
        if len(self._parts) > 1:
            whole = _GLOBAL_NUMBER.sub(_letter, whole)
        return _LOCAL_NUMBER.sub(_letter, whole) if len(self._parts) > _WHOLE_FUNCTION else whole

    def moved(self, offset: int, *, is_behind: bool = False) -> int:
        """Where an offset of the text is in the excerpt with the edits; -1 if it is not there.

        `is_behind`: behind what is inserted at this very place.
        """
        shift = 0
        for part in self._parts:
            if isinstance(part, str):
                shift += len(part)
                continue
            first, behind = part
            edits = [(start, end, new) for start, end, new in self._edits if first <= start and end <= behind]
            for start, end, new in edits:
                if end <= offset and (is_behind or (start, end) != (offset, offset)):
                    shift += len(new) - (end - start)
            if first <= offset <= behind:
                return shift + offset - first
            shift += behind - first + 1
        return -1


def _letter(number: re.Match[str]) -> str:
    """A name in place of a number, which would have to continue a sequence: as long, so that places stay."""
    return number[1] + _LETTERS[int(number[2])]


def _next_word(text: str, at: int) -> int:
    found = re.compile(r"(?:\s|;[^\n]*)*").match(text, at)
    return at if found is None else found.end()

"""Repairs of a text, and the trial that decides whether a repair fits."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.versions import NEWEST

Edit = tuple[int, int, str]
"""A part of the text, from one byte to another, and what replaces it."""

_MOST_BYTES: Final = 2_000_000
_COST_OF_A_TRIAL: Final = 2_000
_MOST_ERRORS: Final = 1000


@final
class Repair:
    """A sentence about a mistake, and the edits that correct it."""

    def __init__(self, sentence: str, *edits: Edit) -> None:
        self.sentence: Final = sentence
        self.edits: Final = sorted(edits)


@final
class Trials:
    """Applies repairs to a text, and reads it again. All trials of a run share a budget: large texts get few."""

    def __init__(self, error: PyllvmError) -> None:
        self.version: Final = error.llvm_version
        self._bytes_left = _MOST_BYTES
        self._errors: Final = [(one.where.start, one.message) for one in error.diagnostics if isinstance(one.where, Span)]
        self.has_errors = True
        """Whether the text had errors after the last repair that was accepted."""
        self.consequences: set[tuple[int, str]] = set()
        """Later errors that accepted repairs remove: the place and the message of each."""

    def accepts(self, data: bytes, error: Diagnostic, edits: list[Edit], *, is_strict: bool = True) -> bool:
        """Whether the text can be read past the error and past the edits, when these are made.

        Not `is_strict`: there may be another error further right in the line.
        """
        self._bytes_left -= len(data) + _COST_OF_A_TRIAL
        if self._bytes_left < 0 or not isinstance(error.where, Span):
            return False
        new, moved = applied(data, edits)
        errors = self._errors_of(new)
        first = new.rfind(b"\n", 0, moved(edits[0][0])) + 1
        last = new.find(b"\n", moved(edits[-1][1]) - (edits[-1][2].endswith("\n")))
        last = len(new) if last < 0 else last
        behind = _next_token(new, last)
        before = {(moved(start), message) for start, message in self._errors}
        place = moved(error.where.start)
        if (place, error.message) in errors or (not is_strict and edits[-1][0] < error.where.start):
            return False
        right = last + 1 if is_strict else moved(max(edits[-1][1], error.where.end))
        for start, message in errors:
            if right < start <= last:
                continue
            if first <= start <= last or start == place or (start == behind and (start, message) not in before):
                return False
        self.has_errors = bool(errors)
        self.consequences.update(
            one for one in self._errors if one[0] > error.where.start and (moved(one[0]), one[1]) not in errors
        )
        return True

    def as_newest(self, data: bytes) -> tuple[int, Diagnostic | None]:
        """The newest LLVM that reads a text, or else the newest one of all and the first error that it finds."""
        from pyllvm.assembly.reader.parse import parse_assembly

        try:
            return parse_assembly(data).llvm_version, None
        except PyllvmError as error:
            return error.llvm_version or NEWEST, error.diagnostic

    def _errors_of(self, data: bytes) -> set[tuple[int, str]]:
        from pyllvm.assembly.reader.parse import parse_assembly

        try:
            parse_assembly(data, llvm_version=self.version, max_errors=_MOST_ERRORS)
        except PyllvmError as error:
            return {(one.where.start if isinstance(one.where, Span) else 0, one.message) for one in error.diagnostics}
        return set()


def applied(data: bytes, edits: list[Edit]) -> tuple[bytes, _Moved]:
    """The text with edits, and a function that says where an offset is then."""
    parts: list[bytes] = []
    at = 0
    for start, end, text in edits:
        parts.append(data[at:start])
        parts.append(text.encode("latin-1", "replace"))
        at = end
    parts.append(data[at:])
    return b"".join(parts), _Moved(edits)


@final
class _Moved:
    def __init__(self, edits: list[Edit]) -> None:
        self._edits: Final = edits

    def __call__(self, offset: int) -> int:
        moved = offset
        for start, end, text in self._edits:
            if end <= offset and (start, end) != (offset, offset):
                moved += len(text) - (end - start)
        return moved


def _next_token(data: bytes, at: int) -> int:
    while at < len(data):
        if data[at] == 59:  # a comment
            feed = data.find(b"\n", at)
            at = len(data) if feed < 0 else feed
        elif data[at] in b" \t\r\n":
            at += 1
        else:
            break
    return at

"""One open file: its text, index, version and findings. It decides what is checked again after an edit.

A small text is checked whole after each edit. In a large one, the functions that the edit touched are checked at once, without
debug information, and the whole text when the user pauses; then nothing of the quick check remains.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pyllvm.compiled_modules import LIBRARY
from pyllvm.ir.function import Function
from pyllvm.lsp.checking import LINTED, Checked, Finding, check_text, moved
from pyllvm.lsp.document import Chunk, Document, Position
from pyllvm.lsp.function_text import FunctionText, function_text
from pyllvm.lsp.index import Index
from pyllvm.versions import SUPPORTED

SMALL: Final = 60_000
"""Bytes up to which a text is checked whole after each edit."""
_MEDIUM: Final = 120_000 if LIBRARY in sys.modules else SMALL
"""Bytes up to which it is checked whole after an edit outside of functions. The compiled modules need 20 milliseconds for it."""
_MOST_EXPLAINED: Final = 5
"""Functions of a large text in which corrections are looked for."""
# The comment that names the LLVM in whose language a text is: `; llvm-version: 14`.
_COMMENT: Final = re.compile(rb"^;[ \t]*llvm-version:[ \t]*([0-9]+)", re.MULTILINE)
_HEAD: Final = 4096
"""The bytes at the beginning in which the comment is looked for."""


class Session:
    """The state of one open file."""

    def __init__(self, name: str, text: str, version: int | None = None, rules: str = LINTED, encoding: str = "utf-16") -> None:
        self.name = name
        self.document = Document(text, encoding)
        self.index = Index(self.document)
        self.rules = rules
        self.findings: list[Finding] = []
        self.lacks_help = False
        """Whether corrections of the errors have not been looked for yet."""
        self.revision = 0
        """Counts the edits: the result of a check is for one of them."""
        self.setting = version
        """The version to read the text as, if it does not name one; None to find it out."""
        self._found_version: int | None = None
        self._checked_functions: dict[Chunk, tuple[FunctionText, Checked]] = {}

    @property
    def is_small(self) -> bool:
        """Whether the whole text is checked after each edit."""
        return len(self.document) <= SMALL

    def is_checked_whole(self, numbers: list[int]) -> bool:
        """Whether the whole text is checked at once after an edit in these chunks."""
        if self.is_small:
            return True
        chunks = self.document.chunks
        return len(self.document) <= _MEDIUM and not any(number >= 0 and chunks[number].is_function for number in numbers)

    @property
    def requested_version(self) -> int | None:
        """The version that a comment in the text or the setting asks for; None to find it out."""
        own = version_in(self.document.chunks[0].data) if self.document.chunks else None
        return self.setting if own is None else own

    @property
    def version(self) -> int | None:
        """The version that the text was last read as; None before that."""
        return self.requested_version or self._found_version

    def edit(self, start: Position, end: Position, text: str) -> None:
        """Replace a range of the text; what was found behind it moves."""
        first, last = self.document.offset(start), self.document.offset(end)
        size = len(self.document)
        self.document.edit(start, end, text)
        self.revision += 1
        growth = len(self.document) - size
        kept = [finding for finding in self.findings if finding.end < first or finding.start > last]
        self.findings = [_shifted(finding, last, growth) for finding in kept]

    def replace(self, text: str) -> None:
        """Replace the whole text."""
        self.document.set_text(text)
        self.revision += 1
        self.findings = []

    def check(self) -> None:
        """Check the whole text now, without looking for corrections."""
        checked = check_text(self.document.data, self.name, self.requested_version, self.rules, helps=False)
        self.take(checked.findings, checked.version)
        self.lacks_help = checked.lacks_help

    def add_help(self) -> None:
        """Look for corrections of the errors that were found."""
        if self.lacks_help and len(self.document) <= _MEDIUM:
            checked = check_text(self.document.data, self.name, self.requested_version, self.rules)
            self.take(checked.findings, checked.version)

    def forget(self) -> None:
        """Forget what was found out: the settings have changed."""
        self._found_version = None
        self._checked_functions.clear()

    def take(self, findings: list[Finding], version: int | None) -> None:
        """Take the findings of a check of the whole text in its present state."""
        self.findings = findings
        self.lacks_help = False
        self._found_version = version

    def check_functions(self, numbers: Iterator[int] | list[int]) -> None:
        """Check the functions in these chunks alone."""
        for number in numbers:
            if number < 0 or not self.document.chunks[number].is_function:
                continue
            text, checked = self.function(number)
            self.lacks_help = self.lacks_help or checked.lacks_help
            begin = self.document.start_of(number)
            end = begin + len(self.document.chunks[number].data) + len(self._line_behind(number))
            found = [moved(finding, text.place) for finding in checked.findings]
            others = [finding for finding in self.findings if not begin <= finding.start < end]
            self.findings = sorted(
                [*others, *(finding for finding in found if begin <= finding.start < end)], key=lambda finding: finding.start
            )

    def failing_functions(self) -> list[FunctionText]:
        """The first functions of a large text that have errors without corrections."""
        found: dict[int, None] = {}
        for finding in self.findings:
            number = self.document.chunk_at(finding.start)
            if finding.severity == "error" and not finding.edits and number >= 0 and self.document.chunks[number].is_function:
                found[number] = None
        return [function_text(self.document, self.index, number) for number in list(found)[:_MOST_EXPLAINED]]

    def take_help(self, text: FunctionText, findings: list[Finding]) -> None:
        """Take the corrections of errors that were found in a function alone."""
        helped = {(one.start, one.message.partition("\n")[0]): one for one in [moved(one, text.place) for one in findings]}
        self.findings = [helped.get((one.start, one.message.partition("\n")[0]), one) for one in self.findings]

    def _line_behind(self, number: int) -> bytes:
        """The line at which a function without its brace is at fault."""
        chunks = self.document.chunks
        if chunks[number].is_closed or number + 1 == len(chunks):
            return b""
        return chunks[number + 1].data.partition(b"\n")[0]

    def function(self, number: int) -> tuple[FunctionText, Checked]:
        """The function in a chunk, read with what it uses. What was read last is kept."""
        text = function_text(self.document, self.index, number)
        chunk = self.document.chunks[number]
        known = self._checked_functions.get(chunk)
        if known is None or known[0].data != text.data:
            self._checked_functions.clear()
            known = (text, check_text(text.data, self.name, self.version, self.rules, helps=False))
            if known[1].version is not None and self._found_version is None:
                self._found_version = known[1].version
        self._checked_functions[chunk] = (text, known[1])
        return text, known[1]

    def function_at(self, offset: int) -> tuple[Function, FunctionText, Checked] | None:
        """The IR of the function at an offset, if its text can be read."""
        number = self.document.chunk_at(offset)
        if number < 0 or not self.document.chunks[number].is_function:
            return None
        text, checked = self.function(number)
        if checked.module is None or checked.places is None:
            return None
        begin = self.document.start_of(number)
        end = begin + len(self.document.chunks[number].data)
        for function in checked.module.functions:
            span = checked.places.name_span(function)
            if not function.is_declaration and span is not None and begin <= text.place(span.start) < end:
                return function, text, checked
        return None


def _shifted(finding: Finding, behind: int, growth: int) -> Finding:
    if finding.start < behind:
        return replace(finding, edits=())
    return moved(finding, lambda offset: offset + growth if offset >= behind else offset)


def version_in(data: bytes) -> int | None:
    """The version that the comment in the first lines of a text names; None if it has none, or the version is not known."""
    found = _COMMENT.search(data[:_HEAD])
    return int(found.group(1)) if found is not None and int(found.group(1)) in SUPPORTED else None


def with_version(data: bytes, version: int) -> bytes:
    """A text with the comment."""
    found = _COMMENT.search(data[:_HEAD])
    if found is None:
        return b"; llvm-version: %d\n" % version + data
    return data[: found.start(1)] + b"%d" % version + data[found.end(1) :]

"""One open file: its text, index, version and findings. It decides what is checked again after an edit.

A small text is checked whole after each edit. In a large one, the functions that the edit touched are checked at once, without
debug information, and the whole text when the user pauses; then nothing of the quick check remains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pyllvm.ir.function import Function
from pyllvm.lsp.checking import Checked, Finding, check_text, moved
from pyllvm.lsp.chunks import Chunk
from pyllvm.lsp.document import Document, Position
from pyllvm.lsp.function_text import FunctionText, function_text
from pyllvm.lsp.index import Index
from pyllvm.versions import SUPPORTED

SMALL: Final = 60_000
"""Bytes up to which a text is checked whole after each edit."""
_VERSION_COMMENT: Final = re.compile(rb"^;[ \t]*llvm-version:[ \t]*([0-9]+)", re.MULTILINE)
_HEAD: Final = 4096


class Session:
    """The state of one open file."""

    def __init__(self, name: str, text: str, version: int | None = None, *, lints: bool = True) -> None:
        self.name = name
        self.document = Document(text)
        self.index = Index(self.document)
        self.lints = lints
        self.findings: list[Finding] = []
        self.revision = 0
        """Counts the edits: the result of a check is for one of them."""
        self._setting = version
        self._found_version: int | None = None
        self._checked_functions: dict[Chunk, tuple[FunctionText, Checked]] = {}

    @property
    def is_small(self) -> bool:
        """Whether the whole text is checked after each edit."""
        return len(self.document) <= SMALL

    @property
    def requested_version(self) -> int | None:
        """The version that a comment in the text or the setting asks for; None to find it out."""
        head = b"".join([chunk.data[:_HEAD] for chunk in self.document.chunks[:1]])
        comment = _VERSION_COMMENT.search(head)
        if comment is not None and int(comment.group(1)) in SUPPORTED:
            return int(comment.group(1))
        return self._setting

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
        """Check the whole text now."""
        checked = check_text(self.document.data, self.name, self.requested_version, self.lints)
        self.take(checked.findings, checked.version)

    def take(self, findings: list[Finding], version: int | None) -> None:
        """Take the findings of a check of the whole text in its present state."""
        self.findings = findings
        self._found_version = version

    def check_functions(self, numbers: Iterator[int] | list[int]) -> None:
        """Check the functions in these chunks alone."""
        for number in numbers:
            if number < 0 or not self.document.chunks[number].is_function:
                continue
            text, checked = self.function(number)
            begin = self.document.start_of(number)
            end = begin + len(self.document.chunks[number].data) + len(self._line_behind(number))
            found = [moved(finding, text.place) for finding in checked.findings]
            others = [finding for finding in self.findings if not begin <= finding.start < end]
            self.findings = sorted(
                [*others, *(finding for finding in found if begin <= finding.start < end)], key=lambda finding: finding.start
            )

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
            known = (text, check_text(text.data, self.name, self.version, self.lints))
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

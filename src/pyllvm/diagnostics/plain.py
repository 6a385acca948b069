"""LLVM's plain form of a diagnostic: ``tool: file:line:column: error: message``, the source line, the caret."""

from __future__ import annotations

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.notation import Final

_TAB_STOP: Final = 8


def llvm_text(diagnostic: Diagnostic, program: str = "", filename: str = "") -> str:
    """Return the diagnostic as LLVM's tools print it, each line with its line break.

    `filename` names the input of diagnostics that have no location in a text.
    Bytes that are not UTF-8 are surrogates in the result: write it with ``errors="surrogateescape"``.
    """
    where = diagnostic.where
    prefix = f"{program}: " if program else ""
    text = f"{prefix}{_prefix(where, filename)}{diagnostic.severity}: {diagnostic.message}\n"
    return text + _excerpt(where) if isinstance(where, Span) else text


def plain_text(diagnostic: Diagnostic, program: str = "", filename: str = "") -> str:
    """Return the diagnostic as LLVM's tools print it, and the notes, which are ours."""
    where = diagnostic.where
    parts = [llvm_text(diagnostic, program, filename)]
    if isinstance(where, BitcodeLocation) and where.is_informative:
        prefix = f"{program}: " if program else ""
        parts.append(f"{prefix}{_prefix(where, filename)}note: at {where.describe()}\n")
    # LLVM prints one position in a text; help_text has the others.
    parts.extend(plain_text(note, program, filename) for note in diagnostic.notes if not isinstance(note.where, Span))
    return "".join(parts)


def help_text(diagnostic: Diagnostic, filename: str = "") -> str:
    """Return what pyllvm knows beyond LLVM: notes with a location in a text, and advice, each on a line of its own."""
    parts = [_note(note, filename) for note in diagnostic.notes if isinstance(note.where, Span)]
    parts.extend(f"{_prefix(diagnostic.where, filename)}help: {line}\n" for line in advice_with_fix(diagnostic))
    return "".join(parts)


def advice(diagnostic: Diagnostic) -> list[str]:
    """The sentences of help: the name that was probably meant, and the hint."""
    sentences = [] if diagnostic.suggestion is None else [f"did you mean '{diagnostic.suggestion}'?"]
    return [*sentences, diagnostic.hint] if diagnostic.hint else sentences


def advice_with_fix(diagnostic: Diagnostic) -> list[str]:
    """The sentences of help; the last one ends with the corrected lines, if they are known."""
    sentences = advice(diagnostic)
    lines = [] if diagnostic.fix is None else diagnostic.fix.lines()
    if not lines:
        return sentences
    written = " and ".join(f"'{decoded(line.text).strip()}'" for line in lines)
    verb = "add" if diagnostic.fix is not None and diagnostic.fix.adds_lines else "write"
    if isinstance(diagnostic.where, Span) and lines[0].number != diagnostic.where.line and (len(lines) == 1 or verb == "add"):
        written = f"{written} on line {lines[0].number}"
    last = sentences.pop() if sentences else ""
    mark = "" if not last or last.endswith("?") else ";" if ": " in last else ":"
    return [*sentences, f"{last}{mark} {verb} {written}".strip()]


def decoded(text: bytes) -> str:
    """A text of the input; bytes that are not UTF-8 are kept as surrogates."""
    return text.decode("utf-8", "surrogateescape")


def finding_text(diagnostic: Diagnostic) -> str:
    """Return a finding of the verifier as LLVM prints it: the message on a line of its own, and the lines under it."""
    text = f"{diagnostic.message}\n{diagnostic.excerpt}"
    if diagnostic.excerpt and not diagnostic.excerpt.endswith("\n"):
        # LLVM prints a type without a line break.
        text += "\n"
    return text


def finding_notes(diagnostic: Diagnostic, filename: str, number: int = 0) -> str:
    """Return the locations of a finding and the help.

    `number` counts the findings from 1 where LLVM's lines of all of them come first. The message is not repeated, since scripts
    that search for it would find it twice.
    """
    where = diagnostic.where
    scope = "here" if diagnostic.scope is None else f"in {diagnostic.scope.describe()}"
    subject = f"failure {number}: {scope}" if number else scope
    parts: list[str] = []
    if isinstance(where, Span) or diagnostic.scope is not None or number:
        parts.append(f"{_prefix(where, filename)}note: {subject}{_bit(where)}\n")
    parts.extend(_note(note, filename) for note in diagnostic.notes)
    parts.extend(f"{_prefix(where, filename)}help: {line}\n" for line in advice_with_fix(diagnostic))
    return "".join(parts)


def _note(note: Diagnostic, filename: str) -> str:
    return f"{_prefix(note.where, filename)}note: {note.message}{_bit(note.where)}\n"


def _prefix(where: Span | BitcodeLocation | None, filename: str) -> str:
    if isinstance(where, Span):
        return f"{_shown_name(where.source.name)}:{where.line}:{where.column}: "
    return f"{_shown_name(filename)}: " if filename else ""


def _bit(where: Span | BitcodeLocation | None) -> str:
    return f" (bit {where.bit_offset})" if isinstance(where, BitcodeLocation) else ""


def _shown_name(filename: str) -> str:
    return "<stdin>" if filename == "-" else filename


def _excerpt(where: Span) -> str:
    """Return the source line, with tabs as spaces, and the caret. LLVM draws no caret if the line is not ASCII."""
    line = where.source.line_text(where.start)
    if where.source.is_binary or b"\0" in line:
        return ""  # a binary file
    shown = line.decode("utf-8", "surrogateescape")
    if not line.isascii():
        return _expand_tabs(shown) + "\n"
    column = where.column - 1
    before = _expand_tabs(shown[:column])
    return f"{_expand_tabs(shown)}\n{' ' * len(before)}^\n"


def _expand_tabs(text: str) -> str:
    return text.expandtabs(_TAB_STOP)

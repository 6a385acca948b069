"""The reports of a command on standard error, in the form that the user chooses."""

from __future__ import annotations

import os

from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.option_values import DIAGNOSTICS_VARIABLE, DRAWN, GITHUB, JSON, LLVM, SARIF, TEXT, requested_diagnostics
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.diagnostics.source import BYTE_ORDER_MARK
from pyllvm.notation import Callable, final
from pyllvm.terminal import streams
from pyllvm.terminal.messages import rewrite_messages, wants_color, write_drawn, write_error, write_standard_output
from pyllvm.versions import NEWEST


@final
class Tool:
    """Reports of the running command: its name, whether it uses color, and the form of its diagnostics.

    `form` is one of `DIAGNOSTICS_FORMS`; without one, the environment chooses.
    """

    __slots__ = (
        "_chosen", "_command", "_had_excerpt", "_has_reported", "color", "data", "form", "is_llvm_only", "reports",
        "writes_to_output",
    )  # fmt: skip

    def __init__(self, command: LLVMCommand | str, color: str = "auto", form: str | None = None) -> None:
        self._command = command
        self._chosen = chosen = form or (requested_diagnostics() if DIAGNOSTICS_VARIABLE in os.environ else TEXT)
        self.color = color
        self.form = chosen if chosen in (JSON, SARIF, GITHUB) else TEXT
        self.is_llvm_only = chosen == LLVM
        """Whether only LLVM's own lines are printed, without notes and help."""
        self.data = b""
        """The content of the input that is being read: it explains an error if the file is of another kind than expected."""
        # Of the last diagnostic that was drawn.
        self._has_reported = False
        self._had_excerpt = False
        self.reports: list[tuple[Diagnostic, str]] = []
        """The reports, kept for `finish` if they are for other programs (json, sarif, github)."""
        self.writes_to_output = False
        """Whether `finish` writes to standard output: the reports are the result of the command."""

    @property
    def program(self) -> str:
        """The name before messages."""
        return self._command if isinstance(self._command, str) else self._command.program

    @property
    def is_drawn(self) -> bool:
        """Whether diagnostics are drawn with excerpts of the text, as on a terminal."""
        return self._chosen == DRAWN or (self._chosen == TEXT and streams.is_terminal(2))

    @property
    def is_plain(self) -> bool:
        """Whether diagnostics are LLVM's lines, perhaps with notes and help behind them."""
        return self.form == TEXT and not self.is_drawn

    def report(self, diagnostic: Diagnostic, filename: str = "") -> None:
        """Print a diagnostic on standard error: drawn on a terminal, in LLVM's form elsewhere, with notes and help behind it.

        A note of its own is pyllvm's, so that it is not among LLVM's own lines.
        """
        if self.is_llvm_only and diagnostic.severity == "note":
            return
        if self.form != TEXT:
            self.reports.append((diagnostic, filename))
            return
        is_colored = wants_color(self.color, 2)
        if self.is_drawn:
            from pyllvm.diagnostics import render

            columns = streams.columns() if streams.is_terminal(2) else 0
            text = render.drawn(diagnostic, self.program, filename, is_colored=is_colored, columns=columns)
            write_drawn("\n" + text if self._is_apart(diagnostic) else text)
            return
        from pyllvm.diagnostics.plain import help_text, llvm_text, plain_text

        if self.is_llvm_only:
            text = llvm_text(diagnostic, self.program, filename)
        else:
            text = plain_text(diagnostic, self.program, filename) + help_text(diagnostic, filename)
        if is_colored:
            from pyllvm.diagnostics.render import colored

            write_drawn(colored(streams.harmless(text)))
        else:
            write_error(text)

    def _is_apart(self, diagnostic: Diagnostic) -> bool:
        """Whether a blank line separates a drawn diagnostic from the one before: one of the two has an excerpt."""
        has_excerpt = diagnostic.where is not None or bool(diagnostic.excerpt)
        is_apart = self._has_reported and (has_excerpt or self._had_excerpt)
        self._has_reported = True
        self._had_excerpt = has_excerpt
        return is_apart

    def end_input(self) -> None:
        """Begin with the diagnostics of another input, which may be reported by another process."""
        self._has_reported = self._had_excerpt = False

    def count_errors(self, count: int) -> None:
        """Say on a terminal how many errors there are, because the first ones may have left the window."""
        if self.is_drawn and count > 1:
            write_error(f"\n{count} errors\n")

    def report_from_context(self, diagnostic: Diagnostic) -> None:
        """Print a diagnostic that LLVMContext prints, without the program's name."""
        if self.is_plain:
            write_error(f"{diagnostic.severity}: {diagnostic.message}\n")
        else:
            self.report(diagnostic)

    def report_error(self, error: PyllvmError, filename: str = "") -> None:
        """Print every error of an exception, with what can be said about its cause."""
        self.explain(error)
        for warning in error.warnings:
            self.report_from_parser(warning)
        for diagnostic in error.diagnostics:
            self.report(diagnostic, filename)
        self.count_errors(len(error.diagnostics))

    def report_from_parser(self, diagnostic: Diagnostic) -> None:
        """Print a warning that LLVM's parser prints, without the program's name."""
        if self.is_plain:
            from pyllvm.diagnostics.plain import llvm_text, plain_text

            write_error(llvm_text(diagnostic) if self.is_llvm_only else plain_text(diagnostic))
        else:
            self.report(diagnostic)

    def explain(self, error: PyllvmError) -> None:
        """Add to an error what can be said about its cause."""
        if not self.is_llvm_only:
            from pyllvm.findings.file_kinds import add_file_help
            from pyllvm.findings.syntax_help import add_help

            add_help(error)
            add_file_help(error, self.data)
            if isinstance(error.diagnostic.where, BitcodeLocation):
                from pyllvm.findings.explanations import name_reader_message

                name_reader_message(error.diagnostic)

    def note_byte_order_mark(self, data: bytes, filename: str) -> None:
        """Warn about the byte order mark of a text, which other tools do not accept."""
        if data.startswith(BYTE_ORDER_MARK):
            self.warn("the text begins with a byte order mark, which LLVM's own tools refuse", filename)

    def finish(self) -> None:
        """Write all reports together, if they are for other programs."""
        if self.form != TEXT:
            from pyllvm.diagnostics.machine import machine_text

            descriptions: dict[str, str] = {}
            if any(diagnostic.rule for diagnostic, _ in self.reports):
                from pyllvm.tables.lint_rules import RULES
                from pyllvm.tables.syntax_rules import OTHER_RULE, SYNTAX_RULES

                descriptions = {rule.name: rule.summary for rule in RULES}
                descriptions |= {f"syntax/{one.name}": one.summary for one in (*SYNTAX_RULES, OTHER_RULE)}
            text = machine_text(self.form, self.reports, self.program, descriptions)
            if self.writes_to_output:
                write_standard_output(text)
            else:
                write_error(text)

    def write_line(self, text: str) -> None:
        """Print a line on standard error, without the program's name."""
        write_error(text + "\n")

    def warn(self, message: str, filename: str = "") -> None:
        """Print a warning without a location."""
        self.report(Diagnostic("warning", message), filename)


def demangler(tool: Tool, version: int = NEWEST) -> Callable[[str], str] | None:
    """The function that demangles a name as nm of an LLVM does; None, after a warning, where names stay as they are."""
    # Imported only here: it is an optional extra.
    from pyllvm.library.demangling import demangler_of

    try:
        return demangler_of(version)
    except PyllvmError as error:
        missing = Diagnostic("warning", f"names stay as they are: {error}")
        missing.hint = error.diagnostic.hint
        tool.report(missing)
        return None


def text_demangler(tool: Tool) -> Callable[[str], str] | None:
    """The function that demangles the names in a text; None as from `demangler`."""
    if demangler(tool) is None:
        return None
    from pyllvm.library.demangling import demangle_text

    return demangle_text


def demangle_messages(tool: Tool) -> bool:
    """Demangle the names in messages that are for people. Returns whether names can be demangled."""
    demangled = text_demangler(tool)
    if demangled is not None and tool.form == TEXT:
        rewrite_messages(demangled)
    return demangled is not None

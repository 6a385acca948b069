"""The reports of ``pyllvm link``, in the forms that llvm-link uses, its verification, and its progress on a terminal."""

from __future__ import annotations

from pyllvm.cli.reports import Tool
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.diagnostics.plain import llvm_text, plain_text
from pyllvm.notation import TYPE_CHECKING, Collection, Sequence, final
from pyllvm.reading.failures import BROKEN, write_failures
from pyllvm.reading.link_reports import LinkAborted, LinkReports
from pyllvm.terminal.files import write_output
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import rewrite_messages, write_error, write_standard_output
from pyllvm.verifier.module import READ_BODIES, verify

if TYPE_CHECKING:
    from pyllvm.cli.tables.link import LinkOptions
    from pyllvm.ir.module import Module
    from pyllvm.linker.explain import History
    from pyllvm.verifier import Failure


@final
class LinkReporter(LinkReports):
    """Reports the progress and the findings of one link."""

    def __init__(self, tool: Tool, is_verbose: bool, suppresses_warnings: bool) -> None:
        self.tool = tool
        self._is_verbose = is_verbose
        self._suppresses_warnings = suppresses_warnings
        self._work: LongWork | None = None
        # How many steps and diagnostics of the linker were reported, and how many of those to come are the same.
        self._reported = 0
        self._repeated = 0

    def begin_again(self) -> None:
        """Expect a link of the same inputs: what was reported of them is not reported again."""
        self._repeated = self._reported

    def _is_repeated(self) -> bool:
        if self._repeated:
            self._repeated -= 1
            return True
        self._reported += 1
        return False

    @property
    def _is_plain(self) -> bool:
        return self.tool.is_plain

    def long_work(self, names: Sequence[str]) -> LongWork:
        """Show how many of the inputs are linked, on a terminal and if it takes long."""
        is_quiet = self.tool.form != "text" or self._is_verbose
        self._work = LongWork("" if is_quiet else "linking", names)
        return self._work

    def end(self) -> None:
        """Note that an input is linked."""
        if self._work is not None:
            self._work.end()

    def progress(self, text: str) -> None:
        """Report a step of the link, with -v."""
        if self._is_verbose and not self._is_repeated():
            self.tool.write_line(text)

    def report_broken(self, module: Module, failures: Sequence[Failure]) -> None:
        """Report that a module is broken, after the failures, which are notes in other forms than text."""
        if self.tool.form == "text":
            write_error(BROKEN)
        else:
            notes = [Diagnostic("note", failure.message) for failure in failures]
            self.report(Diagnostic("error", f"{module.identifier}: the module is broken", notes=notes))

    def write_failures(self, module: Module, failures: Sequence[Failure]) -> None:
        """Write the verifier's failures as text; in other forms they are notes of an error."""
        if self.tool.form == "text":
            write_failures(module, failures)

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic of the linker. LLVM's tool prints it without its own name."""
        if diagnostic.severity == "warning" and self._suppresses_warnings:
            return
        if self._is_repeated():
            return
        if self._is_plain:
            write_error(llvm_text(diagnostic) if self.tool.is_llvm_only else plain_text(diagnostic))
            return
        # Some of LLVM's messages end with a line break.
        diagnostic.message = diagnostic.message.rstrip("\n")
        self.tool.report(diagnostic)

    def report_error(self, error: PyllvmError, filename: str) -> None:
        """Report the errors in an input."""
        self.tool.report_error(error, filename)

    def fail_bare(self, message: str, notes: Sequence[Diagnostic] = ()) -> LinkAborted:
        """Report an error that LLVM's tool prints after its name, without the word "error"."""
        if self._is_plain:
            write_error(f"{self.tool.program}: {message}\n")
        else:
            self.tool.report(Diagnostic("error", message))
        if not self.tool.is_llvm_only:
            for note in notes:
                self.report(note)
        return LinkAborted()

    def fail(self, message: str, notes: list[Diagnostic] | None = None, place: str = "") -> LinkAborted:
        """Report an error of the tool itself. Some messages begin with a space, as in LLVM."""
        shown = message if self._is_plain else message.strip()
        self.tool.report(Diagnostic("error", shown, notes=notes), place)
        return LinkAborted()

    def fail_with(self, error: PyllvmError) -> LinkAborted:
        """Report an error of the linker, which ends the link."""
        for diagnostic in error.diagnostics:
            self.report(diagnostic)
        return LinkAborted()

    def verify_input(self, name: str, module: Module) -> None:
        """Verify an input, but no bodies that are not read yet, as in LLVM. Raises LinkAborted if it breaks a rule."""
        failures = verify(module, READ_BODIES)
        if failures:
            self.write_failures(module, failures)
            raise self.fail("input module is broken!", place=name)

    def verify_result(self, module: Module) -> None:
        """Verify the linked module. Raises LinkAborted if it breaks a rule."""
        failures = verify(module)
        if failures:
            self.write_failures(module, failures)
            notes = [Diagnostic("note", failure.message) for failure in failures]
            raise self.fail("linked module is broken!", notes=None if self.tool.form == "text" else notes)

    def report_unmatched(self, option: str, patterns: Sequence[str], names: Collection[str]) -> None:
        """Warn of the patterns of an option that no definition's name matches."""
        if patterns:
            # Imported only here, as what uses the patterns.
            from fnmatch import fnmatchcase

            for pattern in patterns:
                if not any(fnmatchcase(name, pattern) for name in names):
                    self.report(Diagnostic("warning", f"--{option}={pattern}: no definition has such a name"))

    def explain(self, history: History, options: LinkOptions) -> None:
        """Write the reports of `--explain` and `--map`."""
        if options.map:
            if options.map.endswith(".json"):
                text = document(self.tool.program, history.map_document())
            else:
                text = history.map_text()
            write_output(options.map, text.encode("utf-8", "surrogateescape"))
        for symbol in options.explain:
            text = history.explanation(symbol.removeprefix("@"))
            if not text:
                self.report(Diagnostic("warning", f"no input has a symbol named '{symbol}'"))
            elif options.output in (None, "", "-"):
                # It has both names of each symbol already.
                rewrite_messages(None)
                write_error(text)
            else:
                write_standard_output(text)

"""``pyllvm diff``: prints what changed between two modules."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, called_as
from pyllvm.cli.option_values import LLVM, UsageError
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import text_demangler
from pyllvm.cli.run import Run
from pyllvm.cli.tables.diff import _LLVMS_FAILED, DIFFERENT, FAILED, MANUAL, SAME, DiffOptions
from pyllvm.comparison.changes import Comparison
from pyllvm.comparison.pairs import Unfit, missing, of_one_version, pairs_of
from pyllvm.comparison.unified import colored, statistics_text, summary_text, unified_text
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.ir.debug_info.debug_info import strip_debug_info
from pyllvm.library.short_names import without_middle
from pyllvm.notation import TYPE_CHECKING, Callable, Final
from pyllvm.reading.modules import NamedModule, named_modules
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import colors_output, write_error

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


PYLLVM: Final = "pyllvm"
"""The forms of the report."""

# The exit status of llvm-diff if a file cannot be read.

_WITHOUT: Final = "(not there)"


def compare_files(options: DiffOptions) -> int:
    """Run the command and return its exit status."""
    names = options.files
    form = options.format or (LLVM if called_as(command.name) else PYLLVM)
    if form == PYLLVM and len(names) != 2:
        raise UsageError(f"two files are compared, and {len(names)} are named")
    with Run(command, options) as run:
        run.wishes.asks_for_uses = form == LLVM
        difference = _Difference(run, options)
        if form == LLVM:
            return difference.report_as_llvm(names[:2], names[2:])
        try:
            with LongWork("comparing", names) as long_work:
                difference.compare(names, long_work)
        except _Failed:
            return FAILED
        if not options.no_pager:
            run.page()
        return difference.write()


class _Failed(Exception):
    """An input cannot be read; it was reported."""


class _Difference:
    """One run of the command."""

    def __init__(self, run: Run, options: DiffOptions) -> None:
        self._run = run
        self._options = options
        self._output = OutputFile("-")
        self._documents: list[dict[str, object]] = []
        # With the titles of both modules.
        self._comparisons: list[tuple[Comparison, str, str]] = []
        demangled = text_demangler(run.tool) if options.demangle else None
        self._shown: Callable[[str], str] = str if demangled is None else demangled

    def compare(self, names: list[str], long_work: LongWork) -> None:
        """Compare the modules of two inputs. Raises _Failed if one cannot be read."""
        if names == ["-", "-"]:
            raise UsageError("standard input can be one of the two files, not both")
        read: list[list[NamedModule]] = []
        # Two files with the same content are read once.
        known: dict[tuple[str, bytes], list[Module]] = {}
        for name in names:
            read.append(self._read(name, known=known))
            long_work.end()
        for before, after in pairs_of(*read):
            comparison = self._compare(names, before, after)
            self._comparisons.append((comparison, _title(names[0], before), _title(names[1], after)))

    def write(self) -> int:
        """Write the comparisons, and return the exit status."""
        for comparison, before, after in self._comparisons:
            self._write(comparison, before, after)
        if self._options.json:
            self._print(document(self._run.tool.program, {"comparisons": self._documents}))
        return DIFFERENT if any(comparison for comparison, _, _ in self._comparisons) else SAME

    def report_as_llvm(self, names: list[str], functions: list[str]) -> int:
        """Write llvm-diff's report on the modules, or on the functions that are named, and return its exit status."""
        modules: list[NamedModule] = []
        for name in names:
            try:
                found = self._read(name, says_open=True)
            except _Failed:
                continue
            if len(found) > 1:
                error = PyllvmError("only single modules are compared in LLVM's way: name one of them")
                self._run.tool.report_error(error, name)
                continue
            modules += found
        if len(modules) < len(names):
            return _LLVMS_FAILED
        try:
            before, after = self._of_one_version(names, modules)
            for named in (before, after):
                self._settle(named.module)
        except _Failed:
            return _LLVMS_FAILED
        from pyllvm.comparison.difference_engine import compare_as_llvm
        from pyllvm.reading.copying import copy_module

        report = compare_as_llvm(before.module, copy_module(after.module, before.module.context), functions)
        write_error(report.text)
        return DIFFERENT if report.has_differences else SAME

    # --- reading

    def _settle(self, module: Module) -> None:
        """Drop debug information that is broken, with the messages that LLVM prints when it reads the module."""
        from pyllvm.reading.failures import BROKEN, write_failures
        from pyllvm.reading.settle import settle_debug_info

        settled = settle_debug_info(module, lambda failures: write_failures(module, failures))
        if settled.is_broken:
            write_error(BROKEN)
            raise _Failed
        if settled.warning is not None:
            self._run.tool.report_from_context(settled.warning)

    def _read(
        self, name: str, *, says_open: bool = False, known: dict[tuple[str, bytes], list[Module]] | None = None
    ) -> list[NamedModule]:
        try:
            return named_modules(self._run.open(name, says_open=says_open), self._run.wishes, known)
        except PyllvmError as error:
            self._run.tool.report_error(error, "<stdin>" if name == "-" else name)
            raise _Failed from None

    def _compare(self, names: list[str], before: NamedModule | None, after: NamedModule | None) -> Comparison:
        if before is None or after is None:
            return missing(before, after)
        if before.module is after.module:
            return Comparison()
        before, after = self._of_one_version(names, [before, after])
        if before.is_source_implied:
            before.module.source_filename = after.module.source_filename
        elif after.is_source_implied:
            after.module.source_filename = before.module.source_filename
        ignores_debug = self._options.ignore_debug
        if ignores_debug:
            strip_debug_info(before.module)
            strip_debug_info(after.module)
        from pyllvm.comparison.compare import compare_stripped

        return compare_stripped(before.module, after.module, names=self._options.names, ignore_debug=ignores_debug)

    def _of_one_version(self, names: list[str], modules: list[NamedModule]) -> tuple[NamedModule, NamedModule]:
        try:
            return of_one_version(modules, self._run.wishes)
        except Unfit as unfit:
            self._run.tool.report_error(unfit.error, names[unfit.number])
            raise _Failed from None

    # --- writing

    def _write(self, comparison: Comparison, before: str, after: str) -> None:
        options = self._options
        if options.json:
            changes = [change.as_json() for change in comparison.changes]
            self._documents.append({"before": before, "after": after, "equal": not comparison, "changes": changes})
        elif not comparison:
            return
        elif options.brief:
            self._print(f"{before} and {after} differ: {summary_text(comparison)}\n")
        elif options.stat:
            self._print(self._statistics(comparison))
        elif options.side_by_side == "always" or (options.side_by_side == "auto" and streams.is_terminal(1)):
            self._draw(comparison, before, after)
        else:
            text = self._shown(unified_text(comparison, before, after, context=options.context))
            is_colored = colors_output(options.color)
            self._print(colored(streams.harmless(text)) if is_colored else text, is_colored=is_colored)

    def _statistics(self, comparison: Comparison) -> str:
        if not streams.is_terminal(1):
            return statistics_text(comparison, shown=self._shown)
        columns = streams.columns()
        return statistics_text(comparison, columns, lambda name: without_middle(self._shown(name), columns // 2))

    def _draw(self, comparison: Comparison, before: str, after: str) -> None:
        from pyllvm.comparison.side_by_side import side_by_side

        text = side_by_side(
            comparison,
            before,
            after,
            streams.columns(),
            context=self._options.context,
            is_colored=colors_output(self._options.color),
            harmless=lambda text: streams.harmless(self._shown(text)),
        )
        self._print(text, is_colored=True)

    def _print(self, text: str, *, is_colored: bool = False) -> None:
        if self._output.is_terminal() and not is_colored:
            text = streams.harmless(text)
        self._output.write(text.encode("utf-8", "surrogateescape"))


def _title(name: str, named: NamedModule | None) -> str:
    return _WITHOUT if named is None else name + named.member


command = LLVMCommand("diff", DiffOptions, compare_files, "LLVM .ll and .bc comparison", manual=MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

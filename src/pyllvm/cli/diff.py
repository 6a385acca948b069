"""``pyllvm diff``: prints what changed between two modules."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual, called_as
from pyllvm.cli.option_values import LLVM, UsageError
from pyllvm.cli.options import choice, flag, inputs, number, when
from pyllvm.cli.program import run
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import (
    FileOptions,
    PagerOptions,
    UnknownOptions,
)
from pyllvm.comparison.changes import Comparison
from pyllvm.comparison.pairs import Unfit, missing, of_one_version, pairs_of
from pyllvm.comparison.unified import statistics_text, summary_text, unified_text
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, NoReturn, final
from pyllvm.reading.named_modules import NamedModule, named_modules
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import colors_output, write_error
from pyllvm.terminal.paging import paged

if TYPE_CHECKING:
    from pyllvm.ir.module import Module

SAME: Final = 0
DIFFERENT: Final = 1
FAILED: Final = 2
"""The exit statuses, as diff has them."""

PYLLVM: Final = "pyllvm"
"""The forms of the report."""

# The exit status of llvm-diff if a file cannot be read.
_LLVMS_FAILED: Final = 1

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
            with LongWork("comparing", 2) as long_work:
                difference.compare(names, long_work)
        except _Failed:
            return FAILED
        with paged(not options.no_pager):
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

    def compare(self, names: list[str], long_work: LongWork) -> None:
        """Compare the modules of two inputs. Raises _Failed if one cannot be read."""
        if names == ["-", "-"]:
            raise UsageError("standard input can be one of the two files, not both")
        read: list[list[NamedModule]] = []
        # Two files with the same content are read once.
        known: dict[tuple[str, bytes], list[Module]] = {}
        for name in names:
            long_work.begin(name)
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
            document = self._documents[0] if len(self._documents) == 1 else self._documents
            import json  # only here: few runs need it

            self._print(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
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
        except _Failed:
            return _LLVMS_FAILED
        from pyllvm.comparison.difference_engine import compare_as_llvm
        from pyllvm.library.copying import copy_module

        report = compare_as_llvm(before.module, copy_module(after.module, before.module.context), functions)
        write_error(report.text)
        return DIFFERENT if report.has_differences else SAME

    # --- reading

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
            from pyllvm.ir.debug_info.debug_info import strip_debug_info

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
            self._print(statistics_text(comparison))
        elif options.side_by_side == "always" or (options.side_by_side == "auto" and streams.is_terminal(1)):
            self._draw(comparison, before, after)
        else:
            text = unified_text(comparison, before, after, context=options.context)
            is_colored = colors_output(options.color)
            self._print(_colored(text) if is_colored else text, is_colored=is_colored)

    def _draw(self, comparison: Comparison, before: str, after: str) -> None:
        from pyllvm.comparison.side_by_side import side_by_side

        text = side_by_side(
            comparison,
            before,
            after,
            streams.columns(),
            context=self._options.context,
            is_colored=colors_output(self._options.color),
            harmless=streams.harmless,
        )
        self._print(text, is_colored=True)

    def _print(self, text: str, *, is_colored: bool = False) -> None:
        if self._output.is_terminal() and not is_colored:
            text = streams.harmless(text)
        self._output.write(text.encode("utf-8", "surrogateescape"))


def _title(name: str, named: NamedModule | None) -> str:
    return _WITHOUT if named is None else name + named.member


_STYLE_OF_SIGN: Final = {"-": "removed", "+": "added", "@": "place", ";": "detail"}


def _colored(text: str) -> str:
    """A unified diff with the colors of git. What controls a terminal is escaped."""
    # Imported only here: rich takes longer to import than small modules to compare.
    from pyllvm.diagnostics.styles import codes

    style_codes = {sign: codes(style) for sign, style in _STYLE_OF_SIGN.items()}
    heading = codes("heading")
    lines = []
    for line in streams.harmless(text).split("\n"):
        before, after = heading if line.startswith(("--- ", "+++ ")) else style_codes.get(line[:1], ("", ""))
        lines.append(f"{before}{line}{after}")
    return "\n".join(lines)


_MANUAL: Final = Manual(
    description=(
        "Prints what changed between two modules of text or bitcode: fields of the module, types, comdats, global values with "
        "their attributes, basic blocks and instructions, metadata and debug information. Functions and other symbols "
        "correspond by name, and local ones with other names by content. Blocks and instructions correspond by what they do, "
        "and values are compared through this: numbers never count, and local names only with --names."
        "\n\n"
        "On a terminal the modules are side by side; elsewhere the output is a unified diff of the lines that llvm-dis prints "
        "for each module. A line that begins with ';' explains the lines before it, such as the attribute behind a number. The "
        "order of functions and of other symbols does not count."
        "\n\n"
        "Modules of different LLVM versions are compared in the newer version. Of two archives or other containers, the "
        "modules at the same places are compared; 'lib.a(x.o)' names a member, and 'all.bc(1)' the second module in a file."
        "\n\n"
        "With --format=llvm, or called by the name llvm-diff, the report and the exit status are llvm-diff's own: standard error "
        "has the report, and the names of functions may follow the two files, so that only these are compared."
    ),
    examples=[
        ("pyllvm-diff old.bc new.bc", "see what changed"),
        ("pyllvm-diff old.ll new.bc && echo same", "only set the exit status, and print nothing, if nothing changed"),
        ("pyllvm-diff --ignore-debug --stat old.bc new.bc", "see which functions changed, and how much"),
        ("pyllvm-diff --json old.bc new.bc | jq -r '.changes[].function'", "process the changes with another program"),
        ("pyllvm-diff --format=llvm old.bc new.bc main", "compare one function, as llvm-diff does"),
        ("pyllvm-diff old.bc 'lib.a(x.o)'", "compare a file with the bitcode in a member of an archive"),
    ],
    exit_statuses=(
        (SAME, "the modules are the same"),
        (DIFFERENT, "the modules differ"),
        (FAILED, "a file cannot be read, or the command line is wrong; standard error has the message"),
    ),
    common=("names", "ignore-debug", "q", "stat", "json", "U", "side-by-side"),
    llvms_failure_status=_LLVMS_FAILED,
)


@final
class DiffOptions(FileOptions, UnknownOptions, PagerOptions):
    """The options of the command."""

    names: bool = flag("names", "Compare the names of local values, of types and of private symbols as well")
    ignore_debug: bool = flag("ignore-debug", "Ignore debug information")
    brief: bool = flag("q", "Print only one line, if the modules differ")
    stat: bool = flag("stat", "Print only how much changed in each function and other part")
    json: bool = flag("json", "Print the changes as one JSON document")
    format: str | None = choice(
        "format",
        ("pyllvm", "llvm"),
        "Form of the report: pyllvm, or llvm for llvm-diff's own (default=pyllvm; llvm if the program is called llvm-diff)",
        default=None,
    )
    context: int = number("U", "N", "Print N equal lines around changes (default=3)", default=3)
    side_by_side: str = when("side-by-side", "Print the modules side by side (default=auto: on a terminal)")
    files: list[str] = inputs("input .ll or .bc file", least=2)


command = LLVMCommand(
    "diff",
    DiffOptions,
    compare_files,
    "LLVM .ll and .bc comparison",
    manual=_MANUAL,
)


def main() -> NoReturn:
    """``pyllvm-diff``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

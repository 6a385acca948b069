"""One run of a command: its inputs, in turn or several at a time (``-j``), its messages and reports, and its exit status."""

from __future__ import annotations

import os

from pyllvm.cli.option_values import TEXT, UsageError
from pyllvm.cli.reports import Tool
from pyllvm.cli.requested_wishes import requested_jobs, stated_jobs, wishes_of
from pyllvm.cli.shared_options import JOBS_VARIABLE, LossesOptions, Options
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.diagnostics.themes import want_theme
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterator, Sequence, final
from pyllvm.reading.inputs import Input
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile, write_output
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from types import TracebackType

    from pyllvm.cli.command import LLVMCommand
    from pyllvm.ir.module import Module
    from pyllvm.terminal.pager import Pager
    from pyllvm.wishes import LossRow, Wishes

_SEVERAL_OUTPUTS: Final = "error: output file name cannot be set for multiple input files"
_TERMINAL_WARNING: Final = (
    "WARNING: You're attempting to print out a bitcode file.\n"
    "This is inadvisable as it may cause display problems. If\n"
    "you REALLY want to taste LLVM bitcode first-hand, you\n"
    "can force output with the `-f' option.\n\n"
)


@final
class Outcome:
    """The results of the work on one input that the end of the command needs.

    `status` is the exit status of the command if this were the only input, `reports` the reports of `Tool` if its form is one
    document, and `losses` the rows of the report for `--report-losses`. `errors` and `warnings` are numbers. `is_lost`: the
    process that worked on it was ended from outside, which says nothing about the input.
    """

    __slots__ = ("errors", "is_lost", "losses", "reports", "status", "warnings")

    def __init__(
        self, status: int, reports: list[tuple[Diagnostic, str]], losses: list[LossRow], errors: int = 0, warnings: int = 0
    ) -> None:
        self.status = status
        self.reports = reports
        self.losses = losses
        self.errors = errors
        self.warnings = warnings
        self.is_lost = False


@final
class Run:
    """One run of a command; a context manager, which writes the reports at its end."""

    def __init__(self, command: LLVMCommand, options: Options) -> None:
        self.command: Final = command
        want_theme(options.theme)
        self.tool: Final[Tool] = Tool(command, options.color, options.diagnostics_format)
        self.wishes: Final[Wishes] = wishes_of(command, options)
        self.wishes.warn = self.tool.report
        self.number = 0
        """The number of the input that is worked on, from 0."""
        self.when_lost: Callable[[str], None] | None = None
        """Called with the name of an input whose process ended without a result."""
        self.is_quiet = False
        """Whether the progress is not shown."""
        self.ends_early = False
        """Whether the first bad input is the last: later ones may depend on it."""
        self.statuses: Final[list[int]] = []
        """The status of each input so far."""
        self.errors = 0
        self.warnings = 0
        """How many errors and warnings a command has counted in its inputs."""
        self._pager: Pager | None = None
        self._losses_name: Final = options.report_losses if isinstance(options, LossesOptions) else None
        if isinstance(options, LossesOptions) and options.losses == "warn":
            # For programs, every kind of loss is a diagnostic.
            self.wishes.sums_up_losses = self.tool.form == TEXT and not self.tool.is_llvm_only
        if self.tool.is_llvm_only:
            # LLVM's own tools report one error in a text.
            self.wishes.max_errors = 1
        if self.wishes.tells_ways:
            self.wishes.tell_way = lambda name, way: write_error(f"{self.tool.program}: {name}: {way}\n")

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> bool | None:
        was_left = self._pager is not None and self._pager.__exit__(kind, value, trace)
        try:
            if kind is None or was_left:
                self.write_losses()
        finally:
            self.tool.finish()
        return was_left

    def page(self) -> None:
        """Show in a pager what is written to standard output from now on, if that is a terminal. The user may leave it early."""
        if streams.is_smart(1):
            from pyllvm.terminal.pager import Pager

            self._pager = Pager()
            self._pager.__enter__()

    def write_losses(self) -> None:
        """Write the report about losses, if one is wanted. It is empty if nothing was lost."""
        if self._losses_name is not None:
            text = document(self.tool.program, {"losses": self.wishes.loss_rows})
            write_output(self._losses_name, text.encode("utf-8", "surrogateescape"))

    # --- inputs

    def inputs(self, names: list[str]) -> list[str]:
        """The inputs that a user names; for a folder, the modules in it, unless the command does only what LLVM's own does."""
        if self.tool.is_llvm_only or not any(map(os.path.isdir, names)):
            return names
        from pyllvm.library.bitcode_search import with_files_of_folders  # few users name folders

        return with_files_of_folders(names)

    def open(self, name: str, *, says_open: bool = False) -> Input:
        """An input; with `says_open`, an error begins as LLVM's tools begin it. The bytes may explain an error."""
        try:
            opened = Input(name)
        except PyllvmError as error:
            if says_open:
                raise PyllvmError(f"Could not open input file: {error}") from None
            raise
        self.tool.data = opened.data
        return opened

    def each(self, verb: str, names: Sequence[str], jobs: int | None, work: Callable[[str], int]) -> int:
        """Call `work`, which returns a status, with each input; returns the highest status.

        `verb` names the work on the terminal, such as "verifying", and `jobs` is the option's number of processes: for several
        inputs, or else for a large one.
        An input whose process is killed is reported, has the status of a failure, and does not keep the others from being done.
        """
        processes = 1
        self.wishes.cores = 0
        if jobs is not None or JOBS_VARIABLE in os.environ:
            processes = requested_jobs(jobs, names)
            self.wishes.cores = 1 if processes > 1 else stated_jobs(jobs) or 0
        status = 0
        with LongWork("" if self.is_quiet else verb, names) as long_work:
            if processes > 1:
                for outcome in self._in_processes(names, processes, work, long_work):
                    self._take(outcome)
                    status = max(status, outcome.status)
                    if self.ends_early and outcome.status and not outcome.is_lost:
                        break
                return status
            for number, name in enumerate(names):
                self.number = number
                found = work(name)
                self.statuses.append(found)
                self.tool.end_input()
                status = max(status, found)
                if self.ends_early and found:
                    break
                long_work.end()
        return status

    def _in_processes(
        self, names: Sequence[str], processes: int, work: Callable[[str], int], long_work: LongWork
    ) -> Iterator[Outcome]:
        """The outcomes of the inputs, in their order, from several processes."""
        # Imported only here: what it needs takes longer to import than a small input to read.
        from pyllvm.processes.jobs import LostProcess, results

        self.command.load()
        found = results(len(names), processes, lambda number: self._outcome_of(work, number, names[number]), long_work.have_ended)
        for self.number, (name, result) in enumerate(zip(names, found, strict=True)):
            if isinstance(result, LostProcess):
                if self.when_lost is not None:
                    self.when_lost(name)
                yield self._lost(result.reason, name)
            else:
                assert isinstance(result, Outcome)
                yield result

    def _outcome_of(self, work: Callable[[str], int], number: int, name: str) -> Outcome:
        """The outcome for one input, in a process of its own, which knows the outcomes of earlier ones."""
        self.number = number
        self.tool.reports = []
        self.errors = self.warnings = 0
        if self.wishes.loss_rows is not None:
            self.wishes.loss_rows = []
        status = work(name)
        return Outcome(status, self.tool.reports, self.wishes.loss_rows or [], self.errors, self.warnings)

    def _take(self, outcome: Outcome) -> None:
        self.statuses.append(outcome.status)
        self.tool.reports += outcome.reports
        self.errors += outcome.errors
        self.warnings += outcome.warnings
        if self.wishes.loss_rows is not None:
            self.wishes.loss_rows += outcome.losses

    def _lost(self, reason: str, name: str) -> Outcome:
        """Report an input whose process has ended without a result."""
        diagnostic = Diagnostic("error", f"the process that worked on it ended {reason}, so there is no result")
        diagnostic.hint = "run the command on this file alone; when memory runs out, the system ends processes like this"
        self.tool.report(diagnostic, name)
        outcome = Outcome(self.command.failure_status, [], [])
        outcome.is_lost = True
        return outcome

    # --- outputs

    def write_bitcode(self, output: OutputFile, pieces: Sequence[bytes], *, is_forced: bool) -> None:
        """Write bitcode to an output, but to a terminal only if that is forced."""
        if output.is_terminal() and not is_forced:
            write_error(_TERMINAL_WARNING)
        else:
            output.write_pieces(pieces)

    def note_guessed_version(self, module: Module, filename: str = "") -> None:
        """Name the version of bitcode that neither the user nor the input named, and how to choose another.

        Only for people and for other programs that read diagnostics: scripts compare standard error with LLVM's, which is empty.
        """
        if module.is_version_guessed and not self.tool.is_plain:
            message = f"written for LLVM {module.llvm_version}; --llvm-version names another"
            self.tool.report(Diagnostic("note", message), filename)


def refuse_one_output(names: Sequence[str], output: str | None) -> None:
    """Raise the UsageError of LLVM's tools if there is one output for several inputs."""
    if len(names) > 1 and output:
        raise UsageError(_SEVERAL_OUTPUTS, bare=True)

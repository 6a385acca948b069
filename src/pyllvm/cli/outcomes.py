"""Works on the inputs of a command in turn, or on several at a time (``-j``), and shows the progress of long work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from pyllvm.cli.conversion import Conversion
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.shared_options import JOBS_VARIABLE
from pyllvm.cli.tool import Tool
from pyllvm.diagnostics import Diagnostic
from pyllvm.terminal import streams
from pyllvm.terminal.long_work import LongWork

_SEVERAL_OUTPUTS: Final = "error: output file name cannot be set for multiple input files"


@final
@mypyc_attr(serializable=True)
class Outcome:
    """The results of the work on one input that the end of the command needs.

    `status` is the exit status of the command if this were the only input, `reports` the reports of `Tool` if its form is one
    document, and `losses` the rows of the report for `--report-losses`. `errors` and `warnings` are numbers. `is_lost`: the
    process that worked on it was ended from outside, which says nothing about the input.
    """

    __slots__ = ("errors", "is_lost", "losses", "reports", "status", "warnings")

    def __init__(self, status: int, reports: list[tuple[Diagnostic, str]], losses: list[dict[str, Any]]) -> None:
        self.status = status
        self.reports = reports
        self.losses = losses
        self.errors = 0
        self.warnings = 0
        self.is_lost = False


def requested_jobs(option: int | None, names: list[str]) -> int:
    """The number of processes that the option or the environment requests, at most one for each input. UsageError if wrong.

    It is 1 where a process cannot be copied, as on Windows.
    """
    jobs = _stated_jobs(option)
    if jobs is None or not hasattr(os, "fork"):
        return 1
    if streams.replacement(1) is not None or streams.replacement(2) is not None:
        # Other processes cannot write to such a stream.
        return 1
    if names.count("-") > 1:
        # Only the first finds something in standard input.
        return 1
    if jobs == 0:
        from pyllvm.processes.crew import available_cores  # only here: most commands need no number of processors

        jobs = available_cores()
    return min(jobs, len(names))


def requested_cores(option: int | None, names: list[str]) -> int:
    """The number of processes that may work on one input if it is large; 0 means one per processor. UsageError as above."""
    return 1 if requested_jobs(option, names) > 1 else _stated_jobs(option) or 0


def _stated_jobs(option: int | None) -> int | None:
    """The number that the option or the environment states; None if neither does."""
    if option is not None:
        return option
    text = os.environ.get(JOBS_VARIABLE, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"${JOBS_VARIABLE}: '{text}' is not a number of processes")
    return int(text)


def load_text_and_bitcode() -> None:
    """Import what reads, verifies and writes modules, by doing so with a small one."""
    from pyllvm.assembly import parse_assembly, print_module
    from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
    from pyllvm.findings.check import Check

    module = parse_assembly(b"define void @f() {\n  ret void\n}\n", "", check=Check().run)
    for again in read_modules(BitcodeFile(write_bitcode(module)), Reading("")):
        print_module(again)


def refuse_one_output(names: list[str], output: str | None) -> None:
    """Raise the UsageError of LLVM's tools if there is one output for several inputs."""
    if len(names) > 1 and output:
        raise UsageError(_SEVERAL_OUTPUTS, bare=True)


def outcome_of(status: int, tool: Tool, conversion: Conversion | None = None) -> Outcome:
    """The outcome for one input. What the tool and the conversion have kept moves into it."""
    reports, tool.reports = tool.reports, []
    tool.end_input()
    return Outcome(status, reports, [] if conversion is None else conversion.take_rows())


def outcomes(
    verb: str,
    names: list[str],
    jobs: int,
    work: Callable[[str], Outcome],
    tool: Tool,
    *,
    load: Callable[[], None],
    is_quiet: bool = False,
    failure_status: int = 1,
) -> Iterator[Outcome]:
    """Call `work` with each input, and give its outcome in the order of the inputs. The tool takes the reports back.

    `verb` names the work on the terminal, such as "verifying". `load` imports what `work` needs, so that not each process has
    to do it. An input whose process is killed is reported, has `failure_status`, and does not keep the others from being done.
    """
    with LongWork(verb, len(names), is_quiet=is_quiet) as long_work:
        if jobs <= 1:
            for name in names:
                long_work.begin(name)
                outcome = work(name)
                tool.reports += outcome.reports
                yield outcome
                long_work.end()
            return
        # Imported only here: what it needs takes longer to import than a small input to read.
        from pyllvm.processes.jobs import LostProcess, results

        load()
        found = results(len(names), jobs, lambda number: work(names[number]), long_work.look)
        for name, result in zip(names, found, strict=True):
            long_work.end()
            if isinstance(result, LostProcess):
                yield _lost(result.reason, name, tool, failure_status)
                continue
            tool.reports += result.reports
            yield result


def _lost(reason: str, name: str, tool: Tool, failure_status: int) -> Outcome:
    """Report an input whose process has ended without a result."""
    diagnostic = Diagnostic("error", f"the process that worked on it ended {reason}, so there is no result")
    diagnostic.hint = "run the command on this file alone; when memory runs out, the system ends processes like this"
    tool.report(diagnostic, name)
    outcome = Outcome(failure_status, [], [])
    outcome.is_lost = True
    return outcome

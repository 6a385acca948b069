"""How a command runs: from its arguments to its exit status, with what goes wrong said on standard error."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn, final

from pyllvm.cli.files import closed_stream, flush_standard_output, strerror
from pyllvm.cli.options import HelpRequested, LLVMCommand, UsageError, VersionRequested
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.plain import plain_text
from pyllvm.versions import NEWEST, OLDEST, __version__

# What LLVM's tools exit with when the reader of their output has gone (EX_IOERR).
BROKEN_PIPE_STATUS: Final = 74


@final
class Tool:
    """The running command, for what it has to say: its name, whether in colour, and in what form."""

    __slots__ = ("color", "form", "program", "reports")

    def __init__(self, program: str, color: str = "auto", form: str = "text") -> None:
        self.program = program
        self.color = color
        self.form = form
        self.reports: list[tuple[Diagnostic, str]] = []
        """What was reported, kept for `finish`, in the forms that are one document."""

    def report(self, diagnostic: Diagnostic, filename: str = "") -> None:
        """Say it on standard error: drawn on a terminal, in LLVM's plain form elsewhere."""
        if self.form != "text":
            self.reports.append((diagnostic, filename))
            return
        if wants_color(self.color, 2):
            from pyllvm.diagnostics import render

            text = render.drawn(diagnostic, self.program, filename)
        else:
            text = plain_text(diagnostic, self.program, filename)
        write_error(text)

    def report_from_context(self, diagnostic: Diagnostic) -> None:
        """Say what LLVM's context says by itself, which does not know the program's name."""
        if self.form != "text" or wants_color(self.color, 2):
            self.report(diagnostic)
        else:
            write_error(f"{diagnostic.severity}: {diagnostic.message}\n")

    def report_error(self, error: PyllvmError, filename: str = "") -> None:
        """Say every error that an exception carries."""
        for diagnostic in error.diagnostics:
            self.report(diagnostic, filename)

    def finish(self) -> None:
        """Write the document of all that was reported, where the form is one."""
        if self.form != "text":
            from pyllvm.diagnostics.machine import machine_text

            write_error(machine_text(self.form, self.reports, self.program))

    def write_line(self, text: str) -> None:
        """Say a line of its own on standard error, without the program's name."""
        write_error(text + "\n")

    def warn(self, message: str, filename: str = "") -> None:
        """Say a warning that points at nothing."""
        self.report(Diagnostic("warning", message), filename)


def wants_color(color: str, descriptor: int) -> bool:
    """Whether to colour what goes to a descriptor, given what ``--color`` says."""
    if color == "auto":
        return os.isatty(descriptor) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return color == "always"


def write_error(text: str) -> None:
    """Write to standard error; where it has gone, there is nobody to tell."""
    with suppress(OSError):  # it is tried again, and reported, when the command ends
        flush_standard_output()
    if sys.stderr is None:
        return
    try:
        sys.stderr.flush()
        sys.stderr.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stderr.buffer.flush()
    except (OSError, ValueError):
        pass


def write_standard_output(text: str) -> None:
    """Write a text to standard output."""
    if sys.stdout is None:
        raise closed_stream()
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def version_text(program: str = "pyllvm") -> str:
    """What ``--version`` says."""
    return (
        f"{program} {__version__} ({'compiled' if is_compiled() else 'plain Python'})\n"
        f"  LLVM versions: {OLDEST} to {NEWEST}\n"
        f"  Python {sys.version.split()[0]}\n"
    )


def is_compiled() -> bool:
    """Whether the hot modules are mypyc's native code."""
    from importlib.util import find_spec

    try:
        spec = find_spec("pyllvm.bitstream.cursor")
    except ModuleNotFoundError:
        return False
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def invoke(command: LLVMCommand, arguments: Sequence[str]) -> int:
    """Run a command and say what went wrong with it; the exit status."""
    program = command.program
    try:
        # Not command.main(): that makes exit statuses of its own of broken pipes and interrupts.
        with command.make_context(program, list(arguments)) as context:
            result: Any = command.invoke(context)
        flush_standard_output()
    except HelpRequested:
        return say(command.help_text(), program, command.failure_status)
    except VersionRequested:
        return say(version_text(program), program, command.failure_status)
    except UsageError as error:
        prefix = "" if error.bare else f"{program}: "
        write_error("".join(f"{prefix}{line}\n" for line in error.lines))
        return command.failure_status
    except PyllvmError as error:
        Tool(program).report_error(error)
        return command.failure_status
    except BrokenPipeError:
        return _broken_pipe()
    except OSError as error:
        return _output_failed(error, program, command.failure_status)
    except KeyboardInterrupt:
        return 130
    except RecursionError:
        write_error(f"{program}: error: the input is nested too deeply\n")
        return command.failure_status
    except MemoryError:
        write_error(f"{program}: error: out of memory\n")
        return command.failure_status
    return result if isinstance(result, int) else 0


def say(text: str, program: str = "pyllvm", failure_status: int = 1) -> int:
    """Write a text to standard output; the exit status."""
    try:
        write_standard_output(text)
    except BrokenPipeError:
        return _broken_pipe()
    except OSError as error:
        return _output_failed(error, program, failure_status)
    return 0


def _output_failed(error: OSError, program: str, failure_status: int) -> int:
    """Report what happened to standard output, or to the file that the error names; the exit status."""
    Tool(program).report(Diagnostic("error", f"{error.filename or '-'}: {strerror(error)}"))
    return failure_status


def _broken_pipe() -> int:
    # Nothing more can be written; what is still buffered must not be tried again when the interpreter ends.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    return BROKEN_PIPE_STATUS


def run(command: LLVMCommand, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command as the whole process."""
    prepare()
    leave(invoke(command, sys.argv[1:] if arguments is None else arguments))


def prepare() -> None:
    """Make the process a short-lived one: a command makes no garbage that is worth looking for."""
    gc.disable()
    gc.freeze()
    _reserve_standard_descriptors()


def _reserve_standard_descriptors() -> None:
    """Let no file that is opened later get the number of a standard stream that the process was started without.

    What stands there refuses what the stream would be used for, as a closed descriptor does.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # The lowest number that is free is the one that is given.
            os.open(os.devnull, os.O_RDONLY if descriptor else os.O_WRONLY)


def leave(status: int) -> NoReturn:
    """End the process without taking millions of objects apart first."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            pass
    os._exit(status)

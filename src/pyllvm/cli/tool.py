"""Runs a command, from its arguments to its exit status, and reports its errors on standard error."""

from __future__ import annotations

import os
import sys

from pyllvm.cli.arguments import HelpRequested, VersionRequested, parse_arguments
from pyllvm.cli.command import BROKEN_PIPE_STATUS, INTERRUPTED_STATUS, LLVMCommand
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.reports import Tool as Tool
from pyllvm.compiled_modules import SWITCH, is_switched_off
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import Callable, Final, Sequence
from pyllvm.terminal.files import flush_standard_output, strerror
from pyllvm.terminal.interrupts import is_lack_of_memory
from pyllvm.terminal.messages import forget_run, write_error, write_standard_output
from pyllvm.terminal.whole_file import remove_temporary_files
from pyllvm.versions import NEWEST, RELEASES, __version__, range_text

OUT_OF_MEMORY: Final = "out of memory"
TOO_DEEP: Final = "the input is nested too deeply"
_running: LLVMCommand | None = None


_SLOW: Final = """\
  The plain modules are 7 to 20 times slower than the compiled ones. With a C compiler and
  Python's headers, 'pip install' compiles them.
"""
_SWITCHED_OFF: Final = f"  {SWITCH} is set: the compiled modules, if there are any, are not used.\n"


def version_text(program: str = "pyllvm") -> str:
    """The text of ``--version``. Scripts find the LLVM version that is written by default where LLVM's tools print theirs."""
    from pyllvm.cli.requested_wishes import requested_version  # with all options, which few words need

    version = NEWEST
    try:
        version = requested_version(None) or NEWEST
    except UsageError:  # a wrong variable is reported by the commands that use it
        pass
    compiled = is_compiled()
    return (
        f"{program} {__version__} ({'compiled' if compiled else 'plain Python'})\n"
        f"  LLVM version {RELEASES[version]}\n"
        f"  LLVM versions: {range_text()}\n"
        f"  Python {sys.version.split()[0]}\n"
    ) + ("" if compiled else _SWITCHED_OFF if is_switched_off() else _SLOW)


def is_compiled() -> bool:
    """Whether the hot modules are mypyc's native code."""
    from importlib.util import find_spec

    try:
        spec = find_spec("pyllvm.bitstream.cursor")
    except ModuleNotFoundError:
        return False
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def running() -> LLVMCommand | None:
    """The command that runs, or ran last, in this process."""
    return _running


def begin(command: LLVMCommand) -> None:
    """Note that a command begins in this process, and forget what another one left."""
    global _running
    if _running is not None:
        forget_run()
    _running = command


def invoke(command: LLVMCommand, arguments: Sequence[str], path: str = "") -> int:
    """Run a command without click, report its errors, and return the exit status. `path` is how it was called, for its help."""
    begin(command)
    try:
        try:
            result = command.callback(parse_arguments(command, arguments))
            flush_standard_output()
            return result if isinstance(result, int) else 0
        except (HelpRequested, VersionRequested, UsageError, PyllvmError) as request:
            return _answer(request, command, path)
    except BaseException as error:
        return status_of(error)


def _answer(request: Exception, command: LLVMCommand, path: str) -> int:
    """Print the help, the version, or the error that the words of a command asked for, and return the exit status."""
    if isinstance(request, HelpRequested):
        # Imported only here: click lays the help out, and takes longer to import than a small file to read.
        from pyllvm.cli.help import help_text
        from pyllvm.terminal.pager import show_pages

        return say(help_text(command, path or command.program, request.form), command.program, command.failure_status, show_pages)
    if isinstance(request, VersionRequested):
        return say(version_text(command.program), command.program, command.failure_status)
    if isinstance(request, UsageError):
        prefix = "" if request.bare else f"{command.program}: "
        write_error("".join(f"{prefix}{line}\n" for line in request.lines))
    else:
        assert isinstance(request, PyllvmError)
        Tool(command.program).report_error(request)
    flush_standard_output()
    return command.failure_status


def status_of(error: BaseException) -> int:
    """Report the exception that ended the work of this process, and return the exit status. A fault of the program is raised."""
    if isinstance(error, BrokenPipeError):
        return _broken_pipe()
    if isinstance(error, OSError):
        return _output_failed(error, _program(), _failure_status())
    if isinstance(error, KeyboardInterrupt):  # in a process that is not this command's own
        remove_temporary_files()
        return INTERRUPTED_STATUS
    if isinstance(error, RecursionError):
        problem = TOO_DEEP
    elif is_lack_of_memory(error):
        problem = OUT_OF_MEMORY
    else:
        raise error
    # Its frames keep what used the memory.
    error.__traceback__ = error.__context__ = None
    write_error(f"{_program()}: error: {problem}\n")
    return _failure_status()


def _program() -> str:
    return "pyllvm" if _running is None else _running.program


def _failure_status() -> int:
    return 1 if _running is None else _running.failure_status


def say(text: str, program: str, failure_status: int, write: Callable[[str], None] = write_standard_output) -> int:
    """Write a text to standard output and return the exit status."""
    try:
        write(text)
    except BrokenPipeError:
        return _broken_pipe()
    except OSError as error:
        return _output_failed(error, program, failure_status)
    return 0


def _output_failed(error: OSError, program: str, failure_status: int) -> int:
    """Report an error of standard output, or of the file that it names, and return the exit status."""
    Tool(program).report(Diagnostic("error", f"{error.filename or '-'}: {strerror(error)}"))
    return failure_status


def _broken_pipe() -> int:
    # Nothing more can be written; the interpreter must not try to flush the buffer again when it ends.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    return BROKEN_PIPE_STATUS

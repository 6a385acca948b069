"""A command as the whole process: what is set up first, completion by click's variable, and a quick end."""

from __future__ import annotations

import gc
import os
import sys

from pyllvm.cli import tool
from pyllvm.cli.command import COMMANDS, LLVMCommand, command_named
from pyllvm.notation import Callable, NoReturn, Sequence
from pyllvm.terminal import interrupts, long_work
from pyllvm.terminal.interrupts import end_by
from pyllvm.terminal.messages import write_error
from pyllvm.terminal.whole_file import remove_temporary_files


def main_of(command: LLVMCommand) -> Callable[[], NoReturn]:
    """The function that runs a command as its own program."""
    return lambda: run(command)


def run(command: LLVMCommand, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command as the whole process: its own program."""
    interrupts.take_over()
    prepare()
    if f"_{command.program.replace('-', '_').upper()}_COMPLETE" in os.environ:
        _complete(command.program)
    leave(tool.invoke(command, sys.argv[1:] if arguments is None else arguments))


def run_words(words: Sequence[str]) -> NoReturn:
    """Run the command that the words of ``pyllvm`` name, as the whole process. Only other words, and completion, need click."""
    prepare()
    if "_PYLLVM_COMPLETE" in os.environ:
        _complete("pyllvm")
    if words and words[0] in COMMANDS:
        leave(tool.invoke(command_named(words[0]), words[1:], f"pyllvm {words[0]}"))
    from pyllvm.cli.group import invoke_group

    leave(invoke_group(words))


def prepare() -> None:
    """Switch garbage collection off, because the process is short, and reserve what the process may need later."""
    gc.disable()
    gc.freeze()
    end_by(_report_lack_of_memory)
    # Files that are opened later do not get the number of a standard stream that was closed at the start. The placeholder
    # refuses the use of the stream, as a closed descriptor does.
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # The system assigns the lowest free number.
            os.open(os.devnull, os.O_RDONLY if descriptor else os.O_WRONLY)


def _report_lack_of_memory() -> int:
    """Report that compiled code has no memory, and return the exit status: the process ends now."""
    remove_temporary_files()
    command = tool.running()
    write_error(f"{'pyllvm' if command is None else command.program}: error: {tool.OUT_OF_MEMORY}\n")
    return 1 if command is None else command.failure_status


def _complete(program: str) -> NoReturn:
    """Print candidates for the shell, for which click's variable for this program asks."""
    from pyllvm.cli.completion import complete

    leave(complete(program))


def leave(status: int) -> NoReturn:
    """End the process without freeing millions of objects first."""
    long_work.hide()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            pass
    os._exit(status)

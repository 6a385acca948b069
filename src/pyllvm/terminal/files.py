"""Outputs of a command: ``-``, terminals, and files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.terminal import interrupts, long_work, streams
from pyllvm.terminal.whole_file import FOLLOWED, WholeFile, missing_folder, remove_temporary_files, write_all

if TYPE_CHECKING:
    from types import TracebackType


# No system takes fewer at a time.
_PIECES_AT_A_TIME: Final = 256
# An output of another kind than modules have: a page, a drawing, a list of names.
REPORT: Final = "a report"
# The inputs of the command, by the device and the number of the file, which may have several names, and what knows their kinds.
inputs: Final[dict[tuple[int, int], Callable[[bytes], str]]] = {}


def strerror(error: OSError) -> str:
    """The system's message for an error, without the number and the file name that Python adds."""
    return error.strerror or str(error)


def closed_stream() -> OSError:
    """The error for using a standard stream that was closed when the process started (``<&-``, ``>&-``)."""
    return OSError(errno.EBADF, os.strerror(errno.EBADF))


def flush_standard_output() -> None:
    """Flush standard output, if the process has one."""
    if sys.stdout is not None:
        sys.stdout.flush()


def note_input(descriptor: int, kind_of: Callable[[bytes], str]) -> None:
    """Note that a file is an input of the command, so that no output of another kind takes its place.

    `kind_of` finds the kind of the file by its content.
    """
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode):
        inputs[status.st_dev, status.st_ino] = kind_of


def check_not_input(name: str, kind: str) -> None:
    """Raise PyllvmError if a file is an input of another kind than the output that is about to replace it."""
    try:
        status = os.stat(name)
        kind_of = inputs.get((status.st_dev, status.st_ino))
        if kind_of is None:
            return
        with open(name, "rb", buffering=0) as file:
            was = kind_of(file.read())
    except OSError:
        return  # there is no such file, or the attempt to write it says what is wrong
    if was != kind:
        diagnostic = Diagnostic("error", f"{name}: input file is the same as output file")
        diagnostic.hint = f"the input is {was}, and the output {kind}: name another file for it"
        raise PyllvmError(diagnostic)


@final
class OutputFile:
    """An output; a context manager, which keeps what was written if all went well. ``-`` is standard output.

    Until then nothing appears under its name, as with a `WholeFile`.

    Its `kind` is REPORT, or the BITCODE or TEXT of `reading.inputs`. PyllvmError if the file is an input of another kind, or
    cannot be opened.
    """

    __slots__ = ("_descriptor", "_file", "_name")

    def __init__(self, name: str, kind: str = REPORT, links: str = FOLLOWED) -> None:
        self._name = name
        self._file: WholeFile | None = None
        if name != "-" and inputs:
            check_not_input(name, kind)
        try:
            if name == "-":
                if sys.stdout is None:
                    raise closed_stream()
                sys.stdout.flush()
                self._descriptor = 1
            else:
                interrupts.add_cleanup(_remove_unfinished)
                self._file = WholeFile(name, links)
                self._descriptor = self._file.descriptor
        except OSError as error:
            interrupts.remove_cleanup(_remove_unfinished)
            raise self._failure(error) from None

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            try:
                self.keep()
                return
            except BaseException:
                self.discard()
                raise
        self.discard()

    def _failure(self, error: OSError) -> PyllvmError:
        diagnostic = Diagnostic("error", f"{self._name}: {strerror(error)}")
        # Below a folder that may not be entered, everything seems to be missing.
        folder = "" if isinstance(error, PermissionError) else missing_folder(self._name)
        if folder:
            diagnostic.hint = f"there is no folder '{folder}'"
        return PyllvmError(diagnostic)

    def is_terminal(self) -> bool:
        """Whether the output goes to a terminal."""
        return streams.is_terminal(self._descriptor)

    def write(self, data: bytes) -> None:
        """Append data to the output. BrokenPipeError passes through: the command then ends without a message."""
        try:
            if self._descriptor == 1:
                long_work.hide()
                streams.write(1, data)
                return
            write_all(self._descriptor, data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._failure(error) from None

    def write_pieces(self, pieces: Sequence[bytes]) -> None:
        """Append data that is in many pieces, several of them at a time, without a copy where the system can do that."""
        for begin in range(0, len(pieces), _PIECES_AT_A_TIME):
            some = pieces[begin : begin + _PIECES_AT_A_TIME]
            written = 0
            if hasattr(os, "writev") and self._descriptor != 1:
                try:
                    written = os.writev(self._descriptor, some)
                except OSError as error:
                    raise self._failure(error) from None
            for piece in some:
                if written < len(piece):
                    self.write(piece[written:])
                written = max(written - len(piece), 0)

    def keep(self) -> None:
        """Finish the output: give the complete file its name."""
        if _before_keeping is not None:
            _before_keeping()
        try:
            if self._file is not None:
                self._file.keep()
                self._forget()
        except OSError as error:
            raise self._failure(error) from None

    def discard(self) -> None:
        """Abandon the output, and leave an existing file as it was."""
        if self._file is not None:
            self._file.discard()
            self._forget()

    def _forget(self) -> None:
        self._file = None
        interrupts.remove_cleanup(_remove_unfinished)


def _remove_unfinished(number: int) -> None:
    remove_temporary_files()


_before_keeping: Callable[[], None] | None = None


def wait_before_keeping(wait: Callable[[], None]) -> None:
    """Call `wait` before an output of this process gets its name."""
    global _before_keeping
    _before_keeping = wait


def make_folder(folder: str) -> None:
    """Make a folder for several outputs, if there is none; PyllvmError if that fails."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise PyllvmError(f"{folder}: {error.strerror or error}") from None


def write_output(name: str, data: bytes, kind: str = REPORT, links: str = FOLLOWED) -> None:
    """Write a complete output, or leave an existing file as it was."""
    with OutputFile(name, kind, links) as output:
        output.write(data)

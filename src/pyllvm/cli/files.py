"""Inputs and outputs of a command: ``-``, terminals, and files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable
from typing import Final, final

from pyllvm.cli import long_work, terminal
from pyllvm.diagnostics import Diagnostic, PyllvmError

TERMINAL_WARNING: Final = (
    "WARNING: You're attempting to print out a bitcode file.\n"
    "This is inadvisable as it may cause display problems. If\n"
    "you REALLY want to taste LLVM bitcode first-hand, you\n"
    "can force output with the `-f' option.\n\n"
)


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise closed_stream()
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb", buffering=0) as file:
                data = file.read()
        long_work.bytes_read(len(data))
        return data
    except OSError as error:
        raise PyllvmError(Diagnostic("error", strerror(error))) from None


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


def _temporary_beside(target: str) -> tuple[int, str]:
    # tempfile would do, but takes longer to import than a small module to disassemble.
    folder, base = os.path.split(target)
    start = os.fsdecode(os.fsencode(base)[:100])
    number = 0
    while True:
        path = os.path.join(folder, f".{start}.{os.getpid()}-{number}.tmp")
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), path
        except FileExistsError:
            number += 1


@final
class OutputFile:
    """An output that appears under its name only when it is complete (`keep`).

    A regular file is written under a temporary name in the same folder and then renamed. Standard output and special
    files (``/dev/null``, a pipe) are written directly, and so is a file that cannot be replaced: a mount point, or a
    file in a folder that accepts no new files.
    """

    __slots__ = ("_descriptor", "_target", "_temporary")

    def __init__(self, name: str) -> None:
        self._descriptor = -1
        self._temporary = ""
        self._target = name
        try:
            self._open(name)
        except OSError as error:
            raise PyllvmError(Diagnostic("error", f"{name}: {strerror(error)}")) from None

    def _open(self, name: str) -> None:
        if name == "-":
            if sys.stdout is None:
                raise closed_stream()
            sys.stdout.flush()
            self._descriptor = 1
            return
        if name.endswith("/"):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        mode: int | None = None
        try:
            status = os.stat(name)
        except FileNotFoundError:
            pass
        else:
            descriptor = os.open(name, os.O_WRONLY | os.O_CLOEXEC)
            if not stat.S_ISREG(status.st_mode):
                self._descriptor = descriptor
                return
            os.close(descriptor)
            mode = stat.S_IMODE(status.st_mode)
        self._target = os.path.realpath(name)
        try:
            self._descriptor, self._temporary = _temporary_beside(self._target)
        except OSError:
            if mode is None:
                raise
            # In a folder that accepts no new files, an existing file may still be writable.
            self._descriptor = os.open(name, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
            return
        if mode is not None:
            os.fchmod(self._descriptor, mode)

    def is_terminal(self) -> bool:
        """Whether the output goes to a terminal."""
        return terminal.is_terminal(self._descriptor)

    def write(self, data: bytes) -> None:
        """Append data to the output. BrokenPipeError passes through: the command then ends without a message."""
        if self._descriptor == 1:
            long_work.hide()
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise PyllvmError(Diagnostic("error", f"{self._target}: {strerror(error)}")) from None

    def keep(self) -> None:
        """Finish the output: give the complete file its name."""
        if _before_keeping is not None:
            _before_keeping()
        try:
            self._close()
            if self._temporary:
                self._put_in_place()
        except OSError as error:
            raise PyllvmError(Diagnostic("error", f"{self._target}: {strerror(error)}")) from None

    def _put_in_place(self) -> None:
        try:
            os.replace(self._temporary, self._target)
        except OSError:
            # A rename fails if the target is a mount point, or a file that only its owner may remove.
            with open(self._temporary, "rb") as source, open(self._target, "wb") as target:
                while piece := source.read(1 << 20):
                    target.write(piece)
            os.unlink(self._temporary)
        self._temporary = ""

    def _close(self) -> None:
        descriptor = self._descriptor
        self._descriptor = -1
        if descriptor > 2:
            os.close(descriptor)

    def discard(self) -> None:
        """Abandon the output, and leave an existing file as it was."""
        try:
            self._close()
            if self._temporary:
                os.unlink(self._temporary)
        except OSError:
            # The earlier error is reported; a folder that has disappeared needs no second report.
            pass
        self._temporary = ""


_before_keeping: Callable[[], None] | None = None


def wait_before_keeping(wait: Callable[[], None]) -> None:
    """Call `wait` before an output of this process gets its name."""
    global _before_keeping
    _before_keeping = wait


def write_output(name: str, data: bytes) -> None:
    """Write a complete output, or leave an existing file as it was."""
    output = OutputFile(name)
    try:
        output.write(data)
        output.keep()
    except BaseException:
        output.discard()
        raise

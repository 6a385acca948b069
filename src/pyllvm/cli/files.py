"""Inputs and outputs of a command: ``-``, terminals, and files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from typing import Final, final

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
            return sys.stdin.buffer.read()
        with open(name, "rb", buffering=0) as file:
            return file.read()
    except OSError as error:
        raise PyllvmError(Diagnostic("error", strerror(error))) from None


def strerror(error: OSError) -> str:
    """What the system says went wrong, without the numbers and names that Python adds."""
    return error.strerror or str(error)


def closed_stream() -> OSError:
    """The error for a standard stream that the process was started without (``<&-``, ``>&-``), where it is needed."""
    return OSError(errno.EBADF, os.strerror(errno.EBADF))


def flush_standard_output() -> None:
    """Write what is still buffered, where there is a standard output."""
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
    """An output that comes to be when it is kept, and not before.

    A regular file is written under another name beside it and then renamed; standard output and special files
    (``/dev/null``, a pipe) are written as they are. So is a file that nothing can be put in the place of: one that is
    mounted by itself, or one in a folder that takes no new file.
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
            # A folder that takes no new file may still hold one that can be written.
            self._descriptor = os.open(name, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
            return
        if mode is not None:
            os.fchmod(self._descriptor, mode)

    def is_terminal(self) -> bool:
        """Whether a person is looking at what is written."""
        return os.isatty(self._descriptor)

    def write(self, data: bytes) -> None:
        """Write more of it. BrokenPipeError passes through: the command ends quietly."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise PyllvmError(Diagnostic("error", f"{self._target}: {strerror(error)}")) from None

    def keep(self) -> None:
        """All is written: give the file its name."""
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
            # Nothing can be renamed to a mount point, or to another's file where only its owner may remove it.
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
        """Leave what was there as it was."""
        try:
            self._close()
            if self._temporary:
                os.unlink(self._temporary)
        except OSError:
            # What went wrong before is reported; that the folder has gone as well is no news.
            pass
        self._temporary = ""


def write_output(name: str, data: bytes) -> None:
    """Write a whole output: all of it, or nothing of it is to be seen."""
    output = OutputFile(name)
    try:
        output.write(data)
        output.keep()
    except BaseException:
        output.discard()
        raise

"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
from typing import Final, final

_COPIED_AT_ONCE: Final = 1 << 20
# In bytes. A name may have 255, and the temporary one has a number in addition.
_KEPT_OF_NAME: Final = 100
# Without it, Windows writes a carriage return before each line feed.
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
_SEPARATORS: Final = (os.sep, os.altsep or os.sep)
# The names of descriptors that are open already.
_STREAMS: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR_FOLDERS: Final = ("/dev/fd/", "/proc/self/fd/")
# The temporary files that exist, or are about to.
_temporary_files: Final[set[str]] = set()


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data; one write to a pipe may take only a part of it."""
    view = memoryview(data)
    while view:
        # A variable: mypyc computes the bound of a slice twice.
        written = os.write(descriptor, view)
        view = view[written:]


# The symbolic links at the name of a file.
FOLLOWED: Final = "followed"
REPLACED: Final = "replaced"


@final
class WholeFile:
    """A file that appears under its name only when it is complete (`keep`).

    It is written under a temporary name in the same folder and then renamed. An existing file keeps its mode and owner. The
    content is copied into an existing file that cannot be replaced: one with several names, of an owner that this process
    cannot give a file to, at a mount point, or in another's sticky folder. A special file (``/dev/null``, a pipe), an open
    descriptor (``/dev/stdout``) and a file in a folder that accepts no new files are written directly. A symbolic link is
    FOLLOWED; if links are REPLACED, for names that the user has not given, the file takes the place of the link.

    All methods raise OSError.
    """

    __slots__ = ("_is_copied", "_target", "_temporary", "descriptor")

    def __init__(self, name: str, links: str = FOLLOWED) -> None:
        self._target = name
        self._temporary = ""
        self._is_copied = False
        if links == REPLACED and os.path.islink(name):
            self.descriptor, self._temporary = _temporary_beside(name)
        else:
            self.descriptor = self._open(name)

    def _open(self, name: str) -> int:
        if not name:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        if name.endswith(_SEPARATORS):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        number = _descriptor_named(name)
        if number >= 0:
            # Opened anew, or replaced, the file behind it would lose what others write to it.
            return os.dup(number)
        status: os.stat_result | None = None
        try:
            status = os.stat(name)
        except FileNotFoundError:
            pass
        else:
            descriptor = os.open(name, os.O_WRONLY | _BINARY)
            if not stat.S_ISREG(status.st_mode):
                return descriptor
            os.close(descriptor)
        self._target = os.path.realpath(name)
        try:
            descriptor, self._temporary = _temporary_beside(self._target)
        except OSError:
            if status is None:
                raise
            # In a folder that accepts no new files, an existing file may still be writable.
            return os.open(name, os.O_WRONLY | os.O_TRUNC | _BINARY)
        if status is not None:
            self._is_copied = status.st_nlink > 1 or not _takes_after(descriptor, status)
        return descriptor

    def write(self, data: bytes) -> None:
        """Append data to the file."""
        write_all(self.descriptor, data)

    def keep(self) -> None:
        """Finish the file: give it its name."""
        self._close()
        if not self._temporary:
            return
        if not self._is_copied:
            try:
                os.replace(self._temporary, self._target)
                _temporary_files.discard(self._temporary)
            except OSError:
                # The target is a mount point, or a file that only its owner may remove.
                self._is_copied = True
        if self._is_copied:
            self._copy()
            _remove(self._temporary)

    def _copy(self) -> None:
        """Copy the whole content; an interrupt waits until it is done."""
        import signal
        import threading

        # Handlers, because a mask holds for one thread: the progress display has another. Only the main thread is interrupted.
        caught: list[int] = []
        before = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)):
                if number is not None and signal.getsignal(number) is not None:  # a handler of C code could not be put back
                    before[number] = signal.signal(number, lambda number, frame: caught.append(number))
        try:
            with open(self._temporary, "rb") as source, open(self._target, "wb") as target:
                while piece := source.read(_COPIED_AT_ONCE):
                    target.write(piece)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            for late in caught:
                signal.raise_signal(late)

    def discard(self) -> None:
        """Abandon the file, and leave an existing one as it was."""
        try:
            self._close()
            if self._temporary:
                _remove(self._temporary)
        except OSError:
            # The earlier error is reported; a folder that has disappeared needs no second report.
            pass

    def _close(self) -> None:
        descriptor = self.descriptor
        self.descriptor = -1
        if descriptor >= 0:
            os.close(descriptor)


def _remove(temporary: str) -> None:
    os.unlink(temporary)
    _temporary_files.discard(temporary)


def remove_temporary_files() -> None:
    """Remove the files of this process that are not finished, because it ends now."""
    for path in _temporary_files:
        try:
            os.unlink(path)
        except OSError:
            pass
    _temporary_files.clear()


def write_whole(name: str, data: bytes, links: str = FOLLOWED) -> None:
    """Write a complete file, or leave an existing one as it was. OSError if it cannot be written."""
    file = WholeFile(name, links)
    try:
        file.write(data)
        file.keep()
    except BaseException:
        file.discard()
        raise


def missing_folder(name: str) -> str:
    """The folder of a file if that folder does not exist; otherwise empty."""
    folder = os.path.dirname(name)
    return folder if folder and not os.path.exists(folder) else ""


def _descriptor_named(name: str) -> int:
    """The number of the open descriptor behind a name such as `/dev/fd/3` or `/dev/stdout`; -1 for other names."""
    for folder in _DESCRIPTOR_FOLDERS:
        number = name.removeprefix(folder)
        if number != name and number.isascii() and number.isdecimal() and len(number) < 9:
            return int(number)
    return _STREAMS.get(name, -1)


def _takes_after(descriptor: int, status: os.stat_result) -> bool:
    """Give an open file the owner and mode of another; whether that was possible. Windows has neither."""
    if not hasattr(os, "fchown"):
        return True
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.fchown(descriptor, status.st_uid, status.st_gid)
        except OSError:
            return False
    os.chmod(descriptor, stat.S_IMODE(status.st_mode))
    return True


def _temporary_beside(target: str) -> tuple[int, str]:
    # tempfile would do, but takes longer to import than a small module to disassemble.
    folder, base = os.path.split(target)
    start = os.fsdecode(os.fsencode(base)[:_KEPT_OF_NAME])
    number = 0
    while True:
        path = os.path.join(folder, f".{start}.{os.getpid()}-{number}.tmp")
        _temporary_files.add(path)
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666), path
        except FileExistsError:
            # It belongs to somebody else.
            _temporary_files.discard(path)
            number += 1
        except OSError:
            _temporary_files.discard(path)
            raise

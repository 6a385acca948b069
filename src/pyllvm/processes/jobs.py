"""Works on several inputs at a time (``-j``), each in a process of its own. No other module starts processes to work.

Outputs appear in the order of the inputs: a process writes to files that have no names, which are copied when its turn has come.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import tempfile
from contextlib import suppress

from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import IO, Callable, Final, Iterator, NoReturn, final
from pyllvm.processes import pool
from pyllvm.terminal import files, streams
from pyllvm.terminal.messages import write_drawn
from pyllvm.terminal.whole_file import remove_temporary_files

# In seconds: how often the progress is looked at.
_INTERVAL: Final = 0.1
# For each process that may run, as many inputs may be finished before their turn to be shown.
_AHEAD: Final = 8
_INTERRUPTED: Final = 130
_COPIED_BYTES: Final = 1 << 20


def results(count: int, jobs: int, work: Callable[[int], object], tick: Callable[[int, int], None]) -> Iterator[object]:
    """Call ``work(0)`` to ``work(count - 1)`` in up to `jobs` processes, and give each result after its output was copied.

    Results must be picklable. An exception that `work` raises is raised here, in its turn. A process that ends otherwise, as by
    the system when memory runs out, gives a LostProcess. `tick` is called now and then, with how many
    processes have ended, and the number of the first that has not.
    When the iterator is closed early, what has not been given has had no effect: `files.OutputFile` waits for its turn.
    """
    for descriptor in (1, 2):
        streams.keep(descriptor)
    running: list[_Process] = []
    started = 0
    try:
        for given in range(count):
            while started < count and _has_room(running, jobs):
                running.append(_started(started, work, running))
                started += 1
            process = running[0]
            process.give_turn()
            while not process.has_ended:
                _wait(running)
                ended = sum(process.has_ended for process in running)
                tick(given + ended, given + next((at for at, process in enumerate(running) if not process.has_ended), 0))
                while started < count and _has_room(running, jobs):
                    running.append(_started(started, work, running))
                    started += 1
            running.pop(0)
            yield process.finish()
    finally:
        for process in running:
            process.stop()
        for process in running:
            process.forget()


def _has_room(running: list[_Process], jobs: int) -> bool:
    return sum(not process.has_ended for process in running) < jobs and len(running) < jobs * _AHEAD


def _started(number: int, work: Callable[[int], object], running: list[_Process]) -> _Process:
    try:
        return _Process(number, work, running)
    except OSError as error:
        raise PyllvmError(f"no process can be started: {files.strerror(error)}") from None


def _wait(running: list[_Process]) -> None:
    """Wait until a process ends, or for a short time."""
    open_ends = {process.end: process for process in running if not process.has_ended}
    for descriptor in select.select(list(open_ends), [], [], _INTERVAL)[0]:
        open_ends[descriptor].has_ended = True


@final
class LostProcess:
    """Stands for the result of a process that ended without one."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason
        """How it ended, such as "by signal 9"."""


@final
class _Process:
    """One process, seen from its parent process."""

    def __init__(self, number: int, work: Callable[[int], object], others: list[_Process]) -> None:
        self.has_ended = False
        self._outputs: list[tuple[int, IO[bytes]]] = [(1, _unnamed_file())]
        if not _share_a_file():
            self._outputs.append((2, _unnamed_file()))
        self._result: IO[bytes] = _unnamed_file()
        self.end, its_end = os.pipe()
        """Closed by the end of the process."""
        its_turn, self._turn = os.pipe()
        files.flush_standard_output()

        def be() -> NoReturn:
            for descriptor in (self.end, self._turn, *(each for other in others for each in (other.end, other._turn))):
                os.close(descriptor)
            _work(number, work, self._outputs, self._result, its_turn)

        self._id = pool.start(be)
        os.close(its_end)
        os.close(its_turn)

    def give_turn(self) -> None:
        """Let the process put its outputs in place."""
        with suppress(BrokenPipeError):  # it has ended
            os.write(self._turn, b"\n")

    def finish(self) -> object:
        """Copy what the process wrote, and return its result, or raise its exception."""
        status = os.waitstatus_to_exitcode(pool.wait(self._id))
        os.close(self.end)
        os.close(self._turn)
        try:
            return self._finish(status)
        finally:
            self._close_files()

    def _finish(self, status: int) -> object:
        is_lost = status not in (0, _INTERRUPTED, -signal.SIGINT)
        for descriptor, output in self._outputs:
            # Half an output would look like a whole one; messages are worth reading.
            if descriptor == 2 or not is_lost:
                _copy(output, descriptor)
        if status in (_INTERRUPTED, -signal.SIGINT):
            raise KeyboardInterrupt
        if is_lost:
            return LostProcess(f"by signal {-status}" if status < 0 else f"with status {status}")
        self._result.seek(0)
        is_exception, value = pickle.load(self._result)
        if is_exception:
            raise value
        return value

    def stop(self) -> None:
        """Ask the process to end without an effect."""
        pool.stop(self._id, signal.SIGTERM)
        os.close(self.end)
        os.close(self._turn)

    def forget(self) -> None:
        """Wait for the end of a process that was stopped."""
        pool.wait(self._id)
        self._close_files()

    def _close_files(self) -> None:
        self._result.close()
        for _, output in self._outputs:
            output.close()


def _work(
    number: int, work: Callable[[int], object], outputs: list[tuple[int, IO[bytes]]], result: IO[bytes], turn: int
) -> NoReturn:
    """The whole of a process that was started."""
    status = 1
    try:
        for descriptor, output in outputs:
            os.dup2(output.fileno(), descriptor)
        if len(outputs) == 1:
            os.dup2(1, 2)
        _write_to_descriptors()
        files.wait_before_keeping(lambda: _wait_for_turn(turn))
        try:
            outcome = (False, work(number))
            files.flush_standard_output()
        except Exception as error:
            outcome = (True, error)
        pickle.dump(outcome, result)
        status = 0
    except KeyboardInterrupt:
        remove_temporary_files()
        status = _INTERRUPTED
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _write_to_descriptors() -> None:
    """Let Python's streams lead to descriptors 1 and 2. A program may have put copies of these in place of its streams."""
    if sys.stdout is not None and sys.stdout.fileno() != 1:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
    if sys.stderr is not None and sys.stderr.fileno() != 2:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="surrogateescape", closefd=False)


def _wait_for_turn(turn: int) -> None:
    """Wait until all earlier inputs are finished. KeyboardInterrupt if the other process does not want this input any more."""
    if not os.read(turn, 1):
        raise KeyboardInterrupt


def _unnamed_file() -> IO[bytes]:
    return tempfile.TemporaryFile(buffering=0)


def _share_a_file() -> bool:
    """Whether standard output and error go to one file, where the order of what each gets can be seen."""
    try:
        return os.path.sameopenfile(1, 2)
    except OSError:
        return False


def _copy(source: IO[bytes], descriptor: int) -> None:
    """Write a whole file to a standard stream."""
    source.seek(0)
    piece = source.read(_COPIED_BYTES)
    while piece:
        if descriptor == 1:
            files.OutputFile("-").write(piece)
        else:
            write_drawn(piece.decode("utf-8", "surrogateescape"))
        piece = source.read(_COPIED_BYTES)

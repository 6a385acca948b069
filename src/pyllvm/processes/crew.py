"""Works on the parts of one large input in several processes. No other module knows of them; see `jobs` for several inputs.

The process of the command works on the first part, and starts one process for each of the others. Whatever is unusual in one
of them ends them all, and is a reason to begin again: the command then works on the whole input, as it does without them. Only a
fault of ours is not hidden so.
"""

from __future__ import annotations

import errno
import os
import sys

from pyllvm import progress
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, NoReturn, Sequence, final
from pyllvm.processes import pool
from pyllvm.separation import PROCESS, NotSeparable, begin_again
from pyllvm.terminal import files, interrupts
from pyllvm.terminal.interrupts import end_silently, is_lack_of_memory
from pyllvm.terminal.whole_file import write_all

if TYPE_CHECKING:
    from typing import TypeVar

    Result = TypeVar("Result")

# The bytes that may be handed on, for each byte of input.
_HANDED_ON: Final = 4
_LENGTH: Final = 8
_PIPE_BYTES: Final = 1 << 20
# The exit status of a process with a fault of ours, and where `waitpid` has it.
_FAULT: Final = 70
_STATUS_BITS: Final = 8


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_start() -> bool:
    """Whether this process can be copied. Another thread of it may hold a lock, which the copy would find locked for ever."""
    threading = sys.modules.get("threading")
    return hasattr(os, "fork") and (threading is None or threading.active_count() == 1)


@final
class Part:
    """The work of one process: what it gets from the process before it, and what it sends to the first one."""

    def __init__(self, number: int, crew: _Crew) -> None:
        self.number: Final = number
        self._crew = crew

    def take(self) -> bytes:
        """The data that the part before has handed on; in the first part, the data from the last part."""
        crew = self._crew
        number = self.number or crew.count
        length = _read_length(crew.turns[number - 1][0])
        return crew.shared[number - 1][:length]

    def hand_on(self, data: bytes) -> None:
        """Hand on data to the next part, without waiting for it. OSError if it is too much."""
        shared = self._crew.shared[self.number]
        if len(data) > len(shared):
            raise OSError(errno.ENOBUFS, "it has too much to hand on")
        shared[: len(data)] = data
        try:
            os.write(self._crew.turns[self.number][1], len(data).to_bytes(_LENGTH, "little"))
        except BrokenPipeError:  # that process has given up
            pass

    def send(self, pieces: Sequence[bytes]) -> None:
        """Send data to the first part, and wait until it has received it."""
        descriptor = self._crew.results[self.number][1]
        os.write(descriptor, sum(map(len, pieces)).to_bytes(_LENGTH, "little"))
        for piece in pieces:
            write_all(descriptor, piece)

    def receive(self, number: int) -> list[bytes]:
        """In the first part: what another part has sent next, in any pieces. OSError if it has ended."""
        descriptor = self._crew.results[number][0]
        return _read(descriptor, _read_length(descriptor))


@final
class _Crew:
    """The processes, and the pipes and memory that they share."""

    def __init__(self, count: int, size: int) -> None:
        from mmap import mmap  # only here: no small input needs it

        self.count = count
        self._first = os.getpid()
        self.shared = [mmap(-1, size * _HANDED_ON) for _ in range(count)]
        # How much was handed on by each process to the next, and the data that each sends to the first.
        self.turns = [os.pipe() for _ in range(count)]
        self.results = [os.pipe() for _ in range(count)]
        self.running: list[int] = []
        self._open = {end for ends in (*self.turns, *self.results) for end in ends}
        for pipe in self.results:
            _widen(pipe[1])

    def start(self, number: int, work: Callable[[Part], object]) -> None:
        """Start the process of a part."""

        def be() -> NoReturn:
            # It leaves nothing behind, and so may end at once, as it does when the first one is gone and reads no more.
            end_silently()
            self._work(number, work)

        self.running.append(pool.start(be))

    def _work(self, number: int, work: Callable[[Part], object]) -> NoReturn:
        """The whole of a process that was started."""
        status = 1
        try:
            progress.listen(self._look_for_first)
            self._keep_open({self.turns[number - 1][0], self.turns[number][1], self.results[number][1]})
            work(Part(number, self))
            status = 0
        except (NotSeparable, PyllvmError, RecursionError, OSError, KeyboardInterrupt):
            pass  # the first process finds the result missing, and does all the work
        except Exception as error:
            if not is_lack_of_memory(error):
                self._leave_fault(number)
                status = _FAULT
        finally:
            os._exit(status)

    def _leave_fault(self, number: int) -> None:
        """Leave the traceback of a fault of ours where the first process finds it."""
        from traceback import format_exc  # only here: there should be no such fault

        memory = self.shared[number]
        text = format_exc().encode("utf-8", "replace")[-(len(memory) - _LENGTH) :]
        memory[:_LENGTH] = len(text).to_bytes(_LENGTH, "little")
        memory[_LENGTH : _LENGTH + len(text)] = text

    def _look_for_first(self, work: str, count: int) -> None:
        """End this process if the first one has gone without having ended it; called after each function."""
        if os.getppid() != self._first:
            os._exit(1)

    def keep_first(self) -> None:
        """Close what the first process does not need."""
        self._keep_open({self.turns[0][1], self.turns[-1][0], *[ends[0] for ends in self.results[1:]]})

    def _keep_open(self, needed: set[int]) -> None:
        for descriptor in self._open - needed:
            os.close(descriptor)
        self._open = needed

    def finish(self) -> None:
        """End all processes; those that have not ended are not needed any more. RuntimeError if one had a fault of ours."""
        for process in self.running:
            pool.stop(process, interrupts.KILL)
        fault = ""
        for number, process in enumerate(self.running, 1):
            if pool.wait(process) == _FAULT << _STATUS_BITS:
                memory = self.shared[number]
                length = int.from_bytes(memory[:_LENGTH], "little")
                fault = memory[_LENGTH : _LENGTH + length].decode("utf-8", "replace")
        for descriptor in self._open:
            os.close(descriptor)
        for memory in self.shared:
            memory.close()
        if fault:
            raise RuntimeError(f"the process of a part has failed:\n{fault}") from None


def work_in_parts(count: int, size: int, work: Callable[[Part], Result]) -> Result:
    """Call `work` for each of `count` parts of an input of `size` bytes, in as many processes; returns the first one's result.

    Begins again if a process does, or ends otherwise before it has sent all that the first one receives.
    RuntimeError if it had a fault of ours.
    """
    files.flush_standard_output()
    crew: _Crew | None = None
    try:
        crew = _Crew(count, size)
        for number in range(1, count):
            crew.start(number, work)
        crew.keep_first()
        return work(Part(0, crew))
    except OSError as error:  # there may be no more memory, or no more processes; one may have ended
        begin_again(PROCESS, files.strerror(error))
    finally:
        if crew is not None:
            crew.finish()


def _read_length(descriptor: int) -> int:
    return int.from_bytes(b"".join(_read(descriptor, _LENGTH)), "little")


def _read(descriptor: int, length: int) -> list[bytes]:
    """Read that many bytes from a pipe. OSError if its other end was closed before."""
    pieces: list[bytes] = []
    while length:
        piece = os.read(descriptor, min(length, _PIPE_BYTES))
        if not piece:
            raise OSError(errno.EPIPE, "it has ended")
        pieces.append(piece)
        length -= len(piece)
    return pieces


def _widen(descriptor: int) -> None:
    """Let a pipe hold more, where the system can do that: fewer turns of the two processes."""
    import fcntl

    size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if size is not None and hasattr(fcntl, "fcntl"):
        try:
            fcntl.fcntl(descriptor, size, _PIPE_BYTES)
        except OSError:
            pass

"""Processes that work on parts of one input: how many there are, what they hand to each other, and how they end."""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from pyllvm.processes.crew import Part, _Crew, work_in_parts
from pyllvm.progress import READ, function_done
from pyllvm.reading import in_processes
from pyllvm.reading.in_processes import processes
from pyllvm.reading.in_turn import PIECE
from pyllvm.separation import SHARED, NotSeparable

SIZE = 1 << 16


@pytest.mark.parametrize(
    ("size", "jobs", "expected"),
    [
        (2 * PIECE - 1, 0, 1),
        (2 * PIECE, 0, 2),
        (3 * PIECE, 0, 3),
        (100 * PIECE, 0, 4),
        (100 * PIECE, 1, 1),
        (100 * PIECE, 3, 3),
        (100 * PIECE, 9, 4),
    ],
)
def test_number_of_processes(size: int, jobs: int, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows with the input, up to the cores that there are and the number that the user wants."""
    monkeypatch.setattr(in_processes, "available_cores", lambda: 4)
    assert processes(size, jobs) == expected


def test_many_cores_are_not_all_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_processes, "available_cores", lambda: 64)
    assert processes(100 * PIECE, 0) == 8


def test_process_with_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_processes, "available_cores", lambda: 4)
    ready = threading.Event()
    thread = threading.Thread(target=ready.wait)
    thread.start()
    assert processes(100 * PIECE, 0) == 1
    ready.set()
    thread.join()


def test_without_fork_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_processes, "available_cores", lambda: 4)
    monkeypatch.delattr(os, "fork")
    assert processes(100 * PIECE, 0) == 1


def test_parts_hand_on_in_turn_and_send_to_the_first() -> None:
    def work(part: Part) -> list[bytes]:
        before = part.take() if part.number else b""
        part.hand_on(before + b"%d" % part.number)
        if part.number:
            part.send([b"from ", b"%d" % part.number])
            part.send([b"x" * (SIZE * 40)])
            function_done(READ)  # the first part is still there
            part.send([b"end"])
            return []
        found = [b"".join(part.receive(number)) for number in (1, 2)]
        assert all(b"".join(part.receive(number)) == b"x" * (SIZE * 40) for number in (1, 2))
        assert [part.receive(number) for number in (1, 2)] == [[b"end"]] * 2
        return [part.take(), *found]

    assert work_in_parts(3, SIZE, work) == [b"012", b"from 1", b"from 2"]


def test_too_much_is_not_handed_on() -> None:
    def work(part: Part) -> None:
        if part.number == 0:
            part.hand_on(b"x" * (SIZE * 5))

    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, work)


@pytest.mark.parametrize(
    "failure",
    [NotSeparable(SHARED), RecursionError(), OSError(), KeyboardInterrupt(), MemoryError()],
    ids=lambda each: type(each).__name__,
)
def test_failure_of_a_process_is_noticed(failure: BaseException, capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing is written, because the work is then done again in one process."""

    def work(part: Part) -> object:
        if part.number:
            raise failure
        return part.receive(1)

    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, work)
    assert capfd.readouterr() == ("", "")


def test_fault_of_a_process_is_not_hidden() -> None:
    """Its traceback is that of the command, even if the parts after it give up because of it."""

    def work(part: Part) -> object:
        if part.number == 1:
            raise ValueError("a fault of ours")
        return part.take() if part.number else part.receive(2)

    with pytest.raises(RuntimeError, match=r"(?s)in work.*ValueError: a fault of ours"):
        work_in_parts(3, SIZE, work)


def test_killed_process_is_noticed() -> None:
    def work(part: Part) -> object:
        if part.number:
            os.kill(os.getpid(), signal.SIGKILL)
        return part.receive(1)

    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, work)


def test_processes_that_are_not_needed_any_more_end() -> None:
    """The first part fails while the other one would work for long."""
    started: list[int] = []

    def work(part: Part) -> None:
        if part.number:
            part.send([os.getpid().to_bytes(8, "little")])
            time.sleep(20)
        started.append(int.from_bytes(b"".join(part.receive(1)), "little"))
        raise NotSeparable(SHARED)

    begun = time.monotonic()
    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, work)
    assert time.monotonic() - begun < 10
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


def test_lack_of_memory_in_compiled_code_is_noticed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The process ends without the words that the command has for it."""

    def work(part: Part) -> object:
        if part.number:
            sys.pyllvm_out_of_memory()  # type: ignore[attr-defined]
        return part.receive(1)

    monkeypatch.setattr(sys, "pyllvm_out_of_memory", lambda: os.write(2, b"out of memory"), raising=False)
    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, work)
    assert capfd.readouterr() == ("", "")


def test_no_descriptor_or_memory_stays_open() -> None:
    crew: list[_Crew] = []

    def work(part: Part) -> bytes:
        crew.append(part._crew)
        if part.number:
            part.send([b"x"])
            return b""
        return b"".join(part.receive(1) + part.receive(2))

    folder = Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("no list of the open descriptors here")
    before = len(list(folder.iterdir()))
    assert work_in_parts(3, SIZE, work) == b"xx"
    assert len(list(folder.iterdir())) == before
    assert [memory.closed for memory in crew[0].shared] == [True] * 3


def test_pipes_are_wide() -> None:
    """The system's widest pipe holds most results, so that a part seldom waits for the first one to read them."""
    known, wanted = getattr(fcntl, "F_GETPIPE_SZ", None), getattr(fcntl, "F_SETPIPE_SZ", None)
    if known is None or wanted is None:
        pytest.skip("this system has pipes of one width")
    reader, writer = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(writer, wanted, 1 << 20)
    width = fcntl.fcntl(reader, known)
    os.close(reader)
    os.close(writer)
    assert work_in_parts(2, SIZE, lambda part: part.number or fcntl.fcntl(part._crew.results[1][0], known)) == width


def test_what_was_printed_before_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as printed, os.fdopen(writer, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        print("before")
        work_in_parts(3, SIZE, lambda part: part.receive(1) if part.number == 0 else [sys.stdout.flush(), part.send([b"x"])])
        stream.close()
        assert printed.read() == b"before\n"


@pytest.mark.parametrize("where", [(os, "fork"), (mmap, "mmap")])
def test_no_process_or_memory_is_left(where: tuple[ModuleType, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is then done in one process."""

    def refuse(*arguments: object) -> None:
        raise OSError(errno.EAGAIN, "no")

    monkeypatch.setattr(*where, refuse)
    with pytest.raises(NotSeparable):
        work_in_parts(2, SIZE, lambda part: None)


_ORPHAN = """
import os, sys, time
from pyllvm.processes.crew import work_in_parts
from pyllvm.progress import READ, function_done

def work(part):
    if part.number:
        print(os.getpid(), flush=True)
        for _ in range(100):
            time.sleep(0.1)
            {step}
    time.sleep(60)

work_in_parts(2, 1 << 16, work)
"""


@pytest.mark.parametrize("step", ["part.send([bytes(1 << 21)])", "function_done(READ)"])
def test_processes_do_not_outlive_the_first(step: str) -> None:
    """They end when they find that nobody reads what they send, or after the next function."""
    with subprocess.Popen([sys.executable, "-c", _ORPHAN.format(step=step)], stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        other = int(first.stdout.readline())
        first.kill()
        deadline = time.monotonic() + 20
        while _runs(other):
            assert time.monotonic() < deadline, "the other process still runs"
            time.sleep(0.05)


def _runs(process: int) -> bool:
    """Whether a process runs, and is not only waiting for its status to be read."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"

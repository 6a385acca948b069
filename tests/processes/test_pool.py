"""The processes that this one has started are stopped one by one, or all of them before this one ends."""

from __future__ import annotations

import os
import signal
import time
from typing import NoReturn

import pytest

from pyllvm.processes import pool
from pyllvm.terminal import interrupts, long_work, streams
from pyllvm.terminal.long_work import LongWork

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not copy processes")


def linger() -> NoReturn:
    time.sleep(5)
    os._exit(0)


def test_a_process_is_stopped() -> None:
    """Even if this process ignores that signal; then nothing is left to stop."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        for number in (signal.SIGTERM, signal.SIGKILL):
            process = pool.start(linger)
            pool.stop(process, number)
            assert os.waitstatus_to_exitcode(pool.wait(process)) == -number
            assert pool._stop_all not in interrupts._cleanups
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_process_stops_those_that_it_has_started_and_no_others() -> None:
    reader, writer = os.pipe()

    def start_one_and_end() -> NoReturn:
        os.write(writer, pool.start(linger).to_bytes(8, "little"))
        os.kill(os.getpid(), signal.SIGTERM)
        os._exit(0)

    other = pool.start(linger)
    try:
        assert os.waitstatus_to_exitcode(pool.wait(pool.start(start_one_and_end))) == -signal.SIGTERM
        with pytest.raises(ProcessLookupError):
            os.kill(int.from_bytes(os.read(reader, 8), "little"), 0)
        assert os.waitpid(other, os.WNOHANG) == (0, 0)
    finally:
        pool.stop(other, signal.SIGKILL)
        pool.wait(other)
        os.close(reader)
        os.close(writer)


def test_a_process_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(streams.led_to_a_terminal, 2, True)
    with LongWork("verifying", ["a.bc"]) as work:

        def look() -> NoReturn:
            work._next = 0
            long_work.bytes_read(1)
            work.look()
            os._exit(2 * work._bytes + work._is_drawn)

        assert os.waitstatus_to_exitcode(pool.wait(pool.start(look))) == 0


def test_all_processes_end_before_this_one() -> None:
    begun = time.monotonic()
    running = [pool.start(linger) for _ in range(2)]
    try:
        pool._stop_all(signal.SIGTERM)
    finally:
        pool._ids.difference_update(running)
        interrupts.remove_cleanup(pool._stop_all)
    assert time.monotonic() - begun < 4
    for process in running:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, 0)

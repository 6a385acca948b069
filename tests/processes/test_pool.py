"""The processes that this one has started are stopped one by one, or all of them before this one ends."""

from __future__ import annotations

import os
import signal
import time
from typing import NoReturn

import pytest

from pyllvm.processes import pool
from pyllvm.terminal import interrupts

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not copy processes")


def linger() -> NoReturn:
    time.sleep(5)
    os._exit(0)


def test_a_process_is_stopped() -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = pool.start(linger)
        pool.stop(process, number)
        assert os.waitstatus_to_exitcode(pool.wait(process)) == -number


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

"""Runs commands in turn, and measures whole processes: wall time, CPU time, peak memory."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Measured(NamedTuple):
    """The best run of a command: seconds of wall time, seconds of CPU time of all its processes, MB of its largest process."""

    wall: float
    cpu: float
    memory: float


def run(words: Sequence[str], environment: Mapping[str, str]) -> Measured | str:
    """Run a command once; the end of its error output where it fails or cannot be started."""
    started = time.perf_counter()
    try:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    except OSError as error:
        return str(error)
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        return errors.decode(errors="replace")[-300:].strip() or f"status {process.returncode}"
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_turn(commands: Sequence[Sequence[str]], repeat: int, environment: Mapping[str, str]) -> list[Measured | str]:
    """Run several commands in turn, `repeat` rounds, so that a busy moment hits all of them. The least time of each counts."""
    results: list[Measured | str] = []
    for turn in range(repeat):
        for number, words in enumerate(commands):
            if turn and isinstance(results[number], str):
                continue
            measured = run(words, environment)
            if turn == 0:
                results.append(measured)
                continue
            before = results[number]
            if isinstance(measured, str) or isinstance(before, str):
                results[number] = measured
            else:
                memory = max(before.memory, measured.memory)
                results[number] = Measured(min(before.wall, measured.wall), min(before.cpu, measured.cpu), memory)
    return results

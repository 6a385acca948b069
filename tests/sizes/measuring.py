"""Runs a command on a file in a process of its own, with bounds, and measures its CPU time and its peak of memory."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.sizes.commands import FILE


class Bounds(NamedTuple):
    """The CPU seconds and the bytes of address space that a process gets."""

    seconds: int
    bytes: int

    def apply(self) -> None:
        """Bound this process."""
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (self.bytes, self.bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Run(NamedTuple):
    """What a command took. `problem` is its first error, if it failed, and `is_cut_off` whether a bound ended it."""

    seconds: float
    megabytes: float
    problem: str
    is_cut_off: bool = False


def measure(command: list[str], file: Path, bounds: Bounds) -> Run:
    """Run a command, in whose words the file stands for `FILE`. One process does all the work."""
    errors = file.parent / "errors"
    words = [str(file) if word == FILE else word for word in command]
    environment = {"PYLLVM_JOBS": "1", **os.environ}
    with errors.open("wb") as sink:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=sink,
            env=environment,
            preexec_fn=bounds.apply,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    problem, is_cut_off = _problem(errors, process.returncode, bounds)
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, problem, is_cut_off)


def _problem(errors: Path, code: int, bounds: Bounds) -> tuple[str, bool]:
    """What went wrong, and whether a bound was the cause."""
    if code == 0:
        return "", False
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"more than {bounds.seconds} s", True
    with errors.open("rb") as text:
        lines = text.read(1 << 16).decode(errors="replace").splitlines()
    messages = [line.partition("rror: ")[2] for line in lines if "rror: " in line]
    problem = messages[0] if messages else f"exit status {code}"
    return problem, problem == "out of memory" or code == -signal.SIGABRT

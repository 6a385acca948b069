"""A plugin of pytest for :mod:`tests.mutation.run`: runs the collected tests for each mutant, in a process of its own.

Where the variable MUTANT names a mutant, it is on from the start, and the tests run for it alone.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

_SECONDS = 60


def _passes(item: pytest.Item) -> bool:
    """Whether a test passes, or is skipped."""
    from _pytest.runner import runtestprotocol

    return all(not report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def _in_fork(work: Callable[[], int]) -> int:
    """Call a function in a forked process; its status, which is not 0 if the process died or its time was over."""
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        status = 1
        try:
            status = work()
        finally:
            os._exit(status)
    _, ended = os.waitpid(process, 0)
    try:
        os.killpg(process, signal.SIGKILL)  # what the tests started
    except ProcessLookupError:
        pass
    return ended


def _reach(items: list[pytest.Item], folder: Path) -> int:
    """Run all tests with no mutant on; write for each the time it takes and the mutants that it reaches."""
    import pyllvm._mutants as switch

    reached = folder / "reached"
    os.environ["MUTANTS_REACHED"] = switch._REACHED = str(reached)
    with (folder / "reaches").open("w") as out:
        for number, item in enumerate(items):
            switch._known.clear()
            reached.write_text("")
            started = time.monotonic()
            if not _passes(item):
                continue  # it fails as it is: not a test that finds something
            numbers = sorted(set(reached.read_text().split()))
            out.write(f"{number} {time.monotonic() - started} {' '.join(numbers)}\n")
            out.flush()
    return 0


def _find(items: list[pytest.Item], mutant: int) -> int:
    """Run tests with a mutant on until one fails: 0 if none does in the time."""
    import pyllvm._mutants as switch

    switch.ON = mutant
    os.environ["MUTANT"] = str(mutant)
    os.environ.pop("MUTANTS_REACHED", None)
    switch._REACHED = None
    signal.alarm(_SECONDS + 5)  # a mutant that makes an endless loop is found
    started = time.monotonic()
    for item in items:
        if time.monotonic() - started > _SECONDS:
            break
        if not _passes(item):
            return 1
    return 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Find out which tests reach which mutants, then run these for each mutant."""
    items = session.items
    folder = Path(os.environ["MUTATION_FOLDER"])
    if "MUTANT" in os.environ:
        rows = [line.split() for line in (folder / "reaches").read_text().splitlines()]
        tests = [items[int(number)] for number, *_ in sorted(rows, key=lambda row: float(row[1]))]
        session.testsfailed = _find(tests, int(os.environ["MUTANT"]))
        return True
    assert _in_fork(lambda: _reach(items, folder)) == 0
    by_mutant: dict[int, list[tuple[float, int]]] = {}
    for line in (folder / "reaches").read_text().splitlines():
        number, seconds, *mutants = line.split()
        for mutant in mutants:
            by_mutant.setdefault(int(mutant), []).append((float(seconds), int(number)))
    with (folder / "found").open("w") as out:
        for mutant in range(int(os.environ["MUTANTS"])):
            tests = [items[number] for _, number in sorted(by_mutant.get(mutant, []))]
            if tests and _in_fork(partial(_find, tests, mutant)):
                out.write(f"{mutant}\n")
                out.flush()
    return True

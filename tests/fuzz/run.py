"""Fuzzes one target or all: ``python -m tests.fuzz.run [--target NAME] [--first N] [--count N] [--jobs N] [--out DIR]``.

Inputs are numbered, and an input's number makes its bytes, so a range of numbers is a reproducible run. Each range of inputs runs
in a process with a memory limit; if the process dies or hangs, the input that it was at is the finding. Findings are written to
DIR as TARGET-NUMBER; ``python -m tests.fuzz.run --replay FILE...`` runs files again. Exit status 1 if there are findings.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import multiprocessing
import sys
import time
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final, NamedTuple

from tests.fuzz.judge import MOST_SECONDS, judge, limit_memory
from tests.fuzz.targets import TARGETS, make

_RANGE: Final = 500
_LONGEST: Final = 40_000


class Finding(NamedTuple):
    """An input that broke the rule."""

    target: str
    number: int
    fault: str


def _work(
    target: str, first: int, last: int, at: Synchronized[int], read: Synchronized[int], found: SimpleQueue[Finding]
) -> None:
    limit_memory(_LONGEST)
    for number in range(first, last):
        at.value = number
        verdict = judge(target, make(target, number))
        read.value += verdict.was_read
        if verdict.fault:
            found.put(Finding(target, number, verdict.fault))
    at.value = last


def fuzz_range(target: str, first: int, last: int) -> tuple[list[Finding], int]:
    """Run the inputs `first` to `last` (exclusive). Returns the findings, and the number of inputs with a result."""
    make(target, 0)  # here, so that every process of a range shares the seeds
    findings: list[Finding] = []
    total = 0
    context = multiprocessing.get_context("fork")
    while first < last:
        at = context.Value("q", first)
        read = context.Value("q", 0)
        found: SimpleQueue[Finding] = context.SimpleQueue()
        process = context.Process(target=_work, args=(target, first, last, at, read, found))
        process.start()
        seen, since = first, time.monotonic()
        hung = False
        while process.is_alive():
            process.join(0.05)
            while not found.empty():
                findings.append(found.get())
            if at.value != seen:
                seen, since = at.value, time.monotonic()
            elif time.monotonic() - since > 6 * MOST_SECONDS:
                hung = True
                process.kill()
        while not found.empty():
            findings.append(found.get())
        total += read.value
        if at.value == last:
            break
        findings.append(Finding(target, at.value, "hangs" if hung else f"the process died: {process.exitcode}"))
        first = at.value + 1
    return findings, total


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000, help="inputs of each target")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    if options.replay:
        return replay(options.replay)
    last = options.first + options.count
    ranges = [
        (target, start, min(start + _RANGE, last))
        for start in range(options.first, last, _RANGE)
        for target in options.target or sorted(TARGETS)
    ]
    results: dict[str, list[int]] = {}
    count = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (target, start, end), (findings, read) in zip(ranges, pool.map(lambda one: fuzz_range(*one), ranges), strict=True):
            totals = results.setdefault(target, [0, 0])
            totals[0] += end - start
            totals[1] += read
            for finding in findings:
                count += 1
                print(f"{finding.target}-{finding.number}: {finding.fault}", flush=True)
                if options.out:
                    options.out.mkdir(parents=True, exist_ok=True)
                    (options.out / f"{finding.target}-{finding.number}").write_bytes(make(finding.target, finding.number))
    for target, (tried, read) in sorted(results.items()):
        print(f"{target}: {tried} inputs, {read} with a result")
    print(f"{count} findings")
    return 1 if count else 0


def replay(files: list[Path]) -> int:
    """Run files whose names begin with their target."""
    status = 0
    for file in files:
        verdict = judge(file.name.partition("-")[0], file.read_bytes())
        print(f"{file.name}: {verdict.fault or ('read' if verdict.was_read else 'refused')}")
        status |= bool(verdict.fault)
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Fuzzes one target or all: ``python -m tests.fuzz.run [--target NAME] [--first N] [--count N] [--jobs N] [--out DIR]``.

Inputs are numbered, and an input's number makes its bytes, so a range of numbers is a reproducible run. Each range of inputs runs
in a process with a memory limit; if the process dies or hangs, the input that it was at is the finding. Findings are written to
DIR as TARGET-NUMBER; ``python -m tests.fuzz.run --replay FILE...`` runs files again. Exit status 1 if there are findings.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import math
import multiprocessing
import sys
import time
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Final, NamedTuple

from tests.fuzz import real_llvm
from tests.fuzz.judge import MOST_SECONDS, judge, limit_memory
from tests.fuzz.other_build import OtherBuild
from tests.fuzz.targets import TARGETS, make

_RANGE: Final = 500
_SHORT_RANGE: Final = 25
_MOST: Final = 1_000_000
_LONGEST: Final = 40_000
_FORK: Final = multiprocessing.get_context("fork")


class Finding(NamedTuple):
    """An input that broke the rule."""

    target: str
    number: int
    fault: str


class Comparison(NamedTuple):
    """What else each input is tried with: real LLVMs, by version, and another build of pyllvm."""

    llvm_versions: tuple[int, ...] = ()
    other_build: Path | None = None


def _difference(other: OtherBuild | None, target: str, data: bytes, outcome: str) -> str:
    """How the outcome in another build differs; empty if it does not."""
    there = outcome if other is None else other.outcome(target, data)
    return "" if there == outcome else f"this build: {outcome}; the other build: {there}"


def _work(
    target: str,
    first: int,
    last: int,
    comparison: Comparison,
    at: Synchronized[int],
    read: Synchronized[int],
    found: SimpleQueue[Finding],
) -> None:
    other = OtherBuild(comparison.other_build) if comparison.other_build else None
    if not comparison.llvm_versions:  # the tools would inherit the limit
        limit_memory(_LONGEST)
    for number in range(first, last):
        at.value = number
        data = make(target, number)
        verdict = judge(target, data, comparison.llvm_versions)
        read.value += verdict.was_read
        fault = verdict.fault or _difference(other, target, data, verdict.outcome)
        if fault:
            found.put(Finding(target, number, fault))
    if other is not None:
        other.close()
    at.value = last


def fuzz_range(target: str, first: int, last: int, comparison: Comparison) -> tuple[list[Finding], int]:
    """Run the inputs `first` to `last` (exclusive). Returns the findings, and the number of inputs with a result."""
    make(target, 0)  # here, so that every process of a range shares the seeds
    findings: list[Finding] = []
    total = 0
    while first < last:
        at = _FORK.Value("q", first)
        read = _FORK.Value("q", 0)
        found: SimpleQueue[Finding] = _FORK.SimpleQueue()
        process = _FORK.Process(target=_work, args=(target, first, last, comparison, at, read, found))
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


def _fuzz_range_before(
    end: float, target: str, first: int, last: int, comparison: Comparison
) -> tuple[list[Finding], int] | None:
    """Fuzz the range, unless the monotonic clock is past `end`: then return None."""
    return None if time.monotonic() > end else fuzz_range(target, first, last, comparison)


def _ranges(targets: list[str], first: int, count: int, size: int) -> list[tuple[str, int, int]]:
    """The ranges of inputs, the targets in turn."""
    last = first + count
    return [(target, start, min(start + size, last)) for start in range(first, last, size) for target in targets]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, help="inputs of each target (default=1000, or with --seconds no limit)")
    parser.add_argument("--seconds", type=float, help="begin no range of inputs after this time")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path)
    parser.add_argument(
        "--llvm", type=int, action="append", default=[], metavar="N", help="what verifies, the real LLVM N must read (19, 22)"
    )
    parser.add_argument("--compare-with", type=Path, metavar="BUILD", help="a folder with another build, which must do the same")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    for version in options.llvm:
        if not real_llvm.tool(version, "opt").exists():
            parser.error(f"LLVM {version} is not installed: no {real_llvm.tool(version, 'opt')}")
    if options.compare_with and not (options.compare_with / "pyllvm").is_dir():
        parser.error(f"no pyllvm in {options.compare_with}")
    return options


def main() -> int:
    options = _options()
    comparison = Comparison(tuple(options.llvm), options.compare_with)
    if options.replay:
        return replay(options.replay, comparison)
    count = options.count or (_MOST if options.seconds else 1000)
    ranges = _ranges(options.target or sorted(TARGETS), options.first, count, _SHORT_RANGE if options.seconds else _RANGE)

    end = time.monotonic() + options.seconds if options.seconds else math.inf
    print(f"first input: {options.first}", flush=True)
    results: dict[str, list[int]] = {}
    faults = 0
    # Processes, not threads: what one thread imports while another forks stays locked in the new process for ever.
    with concurrent.futures.ProcessPoolExecutor(options.jobs, mp_context=_FORK) as pool:
        running = [pool.submit(_fuzz_range_before, end, *one, comparison) for one in ranges]
        for (target, start, stop), task in zip(ranges, running, strict=True):
            done = task.result()
            if done is None:
                continue
            findings, read = done
            totals = results.setdefault(target, [0, 0])
            totals[0] += stop - start
            totals[1] += read
            for finding in findings:
                faults += 1
                print(f"{finding.target}-{finding.number}: {finding.fault}", flush=True)
                if options.out:
                    options.out.mkdir(parents=True, exist_ok=True)
                    (options.out / f"{finding.target}-{finding.number}").write_bytes(make(finding.target, finding.number))
    for target, (tried, read) in sorted(results.items()):
        print(f"{target}: {tried} inputs, {read} with a result")
    print(f"{faults} findings")
    return 1 if faults else 0


def replay(files: list[Path], comparison: Comparison) -> int:
    """Run files whose names begin with their target."""
    status = 0
    other = OtherBuild(comparison.other_build) if comparison.other_build else None
    for file in files:
        target, data = file.name.partition("-")[0], file.read_bytes()
        verdict = judge(target, data, comparison.llvm_versions)
        fault = verdict.fault or _difference(other, target, data, verdict.outcome)
        print(f"{file.name}: {fault or ('read' if verdict.was_read else 'refused')}")
        status |= bool(fault)
    return status


if __name__ == "__main__":
    sys.exit(main())

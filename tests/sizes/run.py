"""Measures how time and memory grow: ``python -m tests.sizes.run [--shape NAME]... [--command NAME]... [--to N] [--steps K]``.

Each shape of `tests.sizes.shapes` is made at the sizes N / 8, N / 4, N / 2, and N. Every command runs on each size in a process
of its own. A line shows the CPU seconds and the peak of memory at the size N, and the factor from each size to the next one.
Factors above 2.3 are marked where they are above the noise; exit status 1 if there are any. PYTHONPATH decides which copy of
pyllvm runs.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.sizes.shapes import SHAPES, Kind, Shape

#: The factor per doubling that is marked: linear, and some room for n log n.
MOST: Final = 2.3
#: Seconds and megabytes up to which growth is not told from noise.
SHORT_SECONDS: Final = 0.4
FEW_MEGABYTES: Final = 80.0
_LONGEST_SECONDS: Final = 600

_AS: Final = ["as", "--llvm-version", "19", "-o"]
_ON_TEXT: Final[dict[str, list[str]]] = {"as": [*_AS, os.devnull], "verify text": ["verify", "--llvm-version", "19"]}
_ON_FILES: Final[dict[str, list[str]]] = {
    "verify": ["verify"],
    "bcanalyzer": ["bcanalyzer"],
    "bcanalyzer --dump": ["bcanalyzer", "--dump"],
    "link": ["link", "-o", os.devnull],
}
_ON_BITCODE: Final[dict[str, list[str]]] = {
    **_ON_FILES,
    "dis": ["dis", "-o", os.devnull],
    "dis to 14": ["dis", "--llvm-version", "14", "-o", os.devnull],
    "dis to 22": ["dis", "--llvm-version", "22", "-o", os.devnull],
}
COMMANDS: Final = {**_ON_TEXT, **_ON_BITCODE}


class Run(NamedTuple):
    """What a command took. `problem` is its first error, if it failed."""

    seconds: float
    megabytes: float
    problem: str


def measure(words: list[str], folder: Path) -> Run:
    """Run pyllvm with these words in a process of its own."""
    errors = folder / "errors"
    command = [sys.executable, "-m", "pyllvm", *words]
    with errors.open("wb") as sink:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=sink, preexec_fn=_limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    problem = ""
    if process.returncode:
        with errors.open("rb") as text:
            lines = [line for line in text.read(1 << 16).decode(errors="replace").splitlines() if "rror: " in line]
        problem = lines[0].partition("rror: ")[2] if lines else f"exit status {process.returncode}"
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, problem)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_LONGEST_SECONDS, _LONGEST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def runs_of(shape: Shape, size: int, commands: list[str], folder: Path) -> Iterator[tuple[str, Run]]:
    """Run the commands on a shape of a size. Where `as` fails, nothing is run on its bitcode."""
    file = folder / shape.file_name
    file.write_bytes(shape.make(max(int(size * shape.scale), 1)))
    on_bitcode = _ON_FILES if shape.kind is Kind.FILE else _ON_BITCODE
    if shape.kind is not Kind.FILE:
        for command, words in _ON_TEXT.items():
            if command in commands:
                yield command, measure([*words, str(file)], folder)
        if shape.kind is Kind.FAULTY or not any(command in commands for command in _ON_BITCODE):
            return
        bitcode = folder / "input.bc"
        run = measure([*_AS, str(bitcode), str(file)], folder)
        if run.problem:
            return
        file = bitcode
    for command, words in on_bitcode.items():
        if command in commands:
            yield command, measure([*words, str(file)], folder)


def factors(amounts: list[float], noise: float) -> tuple[str, bool]:
    """The growth from each amount to the next one, and whether one that is above the noise is too large."""
    found = []
    is_marked = False
    for before, after in itertools.pairwise(amounts):
        factor = after / before if before else 0.0
        found.append(f"{factor:.1f}")
        is_marked |= factor > MOST and after > noise
    return " ".join(found), is_marked


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--shape", choices=sorted(SHAPES), action="append", metavar="NAME")
    parser.add_argument("--command", choices=sorted(COMMANDS), action="append", metavar="NAME")
    parser.add_argument("--to", type=int, default=80_000, metavar="N", help="the largest size (1,000,000 takes hours)")
    parser.add_argument("--steps", type=int, default=4, metavar="K", help="how many sizes there are")
    options = parser.parse_args()
    sizes = [options.to >> step for step in reversed(range(options.steps))]
    marked = 0
    with tempfile.TemporaryDirectory() as name:
        for shape in options.shape or SHAPES:
            results: dict[str, list[Run]] = {}
            for size in sizes:
                for command, run in runs_of(SHAPES[shape], size, options.command or list(COMMANDS), Path(name)):
                    results.setdefault(command, []).append(run)
            for command, runs in results.items():
                seconds, is_slow = factors([run.seconds for run in runs], SHORT_SECONDS)
                megabytes, is_large = factors([run.megabytes for run in runs], FEW_MEGABYTES)
                marked += is_slow or is_large
                mark = "!" if is_slow or is_large else " "
                times = f"{runs[-1].seconds:8.2f} s ({seconds})  {runs[-1].megabytes:7.0f} MB ({megabytes})"
                print(f"{mark} {shape:30} {command:18} {times}  {runs[-1].problem[:100]}".rstrip(), flush=True)
    print(f"{marked} marked")
    return 1 if marked else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measures how time and memory grow: ``python -m tests.sizes.run [--shape NAME]... [--command NAME]... [--to N] [--steps K]``.

Each shape of `tests.sizes.shapes` is made at the sizes N / 8, N / 4, N / 2, and N. Every command runs on each size in a process
of its own. A line shows the CPU seconds and the peak of memory at the size N, and the factor per doubling from each size to the
next one. Factors above 2.3 are marked where they are above the noise; exit status 1 if there are any. PYTHONPATH decides which
copy of pyllvm runs.

A run to 1,000,000 takes hours. With ``--results FILE`` it can be interrupted: what the file has is not measured again.
``--page docs/sizes.md`` writes the rows of these results into the tables of the page.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.sizes.commands import AS, COMMANDS, FILE, ON_BITCODE, ON_FILES, ON_TEXT, Command
from tests.sizes.growth import line_of
from tests.sizes.measuring import Bounds, Run, measure
from tests.sizes.page import write_page
from tests.sizes.results import Place, Result, Results
from tests.sizes.shapes import SHAPES, Kind, Shape

#: Larger files are not measured.
MOST_BYTES: Final = 600_000_000
_PYLLVM: Final = [sys.executable, "-m", "pyllvm"]


class Sizes:
    """A measurement: where the files are made, the bounds, the folder of LLVM's tools, and the results."""

    def __init__(self, folder: Path, results: Results, bounds: Bounds, tools: str = "") -> None:
        self._folder = folder
        self._results = results
        self._bounds = bounds
        self._tools = tools

    def measure(self, name: str, size: int, commands: list[str], *, with_llvm: bool = False) -> None:
        """Run the commands on a shape of a size, but those whose result is known, or that a smaller size has cut off."""
        shape = SHAPES[name]
        count = max(int(size * shape.scale), 1)
        wanted = [
            place
            for command in commands
            for program in (("pyllvm", "llvm") if with_llvm and COMMANDS[command].llvm else ("pyllvm",))
            if (place := Place(name, command, program, count)) and not self._is_known(place)
        ]
        if not wanted:
            return
        file = self._folder / shape.file_name
        _in_a_process(lambda: shape.write(count, self._folder))
        if file.stat().st_size > MOST_BYTES:
            return
        for place, run in self._runs(shape, file, wanted):
            self._results.add(Result(place, file.stat().st_size, run))

    def _is_known(self, place: Place) -> bool:
        if self._results.at(place) is not None:
            return True
        smaller = self._results.series(place.shape, place.command)
        return any(result.run.is_cut_off and result.place.count < place.count for result in smaller)

    def _runs(self, shape: Shape, file: Path, wanted: list[Place]) -> Iterator[tuple[Place, Run]]:
        on_bitcode = ON_FILES if shape.kind is Kind.FILE else ON_BITCODE
        if shape.kind is not Kind.FILE:
            yield from self._on(file, ON_TEXT, wanted)
            if shape.kind is Kind.FAULTY or not any(place.command in ON_BITCODE for place in wanted):
                return
            bitcode = self._folder / "input.bc"
            run = measure([*_PYLLVM, *AS, str(bitcode), FILE], file, self._bounds)
            if run.problem:
                return
            file = bitcode
        yield from self._on(file, on_bitcode, wanted)

    def _on(self, file: Path, commands: dict[str, Command], wanted: list[Place]) -> Iterator[tuple[Place, Run]]:
        for place in wanted:
            if place.command not in commands:
                continue
            command = commands[place.command]
            program, *words = command.llvm if place.program == "llvm" else ["", *command.words]
            start = [f"{self._tools}/{program}"] if program else _PYLLVM
            yield place, measure([*start, *words], file, self._bounds)


def _in_a_process(work: Callable[[], None]) -> None:
    """Do what needs much memory in a process of its own, which gives it back."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--shape", choices=sorted(SHAPES), action="append", metavar="NAME")
    parser.add_argument("--command", choices=sorted(COMMANDS), action="append", metavar="NAME")
    parser.add_argument("--to", type=int, default=80_000, metavar="N", help="the largest size (1,000,000 takes hours)")
    parser.add_argument("--steps", type=int, default=4, metavar="K", help="how many sizes there are, each twice the one before")
    parser.add_argument("--seconds", type=int, default=600, metavar="S", help="the CPU time that a command gets")
    parser.add_argument("--gigabytes", type=int, default=16, metavar="G", help="the address space that a command gets")
    parser.add_argument("--llvm", default="", metavar="DIR", help="also run LLVM's tools in this folder, on the largest size")
    parser.add_argument("--results", type=Path, metavar="FILE", help="add the results to this file, and continue from it")
    parser.add_argument("--page", type=Path, metavar="FILE.md", help="write the table of all results into this page")
    options = parser.parse_args()
    results = Results(options.results)
    shapes = options.shape or list(SHAPES)
    commands = options.command or list(COMMANDS)
    bounds = Bounds(options.seconds, options.gigabytes << 30)
    is_wrong = False
    with tempfile.TemporaryDirectory() as name:
        sizes = Sizes(Path(name), results, bounds, options.llvm)
        for shape in shapes:
            for step in reversed(range(options.steps)):
                sizes.measure(shape, options.to >> step, commands, with_llvm=bool(options.llvm) and step == 0)
            for command in commands:
                if series := results.series(shape, command):
                    line = line_of(series)
                    is_wrong |= line.startswith("!")
                    print(line, flush=True)
    if options.page is not None:
        write_page(options.page, results)
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())

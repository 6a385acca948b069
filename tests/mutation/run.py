"""Which faults the tests of a room find: ``python -m tests.mutation.run ROOM... [--comparisons N] [--statements N] [--seed N]``.

A copy of the source gets N comparisons with the opposite operator and N statements left out, in functions of the room. For each
of them the tests of ``tests/ROOM`` run that reach it, the fastest first, until one fails or 60 s are over. What no test finds
is listed with its place. It runs in the plain modules, on one core for each room.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutation.mutants import mutated_copy

_TESTS = Path(__file__).parents[1]


def _mutate(room: str, options: argparse.Namespace) -> bool:
    """Try the mutants of a room; print what its tests do not find, and a row of figures. Returns whether enough are found."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mutants = mutated_copy(_TESTS.parent / "src", folder / "src", room, options.comparisons, options.statements, options.seed)
        imported = folder / "imported"
        imported.touch()
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "MUTANTS": str(len(mutants)), "MUTATION_FOLDER": name}
        environment["MUTANTS_REACHED"] = str(imported)
        words = ["-q", "-p", "tests.mutation.plugin", "-p", "no:randomly", str(_TESTS / room)]
        with (folder / "log").open("w+") as log:
            status = subprocess.run(
                [sys.executable, "-m", "pytest", *words], env=environment, stdout=log, stderr=log, cwd=_TESTS.parent
            )
            log.seek(0)
            if status.returncode:
                print(f"{room}: the tests do not run\n{log.read()[-2000:]}")
                return False
        found = {int(number) for number in (folder / "found").read_text().split()}
        # What runs when the room is imported has to be on before that: each of these mutants needs a start of its own.
        for number in sorted({int(number) for number in imported.read_text().split()} - found):
            environment["MUTANT"] = str(number)
            command = [sys.executable, "-m", "pytest", *words]
            if subprocess.run(command, env=environment, capture_output=True, cwd=_TESTS.parent).returncode:
                found.add(number)
    missed = [mutant for mutant in mutants if mutant.number not in found]
    for mutant in missed:
        change = "flipped" if mutant.is_comparison else "left out"
        print(f"  {mutant.path}:{mutant.line}: {change}: {mutant.text}")
    flipped = [mutant for mutant in mutants if mutant.is_comparison]
    missed_flipped = sum(mutant.is_comparison for mutant in missed)
    dropped = len(mutants) - len(flipped)
    missed_dropped = len(missed) - missed_flipped
    row = f"comparisons {len(flipped) - missed_flipped} of {len(flipped)}, statements {dropped - missed_dropped} of {dropped}"
    print(f"{room}: {row}", flush=True)
    return missed_flipped * 20 <= len(flipped) and missed_dropped * 20 <= dropped


def main() -> int:
    """Run as a command; the status is 1 if a room's tests miss more than 5 % of either kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run", description="Which faults the tests of a room find.")
    parser.add_argument("rooms", nargs="+", metavar="ROOM", help="a folder of src/pyllvm, whose tests are in tests/ROOM")
    parser.add_argument("--comparisons", type=int, default=40, metavar="N")
    parser.add_argument("--statements", type=int, default=20, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    enough = [_mutate(room, options) for room in options.rooms]
    return 0 if all(enough) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Run a sample of the comparisons over LLVM's test tree, or between versions, and compare the rates with those reached before.

samples.py tree TREE.PY N COUNT FLOOR.json         `as` and `dis` as LLVM N on COUNT files of LLVM N's tree
samples.py matrix MATRIX.PY WAY FLOOR.json ARGS    modules of one LLVM, written as another; WAY is up or down
                                                   --update as the last argument writes the rates reached now
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Rates vary a little with the machine (time limits); differences up to this size, in percentage points, are ignored.
TOLERANCE = 0.05
RESULTS = Path(__file__).resolve().parents[1] / "build" / "version-matrix"


def tree_rates(runner: str, version: str, count: str) -> dict[str, float]:
    """The rate of each measure, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        table = str(Path(folder, "sample.tsv"))
        command = [sys.executable, runner, "run", version, "--share", "dev", "--limit", count, "--out", table]
        subprocess.run([*command, "--python", sys.executable], check=True)
        shown = subprocess.run([sys.executable, runner, "show", table], capture_output=True, text=True).stdout
    print(shown[:6000])
    return {name: float(rate) for name, rate in re.findall(r"^\| ([^|]+?) \| \d+/\d+ \| ([\d.]+) % \|$", shown, re.M)}


def matrix_rates(runner: str, way: str, arguments: list[str]) -> dict[str, float]:
    """The rate of modules that are the same (up) or accepted (down), in percent."""
    command = [sys.executable, runner, way, "--pyllvm", f"{sys.executable} -m pyllvm", *arguments]
    shown = subprocess.run(command, capture_output=True, text=True)
    print(shown.stdout + shown.stderr)
    # The site of the documentation shows them.
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{way}.txt").write_text(shown.stdout)
    return {name: 100 * int(good) / int(all_) for name, good, all_ in re.findall(r"^(\w+): (\d+)/(\d+) ", shown.stdout, re.M)}


def main() -> int:
    arguments = sys.argv[1:]
    update = arguments[-1] == "--update"
    if update:
        arguments.pop()
    kind, runner, which = arguments[:3]
    if kind == "tree":
        key, floor_file, reached = f"tree-{which}", arguments[4], tree_rates(runner, which, arguments[3])
    else:
        key, floor_file, reached = f"matrix-{which}", arguments[3], matrix_rates(runner, which, arguments[4:])
    floor = json.loads(Path(floor_file).read_text())
    if not reached:
        print(f"{key}: no result")
        return 1
    if update:
        floor[key] = reached
        Path(floor_file).write_text(json.dumps(floor, indent=2) + "\n")
        return 0
    status = 0
    for measure, least in floor.get(key, {}).items():
        rate = reached.get(measure, 100.0 if kind == "tree" else 0.0)
        if rate < least - TOLERANCE:
            print(f"{key}: {measure}: {rate:.2f} %, below the {least:.2f} % reached before")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Finds the functions that the build optimizes, those that take the commands' time by `perf`: compiling/hot_functions.txt.

    python tests/benchmarks/hot_functions.py --compiled build/compiled FILE.bc ... --link FILE.bc ...

Each file is disassembled, assembled, verified, dumped, brought to other versions, compared and taken apart. The files after
`--link` are linked with each other, and the result is used in the same way. They should be large: else the start counts.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from compiling.hot import HOT_FUNCTIONS, functions_of  # noqa: E402
from hatch_build import hot_modules  # noqa: E402

# Samples a second.
FREQUENCY = 20_000
# A function is worth optimizing if it takes this share of the time of one of the commands for each of its lines, because the C
# compiler takes about as long for any line. To optimize all that ever appears in a profile takes it half as long again, and saves
# half a percent of a command's time.
SHARE_OF_A_LINE = 0.000_01
# A function that is found less often may be there by chance.
MOST_BY_CHANCE = 2
_SYMBOL = re.compile(r"CPy(?:Def|Py)_(\w+)")


def functions_of_symbols(source: Path) -> dict[str, dict[str, int]]:
    """The full names of the compiled functions and the number of their lines, by what follows ``CPyDef_`` in their symbols in C.

    mypyc writes as much of a module's name as distinguishes it from the others.
    """
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for path in hot_modules(source):
        module = path.removesuffix(".py").split("/")
        for function, lines in functions_of(ast.parse((source / path).read_text(encoding="utf-8"))).items():
            for start in range(len(module)):
                found["___".join([*module[start:], *function.split(".")])][".".join([*module, function])] = lines
    return found


def commands(file: Path, work: Path) -> Iterator[list[str]]:
    """The arguments of the commands to profile for a file; each may need what one before wrote into the folder `work`."""
    module, text = str(file), str(work / "text.ll")
    yield ["dis", module, "-o", text]
    yield ["as", text, "-o", str(work / "again.bc")]
    yield ["verify", module]
    yield ["verify", text]
    yield ["bcanalyzer", "--dump", module]
    yield ["bcanalyzer", module]
    for version in ("14", "19", "23"):
        yield ["dis", f"--llvm-version={version}", module, "-o", str(work / "other.ll")]
    yield ["strip", module, "-o", str(work / "again.bc")]
    yield ["diff", module, module]
    yield ["extract", "--rfunc=.", module, "-o", str(work / "again.bc")]
    yield ["stat", module]
    yield ["nm", module]


def shares(compiled: Path, arguments: Sequence[str], work: Path) -> dict[str, float]:
    """The symbols that take time in a command, with their share of it."""
    record = work / "perf.data"
    environment = dict(os.environ, PYTHONPATH=str(compiled), PYLLVM_JOBS="1")
    command = [sys.executable, "-m", "pyllvm", *arguments]
    sampled = ["perf", "record", "-e", "cpu-clock", "-F", str(FREQUENCY), "-o", str(record), *command]
    subprocess.run(sampled, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    listed = subprocess.run(["perf", "script", "-i", str(record), "-F", "ip,sym"], capture_output=True, text=True, check=True)
    samples = [line for line in listed.stdout.splitlines() if line.strip()]
    counts = Counter(symbol[1] for symbol in map(_SYMBOL.search, samples) if symbol)
    return {symbol: count / len(samples) for symbol, count in counts.items() if count > MOST_BY_CHANCE}


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Find the functions that the build optimizes.")
    parser.add_argument("--compiled", type=Path, required=True, help="a compiled copy: hatch_build.py --into DIR")
    parser.add_argument("files", nargs="+", type=Path, help="modules, as bitcode")
    parser.add_argument("--link", nargs="+", type=Path, default=[], metavar="FILE", help="modules to link with each other")
    options = parser.parse_args()
    functions = functions_of_symbols(ROOT / "src")
    hot: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        linked = work / "linked.bc"
        lines = [["link", *map(str, options.link), "-o", str(linked)], *commands(linked, work)] if options.link else []
        lines += [line for file in options.files for line in commands(file, work)]
        for line in lines:
            for symbol, share in shares(options.compiled.resolve(), line, work).items():
                found = functions.get(symbol, {})
                hot.update(name for name, lines in found.items() if share >= SHARE_OF_A_LINE * lines)
    HOT_FUNCTIONS.write_text("".join(f"{name}\n" for name in sorted(hot)), encoding="utf-8")


if __name__ == "__main__":
    main()

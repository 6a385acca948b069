"""Finds the functions that the build optimizes, those that `perf` finds at work in the commands: compiling/hot_functions.txt.

    python tests/benchmarks/hot_functions.py --compiled build/compiled FILE.bc ...

The first file is disassembled, assembled, verified, dumped, brought to other versions, compared and taken apart; all of them are
linked. What the list had before stays if the source still has it: other inputs may need it.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from compiling.hot import HOT_FUNCTIONS, functions_of, read_hot_functions  # noqa: E402
from hatch_build import hot_modules  # noqa: E402

# Samples a second.
FREQUENCY = 4000
_SYMBOL = re.compile(r"CPy(?:Def|Py)_(\w+)")


def names_of_symbols(source: Path) -> dict[str, set[str]]:
    """The full names of the compiled functions by what follows ``CPyDef_`` in their symbols in C.

    mypyc writes as much of a module's name as distinguishes it from the others.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for path in hot_modules(source):
        module = path.removesuffix(".py").split("/")
        for function in functions_of(ast.parse((source / path).read_text(encoding="utf-8"))):
            for start in range(len(module)):
                found["___".join([*module[start:], *function.split(".")])].add(".".join([*module, function]))
    return found


def commands(files: Sequence[Path], work: Path) -> Iterator[list[str]]:
    """The arguments of the commands to profile; each may need what one before wrote into the folder `work`."""
    first, text, linked = str(files[0]), str(work / "text.ll"), str(work / "linked.bc")
    yield ["dis", first, "-o", text]
    yield ["as", text, "-o", str(work / "again.bc")]
    yield ["verify", first]
    yield ["verify", text]
    yield ["bcanalyzer", "--dump", first]
    yield ["bcanalyzer", first]
    for version in ("14", "19", "23"):
        yield ["dis", f"--llvm-version={version}", first, "-o", str(work / "other.ll")]
    yield ["strip", first, "-o", str(work / "again.bc")]
    yield ["diff", first, first]
    yield ["extract", "--rfunc=.", first, "-o", str(work / "again.bc")]
    yield ["stat", first]
    yield ["nm", first]
    yield ["link", *map(str, files), "-o", linked]
    yield ["dis", linked, "-o", text]
    yield ["as", text, "-o", str(work / "again.bc")]


def symbols(compiled: Path, arguments: Sequence[str], work: Path) -> set[str]:
    """The symbols in which the command was found at work."""
    record = work / "perf.data"
    environment = dict(os.environ, PYTHONPATH=str(compiled), PYLLVM_JOBS="1")
    command = [sys.executable, "-m", "pyllvm", *arguments]
    sampled = ["perf", "record", "-e", "cpu-clock", "-F", str(FREQUENCY), "-o", str(record), *command]
    subprocess.run(sampled, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listed = subprocess.run(["perf", "script", "-i", str(record), "-F", "ip,sym"], capture_output=True, text=True, check=True)
    return set(_SYMBOL.findall(listed.stdout))


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Find the functions that the build optimizes.")
    parser.add_argument("--compiled", type=Path, required=True, help="a compiled copy: hatch_build.py --into DIR")
    parser.add_argument("files", nargs="+", type=Path, help="modules, as bitcode, that can be linked with each other")
    options = parser.parse_args()
    names = names_of_symbols(ROOT / "src")
    known = {name for found in names.values() for name in found}
    hot = set(read_hot_functions() & known)
    with tempfile.TemporaryDirectory() as work:
        for arguments in commands(options.files, Path(work)):
            for symbol in symbols(options.compiled.resolve(), arguments, Path(work)):
                hot |= names.get(symbol, set())
    HOT_FUNCTIONS.write_text("".join(f"{name}\n" for name in sorted(hot)), encoding="utf-8")


if __name__ == "__main__":
    main()

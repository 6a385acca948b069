"""The commands beside LLVM's tools: wall time, CPU time and peak memory of whole processes, and a picture of time against size.

    python tests/benchmarks/run.py [FILE.bc ...] [--llvm 19] [--tools DIR] [--llvmlite PYTHON] [--picture docs/benchmarks.svg]

Run it with the interpreter that has the compiled pyllvm: its folder has the programs, such as `pyllvm-dis`. Both tools run in
turn, and the best of `--repeat` runs counts. Without a file, the input is a module that `inputs.py` makes, of `--size` bytes.
`--tools` or $LLVM_TOOLS names the folder of LLVM's tools; otherwise Debian's package has them. PYTHON is an interpreter with
llvmlite, whose reading and printing is then compared with the library's.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from inputs import BYTES_OF_FUNCTION, TINY, module_text
from measuring import Measured, in_turn
from picture import Series, drawn

from pyllvm.cli.tool import version_text

PYLLVM: Final = [sys.executable, "-m", "pyllvm"]
MODULES_TO_LINK: Final = 16
# diff has the status 1 where its inputs differ.
MAY_DIFFER: Final = ("sh", "-c", '"$@"; test $? -le 1', "sh")
COLORS: Final = {"dis": "#1f6fb4", "as": "#c8442d", "verify": "#3a8f3a"}


def program(command: str) -> list[str]:
    """The program of a command, which Makefiles call; where none is installed, the subcommand, which starts more slowly."""
    path = Path(sys.executable).with_name(f"pyllvm-{command}")
    return [str(path)] if path.exists() else [*PYLLVM, command]


class Row(NamedTuple):
    """A line of the table: the words of our command, and those of LLVM's tool that does the same."""

    name: str
    ours: Sequence[str]
    real: Sequence[str]


class Runner:
    """Runs rows with one set of tools."""

    def __init__(self, tools: Path, version: str, repeat: int, folder: Path) -> None:
        self.tools = tools
        self.repeat = repeat
        self.folder = folder
        # One process each: `--jobs` has rows of its own.
        self.environment = dict(os.environ, PYLLVM_LLVM_VERSION=version, PYLLVM_JOBS="1")

    def ours(self, *words: str | Path) -> None:
        """Run our command once to make an input; its failure ends the program."""
        subprocess.run([*PYLLVM, *map(str, words)], env=self.environment, check=True, stderr=subprocess.DEVNULL)

    def measure(self, row: Row, jobs: str = "1") -> tuple[Measured | str, Measured | str | None]:
        """Ours and LLVM's; None where the tool is not installed."""
        commands = [row.ours]
        if shutil.which(row.real[0]):
            commands.append(row.real)
        found = in_turn(commands, self.repeat, {**self.environment, "PYLLVM_JOBS": jobs})
        return found[0], found[1] if len(found) > 1 else None


def rows(runner: Runner, bitcode: Path, text: Path) -> Iterator[Row]:
    """The rows that one module gives."""
    tools, out = runner.tools, str(runner.folder / "out")
    file, source = str(bitcode), str(text)
    yield Row("bcanalyzer -dump", [*program("bcanalyzer"), "-dump", file], [str(tools / "llvm-bcanalyzer"), "-dump", file])
    yield Row("dis", [*program("dis"), "-o", out, file], [str(tools / "llvm-dis"), "-o", out, file])
    yield Row("as", [*program("as"), "-o", out, source], [str(tools / "llvm-as"), "-o", out, source])
    yield Row("verify", [*program("verify"), file], [str(tools / "opt"), "-passes=verify", "-disable-output", file])


def small_rows(runner: Runner, bitcode: Path) -> Iterator[Row]:
    """The commands that look at a module or change a little of it."""
    tools, out, file = runner.tools, str(runner.folder / "out"), str(bitcode)
    yield Row("nm", [*program("nm"), file], [str(tools / "llvm-nm"), file])
    yield Row("stat", [*program("stat"), file], [str(tools / "llvm-bcanalyzer"), file])
    yield Row("strip", [*program("strip"), "-o", out, file], [str(tools / "opt"), "-passes=strip", "-o", out, file])
    listed = subprocess.run([*PYLLVM, "nm", file], capture_output=True, text=True, check=True).stdout.splitlines()
    function = next(line.split()[-1] for line in listed if " T " in line)
    words = [f"--func={function}", "-o", out, file]
    yield Row("extract", [*program("extract"), *words], [str(tools / "llvm-extract"), *words])
    yield Row("diff with itself", [*program("diff"), file, file], [str(tools / "llvm-diff"), file, file])
    changed = changed_module(runner, bitcode)
    if changed is not None:
        words = [*MAY_DIFFER, *program("diff"), file, changed]
        yield Row("diff, an instruction changed", words, [*MAY_DIFFER, str(tools / "llvm-diff"), file, changed])


def changed_module(runner: Runner, bitcode: Path) -> str | None:
    """Bitcode of the module with one addition that became a subtraction; None where it has no addition."""
    text, changed = runner.folder / "unchanged.ll", runner.folder / "changed.ll"
    runner.ours("dis", bitcode, "-o", text)
    is_changed = False
    # Line by line: what this process has in memory when it starts a command counts as memory of the command.
    with text.open("rb") as lines, changed.open("wb") as output:
        for line in lines:
            if not is_changed and b" = add " in line:
                is_changed = True
                line = line.replace(b" = add ", b" = sub ", 1)
            output.write(line)
    if not is_changed:
        return None
    runner.ours("as", changed, "-o", changed.with_suffix(".bc"))
    return str(changed.with_suffix(".bc"))


def link_row(runner: Runner, size: int) -> Row:
    """Several modules of one program, together of this size."""
    count = max(size // BYTES_OF_FUNCTION // MODULES_TO_LINK, 1)
    files: list[str] = []
    for number in range(MODULES_TO_LINK):
        text = runner.folder / f"part{number}.ll"
        text.write_text(module_text(count, number * count, count * MODULES_TO_LINK), encoding="utf-8")
        runner.ours("as", text, "-o", text.with_suffix(".bc"))
        files.append(str(text.with_suffix(".bc")))
    out = str(runner.folder / "linked.bc")
    words = ["-o", out, *files]
    return Row(f"link {MODULES_TO_LINK} modules", [*program("link"), *words], [str(runner.tools / "llvm-link"), *words])


def upgrade_row(runner: Runner, bitcode: Path) -> Row:
    """Bitcode of LLVM 14, with typed pointers, read by the newer LLVM."""
    old, out = runner.folder / "old.bc", str(runner.folder / "upgraded.ll")
    runner.ours("link", "--llvm-version", "14", bitcode, "-o", old)
    words = ["-o", out, str(old)]
    return Row("upgrade from 14, dis", [*program("dis"), *words], [str(runner.tools / "llvm-dis"), *words])


def downgrade_row(runner: Runner, bitcode: Path) -> Row:
    """Text for LLVM 14 of bitcode of LLVM 22, beside its own text."""
    new, out = runner.folder / "new.bc", str(runner.folder / "downgraded.ll")
    runner.ours("link", "--llvm-version", "22", bitcode, "-o", new)
    texts = [[*program("dis"), "--llvm-version", version, "-o", out, str(new)] for version in ("14", "22")]
    return Row("downgrade from 22 to 14, dis (beside dis of 22)", texts[0], texts[1])


def print_row(name: str, ours: Measured | str, real: Measured | str | None) -> None:
    """One line of the table, in Markdown."""
    if isinstance(ours, str):
        print(f"| {name} | failed: {ours} | | |")
        return
    first = f"| {name} | {ours.wall:.3f} s, {ours.cpu:.3f} s, {ours.memory:.0f} MB"
    if real is None:
        print(f"{first} | not installed | |")
    elif isinstance(real, str):
        print(f"{first} | failed: {real} | |")
    else:
        ratios = f"{ours.wall / real.wall:.2f}, {ours.cpu / max(real.cpu, 0.001):.2f}, {ours.memory / real.memory:.2f}"
        print(f"{first} | {real.wall:.3f} s, {real.cpu:.3f} s, {real.memory:.0f} MB | {ratios} |")


def print_file(runner: Runner, bitcode: Path) -> None:
    """The table of one module."""
    text = runner.folder / "text.ll"
    runner.ours("dis", bitcode, "-o", text)
    print(f"\n{bitcode.name}: {bitcode.stat().st_size:,} bytes of bitcode, {text.stat().st_size:,} of text\n")
    print("| | pyllvm: wall, CPU, memory | LLVM | ratios |\n|---|---|---|---|")
    for row in (*rows(runner, bitcode, text), *small_rows(runner, bitcode)):
        print_row(row.name, *runner.measure(row))
        if row.name in ("dis", "verify") and (os.cpu_count() or 1) > 1:
            print_row(f"{row.name}, default --jobs", *runner.measure(row, jobs=""))
    link = link_row(runner, bitcode.stat().st_size)
    print_row(link.name, *runner.measure(link))
    upgrade = upgrade_row(runner, bitcode)
    print_row(upgrade.name, *runner.measure(upgrade))
    downgrade = downgrade_row(runner, bitcode)
    print_row(downgrade.name, *runner.measure(downgrade))


def print_tiny(runner: Runner) -> None:
    """What a file of one function takes, above an interpreter that does nothing."""
    text = runner.folder / "tiny.ll"
    text.write_text(TINY, encoding="utf-8")
    runner.ours("as", text, "-o", text.with_suffix(".bc"))
    bitcode = text.with_suffix(".bc")
    tiny = [*rows(runner, bitcode, text), *small_rows(runner, bitcode)]
    tiny.append(Row("pyllvm dis, the subcommand", [*PYLLVM, "dis", "-o", os.devnull, str(bitcode)], []))
    commands = [[sys.executable, "-c", "pass"], *(row.ours for row in tiny)]
    nothing, *found = in_turn(commands, runner.repeat * 5, runner.environment)
    if isinstance(nothing, str):
        raise RuntimeError(nothing)
    print(f"\nA file of one function, above the {nothing.wall * 1000:.0f} ms of `python -c pass`:\n")
    print("| | wall | CPU |\n|---|---|---|")
    for row, measured in zip(tiny, found, strict=True):
        if isinstance(measured, str):
            print(f"| {row.name} | failed: {measured} | |")
        else:
            wall, cpu = measured.wall - nothing.wall, measured.cpu - nothing.cpu
            print(f"| {row.name} | {wall * 1000:.0f} ms | {cpu * 1000:.0f} ms |")


_LLVMLITE: Final = """
import json, sys, time
import llvmlite.binding as llvm
try:
    llvm.initialize()
except RuntimeError:
    pass  # newer releases need none
data, text = open(sys.argv[1], "rb").read(), open(sys.argv[2], encoding="utf-8").read()
times = {}
def timed(name, work):
    started = time.perf_counter()
    result = work()
    times[name] = time.perf_counter() - started
    return result
module = timed("read bitcode", lambda: llvm.parse_bitcode(data))
timed("print", lambda: str(module))
module = timed("parse text", lambda: llvm.parse_assembly(text))
timed("write bitcode", lambda: module.as_bitcode())
print(json.dumps(times))
"""
_LIBRARY: Final = """
import json, sys, time
import pyllvm
data, text = open(sys.argv[1], "rb").read(), open(sys.argv[2], encoding="utf-8").read()
times = {}
def timed(name, work):
    started = time.perf_counter()
    result = work()
    times[name] = time.perf_counter() - started
    return result
def read():
    module = pyllvm.parse_bitcode(data)
    module.materialize()
    return module
module = timed("read bitcode", read)
timed("print", lambda: str(module))
module = timed("parse text", lambda: pyllvm.parse_assembly(text))
timed("write bitcode", lambda: pyllvm.to_bitcode(module))
print(json.dumps(times))
"""


def print_llvmlite(runner: Runner, interpreter: str, bitcode: Path) -> None:
    """The library beside llvmlite, in one process each, for the module whose text is in the folder."""
    found: list[dict[str, float]] = []
    for python, script in ((sys.executable, _LIBRARY), (interpreter, _LLVMLITE)):
        words = [python, "-c", script, str(bitcode), str(runner.folder / "text.ll")]
        process = subprocess.run(words, env=runner.environment, capture_output=True, text=True)
        if process.returncode:
            print(f"\n{python} failed: {process.stderr[-300:]}")
            return
        found.append(json.loads(process.stdout))
    print("\n| in one process | pyllvm | llvmlite | ratio |\n|---|---|---|---|")
    for name, seconds in found[0].items():
        print(f"| {name} | {seconds:.3f} s | {found[1][name]:.3f} s | {seconds / found[1][name]:.2f} |")


def draw(runner: Runner, sizes: Sequence[int], path: Path) -> None:
    """Write the picture: `dis`, `as` and `verify` of modules of these sizes, and LLVM's tools."""
    series: dict[str, Series] = {}
    for size in sizes:
        bitcode, text = made(runner, size)
        for row in rows(runner, bitcode, text):
            if row.name not in COLORS:
                continue
            for name, measured in zip((f"pyllvm {row.name}", f"LLVM {row.name}"), runner.measure(row), strict=True):
                if isinstance(measured, Measured):
                    line = series.setdefault(name, Series([], COLORS[row.name], name.startswith("LLVM")))
                    line.points.append((bitcode.stat().st_size, measured.wall))  # type: ignore[attr-defined]
    path.write_text(drawn("Time of whole processes, one core", series), encoding="utf-8")
    print(f"\n{path}: {len(series)} lines of {len(sizes)} sizes")


def made(runner: Runner, size: int) -> tuple[Path, Path]:
    """A module of about `size` bytes of bitcode, and its text."""
    text = runner.folder / f"made{size}.ll"
    text.write_text(module_text(max(size // BYTES_OF_FUNCTION, 1)), encoding="utf-8")
    runner.ours("as", text, "-o", text.with_suffix(".bc"))
    return text.with_suffix(".bc"), text


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time and memory of the commands, beside LLVM's tools.")
    parser.add_argument("files", nargs="*", type=Path, help="bitcode; without any, a module that is made")
    parser.add_argument("--llvm", default="19", help="the version of LLVM's tools (default: 19)")
    parser.add_argument("--tools", type=Path, help="the folder of LLVM's tools")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--size", type=int, default=2_000_000, help="bytes of bitcode of the module that is made")
    parser.add_argument("--llvmlite", help="an interpreter that has llvmlite of the same LLVM")
    parser.add_argument("--picture", type=Path, help="where to draw time against size, as SVG")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000, 5_000_000], help="of the picture")
    options = parser.parse_args()
    tools = options.tools or Path(os.environ.get("LLVM_TOOLS") or f"/usr/lib/llvm-{options.llvm}/bin")
    sys.stdout.write(version_text())
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(tools, options.llvm, options.repeat, Path(folder))
        for bitcode in options.files or [made(runner, options.size)[0]]:
            print_file(runner, bitcode)
            if options.llvmlite:
                print_llvmlite(runner, options.llvmlite, bitcode)
        print_tiny(runner)
        if options.picture:
            draw(runner, options.sizes, options.picture)


if __name__ == "__main__":
    main()

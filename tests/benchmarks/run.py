"""Whole-process time and peak memory of the commands, beside the real tools where they are installed.

    python tests/benchmarks/run.py FILE.bc [--llvm 19] [--repeat 3]

Run it with the interpreter that has the compiled pyllvm; it says which is running.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.tool import version_text


def measure(words: Sequence[str], repeat: int, environment: dict[str, str]) -> tuple[float, float] | None:
    """The best wall time in seconds and the peak memory in MB of a command; None where it fails."""
    best = peak = 0.0
    for turn in range(repeat):
        started = time.perf_counter()
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        assert process.stderr is not None
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.perf_counter() - started
        process.stderr.close()
        if process.returncode != 0:
            print(f"  failed: {' '.join(words)}: {errors.decode(errors='replace')[-300:]}")
            return None
        best = elapsed if turn == 0 else min(best, elapsed)
        peak = max(peak, usage.ru_maxrss / 1024)
    return best, peak


def row(name: str, ours: tuple[float, float] | None, real: tuple[float, float] | None) -> str:
    """One line of the table."""
    if ours is None:
        return f"{name:<28} failed"
    line = f"{name:<28} {ours[0]:8.3f} s {ours[1]:8.1f} MB"
    if real is None:
        return f"{line}   (no real tool here)"
    return f"{line}   LLVM {real[0]:8.3f} s {real[1]:8.1f} MB   time x{ours[0] / real[0]:.1f}, memory x{ours[1] / real[1]:.1f}"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Time and peak memory of the commands, beside the real tools'.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    tools = Path(f"/usr/lib/llvm-{options.llvm}/bin")
    environment = dict(os.environ, PYLLVM_LLVM_VERSION=options.llvm)
    sys.stdout.write(version_text())
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            print(f"{file}: {file.stat().st_size:,} bytes")
            text = file.with_suffix(".ll")
            if not text.exists():
                text = Path(folder, "text.ll")
                pyllvm = [sys.executable, "-m", "pyllvm", "dis", "-o", str(text), str(file)]
                if subprocess.run(pyllvm, env=environment, stderr=subprocess.DEVNULL).returncode:
                    text = Path(folder, "none")
            out = str(Path(folder, "out"))
            runs: list[tuple[str, list[str]]] = [
                ("bcanalyzer", ["-dump", str(file)]),
                ("bcanalyzer", [str(file)]),
                ("dis", ["-o", out, str(file)]),
                ("as", ["-o", out, str(text)]),
            ]
            for command, words in runs:
                if command not in COMMANDS or not Path(words[-1]).exists():
                    continue
                ours = measure([sys.executable, "-m", "pyllvm", command, *words], options.repeat, environment)
                tool = tools / f"llvm-{command}"
                real = measure([str(tool), *words], options.repeat, environment) if tool.exists() else None
                print(row(f"{command} {'-dump' if words[0] == '-dump' else ''}", ours, real))
    start = measure([sys.executable, "-c", "pass"], 5, environment)
    print(row("python -c pass", start, None))


if __name__ == "__main__":
    main()

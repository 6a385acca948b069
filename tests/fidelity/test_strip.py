"""``pyllvm strip`` and the passes of the real opt, on real programs: the same bytes, as text and as bitcode."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from cplusplus import compiled
from pyllvm.cli import tool
from pyllvm.cli.command import command_named

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

VERSIONS: Final = (14, 19, 22)
PRODUCERS: Final = {14: "LLVM14.0.6", 19: "LLVM19.1.7", 22: "LLVM22.1.8"}
PROGRAMS: Final = Path.home() / ".cache" / "llvm-corpus"
FILES: Final = ("lua/{}-O2g/lmathlib.bc", "zlib/{}-O2g/adler32.ll", "bzip2/{}-O0/huffman.bc", "lz4/{}-O0/xxhash.ll")
KINDS: Final[dict[str, str]] = {
    "": "-passes=strip",
    "--debug": "-strip-debug -passes=verify",
    "--nondebug": "-passes=strip-nondebug",
    "--dead-debug-info": "-passes=strip-dead-debug-info",
    "--dead-prototypes": "-passes=strip-dead-prototypes",
    "-passes=strip-dead-prototypes,strip": "-passes=strip-dead-prototypes,strip",
    "-strip-debug -passes=strip-dead-prototypes": "-strip-debug -passes=strip-dead-prototypes",
}
LEGACY: Final = ("-strip", "-strip-debug", "-strip-nondebug", "-strip-dead-debug-info", "-strip-dead-prototypes")
"""The names that LLVM 14 still takes as options."""


def compare(version: int, opt: str, path: Path, folder: Path) -> None:
    """Run both tools for every kind of stripping, and compare what they write."""
    kinds = dict(KINDS)
    if version < 15:
        kinds.update({words: words for words in LEGACY})
    outputs = [folder / "real", folder / "ours"]
    for ours, real in kinds.items():
        subprocess.run([opt, str(path), "-o", str(outputs[0]), *real.split()], check=True, capture_output=True)
        words = [f"--llvm-version={version}", f"--producer={PRODUCERS[version]}", str(path), "-o", str(outputs[1])]
        assert tool.invoke(command_named("strip"), [*words, *ours.split()]) == 0
        assert outputs[0].read_bytes() == outputs[1].read_bytes(), (path, ours)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", FILES)
def test_programs(version: int, name: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = PROGRAMS / name.format(version)
    if not path.exists():
        pytest.skip("there are no programs to compare on")
    compare(version, llvm_tool(version, "opt"), path, tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
def test_cplusplus(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    compare(version, llvm_tool(version, "opt"), compiled(llvm_tool(version, "clang++"), tmp_path), tmp_path)

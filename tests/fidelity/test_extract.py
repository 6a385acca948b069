"""``pyllvm extract`` and the real llvm-extract, on functions of real programs: the same bytes, as text and as bitcode."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from cplusplus import compiled
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
from pyllvm.ir import BasicBlock

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

VERSIONS: Final = (14, 19, 22)
PRODUCERS: Final = {14: "LLVM14.0.6", 19: "LLVM19.1.7", 22: "LLVM22.1.8"}
PROGRAMS: Final = Path.home() / ".cache" / "llvm-corpus"
C_FILES: Final = ("lua/{}-O2/lvm.bc", "lua/{}-O2g/lstrlib.bc", "bzip2/{}-O0/bzlib.ll", "zlib/{}-O2g/inflate.bc")
OPTIONS: Final = ((), ("--delete",), ("--recursive",), ("--keep-const-init",))


def compare(version: int, real: str, path: Path, words: tuple[str, ...], folder: Path) -> None:
    """Run both tools with the same words, and compare what they write."""
    for form in ((), ("-S",)):
        outputs = [folder / "real", folder / "ours"]
        subprocess.run([real, str(path), "-o", str(outputs[0]), *words, *form], check=True, capture_output=True)
        ours = [f"--llvm-version={version}", f"--producer={PRODUCERS[version]}", str(path), "-o", str(outputs[1]), *words, *form]
        assert tool.invoke(command_named("extract"), ours) == 0
        assert outputs[0].read_bytes() == outputs[1].read_bytes(), (path, words, form)


def functions(path: Path, version: int, count: int) -> list[str]:
    """Some functions of a file, always the same."""
    found = [one.name for one in pyllvm.read(path, llvm_version=version, lazy=True).functions if not one.is_declaration]
    return random.Random(len(found)).sample(found, min(count, len(found)))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", C_FILES)
def test_functions_of_programs(version: int, name: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = PROGRAMS / name.format(version)
    if not path.exists():
        pytest.skip("there are no programs to compare on")
    real = llvm_tool(version, "llvm-extract")
    for function in functions(path, version, 1):
        for options in OPTIONS:
            compare(version, real, path, (f"--func={function}", *options), tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
def test_functions_of_a_large_program(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = PROGRAMS / f"sqlite/{version}-O2/sqlite3.bc"
    if not path.exists():
        pytest.skip("there are no programs to compare on")
    real = llvm_tool(version, "llvm-extract")
    for function in functions(path, version, 2):
        compare(version, real, path, (f"--func={function}",), tmp_path)
    compare(version, real, path, ("--rfunc=^sqlite3_b.*", "--rglob=^sqlite3_v"), tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
def test_functions_of_cplusplus(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = compiled(llvm_tool(version, "clang++"), tmp_path)
    real = llvm_tool(version, "llvm-extract")
    for function in functions(path, version, 2):
        for options in OPTIONS:
            compare(version, real, path, (f"--func={function}", *options), tmp_path)
    for words in (("--rglob=.*", "--delete"), ("--rfunc=map",), ("--rfunc=^_ZN", "--rglob=^_ZT", "--delete")):
        compare(version, real, path, words, tmp_path)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ("lua/{}-O2g/lcode.bc", "zlib/{}-O2/inflate.bc", "lua/{}-O0/lfunc.ll"))
def test_blocks_of_programs(version: int, name: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    """Single blocks, a block with those that only it leads to, and two regions of one function."""
    path = PROGRAMS / name.format(version)
    if not path.exists():
        pytest.skip("there are no programs to compare on")
    named = name_blocks(llvm_tool(version, "llvm-dis"), llvm_tool(version, "opt"), path, tmp_path)
    choice = random.Random(version)
    real = llvm_tool(version, "llvm-extract")
    chosen = [one for one in pyllvm.read(named, llvm_version=version).functions if len(one.blocks) > 4]
    for function in choice.sample(chosen, min(5, len(chosen))):
        first = [choice.choice(function.blocks)]
        rest = [block for block in function.blocks if block not in first]
        for regions in ((first,), (led_to(choice.choice(rest)),), (first, [choice.choice(rest)])):
            words = tuple(f"--bb={function.name}:{';'.join([block.name for block in region])}" for region in regions)
            compare(version, real, named, words, tmp_path)


def name_blocks(disassembler: str, opt: str, path: Path, folder: Path) -> Path:
    """The program with names for all blocks; opt names those of functions that may be optimized."""
    named = folder / "named.bc"
    text = path.read_bytes()
    if path.suffix == ".bc":
        text = subprocess.run([disassembler, path, "-o", "-"], check=True, capture_output=True).stdout
    command = [opt, "-passes=instnamer", "-", "-o", str(named)]
    subprocess.run(command, input=text.replace(b" optnone", b""), check=True, capture_output=True)
    return named


def led_to(block: BasicBlock) -> list[BasicBlock]:
    """A block, and those that can be reached through it alone, as far as twelve."""
    region = [block]
    for one in region:
        for successor in one.successors:
            is_outside = successor not in region and successor.predecessors
            if is_outside and all(before in region for before in successor.predecessors) and len(region) < 12:
                region.append(successor)
    return region

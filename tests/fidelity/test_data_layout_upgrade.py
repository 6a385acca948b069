"""Bitcode's modules get the data layout that the real tools read into theirs, whatever the target."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable

import pytest

from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.tables.target_triples import ARCHITECTURE_WORDS

pytestmark = pytest.mark.oracle

COUNT = 40
SYSTEMS = ("linux-gnu", "windows-msvc", "windows", "windows-gnu", "elfiamcu", "apple-darwin", "aix", "amdhsa", "", "none-eabi")
PARTS = (
    "p:32:32",
    "p270:32:32",
    "i64:64",
    "i64:64",
    "i128:128",
    "f64:32:64",
    "f80:32",
    "n64",
    "n32:64",
    "n8:16:32",
    "S128",
    "G1",
)
MANGLINGS = ("m:e", "m:m", "m:o", "m:a", "m:w", "")
# Those that have rules of their own come more often.
ARCHITECTURES = (
    "x86_64", "i686", "amdgcn", "r600", "aarch64", "arm64_32", "riscv64", "riscv32", "loongarch64", "mips64", "mips64el", "mips",
    "sparc", "sparcv9", "powerpc64", "powerpc64le", "powerpc", "wasm32", "wasm64", "spir64", "spirv64v1.2", "spirv", "armv8",
)  # fmt: skip


def random_target(random_numbers: random.Random) -> tuple[str, str]:
    """A data layout and a triple."""
    pick = random_numbers.choice
    words = [spelling for word in ARCHITECTURE_WORDS for spelling in word.spellings]
    triple = f"{pick((pick(ARCHITECTURES), pick(ARCHITECTURES), pick(words)))}-{pick(('pc', 'unknown'))}-{pick(SYSTEMS)}"
    parts = [pick(("e", "e", "E", "")), pick(MANGLINGS), *random_numbers.sample(PARTS, random_numbers.randint(0, 5))]
    if "amd" in triple and random_numbers.random() < 0.5:
        parts.append(pick(("ni:7", "ni:7:8", "ni:7:8:9", "p7:160:256:256:32", "p8:128:128")))
    return "-".join([part for part in parts if part]), triple.removesuffix("-")


@pytest.mark.parametrize("version", [14, 19, 22])
def test_upgrades(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    random_numbers = random.Random(version)
    assembler, disassembler = llvm_tool(version, "llvm-as"), llvm_tool(version, "llvm-dis")
    changed = 0
    for _ in range(COUNT):
        layout, triple = random_target(random_numbers)
        text = f'target datalayout = "{layout}"\ntarget triple = "{triple}"\n'
        bitcode = subprocess.run([assembler, "-o", "-"], input=text.encode(), capture_output=True, check=False).stdout
        printed = subprocess.run([disassembler], input=bitcode, capture_output=True, check=False).stdout.decode()
        if not printed:
            continue
        found = re.search(r'target datalayout = "(.*)"', printed)
        expected = found[1] if found else ""
        assert upgraded_data_layout(layout, triple, version) == expected, (layout, triple)
        changed += expected != layout
    assert changed

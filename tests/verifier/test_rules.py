"""The rules of the verifier, each broken in a module of `rules/`: what is said must be what LLVM says, word for word.

A module's first lines tell the versions that it is for, and whether its pointers are typed. What LLVM N says of
`name.ll` is in `name.N.txt`. Where that LLVM is installed its llvm-as is asked, too, so that a module which is changed
needs a file which is changed: `PYLLVM_UPDATE_RULES=1 pytest tests/verifier/test_rules.py` writes the files anew.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import failures_text
from pyllvm.verifier import verify

RULES = Path(__file__).with_name("rules")
# The LLVM versions whose pointers are typed unless that is asked for.
OPAQUE_ON_REQUEST = (13, 14)


def head(path: Path, key: str) -> str:
    """What a module says of itself in a comment at its start; nothing if it does not say that."""
    for line in path.read_text().splitlines():
        if not line.startswith("; "):
            break
        name, _, value = line[2:].partition(": ")
        if name == key:
            return value
    return ""


CASES = [
    pytest.param(path, int(version), id=f"{path.stem}-{version}")
    for path in sorted(RULES.glob("*.ll"))
    for version in head(path, "versions").split()
]


def is_opaque(path: Path, version: int) -> bool:
    """Whether opaque pointers must be asked for."""
    return version in OPAQUE_ON_REQUEST and head(path, "pointers") != "typed"


def expectation(path: Path, version: int) -> Path:
    """The file with what is said of a module."""
    return path.with_name(f"{path.stem}.{version}.txt")


@pytest.mark.parametrize(("path", "version"), CASES)
def test_says_what_llvm_says(path: Path, version: int) -> None:
    module = parse_assembly(path.read_bytes(), llvm_version=version, opaque_pointers=is_opaque(path, version))
    assert failures_text(module, verify(module)) == expectation(path, version).read_text()


@pytest.mark.parametrize(("path", "version"), CASES)
def test_expectations_are_what_llvm_says(path: Path, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    words = [llvm_tool(version, "llvm-as"), "-o", os.devnull, str(path)]
    if is_opaque(path, version):
        words.append("--opaque-pointers")
    process = subprocess.run(words, capture_output=True, text=True, timeout=60)
    lines = process.stderr.splitlines(keepends=True)
    assert lines[0].endswith("llvm-as: assembly parsed, but does not verify as correct!\n")
    said = "".join(lines[1:])
    if os.environ.get("PYLLVM_UPDATE_RULES"):
        expectation(path, version).write_text(said)
    assert said == expectation(path, version).read_text()

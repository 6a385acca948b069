"""The modules in `rules/` break the verifier's rules; pyllvm must report what LLVM reports, word for word.

The first lines of a module give its versions, and whether its pointers are typed. `name.N.txt` holds what LLVM N prints for
`name.ll`. If that LLVM is installed, the file is compared with its llvm-as, so that a changed module needs a changed file:
`PYLLVM_UPDATE_RULES=1 pytest tests/verifier/test_rules.py` writes the files again.
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
# The LLVM versions in which opaque pointers are an option.
OPAQUE_ON_REQUEST = (13, 14)


def head(path: Path, key: str) -> str:
    """The value of `key` in the comments at the start of a module; empty if they do not have it."""
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
    """Whether opaque pointers must be requested."""
    return version in OPAQUE_ON_REQUEST and head(path, "pointers") != "typed"


def expectation(path: Path, version: int) -> Path:
    """The file with the expected failures of a module."""
    return path.with_name(f"{path.stem}.{version}.txt")


@pytest.mark.parametrize(("path", "version"), CASES)
def test_reports_what_llvm_reports(path: Path, version: int) -> None:
    module = parse_assembly(path.read_bytes(), llvm_version=version, opaque_pointers=is_opaque(path, version))
    assert failures_text(module, verify(module)) == expectation(path, version).read_text()


@pytest.mark.parametrize(("path", "version"), CASES)
def test_expectations_are_what_llvm_reports(path: Path, version: int, llvm_tool: Callable[[int, str], str]) -> None:
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

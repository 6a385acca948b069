"""Modules that LLVM accepts have no failures: the samples of several tests, which have every construct of the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.verifier import verify

DATA = Path(__file__).parents[1] / "data"
# What breaks a rule on purpose, or when LLVM reads it, or has a call of an older version.
BROKEN = {
    "constant_expressions.19.ll",
    "high-level-structure-10-ifunc-syntax.ll",
    "inline-asm-and-metadata-05-inteldialect.ll",
    "inline-asm-and-metadata-12-attachment-of-one-node-to-all.ll",
    "invalid.ll",
    "twins.ll",
    "typed.ll",
}


@pytest.mark.parametrize("version", [14, 22])
@pytest.mark.parametrize("folder", ["language", "migrations", "command_lines"])
def test_samples_have_no_failures(folder: str, version: int) -> None:
    accepted = 0
    for path in sorted((DATA / folder).rglob("*.ll")):
        if path.name in BROKEN or path.name.endswith(".invalid.ll"):
            continue
        try:
            module = parse_assembly(path.read_bytes(), llvm_version=version)
        except PyllvmError:
            continue  # the text has a form of another version
        assert [failure.message for failure in verify(module)] == [], path.name
        accepted += 1
    assert accepted


@pytest.mark.parametrize("version", [14, 22])
def test_all_constructs_have_no_failures(version: int) -> None:
    """With the calls of functions, attributes and metadata that LLVM's own printer wrote."""
    module = parse_assembly((DATA / f"constructs.{version}.ll").read_bytes(), llvm_version=version)
    assert [failure.message for failure in verify(module)] == []
    assert len(module.functions) > 12

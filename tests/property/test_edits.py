"""After any edits a module that verifies is one that LLVM reads, and that reads back as it is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.ir import Module
from pyllvm.testing.strategies import modules
from rows import each_row

from .random_edits import Editor, inconsistencies

DATA = Path(__file__).resolve().parents[1] / "data"
PROGRAMS = Path.home() / ".cache" / "llvm-corpus"
# How many edits each run makes: for a long test by hand, PYLLVM_EDITS=1000.
EDITS = int(os.environ.get("PYLLVM_EDITS", "40"))
TEXTS = [DATA / "sample.ll", *sorted((DATA / "language").glob("*.ll"))]


def body(text: str) -> list[str]:
    """The lines of a text without those that name the file."""
    return [line for line in text.splitlines() if not line.startswith(("; ModuleID", "source_filename"))]


def check(module: Module, log: list[str]) -> bool:
    """Check a module after edits; return whether it verifies."""
    assert inconsistencies(module) == [], log
    if pyllvm.verify(module):
        return False
    text = pyllvm.to_assembly(module)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), llvm_version=module.llvm_version)
    assert body(pyllvm.to_assembly(read)) == body(text), log
    again = pyllvm.parse_assembly(text, llvm_version=module.llvm_version)
    assert [line.split(";")[0] for line in body(pyllvm.to_assembly(again))] == [line.split(";")[0] for line in body(text)], log
    return True


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.integers(0, 1000))
def test_random_modules(data: st.DataObject, seed: int) -> None:
    editor = Editor(data.draw(modules(19)), seed)
    is_valid = pyllvm.verify(editor.module) == []
    for _ in range(EDITS):
        editor.edit()
    assert check(editor.module, editor.log) or not is_valid


@each_row("path", TEXTS, ids=lambda path: path.stem)
def test_texts(path: Path) -> None:
    try:
        module = pyllvm.read(path)
    except pyllvm.PyllvmError as error:
        pytest.skip(str(error))
    is_valid = pyllvm.verify(module) == []
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), llvm_version=module.llvm_version)
    if is_valid and body(str(read)) != body(str(module)):
        pytest.skip("bitcode is upgraded when it is read")
    editor = Editor(module, 7)
    for _ in range(EDITS):
        editor.edit()
    assert check(editor.module, editor.log) or not is_valid, editor.log


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("kind", ["O0", "O2g"])
def test_programs_are_read_by_llvm(version: int, kind: str, llvm_tool: Callable[[int, str], str]) -> None:
    paths = sorted(PROGRAMS.glob(f"zlib/{version}-{kind}/*.bc"), key=lambda path: path.stat().st_size)[:8:2]
    if not paths:
        pytest.skip("there are no programs to edit")
    for seed, path in enumerate(paths):
        editor = Editor(pyllvm.read(path, llvm_version=version), seed)
        for _ in range(EDITS * 3):
            editor.edit()
        assert check(editor.module, editor.log), [str(fault) for fault in pyllvm.verify(editor.module)]
        text = pyllvm.to_assembly(editor.module)
        as_text = text.encode("utf-8", "surrogateescape")
        subprocess.run([llvm_tool(version, "llvm-as"), "-o", os.devnull], input=as_text, check=True, capture_output=True)
        words = [llvm_tool(version, "llvm-dis"), "-o", "-"]
        printed = subprocess.run(words, input=pyllvm.to_bitcode(editor.module), check=True, capture_output=True).stdout
        assert body(printed.decode("utf-8", "surrogateescape")) == body(text)

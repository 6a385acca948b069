"""Bitcode of an LLVM that is newer than all that pyllvm knows: a warning, and no more, in every command that reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.versions import NEXT

from ..conftest import Outcome

WARNING = f"bitcode of LLVM {NEXT + 1} is read as LLVM {NEXT}, the newest that pyllvm knows"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A file whose producer is the LLVM after the newest."""
    module = parse_assembly("define i32 @f() {\n  ret i32 7\n}\n", llvm_version=NEXT)
    path = tmp_path / "newer.bc"
    path.write_bytes(write_bitcode(module, producer=f"LLVM{NEXT + 1}.1.0"))
    return path


@pytest.mark.parametrize(
    "words", [("dis", "-o", "-"), ("link", "-S", "-o", "-"), ("link", "-S", "--llvm-version", "19", "-o", "-")]
)
def test_text_of_newer_bitcode(pyllvm: Callable[..., Outcome], newer: Path, words: tuple[str, ...]) -> None:
    outcome = pyllvm(*words, newer)
    assert outcome.status == 0
    assert WARNING in outcome.errors
    assert b"ret i32 7" in outcome.output


def test_link_of_newer_bitcode_with_text(pyllvm: Callable[..., Outcome], newer: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.ll"
    text.write_text("define i32 @g() {\n  ret i32 8\n}\n")
    outcome = pyllvm("link", "-S", "-o", "-", text, newer)
    assert outcome.status == 0
    assert WARNING in outcome.errors
    assert b"ret i32 7" in outcome.output and b"ret i32 8" in outcome.output


def test_verify_of_newer_bitcode(pyllvm: Callable[..., Outcome], newer: Path) -> None:
    outcome = pyllvm("verify", newer)
    assert outcome.status == 0
    assert WARNING in outcome.errors


def test_dump_of_newer_bitcode(pyllvm: Callable[..., Outcome], newer: Path) -> None:
    outcome = pyllvm("bcanalyzer", "--dump", newer)
    assert outcome.status == 0
    assert b"INST_RET" in outcome.output
    assert "Traceback" not in outcome.errors


def test_newer_bitcode_is_no_text(pyllvm: Callable[..., Outcome], newer: Path) -> None:
    outcome = pyllvm("as", newer, "-o", "-")
    assert outcome.status == 1
    assert "Traceback" not in outcome.errors

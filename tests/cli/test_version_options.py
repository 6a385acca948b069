"""The options that choose versions: what they take, and what each command does with the version of its input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm import parse_bitcode
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.requested_wishes import requested_input_version, requested_version
from pyllvm.versions import NEXT

Run = Callable[..., Any]

TYPED = b"define void @f(i32* %p) {\n  store i32 0, i32* %p, align 4\n  ret void\n}\n"


def test_requested_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYLLVM_LLVM_VERSION", raising=False)
    assert requested_version(None) is None
    assert requested_version("14") == 14
    monkeypatch.setenv("PYLLVM_LLVM_VERSION", "19")
    assert requested_version(None) == 19
    assert requested_version("8") == 8
    assert requested_input_version(None) is None
    assert requested_input_version("8") == 8


@pytest.mark.parametrize(("text", "version"), [("19.1.7", 19), ("22.1", 22), ("7.0.0", 7)])
def test_a_whole_release_names_its_major_version(monkeypatch: pytest.MonkeyPatch, text: str, version: int) -> None:
    assert requested_version(text) == version
    assert requested_input_version(text) == version
    monkeypatch.setenv("PYLLVM_LLVM_VERSION", text)
    assert requested_version(None) == version


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_the_name_of_the_program_names_a_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYLLVM_LLVM_VERSION", "22")
    (tmp_path / "llvm-nm").symlink_to("llvm-nm-14")
    (tmp_path / "llvm-as").symlink_to("/somewhere/pyllvm-as")
    for name, version in (
        ("llvm-dis-19", 19),
        ("opt-15", 15),
        ("llvm-dis", 22),
        ("llvm-nm", 14),
        ("llvm-as", 22),
        ("tool-19", 22),
    ):
        monkeypatch.setattr(sys, "argv", [str(tmp_path / name)])
        assert requested_version(None) == version
        assert requested_version("8") == 8
    monkeypatch.setattr(sys, "argv", ["llvm-dis-6"])
    with pytest.raises(UsageError, match="llvm-dis-6: LLVM 6 is not known"):
        requested_version(None)


@pytest.mark.parametrize("text", ["6", "99", "x", "-3", "\u00b2", "9" * 5000, "19.", "19.x", "19.1.7.2", ".19", ""])
def test_versions_nobody_knows(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    with pytest.raises(UsageError, match="--llvm-version"):
        requested_version(text)
    with pytest.raises(UsageError, match="--input-llvm-version"):
        requested_input_version(text)
    if text:
        monkeypatch.setenv("PYLLVM_LLVM_VERSION", text)
        with pytest.raises(UsageError, match="PYLLVM_LLVM_VERSION"):
            requested_version(None)


def test_the_error_names_the_known_versions() -> None:
    with pytest.raises(UsageError, match="--llvm-version: LLVM 6 is not known; known versions are 7 to " + str(NEXT)):
        requested_version("6")


# LLVM 19 has no such constant; when it reads bitcode of LLVM 14, an instruction takes its place.
OLD_CONSTANT = b"@g = global i8 0\n\ndefine i64 @f() {\n  ret i64 and (i64 ptrtoint (i8* @g to i64), i64 1)\n}\n"


def test_text_is_read_as_one_version_and_written_as_another(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.ll"
    path.write_bytes(OLD_CONSTANT)
    assert pyllvm("as", "--llvm-version=19", path, "-o", "-").status == 1
    assembled = pyllvm("as", "--input-llvm-version=14", "--llvm-version=19", path, "-o", "-")
    assert assembled.status == 0
    assert parse_bitcode(assembled.output).llvm_version == 19
    assert pyllvm("as", "--input-llvm-version=13", path, "-o", "-").errors == ""
    assert pyllvm("verify", "--input-llvm-version=14", "--llvm-version=19", path).status == 0
    linked = pyllvm("link", "-S", "--input-llvm-version=14", "--llvm-version=19", path, "-o", "-").output
    assert b" = and i64 ptrtoint (ptr @g to i64), 1\n" in linked
    assert b"i8* @g" in pyllvm("link", "-S", "--input-llvm-version=14", path, "-o", "-").output


def test_text_that_its_input_version_refuses_is_refused(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.ll"
    path.write_bytes(OLD_CONSTANT)
    for command in ("as", "verify", "link"):
        outcome = pyllvm(command, "--input-llvm-version=19", "--llvm-version=14", path)
        assert outcome.status != 0
        assert "and constexprs are no longer supported" in outcome.errors


def test_verify_locates_failures_after_the_change_of_versions(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.ll"
    path.write_bytes(TYPED.replace(b"store i32 0, i32* %p, align 4", b"%x = add i32 %y, 1\n  %y = add i32 1, 1"))
    outcome = pyllvm("verify", "--input-llvm-version=14", "--llvm-version=19", path)
    assert outcome.status == 1
    assert "Instruction does not dominate all uses!" in outcome.errors
    assert "bad.ll:3:" in outcome.errors


def test_bitcode_is_read_as_the_version_that_is_chosen(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "module.bc"
    text = tmp_path / "module.ll"
    text.write_bytes(b"define ptr @f(ptr %x) {\n  ret ptr %x\n}\n")
    assert pyllvm("as", "--llvm-version=17", "--producer", "LLVM99.0.0", text, "-o", path).status == 0
    warning = f"bitcode of LLVM 99 is read as LLVM {NEXT}, the newest that pyllvm knows"
    for command in (["dis", "-o", "-"], ["verify"], ["link", "-S", "-o", "-"]):
        assert warning in pyllvm(*command, path).errors
        assert pyllvm(*command, "--input-llvm-version=17", path).errors == ""
    linked = pyllvm("link", "--input-llvm-version=17", path, "-o", "-").output
    assert parse_bitcode(linked).llvm_version == 17
    linked = pyllvm("link", path, "-o", "-").output
    assert parse_bitcode(linked).llvm_version == NEXT


def test_bcanalyzer_names_the_records_of_the_version_that_is_chosen(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "summary.bc"
    text = (
        b"define void @f() {\n  call void @g(), !callsite !0\n  ret void\n}\n\ndeclare void @g()\n\n!0 = !{i64 123}\n"
        b'^0 = module: (path: "m", hash: (0, 0, 0, 0, 0))\n'
        b'^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, '
        b"notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2, "
        b'calls: ((callee: ^2)), callsites: ((callee: ^2, clones: (0), stackIds: (123))))))\n^2 = gv: (name: "g")\n'
    )
    assert pyllvm("as", "--llvm-version=19", "-o", path, stdin=text).status == 0
    for option in ("llvm-version", "input-llvm-version"):
        assert b"<STACK_IDS " in pyllvm("bcanalyzer", "-dump", f"--{option}=19", path).output
        assert b"<STACK_IDS " not in pyllvm("bcanalyzer", "-dump", f"--{option}=15", path).output
    assert b"<STACK_IDS " in pyllvm("bcanalyzer", "-dump", "--llvm-version=19", "--input-llvm-version=15", path).output

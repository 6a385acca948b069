"""``pyllvm strip`` as a command: the steps that its options choose, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm

Run = Callable[..., Any]

TEXT = """\
source_filename = "/home/someone/project/secret.c"
%struct.secret = type { i32 }
@secret_table = internal constant %struct.secret { i32 7 }

define i32 @visible(i32 %argument) !dbg !4 {
entry:
  %value = load i32, ptr @secret_table, !dbg !7
  ret i32 %value, !dbg !7
}

declare void @unused()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!llvm.ident = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "clang version 19.1.7 (vendor)", emissionKind: FullDebug)
!1 = !DIFile(filename: "/home/someone/project/secret.c", directory: "/home/someone/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!"clang version 19.1.7 (vendor)"}
!4 = distinct !DISubprogram(name: "visible", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, scope: !4)
"""
NAMES = ("%struct.secret", "@secret_table", "%argument", "entry:", "%value")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the module, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ll").write_text(TEXT)
    (tmp_path / "a.bc").write_bytes(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, "a", llvm_version=19)))
    return tmp_path


def stripped(run: Run, *words: str) -> str:
    outcome = run("strip", *words, "a.bc", "-S")
    assert (outcome.status, outcome.errors) == (0, "")
    text: str = outcome.output.decode()
    assert pyllvm.verify(pyllvm.parse_assembly(text, llvm_version=19)) == []
    return text


def test_names_and_debug_information(pyllvm: Run, folder: Path) -> None:
    text = stripped(pyllvm)
    assert "!dbg" not in text
    assert "llvm.dbg.cu" not in text
    assert [name for name in NAMES if name in text] == []
    assert "@visible" in text
    assert "@unused" in text


@pytest.mark.parametrize(
    ("words", "has_names", "has_debug", "has_unused"),
    [
        ("--debug", True, False, True),
        ("--strip-debug", True, False, True),
        ("--names", False, True, True),
        ("--nondebug", False, True, True),
        ("-passes=strip-nondebug", False, True, True),
        ("--dead-prototypes", True, True, False),
        ("--dead-debug-info", True, True, True),
        ("-passes=strip,strip-dead-prototypes", False, False, False),
        ("--debug --dead-prototypes", True, False, False),
        ("-passes=verify", True, True, True),
    ],
)
def test_steps(pyllvm: Run, folder: Path, words: str, has_names: bool, has_debug: bool, has_unused: bool) -> None:
    text = stripped(pyllvm, *words.split())
    assert all(name in text for name in NAMES) == has_names
    assert any(name in text for name in NAMES) == has_names
    assert ("!dbg" in text) == has_debug
    assert ("@unused" in text) == has_unused


def test_producer_and_source_paths(pyllvm: Run, folder: Path) -> None:
    text = stripped(pyllvm, "--no-producer")
    assert "vendor" not in text
    assert "/home/someone" in text
    text = stripped(pyllvm, "--no-source-paths")
    assert "vendor" in text
    assert "someone" not in text
    assert 'source_filename = "secret.c"' in text
    assert '!DIFile(filename: "secret.c", directory: "")' in text


def test_anonymize(pyllvm: Run, folder: Path) -> None:
    text = stripped(pyllvm, "--anonymize", "--map", "names.json")
    assert [word for word in ("secret", "someone", "vendor", "visible", "unused", "argument") if word in text] == []
    assert "clang version 19" in text
    names = json.loads((folder / "names.json").read_text())
    assert names["symbols"] == {"secret_table": "v1", "visible": "f1", "unused": "f2"}
    assert names["structs"] == {"struct.secret": "s1"}
    assert names["files"] == {"/home/someone/project/secret.c": "file1.c"}
    assert 'name: "f1"' in text


def test_anonymize_but_keep(pyllvm: Run, folder: Path) -> None:
    text = stripped(pyllvm, "--anonymize", "--keep=vis*", "--keep=struct.*")
    assert "@visible(" in text
    assert "%struct.secret" in text
    assert "secret_table" not in text


def test_the_input_is_verified(pyllvm: Run, folder: Path) -> None:
    (folder / "bad.ll").write_text("define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %x\n}\n")
    outcome = pyllvm("strip", "bad.ll", "-S")
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors.startswith("Instruction does not dominate all uses!\n")
    assert outcome.errors.endswith("pyllvm-strip: bad.ll: error: input module is broken!\n")
    assert pyllvm("strip", "bad.ll", "-S", "-disable-verify").status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-passes=instcombine a.bc", "pyllvm-strip: unknown pass name 'instcombine': this command runs only passes that strip"),
        ("--map=x a.bc", "pyllvm-strip: --map belongs to --anonymize\n"),
        ("--keep=x a.bc", "pyllvm-strip: --keep belongs to --anonymize\n"),
        ("--keep-library-names a.bc", "pyllvm-strip: --keep-library-names belongs to --anonymize\n"),
        ("--O2 a.bc", "pyllvm-strip: for the --O2 option: not supported; this command runs only passes that strip\n"),
        ("missing.bc", "pyllvm-strip: missing.bc: error: Could not open input file: No such file or directory\n"),
    ],
)
def test_refusals(pyllvm: Run, folder: Path, words: str, message: str) -> None:
    outcome = pyllvm("strip", *words.split())
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors.startswith(message)


def test_the_layout_of_the_target(pyllvm: Run, tmp_path: Path) -> None:
    """A module without a layout gets its target's since LLVM 18, as from opt."""
    (tmp_path / "bare.ll").write_text('target triple = "bpf"\n')
    for version in (16, 19):
        stripped = pyllvm("strip", "-S", f"--llvm-version={version}", tmp_path / "bare.ll")
        assert (b"target datalayout" in stripped.output) == (version == 19)


def test_no_output(pyllvm: Run, folder: Path) -> None:
    assert pyllvm("strip", "a.bc", "-disable-output").output == b""

"""The one module that a command changes: what is read, what is refused, and what LLVM drops on reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm
from pyllvm.cli import changed_module, extract
from pyllvm.cli.arguments import parse_arguments
from pyllvm.cli.run import Run

Command = Callable[..., Any]

GOOD: Final = "define void @f() {\n  ret void\n}\n"
BROKEN_DEBUG_INFO: Final = """define void @f() !dbg !3 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !0, unit: !0, spFlags: DISPFlagDefinition)
"""


def run_of(*words: str) -> Run:
    options = parse_arguments(extract.command, words)
    assert isinstance(options, extract.ExtractOptions)
    return Run(extract.command, options)


def read(name: str, *words: str, lazy: bool = False) -> changed_module.OneModule:
    return changed_module.OneModule(run_of(*words, name), name, "to read it", lazy=lazy)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("lazy", [False, True])
def test_bodies_are_read_late_if_they_may(folder: Path, lazy: bool) -> None:
    (folder / "a.bc").write_bytes(pyllvm.to_bitcode(pyllvm.parse_assembly(GOOD, llvm_version=19)))
    one = read("a.bc", lazy=lazy)
    assert one.identifier == "a.bc"
    assert one.module.functions[0].is_materialized != lazy


def test_the_version_that_is_asked_for(folder: Path) -> None:
    (folder / "a.bc").write_bytes(pyllvm.to_bitcode(pyllvm.parse_assembly(GOOD, llvm_version=14)))
    (folder / "a.ll").write_text(GOOD)
    assert read("a.bc").module.llvm_version == 14
    assert read("a.bc", "--llvm-version=19").module.llvm_version == 19
    assert read("a.ll", "--llvm-version=17").module.llvm_version == 17
    one = read("a.ll", "--input-llvm-version=19", "--llvm-version=14")
    assert one.module.llvm_version == 19
    one.bring_down(one.module)
    assert one.module.llvm_version == 14


def test_broken_debug_information_is_dropped_with_a_warning(pyllvm: Command, folder: Path) -> None:
    (folder / "a.ll").write_text(BROKEN_DEBUG_INFO)
    for command in ("extract", "strip"):
        outcome = pyllvm(command, "a.ll", "-S", *(["--func=f"] if command == "extract" else ["--dead-prototypes"]))
        assert outcome.status == 0
        assert outcome.errors.endswith("warning: ignoring invalid debug info in a.ll\n")
        assert b"!dbg" not in outcome.output


def test_two_modules_in_one_file(folder: Path) -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(GOOD, llvm_version=19))
    (folder / "two.bc").write_bytes(bitcode + bitcode[4:])
    with pytest.raises(pyllvm.PyllvmError, match="Expected a single module"):
        read("two.bc")
    assert read("two.bc(1)").module.functions[0].name == "f"


def test_a_message_of_llvm_without_a_severity(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (folder / "a.ll").write_text(GOOD)
    with pytest.raises(changed_module.Refused):
        read("a.ll").refuse("there is no such thing", "thong")
    assert capfdbinary.readouterr().err == b"pyllvm-extract: there is no such thing\nhelp: did you mean 'thong'?\n"


def test_errors_become_the_exit_status(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def refuse(run: Run) -> None:
        raise changed_module.Refused

    def fail(run: Run) -> None:
        raise pyllvm.PyllvmError("no")

    run = run_of("a")
    assert changed_module.run_on_one_module(run, "a", "stripping", lambda run: None) == 0
    assert changed_module.run_on_one_module(run, "a", "stripping", refuse) == 1
    assert changed_module.run_on_one_module(run, "a", "stripping", fail) == 1
    assert capfdbinary.readouterr().err == b"pyllvm-extract: a: error: no\n"

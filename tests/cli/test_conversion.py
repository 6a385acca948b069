"""The way down to an older LLVM, in every command that has one: `--losses`, `--report-losses`, `--input-llvm-version`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

IDENT = '\n!llvm.ident = !{!0}\n!0 = !{!"clang version 22.1.0"}\n'
# Two `nneg` that LLVM 14 does not have, and a third in another function.
TEXT = """\
define i32 @f(i8 %x) {
entry:
  %y = zext nneg i8 %x to i32
  %z = zext nneg i8 %x to i32
  %w = add i32 %z, %y
  ret i32 %w
}

define i32 @g(i8 %x) {
  %y = zext nneg i8 %x to i32
  ret i32 %y
}
"""
IMPOSSIBLE = """\
define i32 @f(ptr %p) {
  %b = call preserve_nonecc i32 %p(i32 1)
  %c = zext nneg i32 %b to i64
  ret i32 %b
}
"""
WARNING = "warning: dropped 'nneg' of zext in 3 places (LLVM 18 has it, LLVM 14 does not)\n"
OUTPUT = {"as": ["-o", "out"], "dis": ["-o", "out"], "link": ["-o", "out"], "verify": []}


@pytest.fixture
def inputs(pyllvm: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with text that names LLVM 22, and its bitcode."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", TEXT), ("bad", IMPOSSIBLE)):
        (tmp_path / f"{name}.ll").write_text(text + IDENT)
        assert pyllvm("as", "--llvm-version", "22", f"{name}.ll").status == 0
    return tmp_path


def down(pyllvm: Run, command: str, name: str, *options: str) -> Any:
    suffix = ".ll" if command == "as" else ".bc"
    return pyllvm(command, "--llvm-version", "14", *OUTPUT[command], *options, name + suffix)


@pytest.mark.parametrize("command", OUTPUT)
def test_each_loss_is_a_warning_with_its_count(pyllvm: Run, inputs: Path, command: str) -> None:
    outcome = down(pyllvm, command, "good")
    assert outcome.status == 0
    assert outcome.errors.count("warning") == 1
    assert outcome.errors.endswith(WARNING)


@pytest.mark.parametrize("command", OUTPUT)
def test_losses_may_be_ignored(pyllvm: Run, inputs: Path, command: str) -> None:
    outcome = down(pyllvm, command, "good", "--losses=ignore")
    assert (outcome.status, outcome.errors) == (0, "")


@pytest.mark.parametrize("command", OUTPUT)
def test_losses_may_be_errors(pyllvm: Run, inputs: Path, command: str) -> None:
    outcome = down(pyllvm, command, "good", "--losses=error")
    assert outcome.status == 1
    assert "error: cannot keep 'nneg' of zext in 3 places (LLVM 18 has it, LLVM 14 does not)\n" in outcome.errors
    assert not (inputs / "out").exists()


@pytest.mark.parametrize("command", OUTPUT)
def test_what_is_impossible_is_an_error_and_nothing_is_written(pyllvm: Run, inputs: Path, command: str) -> None:
    outcome = down(pyllvm, command, "bad", "--losses=ignore", "--report-losses=losses.json")
    assert outcome.status == 1
    assert "LLVM 14 cannot hold" in outcome.errors
    assert "the calling convention 'preserve_nonecc' (LLVM 19 and newer)" in outcome.errors
    assert not (inputs / "out").exists()
    rows = json.loads((inputs / "losses.json").read_text())["losses"]
    assert {row["kind"]: row["construct"] for row in rows} == {
        "dropped": "'nneg' of zext",
        "impossible": "the calling convention 'preserve_nonecc'",
    }


@pytest.mark.parametrize("command", OUTPUT)
def test_the_report_says_what_was_lost_and_where(pyllvm: Run, inputs: Path, command: str) -> None:
    assert down(pyllvm, command, "good", "--report-losses=losses.json").status == 0
    rows = json.loads((inputs / "losses.json").read_text())["losses"]
    assert [(row["function"], row["count"], row["instruction"], row["place"]) for row in rows] == [
        ("@f", 2, "%y = zext nneg i8 %x to i32", "block %entry, instruction 1"),
        ("@g", 1, "%y = zext nneg i8 %x to i32", "block 1, instruction 1"),
    ]
    for row in rows:
        assert (row["kind"], row["construct"], row["since"], row["until"]) == ("dropped", "'nneg' of zext", 18, None)
        assert (row["from"], row["to"]) == (22, 14)


def test_the_report_is_there_when_nothing_is_lost(pyllvm: Run, inputs: Path) -> None:
    assert pyllvm("dis", "--report-losses=losses.json", "-o", "out", "good.bc").status == 0
    assert json.loads((inputs / "losses.json").read_text())["losses"] == []


def test_as_reads_text_as_the_older_llvm_where_that_accepts_it(pyllvm: Run, inputs: Path) -> None:
    (inputs / "plain.ll").write_text("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n" + IDENT)
    outcome = pyllvm("as", "--llvm-version", "14", "--report-losses=losses.json", "plain.ll")
    assert (outcome.status, outcome.errors) == (0, "")


def test_as_brings_down_text_that_only_the_verifier_of_the_older_llvm_rejects(pyllvm: Run, inputs: Path) -> None:
    body = "define void @f() {\n  %a = alloca i8\n  call void @llvm.lifetime.start.p0(ptr %a)\n  ret void\n}\n"
    (inputs / "life.ll").write_text(body + "declare void @llvm.lifetime.start.p0(ptr)\n" + IDENT)
    outcome = pyllvm("as", "--llvm-version", "21", "life.ll")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"@llvm.lifetime.start.p0(i64 -1, ptr %a)" in pyllvm("dis", "-o", "-", "life.bc").output


def test_text_that_no_llvm_accepts_gets_the_message_of_the_llvm_that_is_asked_for(pyllvm: Run, inputs: Path) -> None:
    (inputs / "broken.ll").write_text("define void @f() {\n  ret i32\n}\n" + IDENT)
    asked_for = pyllvm("as", "--llvm-version", "14", "broken.ll")
    (inputs / "broken.ll").write_text("define void @f() {\n  ret i32\n}\n")
    assert (asked_for.status, asked_for.errors) == (1, pyllvm("as", "--llvm-version", "14", "broken.ll").errors)


def test_text_without_a_name_of_its_llvm_goes_down_by_itself(pyllvm: Run, inputs: Path) -> None:
    (inputs / "unnamed.ll").write_text(TEXT)
    outcome = pyllvm("as", "--llvm-version", "14", "unnamed.ll")
    assert outcome.status == 0
    assert outcome.errors.startswith("pyllvm-as: unnamed.ll: note: LLVM 14 does not read this text (line 3: 'nneg' of ")
    assert outcome.errors.endswith(f"pyllvm-as: unnamed.ll: {WARNING}")
    outcome = pyllvm("as", "--llvm-version", "14", "--input-llvm-version", "22", "unnamed.ll")
    assert (outcome.status, outcome.errors) == (0, "pyllvm-as: unnamed.ll: " + WARNING)


def test_input_version_must_be_known(pyllvm: Run, inputs: Path) -> None:
    outcome = pyllvm("as", "--input-llvm-version", "6", "good.ll")
    assert outcome.status == 1
    assert "--input-llvm-version: LLVM 6 is not known" in outcome.errors


def test_link_takes_newer_text_down(pyllvm: Run, inputs: Path) -> None:
    text = "%s = type { ptr }\ndefine void @h(ptr %x) {\n  store %s zeroinitializer, ptr %x\n  ret void\n}\n"
    (inputs / "other.ll").write_text(text + IDENT)
    outcome = pyllvm("link", "-S", "--llvm-version", "14", "good.ll", "other.ll")
    assert outcome.status == 0
    assert outcome.errors == WARNING
    assert b"%s = type { i8* }\n" in outcome.output
    assert b"define void @h(i8* %x)" in outcome.output


def test_link_counts_the_losses_of_all_its_inputs(pyllvm: Run, inputs: Path) -> None:
    (inputs / "more.ll").write_text(TEXT.replace("@f", "@f2").replace("@g", "@g2") + IDENT)
    assert pyllvm("as", "--llvm-version", "22", "more.ll").status == 0
    outcome = pyllvm("link", "--llvm-version", "14", "-o", "out", "good.bc", "more.bc")
    assert (outcome.status, outcome.errors) == (0, WARNING.replace("3", "6"))


def test_link_brings_down_constants_that_several_inputs_have(pyllvm: Run, inputs: Path) -> None:
    for name in "ab":
        text = f"@{name} = global ptr getelementptr (i8, ptr inttoptr (i64 8 to ptr), i64 4)\n!m = !{{!1}}\n"
        (inputs / f"{name}.ll").write_text(text + "!1 = !{ptr inttoptr (i64 8 to ptr)}\n" + IDENT)
    outcome = pyllvm("link", "-S", "--llvm-version", "14", "a.ll", "b.ll")
    assert (outcome.status, outcome.errors) == (0, "")
    for name in "ab":
        expected = f"@{name} = global i8* getelementptr (i8, i8* inttoptr (i64 8 to i8*), i64 4)\n"
        assert expected.encode() in outcome.output


@pytest.mark.parametrize("command", OUTPUT)
def test_seven_is_the_oldest(pyllvm: Run, inputs: Path, command: str) -> None:
    outcome = pyllvm(command, "--llvm-version", "6", "good.bc")
    assert outcome.status != 0
    assert "LLVM 6 is not known" in outcome.errors
    assert "7 is the oldest that is written" in outcome.errors


HINTS = """\
define i32 @f(i8 %x, i32 %z) willreturn {
  %y = zext nneg i8 %x to i32
  %w = freeze i32 %z
  %t = trunc nuw nsw i32 %z to i8
  %d = or disjoint i32 %y, %w
  ret i32 %d
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, sysroot: "s")
!2 = !DIFile(filename: "a", directory: "b")
!3 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_people_get_one_line_and_what_may_change_behavior(pyllvm: Run, inputs: Path) -> None:
    (inputs / "hints.ll").write_text(HINTS + IDENT)
    words = ("as", "--llvm-version", "9", "-o", "out", "hints.ll")
    shown = pyllvm(*words, "--diagnostics-format=drawn").errors
    assert [line.rstrip() for line in shown.splitlines() if "of no particular" not in line] == [
        "pyllvm-as: hints.ll: warning: dropped 'freeze' in 1 place (LLVM 10 has it, LLVM 9 does not); "
        "this may change what the program does",
        "pyllvm-as: hints.ll: note: dropped 4 kinds of hints and 1 of debug information that LLVM 9 does not have; "
        "the program does the same without them",
        "  help: --losses=list names them, and --report-losses=FILE their places",
    ]
    assert pyllvm(*words).errors.startswith("".join(shown.splitlines(keepends=True)[:2]))
    for more in (("--diagnostics-format=drawn", "--losses=list"), ("--losses=list",), ("--diagnostics-format=llvm",)):
        assert pyllvm(*words, *more).errors.count(": warning: dropped ") == 6


def test_the_report_grades_what_is_dropped(pyllvm: Run, inputs: Path) -> None:
    (inputs / "hints.ll").write_text(HINTS + IDENT)
    assert pyllvm("as", "--llvm-version", "9", "-o", "out", "--report-losses=losses.json", "hints.ll").status == 0
    grades = {row["construct"]: row["grade"] for row in json.loads((inputs / "losses.json").read_text())["losses"]}
    assert grades == {
        "'freeze'": "may change behavior",
        "'sysroot:' of !DICompileUnit": "debug information",
        **dict.fromkeys(("'nneg' of zext", "'nuw' of trunc", "'nsw' of trunc", "'disjoint' of or"), "hint"),
    }


def test_a_few_losses_are_always_named(pyllvm: Run, inputs: Path) -> None:
    assert WARNING in pyllvm("dis", "--llvm-version", "14", "-o", "out", "--diagnostics-format=drawn", "good.bc").errors

"""`--fix` of as and verify corrects texts in their files, or shows how."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.bitcode import write_bitcode
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
from pyllvm.findings.syntax_help import corrected

FAULTY: Final = """define i32 @f(i32 %a, ptr %p) {
  %x = lod i32, ptr %p
  %y = add i32 %x %a
  ret i32 %y
}

define int @g() {
  ret i32 0
}
"""
RIGHT: Final = FAULTY.replace("lod", "load").replace("%x %a", "%x, %a").replace("int", "i32")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.ll"
    path.write_text(FAULTY)
    return path


def run(*words: str) -> int:
    return tool.invoke(command_named(words[0]), list(words[1:]))


@pytest.mark.parametrize("words", [["verify"], ["as", "-o", "a.bc"]])
def test_a_file_is_corrected_and_read(file: Path, words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run(*words, "--fix", "a.ll") == 0
    assert file.read_text() == RIGHT
    assert "a.ll: note: 3 errors corrected" in capfd.readouterr().err
    assert not (file.parent / "a.ll.orig").exists()


def test_a_copy_is_kept(file: Path) -> None:
    assert run("verify", "--fix", "--backup", "a.ll") == 0
    assert (file.parent / "a.ll.orig").read_text() == FAULTY
    assert run("verify", "--fix", "--backup", "a.ll") == 0
    assert (file.parent / "a.ll.orig").read_text() == FAULTY


def test_a_difference_is_shown_and_nothing_is_written(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("as", "--fix", "--diff", "a.ll") == 1
    shown = capfd.readouterr().out
    assert "--- a.ll\n+++ a.ll\n" in shown
    assert "-  %x = lod i32, ptr %p\n" in shown
    assert "+  %x = load i32, ptr %p\n" in shown
    assert file.read_text() == FAULTY
    assert list(file.parent.iterdir()) == [file]
    file.write_text(RIGHT)
    assert run("as", "--fix", "--diff", "a.ll") == 0


def test_a_difference_is_not_mixed_with_a_document(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "--fix", "--diff", "--diagnostics-format=json", "a.ll") == 1
    shown = capfd.readouterr()
    assert shown.out.startswith("--- a.ll\n")
    assert "diagnostics" not in shown.out
    assert json.loads(shown.err)["tool"] == "pyllvm-verify"


def test_only_errors_against_a_rule_are_corrected(file: Path) -> None:
    assert run("verify", "--fix", "--fix-only=syntax/expected-type", "a.ll") != 0
    assert file.read_text() == FAULTY.replace("int", "i32")


def test_bitcode_and_compressed_texts_are_left_as_they_are(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bitcode = write_bitcode(pyllvm.parse_assembly(RIGHT, llvm_version=19))
    file.write_bytes(bitcode)
    assert run("verify", "--fix", "a.ll") == 0
    assert file.read_bytes() == bitcode
    packed = gzip.compress(FAULTY.encode())
    file.write_bytes(packed)
    assert run("verify", "--fix", "a.ll") != 0
    assert file.read_bytes() == packed
    assert "unpack it first" in capfd.readouterr().err
    assert run("verify", "--fix", "-") != 0


def test_options_that_say_how_need_fix(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for option in ("--diff", "--backup", "--fix-only=syntax/expected-type"):
        assert run("verify", option, file.name) != 0
        assert capfd.readouterr().err == "pyllvm-verify: --diff, --backup and --fix-only are for --fix\n"


def test_what_has_no_correction_stays() -> None:
    text = b"define void @f() {\n  %x = frobnicate i32 1, 2, 3, 4\n  ret void\n}\n"
    made = corrected(text, "x", 19)
    assert (made.data, made.number, made.has_errors) == (text, 0, True)


def test_members_are_left_as_they_are(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (file.parent / "l.a").write_bytes(b"!<arch>\n")
    assert run("verify", "--fix", "l.a(a.ll)") == 1
    assert "--fix does not write members of other files: take the text out first" in capfd.readouterr().err

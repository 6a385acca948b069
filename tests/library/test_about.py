"""``pyllvm FILE`` says what a file is, and ``pyllvm DIR`` which files of a folder have bitcode in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pyllvm
from archives import gnu_archive
from pyllvm import NEWEST, parse_assembly, to_bitcode
from pyllvm.library.identification import about

TEXT = "@g = global i32 0\n\ndefine void @f() {\n  ret void\n}\n\ndeclare void @h()\n"
DEBUG = """\
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text(folder: Path) -> None:
    (folder / "a.ll").write_text(TEXT)
    text = about("a.ll")[0]
    assert text.startswith("a.ll: LLVM text of no particular LLVM")
    assert "  functions  1 defined, 1 declared\n  variables  1\n" in text
    assert "pyllvm as a.ll -o a.bc" in text


def test_bitcode(folder: Path) -> None:
    (folder / "a.bc").write_bytes(to_bitcode(parse_assembly(TEXT, llvm_version=19)))
    text = about("a.bc")[0]
    assert text.startswith("a.bc: LLVM bitcode of LLVM 19 (")
    assert text.count("  pyllvm ") == 3
    assert "debug information" not in text
    (folder / "g.bc").write_bytes(to_bitcode(parse_assembly(TEXT + DEBUG, llvm_version=19)))
    assert "  debug information  yes\n" in about("g.bc")[0]


def test_the_commands_work(folder: Path) -> None:
    (folder / "a b.bc").write_bytes(to_bitcode(parse_assembly(TEXT, llvm_version=19)))
    environment = {**os.environ, "PYTHONPATH": str(Path(pyllvm.__file__).parents[1])}
    for line in about("a b.bc")[0].partition("Next:\n")[2].splitlines():
        command = line.partition("#")[0].strip().replace("pyllvm", f"{sys.executable} -m pyllvm", 1)
        assert subprocess.run(command, shell=True, env=environment, capture_output=True).returncode == 0


def test_other_files(folder: Path) -> None:
    (folder / "bad.ll").write_text("define int @f() {\n  ret i32 0\n}\n")
    assert "which has an error: expected type" in about("bad.ll")[0]
    (folder / "empty").write_bytes(b"")
    assert about("empty") == ("empty: an empty file, 0 B\n", False)
    (folder / "c.c").write_text("int main(void) { return 0; }\n")
    assert "C or C++" in about("c.c")[0]
    assert about("nothing.bc") == ("nothing.bc: No such file or directory\n", True)
    (folder / "l.a").write_bytes(gnu_archive({"x.o": to_bitcode(parse_assembly(TEXT)), "n": b"x\n"}))
    text = about("l.a")[0]
    assert "with 1 module of LLVM inside" in text
    assert f"  (x.o)  LLVM {NEWEST}" in text
    assert "pyllvm dis -o - l.a" in text


def test_damaged_and_other_streams(folder: Path) -> None:
    (folder / "d.dia").write_bytes(b"DIAG" + bytes(8))
    assert about("d.dia") == ("d.dia: Clang Serialized Diagnostics, no wrapper, 12 B\n", False)
    damaged = to_bitcode(parse_assembly(TEXT + '@s = global [6 x i8] c"\\0A\\0A\\0A\\0A\\0A\\0A"\n')).replace(b"\n", b"\r\n")
    (folder / "crlf.bc").write_bytes(damaged)
    text, is_damaged = about("crlf.bc")
    assert is_damaged
    assert "its line feeds became CRLF" in text


def test_a_damaged_member(folder: Path) -> None:
    bitcode = to_bitcode(parse_assembly(TEXT))
    members = {f"{number}.o": bitcode for number in range(12)}
    (folder / "l.a").write_bytes(gnu_archive({**members, "cut.o": bitcode[:100]}))
    text, is_damaged = about("l.a")
    assert is_damaged
    assert "  (9.o)" in text
    assert "  (10.o)" not in text
    assert "  (cut.o)  an error: " in text
    assert "\n  and 2 more\n" in text
    assert "with 13 modules of LLVM inside" in text

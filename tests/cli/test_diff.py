"""``pyllvm diff``: its statuses, inputs and forms of output."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import gnu_archive
from pyllvm import parse_assembly, to_bitcode
from pyllvm.ir.module import Module
from pyllvm.reading.inputs import Input
from pyllvm.reading.modules import named_modules
from pyllvm.wishes import Wishes
from terminals import on_a_terminal

Run = Callable[..., Any]

DATA = Path(__file__).parents[1] / "data" / "diff"

ONE = b'source_filename = "f.c"\n' + b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
OTHER = ONE.replace(b"add", b"sub")


@pytest.fixture
def files(tmp_path: Path, pyllvm: Run) -> Path:
    """Two texts and their bitcode, and archives of both."""
    for name, text in (("one", ONE), ("other", OTHER)):
        (tmp_path / f"{name}.ll").write_bytes(text)
        pyllvm("as", "--llvm-version", "19", tmp_path / f"{name}.ll", "-o", tmp_path / f"{name}.bc")
    one, other = ((tmp_path / f"{name}.bc").read_bytes() for name in ("one", "other"))
    (tmp_path / "first.a").write_bytes(gnu_archive({"x.o": one, "y.o": one}))
    (tmp_path / "second.a").write_bytes(gnu_archive({"x.o": one, "y.o": other, "z.o": one}))
    return tmp_path


def test_statuses(pyllvm: Run, files: Path) -> None:
    same = pyllvm("diff", files / "one.ll", files / "one.bc")
    assert same == (0, b"", "")
    different = pyllvm("diff", files / "one.bc", files / "other.ll")
    assert different.status == 1
    assert different.errors == ""
    assert different.output.decode() == (
        f"--- {files}/one.bc\n+++ {files}/other.ll\n@@ function @f @@\n define i32 @f(i32 %x)\n"
        "-  %y = add i32 %x, 1\n+  %y = sub i32 %x, 1\n   ret i32 %y\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["one.bc", "none.bc"], "No such file or directory"),
        (["one.bc"], "Must specify at least 2 positional arguments"),
        (["one.bc", "one.bc", "one.bc"], "two files are compared, and 3 are named"),
        (["-", "-"], "standard input can be one of the two files, not both"),
        (["one.bc", "broken.ll"], "error: "),
        (["one.bc", "first.a(no)"], "there is no module (no) in "),
        (["--llvm-version", "99", "one.bc", "one.bc"], "known versions are"),
        (["-U", "x", "one.bc", "one.bc"], "invalid"),
    ],
)
def test_faults(pyllvm: Run, files: Path, words: list[str], message: str) -> None:
    (files / "broken.ll").write_text("define nothing\n")
    outcome = pyllvm("diff", *[word if word.startswith("-") or "." not in word else f"{files}/{word}" for word in words])
    assert outcome.status == 2
    assert outcome.output == b""
    assert message in outcome.errors
    assert "Traceback" not in outcome.errors


def test_llvms_report(pyllvm: Run, files: Path) -> None:
    words = ["diff", "--format=llvm", files / "one.bc", files / "other.ll"]
    report = (
        "in function f:\n  in block %0 / %0:\n    >   %y = sub i32 %x, 1\n    >   ret i32 %y\n"
        "    <   %y = add i32 %x, 1\n    <   ret i32 %y\n"
    )
    assert pyllvm(*words) == (1, b"", report)
    assert pyllvm(*words, "@f") == (1, b"", report)
    assert pyllvm(*words, "g") == (0, b"", "No function named @g in either module\n")
    assert pyllvm(*words[:3], files / "one.ll") == (0, b"", "")
    missing = pyllvm(*words[:2], files / "none.bc", files / "none.ll", environment={"PYLLVM_DIAGNOSTICS": "llvm"})
    assert missing.status == 1
    assert missing.errors.count("error: Could not open input file: No such file or directory\n") == 2


def test_broken_debug_information(pyllvm: Run, tmp_path: Path) -> None:
    """LLVM drops it with a warning when it reads a module, and ends where more is broken."""
    flags = '!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
    unit = '!u = !{!1}\n!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2)\n!2 = !DIFile(filename: "a", directory: "")\n'
    (tmp_path / "unlisted.ll").write_text(flags + unit)
    (tmp_path / "broken.ll").write_text(flags + "@x = appending global i32 0\n")
    words = ["diff", "--format=llvm", tmp_path / "unlisted.ll"]
    same = pyllvm(*words, words[2])
    assert (same.status, same.output) == (0, b"")
    assert same.errors.count("DICompileUnit not listed in llvm.dbg.cu\n") == 2
    assert same.errors.count(f"warning: ignoring invalid debug info in {words[2]}\n") == 2
    broken = pyllvm(*words, tmp_path / "broken.ll")
    assert broken.status == 1
    assert "Broken module found" in broken.errors


def test_standard_input(pyllvm: Run, files: Path) -> None:
    assert pyllvm("diff", "-", files / "one.bc", stdin=ONE) == (0, b"", "")
    assert pyllvm("diff", files / "one.bc", "-", stdin=OTHER).output.startswith(f"--- {files}/one.bc\n+++ -\n".encode())


def test_a_text_without_a_source_file(pyllvm: Run, files: Path) -> None:
    """LLVM gives it the name of the file, which says nothing about the module."""
    bare = ONE.partition(b"\n")[2]
    (files / "bare.ll").write_bytes(bare)
    assert pyllvm("diff", files / "bare.ll", files / "one.bc") == (0, b"", "")
    assert pyllvm("diff", files / "one.bc", "-", stdin=bare) == (0, b"", "")
    assert pyllvm("diff", files / "bare.ll", "-", stdin=bare) == (0, b"", "")


def test_the_same_content_is_read_once(files: Path) -> None:
    """Two files with the same bytes need no comparison; those in archives are the same only at the same place."""
    known: dict[tuple[str, bytes], list[Module]] = {}
    wishes = Wishes()

    def read(name: str) -> list[Module]:
        return [named.module for named in named_modules(Input(str(files / name)), wishes, known)]

    (files / "copy.bc").write_bytes((files / "one.bc").read_bytes())
    assert read("one.bc") == read("copy.bc") != read("other.bc")
    x, y = read("first.a")
    assert x is not y
    again, other, _ = read("second.a")
    assert x is again
    assert y is not other


@pytest.mark.parametrize(
    "words",
    [
        ["--llvm-version", "19"],
        ["--llvm-version", "19", "--names"],
        ["--llvm-version", "19", "--ignore-debug"],
        ["--input-llvm-version", "19", "--llvm-version", "22"],
        ["--input-llvm-version", "19", "--llvm-version", "18"],
    ],
)
@pytest.mark.parametrize("name", ["program", "debug"])
def test_bitcode_is_compared_as_text_is(pyllvm: Run, tmp_path: Path, name: str, words: list[str]) -> None:
    """Values of bitcode do not all know their uses: upgrades ask for some, a downgrade for more, labels for uses of blocks."""
    text = (DATA / f"{name}.ll").read_text()
    edited = text.replace("add i32", "sub i32").replace("add nsw", "add nuw")
    outputs = []
    for ending in ("ll", "bc"):
        names = [tmp_path / f"{part}.{ending}" for part in ("one", "other")]
        for path, content in zip(names, (text, edited), strict=True):
            module = parse_assembly(content, llvm_version=19)
            path.write_bytes(str(module).encode() if ending == "ll" else to_bitcode(module))
        outcome = pyllvm("diff", *words, *names)
        assert outcome.errors == ""
        outputs.append((outcome.status, outcome.output.replace(b".bc", b".ll")))
    assert outputs[0] == outputs[1]


def test_brief_and_counts(pyllvm: Run, files: Path) -> None:
    names = files / "one.ll", files / "other.ll"
    assert pyllvm("diff", "-q", *names).output.decode() == f"{names[0]} and {names[1]} differ: 1 instruction changed\n"
    assert pyllvm("diff", "--stat", *names).output == b" function @f | 1 instruction changed\n 1 instruction changed\n"
    assert pyllvm("diff", "-q", names[0], names[0]) == (0, b"", "")


def test_json(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("diff", "--json", files / "one.ll", files / "other.ll")
    assert outcome.status == 1
    (document,) = json.loads(outcome.output)["comparisons"]
    assert document["equal"] is False
    (change,) = document["changes"]
    assert (change["action"], change["kind"], change["name"]) == ("changed", "instruction", "sub")
    assert (change["function"], change["block"]) == ("@f", "%0")
    assert (change["before"], change["after"]) == ("  %y = add i32 %x, 1", "  %y = sub i32 %x, 1")
    same = pyllvm("diff", "--json", files / "one.ll", files / "one.bc")
    assert same.status == 0
    assert json.loads(same.output)["comparisons"][0]["changes"] == []


def test_members(pyllvm: Run, files: Path) -> None:
    assert pyllvm("diff", f"{files}/first.a(y.o)", files / "one.ll").status == 0
    outcome = pyllvm("diff", "--stat", files / "first.a", files / "second.a")
    assert outcome.output.decode().splitlines() == [
        " function @f | 1 instruction changed",
        " 1 instruction changed",
        " module (z.o) | added",
        " 1 module added",
    ]
    documents = json.loads(pyllvm("diff", "--json", files / "first.a", files / "second.a").output)["comparisons"]
    assert [one["equal"] for one in documents] == [True, False, False]


def test_versions(pyllvm: Run, files: Path) -> None:
    """Modules of two versions are compared as those of the newer one, or of the requested one."""
    old = 'source_filename = "f.c"\n' + "define void @f(i32* %p) {\n  store i32 1, i32* %p\n  ret void\n}\n"
    (files / "old.ll").write_text(old)
    pyllvm("as", "--llvm-version", "13", files / "old.ll", "-o", files / "old.bc")
    new = old.replace("i32*", "ptr").replace("%p\n", "%p, align 4\n")
    (files / "new.ll").write_text(new)
    pyllvm("as", "--llvm-version", "20", files / "new.ll", "-o", files / "new.bc")
    assert pyllvm("diff", files / "old.bc", files / "new.bc") == (0, b"", "")
    assert pyllvm("diff", files / "old.bc", files / "new.ll") == (0, b"", "")
    text = pyllvm("diff", files / "old.bc", files / "one.ll").output.decode()
    assert "-define void @f(i32* %p)\n" in text


def test_names_and_debug_information(pyllvm: Run, files: Path, data: Path) -> None:
    (files / "named.ll").write_bytes(ONE.replace(b"%y", b"%sum"))
    assert pyllvm("diff", files / "one.ll", files / "named.ll").status == 0
    outcome = pyllvm("diff", "--names", files / "one.ll", files / "named.ll")
    assert outcome.status == 1
    assert "name: y -> sum" in outcome.output.decode()
    debug = data / "diff" / "debug.ll"
    (files / "lines.ll").write_bytes(debug.read_bytes().replace(b"line: 9, column: 11", b"line: 10, column: 11"))
    assert pyllvm("diff", "--ignore-debug", debug, files / "lines.ll") == (0, b"", "")
    assert "!DILocation(line: 9" in pyllvm("diff", debug, files / "lines.ll").output.decode()


def test_context(pyllvm: Run, files: Path) -> None:
    text = pyllvm("diff", "-U0", files / "one.ll", files / "other.ll").output.decode()
    assert text.splitlines()[2:] == ["@@ function @f @@", "-  %y = add i32 %x, 1", "+  %y = sub i32 %x, 1"]


def test_side_by_side_on_a_terminal(files: Path) -> None:
    status, shown = on_a_terminal("-m", "pyllvm", "diff", "one.ll", "other.ll", folder=files, environment={"COLUMNS": "80"})
    assert status == 1
    assert b"\x1b[" in shown
    text = shown.decode()
    assert "│" not in text
    assert "function @f" in text
    plain = on_a_terminal("-m", "pyllvm", "diff", "--side-by-side=never", "--color=never", "one.ll", "other.ll", folder=files)
    assert b"-  %y = add i32 %x, 1\r\n+  %y = sub i32 %x, 1" in plain[1]


def test_names_do_not_control_a_terminal(tmp_path: Path) -> None:
    evil = 'define void @"g\\07\\1B[2J"() {\n  ret void\n}\n'
    (tmp_path / "one.ll").write_text(evil)
    (tmp_path / "other.ll").write_text(evil.replace("ret void", "unreachable"))
    for words in ([], ["--side-by-side=never"], ["--stat"], ["-q"], ["--json"]):
        status, shown = on_a_terminal("-m", "pyllvm", "diff", *words, "one.ll", "other.ll", folder=tmp_path)
        assert status == 1
        assert b"\x07" not in shown
        assert b"\x1b[2J" not in shown


def test_a_closed_reader(files: Path, pyllvm: Run) -> None:
    read, write = os.pipe()
    os.close(read)
    import subprocess
    import sys

    command = [sys.executable, "-m", "pyllvm", "diff", str(files / "one.ll"), str(files / "other.ll")]
    assert subprocess.run(command, stdout=write, stderr=subprocess.PIPE).returncode == 74
    os.close(write)

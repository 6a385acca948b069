"""``pyllvm extract`` as a command: what its options choose, what it refuses, and the files of ``--split``."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from archives import gnu_archive
from pyllvm.bitcode.reader.found import BitcodeFile
from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.bitcode.reader.state import Reading

Run = Callable[..., Any]

TEXT = """\
@counter = internal global i32 0
@greeting = private constant [3 x i8] c"hi\\00"
@other_name = alias i32, ptr @counter

define i32 @first(i32 %n) {
  %x = call i32 @second(i32 %n)
  store i32 %x, ptr @counter
  ret i32 %x
}

define internal i32 @second(i32 %n) {
  %y = load i8, ptr @greeting
  %z = zext i8 %y to i32
  ret i32 %z
}

define linkonce_odr i32 @third() {
  %x = load i32, ptr @counter
  ret i32 %x
}

define i32 @fourth() {
  %x = call i32 @third()
  ret i32 %x
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the module as text, bitcode and in an archive, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all.ll").write_text(TEXT)
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, "all", llvm_version=19))
    (tmp_path / "all.bc").write_bytes(bitcode)
    other = pyllvm.to_bitcode(pyllvm.parse_assembly("define void @elsewhere() {\n  ret void\n}\n", llvm_version=19))
    (tmp_path / "lib.a").write_bytes(gnu_archive({"all.o": bitcode, "other.o": other}))
    return tmp_path


def symbols(text: bytes) -> list[str]:
    """The first words of the lines that define and declare symbols, with their names."""
    found = []
    for line in text.decode().splitlines():
        if line.startswith("@"):
            found.append(line.split()[0])
        elif line.startswith(("define", "declare")):
            found.append(f"{line.split()[0]} {line.split('@')[1].split('(')[0]}")
    return found


def test_a_function_with_declarations(pyllvm: Run, folder: Path) -> None:
    for source in ("all.ll", "all.bc", "lib.a(all.o)"):
        outcome = pyllvm("extract", "--func=first", "-S", source)
        assert (outcome.status, outcome.errors) == (0, "")
        assert symbols(outcome.output) == ["@counter", "define first", "declare second"]


def test_from_standard_input_to_standard_output(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--func=second", stdin=(folder / "all.bc").read_bytes())
    assert outcome.output.startswith(b"BC\xc0\xde")
    (folder / "part.bc").write_bytes(outcome.output)
    assert [one.name for one in pyllvm_functions(folder / "part.bc")] == ["second"]


def pyllvm_functions(path: Path) -> list[Any]:
    return [function for function in pyllvm.read(path).functions if not function.is_declaration]


def test_with_dependencies(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--func=first", "--with-dependencies", "all.bc", "-S")
    assert symbols(outcome.output) == ["@counter", "@greeting", "define first", "define second"]
    assert b"define internal i32 @second" in outcome.output
    assert b"@counter = internal global i32 0" in outcome.output


@pytest.mark.parametrize(
    ("pattern", "defined"),
    [("f*", ["first", "fourth"]), ("?????", ["first", "third"]), ("[st]*d", ["second", "third"])],
)
def test_names_by_shell_pattern(pyllvm: Run, folder: Path, pattern: str, defined: list[str]) -> None:
    outcome = pyllvm("extract", "--name", pattern, "all.bc", "-S")
    assert [one.removeprefix("define ") for one in symbols(outcome.output) if one.startswith("define")] == defined


def test_a_part_for_an_older_llvm(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--func=third", "all.bc", "-S", "--llvm-version=14")
    assert b"load i32, i32* @counter" in outcome.output


def test_only_what_stays_must_be_in_the_older_llvm(pyllvm: Run, folder: Path) -> None:
    text = TEXT + 'define void @new(target("aarch64.svcount") %x) {\n  ret void\n}\n'
    (folder / "new.ll").write_text(text)
    words = ("new.ll", "-S", "--input-llvm-version=19", "--llvm-version=14")
    assert pyllvm("extract", "--func=third", *words).status == 0
    assert pyllvm("extract", "--func=new", *words).status == 1


def test_json(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--func=first", "--json", "all.bc", "-o", "part.bc")
    assert json.loads(outcome.output)["files"] == [{"file": "part.bc", "defines": ["first"], "declares": ["counter", "second"]}]


def test_split_and_link(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--split", "parts", "--json", "all.bc")
    rows = json.loads(outcome.output)["files"]
    assert [row["file"] for row in rows] == [
        "parts/0-globals.bc",
        "parts/1-first.bc",
        "parts/2-second.bc",
        "parts/3-third.bc",
        "parts/4-fourth.bc",
    ]
    defined = [["counter", "other_name"], ["first"], ["greeting", "second"], ["third"], ["fourth"]]
    assert [row["defines"] for row in rows] == defined
    linked = pyllvm("link", *[row["file"] for row in rows], "-S")
    assert linked.status == 0
    assert sorted(symbols(linked.output)) == sorted(symbols(TEXT.encode()))
    assert pyllvm("verify", *[row["file"] for row in rows]).status == 0


def test_split_into_a_number_of_parts(pyllvm: Run, folder: Path) -> None:
    rows = json.loads(pyllvm("extract", "--split", "parts", "--parts=2", "--json", "all.bc").output)["files"]
    assert [row["file"] for row in rows] == ["parts/0-fourth.bc", "parts/1-first.bc"]
    linked = pyllvm("link", *[row["file"] for row in rows], "-S")
    assert sorted(symbols(linked.output)) == sorted(symbols(TEXT.encode()))
    kept = pyllvm("extract", "--split", "kept", "--parts=2", "--preserve-locals", "-S", "all.bc")
    assert (kept.status, kept.errors) == (0, "")
    assert "hidden" not in "".join(path.read_text() for path in (folder / "kept").iterdir())


def test_blocks_without_names_and_lines(pyllvm: Run, folder: Path) -> None:
    (folder / "b.ll").write_text("define i32 @f(i32) {\n  br label %2\n2:\n  %x = add i32 %0, 1\n  ret i32 %x\n}\n")
    outcome = pyllvm("extract", "--bb=f:2", "b.ll", "-S", "--llvm-version=22")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"define dso_local i32 @f.2(" in outcome.output or b"@f.extracted(" in outcome.output
    refused = pyllvm("extract", "--line=b.c:1", "b.ll")
    message = "no function is from a file 'b.c': the module has no debug information about functions"
    assert (refused.status, refused.errors) == (1, f"pyllvm-extract: {message}\n")


def test_split_of_chosen_symbols(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--split", "parts", "--func=fourth", "-S", "all.bc")
    assert outcome.status == 0
    assert sorted(path.name for path in (folder / "parts").iterdir()) == ["0-globals.ll", "1-third.ll", "2-fourth.ll"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--func=fist all.bc", "pyllvm-extract: program doesn't contain function named 'fist'!\nhelp: did you mean 'first'?\n"),
        ("--func=counter all.bc", "pyllvm-extract: program doesn't contain function named 'counter'!\n"),
        ("--rfunc=( all.bc", "pyllvm-extract: '(' invalid regex: missing ), unterminated subpattern at position 0\n"),
        ("--name=z* all.bc", "pyllvm-extract: program doesn't contain a symbol whose name matches 'z*'!\n"),
        ("--func=first missing.bc", "pyllvm-extract: missing.bc: error: Could not open input file: No such file or directory\n"),
        ("--bb=fist:x all.bc", "pyllvm-extract: program doesn't contain a function named 'fist'!\nhelp: did you mean 'first'?\n"),
        ("--bb=first:x all.bc", "pyllvm-extract: function first doesn't contain a basic block named 'x'!\n"),
        ("--bb=first all.bc", "pyllvm-extract: for the --bb option: 'first' names no block: expected function:block[;block...]"),
        ("--bb=first:x --split=parts all.bc", "pyllvm-extract: --bb and --split cannot be used together\n"),
        ("--with-dependencies --delete all.bc", "pyllvm-extract: --with-dependencies and --delete cannot be used together\n"),
        ("--split=parts -o x all.bc", "pyllvm-extract: --split writes files of its own: -o cannot be used with it\n"),
        ("--split=parts --delete all.bc", "pyllvm-extract: --split and --delete cannot be used together\n"),
        ("--parts=2 all.bc", "pyllvm-extract: --parts is for --split\n"),
        ("--preserve-locals all.bc", "pyllvm-extract: --preserve-locals is for --split\n"),
        ("--split=all.bc/x all.bc", "pyllvm-extract: all.bc: error: all.bc/x: Not a directory\n"),
        ("--json all.bc", "pyllvm-extract: --json prints to standard output: name a file for the module with -o\n"),
        ("--func=first lib.a", "pyllvm-extract: lib.a: error: 2 modules are in lib.a: name one to extract from it\n"),
        ("--func=first all.bc -o missing/x.bc", "pyllvm-extract: error: missing/x.bc: No such file or directory\n"),
    ],
)
def test_refusals(pyllvm: Run, folder: Path, words: str, message: str) -> None:
    outcome = pyllvm("extract", *words.split())
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors.startswith(message)


def test_blocks(pyllvm: Run, folder: Path) -> None:
    (folder / "b.ll").write_text("define i32 @f(i32 %n) {\na:\n  br label %b\nb:\n  %x = add i32 %n, 1\n  ret i32 %x\n}\n")
    outcome = pyllvm("extract", "--bb=f:b", "b.ll", "-o", "out.bc", "--json", "--llvm-version=22")
    assert (outcome.status, outcome.errors) == (0, "")
    assert json.loads(outcome.output)["files"] == [{"file": "out.bc", "defines": ["f.b"], "declares": []}]


def test_blocks_that_llvm_leaves_out(pyllvm: Run, folder: Path) -> None:
    (folder / "b.ll").write_text("define void @f() {\na:\n  %x = alloca i32\n  ret void\n}\n")
    outcome = pyllvm("extract", "--bb=f:a", "b.ll", "-S")
    assert outcome.status == 0
    assert outcome.errors.endswith("warning: nothing was extracted from @f: block 'a' contains an alloca\n")
    assert b"define" not in outcome.output


def test_only_llvms_own_line(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("extract", "--func=fist", "all.bc", "--diagnostics-format=llvm")
    assert outcome.errors == "pyllvm-extract: program doesn't contain function named 'fist'!\n"
    outcome = pyllvm("extract", "--func=fist", "all.bc", "--diagnostics-format=json")
    assert json.loads(outcome.errors)


def test_split_replaces_links_in_the_folder(pyllvm: Run, folder: Path) -> None:
    """The names of the files can be guessed, so a link there may lead anywhere; -o is a name that the user gives."""
    assert pyllvm("extract", "--split", "parts", "all.bc").status == 0
    names = sorted(os.listdir("parts"))
    victim = folder / "victim"
    victim.write_text("mine")
    for name in names:
        os.remove(f"parts/{name}")
        os.symlink(victim, f"parts/{name}")
    assert pyllvm("extract", "--split", "parts", "all.bc").status == 0
    assert victim.read_text() == "mine"
    assert sorted(os.listdir("parts")) == names
    assert not any(os.path.islink(f"parts/{name}") for name in names)


def test_an_empty_choice_is_warned_about(pyllvm: Callable[..., Any]) -> None:
    text = b"define void @f() {\n  ret void\n}\n"
    outcome = pyllvm("extract", "-S", "-o", "-", "-", stdin=text)
    assert outcome.status == 0
    assert "warning: nothing is chosen, so the new module has no definitions" in outcome.errors
    assert pyllvm("extract", "-S", "-o", "-", "-", stdin=text, environment={"PYLLVM_DIAGNOSTICS": "llvm"}).errors == ""
    assert pyllvm("extract", "-S", "-o", "-", "--func=f", "-", stdin=text).errors == ""


@pytest.mark.parametrize("words", [["--func=f"], ["--func=f", "--recursive"], ["--func=g", "--delete"]])
def test_upgrades_after_all_bodies_are_made(words: list[str], pyllvm: Run, tmp_path: Path) -> None:
    """LLVM's parser of text does not make this one, so that the bitcode has the old call."""
    text = (
        b"declare void @clang.arc.use(...)\ndefine void @f(ptr %p) {\n  call void (...) @clang.arc.use(ptr %p)\n  ret void\n}\n"
    )
    path = tmp_path / "arc.bc"
    path.write_bytes(
        pyllvm("as", "--llvm-version", "22", "-", "-o", "-", stdin=text + b"define void @g() {\n  ret void\n}\n").output
    )
    outcome = pyllvm("extract", "-S", *words, str(path), "-o", "-")
    assert outcome.status == 0 and b"call void (...) @llvm.objc.clang.arc.use(ptr %p)" in outcome.output


def test_bodies_that_go_are_not_read_for_a_newer_llvm(pyllvm: Run, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    """LLVM reads and upgrades a body when it is needed, so that a fault in another one is not found."""
    text = b"declare void @llvm.lifetime.start.p0(i64, ptr)\n"
    for name in (b"first", b"last"):
        text += b"define void @%s(ptr %%p) {\n  call void @llvm.lifetime.start.p0(i64 4, ptr %%p)\n  ret void\n}\n" % name
    data = bytearray(pyllvm("as", "--llvm-version=19", "-", "-o", "-", stdin=text).output)
    module = read_in_parts(BitcodeFile(bytes(data)), Reading())
    assert module is not None
    start = max(module.positions.values()) // 8
    data[start + 8 : start + 16] = b"\xff" * 8
    path = tmp_path / "m.bc"
    path.write_bytes(data)
    extract = ["-S", str(path), "-o", "-"]
    outcome = pyllvm("extract", "--llvm-version=22", "--func=first", *extract)
    assert outcome.status == 0
    assert outcome.output == subprocess.run(
        [llvm_tool(22, "llvm-extract"), "--func=first", *extract], stdout=subprocess.PIPE, check=True
    ).stdout  # fmt: skip
    assert pyllvm("extract", "--llvm-version=22", "--func=last", *extract).status == 1


def test_an_upgrade_that_needs_all_bodies(pyllvm: Run, llvm_tool: Callable[[int, str], str]) -> None:
    """LLVM 20 has no type x86_mmx, which a body alone may show."""
    text = (
        b"define void @f(<1 x i64> %v) {\n  %m = bitcast <1 x i64> %v to x86_mmx\n  ret void\n}\n"
        b"define void @g() {\n  ret void\n}\n"
    )
    bitcode = pyllvm("as", "--llvm-version=19", "-", "-o", "-", stdin=text).output
    outcome = pyllvm("extract", "--llvm-version=22", "--func=f", "-S", "-", "-o", "-", stdin=bitcode)
    real = subprocess.run(
        [llvm_tool(22, "llvm-extract"), "--func=f", "-S", "-", "-o", "-"], input=bitcode, stdout=subprocess.PIPE, check=True
    )
    assert outcome.status == 0 and outcome.output == real.stdout

"""``pyllvm FILE``: what a file is, and what to do with it; ``pyllvm help``, ``explain`` and ``links``."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import gnu_archive
from pyllvm import parse_assembly, to_bitcode
from pyllvm.cli import links
from pyllvm.cli.command import COMMANDS, GROUP_WORDS, called_as, llvms_name
from pyllvm.cli.group import invoke_group
from pyllvm.cli.group_words import all_rules, explanation
from pyllvm.cli.option_values import UsageError
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.explanations import verifier_rule
from pyllvm.findings.hints import HINTS
from pyllvm.findings.mistakes.table import MISTAKES
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.reader_messages import READER_MESSAGES, ReaderMessage
from pyllvm.tables.syntax_rules import OTHER_RULE, SYNTAX_RULES, syntax_rule
from rows import each_row

TEXT = "@g = global i32 0\n\ndefine void @f() {\n  ret void\n}\n\ndeclare void @h()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "status"), [("a.bc", 0), ("c.c", 0), ("cut.bc", 1), ("l.a(x.o)", 0)])
def test_status_of_a_file(folder: Path, capfd: pytest.CaptureFixture[str], name: str, status: int) -> None:
    bitcode = to_bitcode(parse_assembly(TEXT))
    for file, data in (
        ("a.bc", bitcode),
        ("cut.bc", bitcode[:100]),
        ("c.c", b"int x;\n"),
        ("l.a", gnu_archive({"x.o": bitcode})),
    ):
        (folder / file).write_bytes(data)
    assert invoke_group([name]) == status
    assert capfd.readouterr().out.startswith(f"{name}: ")


def test_folders(folder: Path, capfd: pytest.CaptureFixture[str], data: Path) -> None:
    for part in ("none", "some/deep", "damaged"):
        (folder / part).mkdir(parents=True)
    (folder / "none" / "a.c").write_text("int x;\n")
    (folder / "none" / "object.o").write_bytes(b"\x7fELF\2\1\1" + bytes(57))
    (folder / "none" / "lib.a").write_bytes(gnu_archive({"readme": b"x", "x.o": b"\x7fELF\2\1\1" + bytes(57)}))
    bitcode = to_bitcode(parse_assembly('target triple = "x86_64-pc-linux-gnu"\n' + TEXT, llvm_version=19))
    (folder / "some" / "deep" / "a.bc").write_bytes(bitcode)
    (folder / "some" / "lib.a").write_bytes(gnu_archive({"readme": b"x", "a.o": bitcode}))
    (folder / "some" / "x.o").write_bytes((data / "containers" / "fat-lto.o").read_bytes())
    (folder / "some" / "link.bc").symlink_to("deep/a.bc")
    (folder / "damaged" / "cut.bc").write_bytes(bitcode[:100])
    assert invoke_group(["none"]) == 1
    assert capfd.readouterr() == ("", "0 files with bitcode\n")
    assert invoke_group(["some"]) == 0
    out, err = capfd.readouterr()
    assert err == "3 files with bitcode\n"
    lines = out.splitlines()
    assert lines[0] == "some/lib.a: 1 module of LLVM 19, x86_64-pc-linux-gnu, in an archive, (a.o)"
    assert lines[1].startswith("some/x.o: 1 module of ")
    assert lines[1].endswith(", in an ELF object for x86-64, (.llvm.lto)")
    assert lines[2] == "some/deep/a.bc: 1 module of LLVM 19, x86_64-pc-linux-gnu"
    assert invoke_group(["none", "damaged"]) == 2
    assert "damaged/cut.bc: an error: " in capfd.readouterr().err


def test_words_of_the_group(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a.ll").write_text(TEXT)
    for words, beginning in (
        (["a.ll"], "a.ll: LLVM text"),
        (["help"], "OVERVIEW: LLVM IR without LLVM"),
        (["help", "dis"], "OVERVIEW: LLVM .bc -> .ll disassembler"),
        (["help", "explain"], "USAGE: pyllvm explain [RULE]"),
        (["explain", "wrong-cast"], "wrong-cast: "),
        (["explain"], "Rules of the text:\n"),
    ):
        assert invoke_group(words) == 0
        assert capfd.readouterr().out.startswith(beginning)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["hlep"], "Did you mean 'pyllvm help'?"),
        (["diss"], "Did you mean 'pyllvm dis'?"),
        (["--verison"], "Did you mean 'pyllvm --version'?"),
        (["modul.bc"], "There is no file with the name 'modul.bc' either"),
        (["explain", "expected-tipe"], "syntax/expected-type"),
        (["help", "diss"], "Did you mean 'pyllvm dis'?"),
        (["links"], "links: name one folder"),
        (["graph", "--kind=cgf", "a.ll"], "Did you mean 'cfg'?"),
    ],
)
def test_wrong_words(folder: Path, capfd: pytest.CaptureFixture[str], words: list[str], complaint: str) -> None:
    assert invoke_group(words) != 0
    assert complaint in capfd.readouterr().err


def test_pyllvm_alone_fits_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke_group([]) != 0
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) < 80
    assert all(any(line.split()[:1] == [name] for line in lines) for name in COMMANDS)


def test_completions_of_the_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert invoke_group(["completions", "zsh"]) == 1
    assert "has no completions for zsh" in capfd.readouterr().err
    folder = tmp_path / "share" / "fish" / "vendor_completions.d"
    folder.mkdir(parents=True)
    for name in ("pyllvm-as", "pyllvm"):
        (folder / f"{name}.fish").write_text(f"# {name}\n")
    assert invoke_group(["completions", "fish"]) == 0
    assert capfd.readouterr().out == "# pyllvm-as\n# pyllvm\n"
    assert invoke_group(["completions", "tcsh"]) == 1
    assert "one of bash, fish, zsh" in capfd.readouterr().err


@pytest.mark.parametrize("words", [["-V"], ["--version"], ["dis", "-V"]], ids=" ".join)
def test_the_version(capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert invoke_group(words) == 0
    assert capfd.readouterr().out.startswith("pyllvm")


def test_no_word_is_a_command() -> None:
    assert not set(GROUP_WORDS) & set(COMMANDS)


def test_every_rule_is_explained() -> None:
    names = [f"syntax/{one.name}" for one in (*SYNTAX_RULES, OTHER_RULE)]
    names += [row.name for row in MISTAKES] + [row.name for row in RULES] + [verifier_rule(message) for message in HINTS]
    listed = all_rules()
    for name in names:
        assert f"{name}:" in explanation(name)
        assert name in listed
    with pytest.raises(UsageError, match="There is no rule named 'nothing'"):
        explanation("nothing")


@each_row("row", READER_MESSAGES, ids=lambda row: row.example)
def test_messages_of_the_reader_are_explained(row: ReaderMessage) -> None:
    text = explanation(f"llvm-dis: error: {row.example} (Producer: 'LLVM22.1.8' Reader: 'LLVM 14.0.6')")
    assert text.startswith(row.example)
    assert row.meaning.split()[-1] in text
    lines = text.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("message", "beginning"),
    [
        ("a.ll:3:4: error: use of undefined value '%x'", "syntax/undefined-value: "),
        (
            "PHINode should have one entry for each predecessor of its parent basic block!",
            "verifier/phinode-should-have-one-entry",
        ),
        ("Invalid phi record", "Invalid record\n"),
        ("Unknown attribute kind (1)", "Unknown attribute kind (105)\n"),
    ],
)
def test_messages_are_found_by_their_words(message: str, beginning: str) -> None:
    assert explanation(message).startswith(beginning)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("use of undefined value '%a'", "undefined-value"),
        ("expected type", "expected-type"),
        ("integer constant must have integer type", "constant-type"),
        ("integer/byte constant must have integer/byte type", "constant-type"),
        ("floating point constant invalid for type", "constant-type"),
        ("'%a' defined with type 'i32' but expected 'i64'", "type-mismatch"),
        ("expected ',' after store operand", "expected-token"),
        ("invalid field 'langauge'", "metadata-field"),
        ("a sentence that no LLVM has", "other"),
    ],
)
def test_rule_of_a_message(message: str, name: str) -> None:
    assert syntax_rule(message).name == name


@pytest.mark.parametrize(
    ("called", "name", "expected"),
    [
        ("/usr/bin/llvm-dis", "dis", "llvm-dis"),
        ("llvm-dis-19", "dis", "llvm-dis-19"),
        ("llvm-dis.exe", "dis", "llvm-dis"),
        ("opt", "verify", "opt"),
        ("opt-19", "opt", "opt-19"),
        ("pyllvm-dis", "dis", ""),
        ("llvm-as", "dis", ""),
        ("llvm-disx", "dis", ""),
    ],
)
def test_called_as(monkeypatch: pytest.MonkeyPatch, called: str, name: str, expected: str) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    assert called_as(name) == expected


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links(folder: Path, monkeypatch: pytest.MonkeyPatch, pyllvm: Callable[..., Any]) -> None:
    monkeypatch.setattr(links, "_program", lambda name: None)
    text = links.make_links("tools")
    assert sorted(path.name for path in (folder / "tools").iterdir()) == sorted(map(llvms_name, links.LINKED))
    assert f'export PATH={shlex.quote(f"{folder}/tools")}:"$PATH"' in text
    environment = {**os.environ, "PYTHONPATH": str(Path(links.__file__).parents[2])}
    found = subprocess.run([folder / "tools" / "llvm-nm", "--version"], env=environment, capture_output=True, text=True)
    assert (found.returncode, found.stdout.split()[0]) == (0, "llvm-nm")
    monkeypatch.setattr(links, "_program", lambda name: f"/bin/pyllvm-{name}")
    links.make_links("tools", 19)
    assert (folder / "tools" / "llvm-as").readlink() == Path("llvm-as-19")
    assert (folder / "tools" / "llvm-as-19").readlink() == Path("/bin/pyllvm-as")
    assert "llvm-ar" in links.make_links("tools")
    assert (folder / "tools" / "llvm-as").readlink() == Path("/bin/pyllvm-as")


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
@pytest.mark.parametrize("foreign", ["/bin/true", "llvm-nm-19", "a file", "a folder"])
def test_links_leave_what_is_not_their_own(folder: Path, foreign: str) -> None:
    tools = folder / "tools"
    tools.mkdir()
    name = tools / "llvm-nm"
    if foreign == "a folder":
        name.mkdir()
    elif foreign == "a file":
        name.write_text("#!/bin/sh\n")
    else:
        (tools / "llvm-nm-19").symlink_to("/bin/true")
        name.symlink_to(foreign)
    before = sorted(tools.iterdir())
    with pytest.raises(PyllvmError, match="llvm-nm: not made by 'pyllvm links'; nothing is changed"):
        links.make_links("tools")
    assert sorted(tools.iterdir()) == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links_that_fail_leave_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def fail_at_the_third(target: str, path: str) -> None:
        made.append(path)
        if len(made) == 3:
            raise OSError(28, "No space left on device", path)
        Path(path).touch()

    monkeypatch.setattr(links, "_program", lambda name: f"/bin/pyllvm-{name}")
    monkeypatch.setattr(os, "symlink", fail_at_the_third)
    with pytest.raises(PyllvmError, match="No space left"):
        links.make_links("some/tools")
    assert not (folder / "some").exists()


@pytest.mark.parametrize("word", ["--help", "-h", "--help-hidden", "--version"])
@pytest.mark.parametrize("command", ["links", "explain", "help", "a.txt"])
def test_help_makes_nothing(folder: Path, pyllvm: Callable[..., Any], command: str, word: str) -> None:
    (folder / "a.txt").touch()
    found = pyllvm(command, word)
    assert (found.status, [path.name for path in folder.iterdir()]) == (0, ["a.txt"])
    assert ("LLVM version" if word == "--version" else "USAGE: pyllvm") in found.output.decode()

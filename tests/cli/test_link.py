"""``pyllvm link`` as a command: inputs, options, refusals, and what it says. How modules are joined is tested with the linker."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import gnu_archive
from linked_files import ANSWER, bitcode_of, names, write_files

Run = Callable[..., Any]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few inputs, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


@pytest.mark.parametrize("inputs", [("main.ll", "answer.bc"), ("main.bc", "answer.ll"), ("main.bc", "answer.bc")])
def test_text_and_bitcode(pyllvm: Run, files: Path, inputs: tuple[str, str]) -> None:
    outcome = pyllvm("link", "-S", *inputs)
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.startswith(b"; ModuleID = 'llvm-link'\nsource_filename = \"llvm-link\"\n")
    assert names(outcome.output) == ["main", "answer"]


def test_bitcode_out(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "main.bc", "answer.bc", "-o", "whole.bc")
    assert outcome == (0, b"", "")
    shown = pyllvm("dis", "whole.bc", "-o", "-")
    assert names(shown.output) == ["main", "answer"]


def test_no_file(pyllvm: Run) -> None:
    assert pyllvm("link").errors == (
        "pyllvm-link: Not enough positional command line arguments specified!\n"
        "Must specify at least 1 positional argument: See: pyllvm-link --help\n"
    )


def test_bad_text(pyllvm: Run, files: Path) -> None:
    (files / "bad.ll").write_text("define\n")
    outcome = pyllvm("link", "--llvm-version", "19", "main.ll", "bad.ll")
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors.startswith("pyllvm-link: bad.ll:2:1: error: expected type\n")
    assert outcome.errors.endswith("pyllvm-link: error:  loading file 'bad.ll'\n")


def test_defined_twice(pyllvm: Run, files: Path) -> None:
    (files / "out.bc").write_bytes(b"what was there")
    outcome = pyllvm("link", "answer.bc", "answer.ll", "-o", "out.bc")
    assert (outcome.status, outcome.output) == (1, b"")
    lines = outcome.errors.splitlines()
    assert lines[0] == "error: Linking globals named 'answer': symbol multiply defined!"
    assert len(lines) == 3 and "'answer.bc'" in lines[1] and "'answer.ll'" in lines[2]
    assert (files / "out.bc").read_bytes() == b"what was there"


def test_override(pyllvm: Run, files: Path) -> None:
    (files / "mine.ll").write_text(ANSWER.replace("42", "7"))
    outcome = pyllvm("link", "-S", "main.ll", "answer.ll", "-override", "mine.ll")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"ret i32 7" in outcome.output and b"ret i32 42" not in outcome.output


def test_internalize(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-S", "-internalize", "main.ll", "answer.ll")
    assert b"define i32 @main()" in outcome.output
    assert b"define internal i32 @answer()" in outcome.output


@pytest.mark.parametrize("suppressed", [False, True])
def test_warnings(pyllvm: Run, files: Path, suppressed: bool) -> None:
    (files / "a.ll").write_text('target triple = "x86_64-pc-linux-gnu"\n')
    (files / "b.ll").write_text('target triple = "armv7-unknown-linux-gnu"\n')
    outcome = pyllvm("link", "-S", "a.ll", "b.ll", *(["-suppress-warnings"] if suppressed else []))
    assert outcome.status == 0
    assert ("warning: Linking two modules of different target triples" in outcome.errors) is not suppressed


def test_broken_result(pyllvm: Run, files: Path) -> None:
    (files / "bad.ll").write_text("!llvm.module.flags = !{!0}\n!0 = !{i32 99}\n")
    outcome = pyllvm("link", "--llvm-version", "19", "bad.ll", "-o", "out.bc")
    assert outcome.status == 1
    assert outcome.errors.endswith("pyllvm-link: error: linked module is broken!\n")
    assert not (files / "out.bc").exists()
    assert pyllvm("link", "--llvm-version", "19", "-disable-verify", "bad.ll", "-o", "out.bc").status == 0


def test_explanation(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "main.ll", "weak.ll", "answer.bc", "-o", "o.bc", "-explain", "answer", "-explain=@main")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode() == (
        "@answer: external function, from answer.bc\n"
        "  weak.ll rather than main.ll: it is a definition, the other a declaration\n"
        "  answer.bc rather than weak.ll: the other's linkage lets it be replaced\n"
        "@main: external function, from main.ll\n"
    )


def test_demangled_names(pyllvm: Run, files: Path) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    (files / "list.ll").write_text("define void @_ZN4List4sortEv() {\n  ret void\n}\n")
    outcome = pyllvm("link", "--demangle", "list.ll", "-o", "o.bc", "-explain=_ZN4List4sortEv", "-map=map.json")
    assert outcome.output == b"@_ZN4List4sortEv (List::sort()): external function, from list.ll\n"
    (row,) = json.loads((files / "map.json").read_text())["symbols"]
    assert (row["name"], row["demangled"]) == ("_ZN4List4sortEv", "List::sort()")
    plain = pyllvm("link", "list.ll", "list.ll", "-o", "o.bc")
    assert "'_ZN4List4sortEv'" in plain.errors
    demangled = pyllvm("link", "-C", "list.ll", "list.ll", "-o", "o.bc", "-explain=_ZN4List4sortEv")
    assert demangled.errors == plain.errors.replace("_ZN4List4sortEv", "List::sort()")


def test_names_stay_as_they_are_without_the_package_that_demangles(pyllvm: Run, files: Path) -> None:
    (files / "pycxxfilt.py").write_text("raise ImportError\n")
    path = os.pathsep.join((str(files), os.environ.get("PYTHONPATH", "")))
    (files / "list.ll").write_text("define void @_ZN4List4sortEv() {\n  ret void\n}\n")
    words = ("link", "list.ll", "-o", "o.bc", "-explain=_ZN4List4sortEv", "-map=map.json")
    outcome = pyllvm(*words, "--demangle", environment={"PYTHONPATH": path})
    assert (outcome.status, outcome.output) == (0, b"@_ZN4List4sortEv: external function, from list.ll\n")
    assert outcome.errors.count("warning: names stay as they are") == 1


def test_explanation_of_a_member(pyllvm: Run, files: Path) -> None:
    (files / "lib.a").write_bytes(gnu_archive({"a.bc": (files / "answer.bc").read_bytes()}))
    outcome = pyllvm("link", "-S", "main.ll", "lib.a", "-explain", "answer", "-explain", "nobody")
    assert outcome.status == 0
    assert outcome.errors == (
        "@answer: external function, from lib.a(a.bc)\n"
        "  lib.a(a.bc) rather than main.ll: it is a definition, the other a declaration\n"
        "warning: no input has a symbol named 'nobody'\n"
    )


def test_explanation_of_what_is_renamed_or_left_out(pyllvm: Run, files: Path) -> None:
    text = "@x = internal global i32 1\n@NAME = alias i32, ptr @x\ndefine linkonce_odr void @nobodys() {\n  ret void\n}\n"
    for name in ("one", "two"):
        (files / f"{name}.ll").write_text(text.replace("NAME", name))
    outcome = pyllvm("link", "--llvm-version=22", "one.ll", "two.ll", "-o", "o.bc", "-explain", "x.1", "-explain", "nobodys")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode() == (
        "@x.1: internal variable, from two.ll, where its name is @x\n"
        "@nobodys: not in the result\n"
        "  the one in one.ll was left out: nothing that was linked uses it\n"
        "  the one in two.ll was left out: nothing that was linked uses it\n"
    )


def test_map(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "--llvm-version=22", "main.ll", "answer.ll", "-o", "o.bc", "-map", "symbols.txt")
    assert outcome == (0, b"", "")
    assert (files / "symbols.txt").read_text() == (
        "@answer: external function, from answer.ll\n"
        "  answer.ll rather than main.ll: it is a definition, the other a declaration\n"
        "@main: external function, from main.ll\n"
        "@count: not in the result\n"
        "  the one in answer.ll was left out: nothing that was linked uses it\n"
    )
    assert pyllvm("link", "main.ll", "answer.ll", "-o", "o.bc", "-map", "symbols.json").status == 0
    document = json.loads((files / "symbols.json").read_text())
    assert [(one["name"], one["from"], one["is_definition"]) for one in document["symbols"]] == [
        ("answer", "answer.ll", True),
        ("main", "main.ll", True),
    ]
    assert document["symbols"][0]["choices"][0]["taken"] == "answer.ll"
    assert [one["name"] for one in document["left_out"]] == ["count"]


def test_diagnostics_as_json(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "answer.bc", "answer.ll", "--diagnostics-format=json", "-o", "o.bc")
    assert outcome.status == 1
    (diagnostic,) = json.loads(outcome.errors)["diagnostics"]
    assert diagnostic["message"] == "Linking globals named 'answer': symbol multiply defined!"
    assert len(diagnostic["notes"]) == 2


def test_dump(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-d", "answer.bc", "-o", "o.bc")
    assert outcome.errors.startswith("Here's the assembly:\n; ModuleID = 'llvm-link'\n")


def test_orders_of_uses_apply_when_an_older_body_is_linked(pyllvm: Run, files: Path) -> None:
    text = """define i32 @f(i32 %a) {
  %x = add i32 %a, 42
  %y = mul i32 %x, 42
  ret i32 %y
}

define i32 @g(i32 %a) {
  %x = add i32 %a, 42
  ret i32 %x
}

"""
    order = "uselistorder i32 42, { 0, 2, 1 }\n"
    (files / "old.bc").write_bytes(bitcode_of(text + order, 14))
    linked = pyllvm("link", "--llvm-version", "19", "old.bc")
    # As llvm-link of LLVM 19: when it reads @g, it has linked @f, whose two uses change places.
    shown = pyllvm("dis", "-preserve-ll-uselistorder", "-o", "-", stdin=linked.output)
    assert shown.output.decode().endswith("}\n\n; uselistorder directives\n" + order)


A_DEFINITION = """define i32 @f() {{
  ret i32 {0}
}}
@v = global i32 {0}
define i32 @user{0}() {{
  %x = call i32 @f()
  %y = load i32, ptr @v
  ret i32 %x
}}
"""


@pytest.mark.parametrize("in_archive", [False, True])
def test_the_first_of_several_definitions_is_taken(
    in_archive: bool, pyllvm: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, number in (("a", 1), ("b", 2)):
        Path(f"{name}.ll").write_text(A_DEFINITION.format(number))
        assert pyllvm("as", "--llvm-version=19", f"{name}.ll").status == 0
    inputs = ["a.bc", "b.bc"]
    if in_archive:
        Path("l.a").write_bytes(gnu_archive({name: Path(name).read_bytes() for name in inputs}))
        inputs = ["l.a"]
    refused = pyllvm("link", "-S", *inputs)
    assert refused.status == 1
    assert "symbol multiply defined!" in refused.errors
    found = pyllvm("link", "-S", "--allow-multiple-definition", *inputs)
    assert found.status == 0
    assert b"ret i32 1" in found.output
    assert b"ret i32 2" not in found.output
    warnings = [line for line in found.errors.splitlines() if line.startswith("warning:")]
    assert len(warnings) == 2
    assert all("is defined more than once: kept from " in line for line in warnings)
    assert pyllvm("link", "-S", "--allow-multiple-definition", "-suppress-warnings", *inputs) == (0, found.output, "")
    dropped = pyllvm("link", "-S", "--drop=f", "--drop=[u-w]", "--drop=nothing", *inputs)
    assert dropped.status == 0
    assert b"declare i32 @f()" in dropped.output
    assert b"@v = external global i32" in dropped.output
    assert dropped.errors == "warning: --drop=nothing: no definition has such a name\n"


def test_only_what_is_kept_stays(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "m.ll"
    g, h = (f"define void @{name}() {{\n  ret void\n}}\n" for name in "gh")
    path.write_text(f"{g}define void @f() {{\n  call void @g()\n  ret void\n}}\n{h}")
    found = pyllvm("link", "-S", "--keep=f", "--keep=x*", path)
    assert found.status == 0
    assert [line for line in found.output.decode().splitlines() if line.startswith("define")] == [
        "define internal void @g() {",
        "define void @f() {",
    ]
    assert found.errors == "warning: --keep=x*: no definition has such a name\n"

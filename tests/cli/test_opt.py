"""``pyllvm opt`` as a command: the passes that its options name, and what it refuses."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import read

Run = Callable[..., Any]

TEXT = """\
define i32 @square(i32 %x) {
  %slot = alloca i32
  store i32 %x, ptr %slot
  %a = load i32, ptr %slot
  %dead = add i32 %a, 1
  %b = mul i32 %a, %a
  ret i32 %b
}

define internal void @unused() {
  ret void
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the module, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ll").write_text(TEXT)
    (tmp_path / "a.bc").write_bytes(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, "a", llvm_version=19)))
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        ("-passes=mem2reg,dce",),
        ("--passes", "function(mem2reg,dce)"),
        ("-p", "mem2reg", "-p=dce", "--verify-each"),
        ("-passes=verify,mem2reg,dce", "-disable-verify"),
    ],
)
def test_passes_change_the_module(pyllvm: Run, words: tuple[str, ...]) -> None:
    outcome = pyllvm("opt", *words, "a.bc", "-S")
    assert (outcome.status, outcome.errors) == (0, "")
    text = outcome.output.decode()
    assert "alloca" not in text and "%dead" not in text
    assert "@unused" in text


def test_without_passes_the_module_is_only_verified(pyllvm: Run, folder: Path) -> None:
    outcome = pyllvm("opt", "a.bc", "-S")
    assert outcome.status == 0
    assert outcome.output == pyllvm("dis", "a.bc", "-o", "-").output
    (folder / "bad.ll").write_text("define i32 @f() {\n  ret i64 0\n}\n")
    outcome = pyllvm("opt", "bad.ll", "-S")
    assert outcome.status == 1 and outcome.output == b""
    assert pyllvm("opt", "-passes=mem2reg", "a.bc", "-disable-output").output == b""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-passes=gvn",), "unknown pass name 'gvn': pyllvm has break-crit-edges, dce, "),
        (("-passes=dce,globaldce",), "unknown function pass 'globaldce': "),
        (("-passes=function(dce",), "invalid pipeline 'function(dce'"),
        (("-O2",), "name passes with --passes"),
    ],
)
def test_errors_say_which_pass_is_not_there(pyllvm: Run, words: tuple[str, ...], message: str) -> None:
    outcome = pyllvm("opt", *words, "a.bc", "-S")
    assert outcome.status == 1 and outcome.output == b""
    assert message in outcome.errors
    assert "Traceback" not in outcome.errors


@pytest.mark.usefixtures("folder")
def test_times_are_printed(pyllvm: Run) -> None:
    outcome = pyllvm("opt", "-passes=globaldce,function(mem2reg)", "--time-passes", "a.bc", "-o", "b.bc")
    assert outcome.status == 0
    assert "Pass execution timing report" in outcome.errors
    assert "globaldce" in outcome.errors and "mem2reg" in outcome.errors


@pytest.mark.oracle
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("passes", ["mem2reg,dce", "globaldce,function(mem2reg,dce)", "strip"])
def test_the_bitcode_is_that_of_opt(pyllvm: Run, folder: Path, llvm_tool: Callable[[int, str], str], passes: str) -> None:
    words = [f"-passes={passes}", "a.bc", "-o"]
    subprocess.run([llvm_tool(19, "opt"), *words, "theirs.bc"], check=True)
    producer = read(folder / "theirs.bc").producer
    assert pyllvm("opt", *words, "ours.bc", f"--producer={producer}").status == 0
    assert (folder / "ours.bc").read_bytes() == (folder / "theirs.bc").read_bytes()


@pytest.mark.parametrize("is_text", [True, False])
def test_a_module_gets_the_layout_of_its_target(pyllvm: Run, is_text: bool) -> None:
    """The alignments of loads in a text follow from it; bitcode has them."""
    text = b'target triple = "x86_64-pc-linux-gnu"\n\ndefine i64 @f(ptr %p) {\n  %v = load i64, ptr %p\n  ret i64 %v\n}\n'
    stdin = text if is_text else pyllvm("as", "--llvm-version", "19", "-", "-o", "-", stdin=text).output
    output = pyllvm("opt", "--llvm-version", "19", "-S", stdin=stdin).output
    assert b'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"' in output
    assert (b"load i64, ptr %p, align 8" if is_text else b"load i64, ptr %p, align 4") in output


ADDRESSED = """\
@table = internal constant [2 x ptr] [ptr blockaddress(@second, %one), ptr blockaddress(@second, %two)]
declare void @use(i32)
define void @first() {
  call void @use(i32 5)
  ret void
}
define void @second(ptr %target) {
entry:
  indirectbr ptr %target, [label %one, label %two]
one:
  call void @use(i32 5)
  br label %two
two:
  ret void
}
"""


def test_bodies_are_read_in_order(pyllvm: Run, folder: Path) -> None:
    """llvm-dis begins with the function whose blocks have addresses; opt reads all in their order. Use lists show it."""
    (folder / "b.ll").write_text(ADDRESSED)
    assert pyllvm("as", "--llvm-version=19", "b.ll").status == 0
    order = "-preserve-ll-uselistorder"
    in_turn = ["uselistorder ptr @second, { 1, 0 }"]
    for words in (("opt", "-passes=verify"), ("verify", "-o", "-")):
        assert orders(pyllvm(*words, "-S", order, "b.bc")) == in_turn
    assert orders(pyllvm("dis", order, "b.bc", "-o", "-")) == [
        "uselistorder ptr @use, { 1, 0 }", "uselistorder i32 5, { 1, 0 }", *in_turn,
    ]  # fmt: skip


def orders(outcome: Any) -> list[str]:
    """The orders of uses in a text."""
    return [line for line in outcome.output.decode().splitlines() if line.startswith("uselistorder")]

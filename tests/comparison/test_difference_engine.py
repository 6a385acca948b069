"""llvm-diff's report. Its own output is in tests/data/diff/llvm (LLVM 14 and 16); PTR in the texts there is a pointer's type."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.comparison.difference_engine import compare_as_llvm
from pyllvm.comparison.difference_log import DifferenceLog
from pyllvm.reading.copying import copy_module
from rows import each_row

DATA = Path(__file__).parents[1] / "data" / "diff" / "llvm"


def text_of(name: str, version: int) -> str:
    return (DATA / f"{name}.txt").read_text().replace("PTR", "i8*" if version < 15 else "ptr")


def report(left: str, right: str, version: int, *names: str) -> DifferenceLog:
    before = pyllvm.parse_assembly(left, llvm_version=version)
    after = pyllvm.parse_assembly(right, llvm_version=version)
    return compare_as_llvm(before, copy_module(after, before.context), names)


@pytest.mark.parametrize(("version", "golden"), [(14, 14), (15, 14), (16, 16), (19, 16), (22, 16)])
def test_report(version: int, golden: int) -> None:
    found = report(text_of("left.ll", version), text_of("right.ll", version), version)
    assert found.text == (DATA / f"report-{golden}.txt").read_text()
    assert found.has_differences


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 15, 16, 19, 22])
def test_report_is_llvms(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    for name in ("left.ll", "right.ll"):
        (tmp_path / name).write_text(text_of(name, version))
    for names in ([], ["loop", "@edges", "nowhere"]):
        command = [llvm_tool(version, "llvm-diff"), tmp_path / "left.ll", tmp_path / "right.ll", *names]
        ended = subprocess.run(command, capture_output=True, check=False)
        found = report(text_of("left.ll", version), text_of("right.ll", version), version, *names)
        assert (found.text, int(found.has_differences)) == (ended.stderr.decode(), ended.returncode)


def test_names_without_functions() -> None:
    found = report("define void @a() { ret void }", "define void @b() { ret void }", 19, "@a", "b", "c")
    assert found.text == (
        "No function named @a in right module\nNo function named @b in left module\nNo function named @c in either module\n"
    )
    assert not found.has_differences


def test_numbers_begin_again_in_each_function() -> None:
    """LLVM prints each instruction alone, so that numbers of metadata do not go on from function to function."""
    function = "define i32 @{0}(ptr %p) {{ {2} %v = load i32, ptr %p, !x !{1} ret i32 %v }}\n"
    text = function.format("f", 1, "fence seq_cst, !x !2") + function.format("g", 1, "") + "!1 = !{i32 1}\n!2 = !{i32 2}\n"
    found = report(text, text.replace("load i32, ptr %p", "load i32, ptr null"), 19)
    assert found.text.count("!x !1") == 2
    assert found.text.count("!x !0") == 2


def test_variables_that_refer_to_each_other() -> None:
    text = "@a = internal global ptr @b\n@b = internal global ptr @a\ndefine ptr @f() { ret ptr @a }"
    assert report(text, text, 19).text == ""


@each_row(("initial", "is_same"), [("@b", True), ("@a", False)])
def test_variables_that_refer_to_themselves(initial: str, is_same: bool) -> None:
    text = "@a = internal global {{ ptr, i32 }} {{ ptr @a, i32 1 }}\n@b = internal global {{ ptr, i32 }} {{ ptr {}, i32 1 }}\n"
    found = report(
        text.format("@b") + "define ptr @f() { ret ptr @a }", text.format(initial) + "define ptr @f() { ret ptr @b }", 19
    )
    assert found.text == "" if is_same else "<   ret ptr @a" in found.text


def test_a_block_comes_behind_the_blocks_that_lead_to_it() -> None:
    text = (
        "define void @f(i1 %c, ptr %p) { br i1 %c, label %a, label %b b: store i32 1, ptr %p br label %a "
        "a: store i32 2, ptr %p ret void }"
    )
    found = report(text, text.replace("store i32", "store i64"), 19)
    assert [line.strip() for line in found.text.splitlines() if "block" in line] == ["in block %b:", "in block %a:"]


def test_one_context() -> None:
    """Structs with one name are two types in a context, as where LLVM reads two modules."""
    text = "%r = type { i32 } %s = type { i32 }\ndefine void @f(i1 %c) { %a = alloca %s %b = alloca %r, i32 1 ret void }"
    found = report(text, text.replace("i32 1", "i32 2"), 19)
    assert "%b = alloca %r, align" in found.text
    # %r is named first, and used last.
    assert "%b = alloca %r.0, i32 2" in found.text


def test_metadata_among_arguments() -> None:
    """A call with a node of metadata is printed with the module's numbers, and other instructions with their function's."""
    text = (
        "declare void @llvm.experimental.noalias.scope.decl(metadata)\n"
        "define void @e() { fence seq_cst, !x !9 ret void }\n"
        "define void @f(i1 %c) { call void @llvm.experimental.noalias.scope.decl(metadata !0) "
        "%a = alloca i8, i32 1, !x !5 ret void }\n"
        "!9 = !{}\n!5 = !{i32 5}\n!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct !{!2}\n"
    )
    other = text.replace("(i1 %c) { ", "(i1 %c) { fence seq_cst ").replace("i8, i32 1", "i8, i32 2")
    found = report(text, other, 19)
    assert "decl(metadata !1)" in found.text
    assert "<   %a = alloca i8, align 1, !x !3" in found.text

"""Edits of a function of every kind of instruction: llvm-diff's report, and ours, which is the same."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.comparison.difference_engine import compare_as_llvm
from pyllvm.reading.copying import copy_module

TEXT: Final = """\
@g = global i32 1
@h = internal constant [2 x i32] [i32 1, i32 2]
declare i32 @personality(...)
declare i32 @callee(i32, ptr)
declare i32 @other(i32, ptr)
define i32 @all(i32 %x, i32 %y, i1 %c, ptr %p) personality ptr @personality {
entry:
  %slot = alloca i32, i32 2
  %sum = add nsw i32 %x, %y
  %twice = mul i32 %sum, 2
  %less = icmp slt i32 %sum, %twice
  %part = getelementptr inbounds [2 x i32], ptr @h, i32 0, i32 1
  %loaded = load volatile i32, ptr %part, align 4
  store i32 %loaded, ptr %slot, align 4
  %wide = zext i32 %loaded to i64
  %chosen = select i1 %c, i32 %x, i32 %y
  %called = call i32 @callee(i32 %chosen, ptr %slot)
  %field = extractvalue { i32, [2 x i32] } zeroinitializer, 1, 1
  %made = insertvalue { i32, i32 } { i32 1, i32 2 }, i32 %field, 0
  br i1 %less, label %left, label %right
left:
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  %swapped = cmpxchg ptr %p, i32 %old, i32 2 acquire monotonic
  br label %join
right:
  %invoked = invoke i32 @callee(i32 3, ptr @g) to label %join unwind label %pad
join:
  %phi = phi i32 [ %old, %left ], [ %invoked, %right ]
  switch i32 %phi, label %indirect [
    i32 1, label %asm
    i32 2, label %out
    i32 4, label %out
  ]
asm:
  callbr void asm sideeffect "nop", "r,!i,!i"(i32 %phi) to label %out [label %indirect, label %far]
indirect:
  indirectbr ptr %p, [label %out, label %far]
far:
  unreachable
pad:
  %landed = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %landed
out:
  %result = phi i32 [ %phi, %join ], [ %phi, %join ], [ 0, %asm ], [ 1, %indirect ]
  ret i32 %result
}
define void @second(i32 %x) {
  ret void
}
"""
EDITS: Final = [
    ("", ""), ("@g = global i32 1", "@g = global i32 2"), ("[i32 1, i32 2]", "[i32 1, i32 3]"),
    ("@h = internal", "@h = private"), ("i32, i32 2\n", "i32, i32 3\n"), ("add nsw", "add"),
    ("add nsw i32 %x, %y", "add nsw i32 %y, %x"), ("add nsw", "sub nsw"), ("mul i32 %sum, 2", "mul i32 %sum, 3"),
    ("slt", "sgt"), ("slt", "ult"), ("%sum, %twice", "%sum, %sum"), ("inbounds ", ""), ("i32 0, i32 1\n", "i32 1, i32 1\n"),
    ("load volatile", "load"), ("part, align 4", "part, align 2"), ("zext", "sext"), ("i32 %x, i32 %y\n", "i32 %y, i32 %x\n"),
    ("call i32 @callee(i32 %ch", "call i32 @other(i32 %ch"), ("ptr %slot)", "ptr %p)"), ("1, 1\n", "1, 0\n"),
    ("%field, 0", "%field, 1"), ("label %left, label %right", "label %right, label %left"), ("br i1 %less", "br i1 %c"),
    ("br i1 %less, label %left, label %right", "br label %left"), ("rmw add", "rmw sub"), ("seq_cst", "monotonic"),
    ("acquire mono", "seq_cst mono"), ("i32 %old, i32 2", "i32 %old, i32 3"), ("@callee(i32 3", "@callee(i32 4"),
    ("to label %join unwind", "to label %out unwind"), ("i32 1, label %asm", "i32 9, label %asm"),
    ("i32 2, label %out", "i32 2, label %asm"), ("    i32 4, label %out\n", ""), ("label %indirect [\n", "label %far [\n"),
    (", label %far]\nind", "]\nind"), ("[label %indirect, label %far]", "[label %far, label %indirect]"),
    ("to label %out [", "to label %join ["), ("[label %out, label %far]", "[label %far, label %out]"),
    ("cleanup", "catch ptr null"), ("[ 0, %asm ]", "[ 2, %asm ]"), ("ret i32 %result", "ret i32 %phi"),
    ("ret i32 %result", "unreachable"), ("i32 @all(i32 %x, i32 %y,", "i32 @all(i32 %y, i32 %x,"),
    ("@all(i32 %x, i32", "@all(i32 %x, i32 %z, i32"), ("@second(i32 %x) {\n", "@second(i32 %x) {\n  fence seq_cst\n"),
    ("@second(", "@third("), ("@second(i32 %x)", "@second(i64 %x)"), ("  %called = ", "  fence acquire\n  %called = "),
]  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("version", [16, 22])
def test_edits_are_reported_as_llvm_does(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    (tmp_path / "left.ll").write_text(TEXT)
    for old, new in EDITS:
        edited = TEXT.replace(old, new, 1)
        assert (edited == TEXT) == (old == new)
        try:
            before, after = (pyllvm.parse_assembly(text, llvm_version=version) for text in (TEXT, edited))
        except pyllvm.PyllvmError:
            pytest.fail(f"{old} -> {new}")
        found = compare_as_llvm(before, copy_module(after, before.context), [])
        (tmp_path / "right.ll").write_text(edited)
        command = [llvm_tool(version, "llvm-diff"), tmp_path / "left.ll", tmp_path / "right.ll"]
        ended = subprocess.run(command, capture_output=True, check=False)
        assert (found.text, int(found.has_differences)) == (ended.stderr.decode(), ended.returncode), f"{old} -> {new}"

"""The structural hash: what changes it, and what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.analysis import structural_hash
from rows import each_row

TEXT: Final = """
%pair = type { i32, ptr }
@text = private constant [3 x i8] c"ab\\00"
@pairs = internal global [2 x %pair] [%pair { i32 1, ptr @text }, %pair { i32 2, ptr @text }]
declare ptr @malloc(i64)
define internal i32 @helper(i32 %x) {
entry:
  %c = icmp slt i32 %x, 3
  br i1 %c, label %less, label %done
less:
  %y = add nsw i32 %x, 5
  %p = call ptr @malloc(i64 8)
  br label %done
done:
  %r = phi i32 [ %x, %entry ], [ %y, %less ]
  ret i32 %r
}
define double @half(double %x, ptr %where) {
  %h = fmul fast double %x, 5.000000e-01
  %f = getelementptr %pair, ptr %where, i64 1, i32 1
  store ptr @pairs, ptr %f
  ret double %h
}
@first = alias ptr, ptr @pairs
define i32 @part({ i32, i32 } %s, <4 x i32> %v) {
  %e = extractvalue { i32, i32 } %s, 0
  %m = shufflevector <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, <2 x i32> <i32 0, i32 3>
  ret i32 %e
}
"""


def hash_of(text: str, version: int = 19) -> str:
    return structural_hash(pyllvm.parse_assembly(text, llvm_version=version))


@each_row(
    ("before", "after"),
    [
        ("%c", "%other"),
        ("less", "more"),
        ("%pair", "%different"),
        ("@text", "@string"),
        ("@helper", "@another"),
        ("internal i32", "i32"),
        ("i32 @helper(i32 %x)", "i32 @helper(i32 noundef %x) nounwind"),
        ("store ptr @pairs, ptr %f", "store ptr @pairs, ptr %f, align 16"),
        ("double %h\n}", "double %h\n}\n!kept = !{!0}\n!0 = !{}"),
        ("declare ptr @malloc", "declare void @unused()\ndeclare ptr @malloc"),
    ],
)
def test_names_and_notes_do_not_count(before: str, after: str) -> None:
    assert before in TEXT
    assert hash_of(TEXT.replace(before, after)) == hash_of(TEXT)


@each_row(
    ("before", "after"),
    [
        ("add nsw", "sub nsw"),
        ("add nsw", "add"),
        ("slt", "sgt"),
        ("%x, 5", "%x, 6"),
        ("add nsw i32 %x, 5", "add nsw i32 5, %x"),
        ("malloc", "calloc"),
        ("(i64 8)", "(i64 16)"),
        ("label %less, label %done", "label %done, label %less"),
        ("[ %x, %entry ], [ %y, %less ]", "[ %y, %less ], [ %x, %entry ]"),
        ("5.000000e-01", "2.500000e-01"),
        ("i64 1, i32 1", "i64 0, i32 1"),
        ("getelementptr %pair", "getelementptr { i64, ptr }"),
        ('c"ab', 'c"ac'),
        ("%pair { i32 2, ptr @text }", "%pair zeroinitializer"),
        ("@text = private constant", "@text = private global"),
        ("ptr @pairs, ptr %f", "ptr @text, ptr %f"),
        ("ptr, ptr @pairs\n", "ptr, ptr @text\n"),
        ("%s, 0", "%s, 1"),
        ("<i32 0, i32 3>", "<i32 0, i32 2>"),
        ("<4 x i32>", "<vscale x 4 x i32>"),
    ],
)
def test_code_counts(before: str, after: str) -> None:
    assert before in TEXT
    assert hash_of(TEXT.replace(before, after)) != hash_of(TEXT)


def test_the_order_of_functions_does_not_count() -> None:
    first, second, third = TEXT.partition("define double")
    start, body = first.split("define internal", 1)
    assert hash_of(f"{start}{second}{third}define internal{body}") == hash_of(TEXT)


@pytest.mark.parametrize("version", [14, 18, 19])
def test_debug_information_does_not_count(data: Path, version: int) -> None:
    module = pyllvm.parse_assembly((data / "diff" / "debug.ll").read_bytes(), llvm_version=19)
    module.downgraded(version)
    assert "llvm.dbg.value" in str(module) or version >= 19
    described = structural_hash(module)
    pyllvm.strip_debug_info(module)
    assert structural_hash(module) == described


def test_bitcode_and_text_have_the_same_hash() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    assert structural_hash(pyllvm.parse_bitcode(pyllvm.to_bitcode(module))) == structural_hash(module)


def test_it_is_the_same_in_each_process() -> None:
    program = "import sys, pyllvm; print(pyllvm.analysis.structural_hash(pyllvm.parse_assembly(sys.argv[1], llvm_version=19)))"
    found = subprocess.run([sys.executable, "-c", program, TEXT], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == hash_of(TEXT)

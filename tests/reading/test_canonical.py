"""The canonical form: the same text for the same program, and the same program for the text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from pyllvm import IRBuilder, canonical_text, parse_assembly, verify

Run = Callable[..., Any]

# One program as two compilers write it.
OLDER: Final = """\
source_filename = "/home/a/x.c"
target triple = "x86_64-pc-linux-gnu"
%pair.3 = type { i32, [4 x i32] }
@.str = private constant [2 x i8] c"a\\00"
@.str.7 = private constant [2 x i8] c"b\\00"
@g = global [4 x %pair.3] zeroinitializer
declare void @z(i8*)
declare i8* @malloc(i64) #1
define i32 @f(%pair.3* %p) #0 {
entry:
  %first = getelementptr inbounds %pair.3, %pair.3* %p, i32 0, i32 0
  %raw = bitcast i32* %first to i8*
  call void @z(i8* %raw)
  call void @z(i8* getelementptr ([2 x i8], [2 x i8]* @.str.7, i64 0, i64 0))
  call void @z(i8* getelementptr ([2 x i8], [2 x i8]* @.str, i64 0, i64 0))
  %m = call i8* @malloc(i64 4) #1
  %v = load i32, i32* getelementptr inbounds ([4 x %pair.3], [4 x %pair.3]* @g, i64 0, i64 2, i32 1, i64 0)
  br label %loop
loop:
  br label %loop, !llvm.loop !2
}
attributes #0 = { "target-cpu"="x86-64" "target-features"="+avx,+sse" }
attributes #1 = { nounwind }
!llvm.module.flags = !{!1}
!llvm.ident = !{!0}
!0 = !{!"clang version 14.0.6"}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = distinct !{!2}
"""
NEWER: Final = """\
source_filename = "x.c"
target triple = "x86_64-pc-linux-gnu"
%pair = type { i32, [4 x i32] }
@g = global [4 x %pair] zeroinitializer
@.str = private constant [2 x i8] c"b\\00"
@.str.1 = private constant [2 x i8] c"a\\00"
declare ptr @malloc(i64) #1
declare void @z(ptr)
define i32 @f(ptr %p) #0 {
  %first = getelementptr inbounds nuw %pair, ptr %p, i32 0, i32 0
  call void @z(ptr %first)
  call void @z(ptr @.str)
  call void @z(ptr @.str.1)
  %m = call ptr @malloc(i64 4)
  %v = load i32, ptr getelementptr inbounds nuw (%pair, ptr \
    getelementptr inbounds ([4 x %pair], ptr @g, i64 0, i64 2), i32 0, i32 1)
  br label %loop
loop:
  br label %loop, !llvm.loop !0
}
attributes #0 = { "target-cpu"="x86-64" "target-features"="+avx,+cmov,+sse" }
attributes #1 = { nounwind }
!llvm.ident = !{!1}
!llvm.module.flags = !{!2}
!0 = distinct !{!0}
!1 = !{!"clang version 22.1.0"}
!2 = !{i32 1, !"wchar_size", i32 4}
"""
CANONICAL: Final = """\
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, [4 x i32] }

@g = global [4 x %pair] zeroinitializer
@.str = private constant [2 x i8] c"b\\00"
@.str.1 = private constant [2 x i8] c"a\\00"

define i32 @f(ptr %0) "target-cpu"="x86-64" "target-features"="+avx" {
  call void @z(ptr %0)
  call void @z(ptr @.str)
  call void @z(ptr @.str.1)
  %2 = call ptr @malloc(i64 4)
  %3 = load i32, ptr getelementptr inbounds ([4 x %pair], ptr @g, i64 0, i64 2, i32 1), align 4
  br label %4

4:                                                ; preds = %1, %4
  br label %4, !llvm.loop !0
}

declare ptr @malloc(i64) nounwind

declare void @z(ptr)

!llvm.module.flags = !{!1}

!0 = distinct !{!0}
!1 = !{i32 1, !"wchar_size", i32 4}
"""


@pytest.mark.parametrize(("text", "version"), [(OLDER, 14), (NEWER, 22)])
def test_same_text(text: str, version: int) -> None:
    module = parse_assembly(text, llvm_version=version)
    before = str(module)
    assert canonical_text(module, llvm_version=22) == CANONICAL
    assert str(module) == before


def test_again() -> None:
    module = parse_assembly(CANONICAL, llvm_version=22)
    assert verify(module) == []
    assert canonical_text(module, llvm_version=22) == CANONICAL


def test_addresses_with_typed_pointers() -> None:
    address = "i32* getelementptr inbounds ([4 x i32], [4 x i32]* @s, i64 0, i64 0)"
    text = f"@s = global [4 x i32] zeroinitializer\n@p = global {address}\n"
    assert address in canonical_text(parse_assembly(text, llvm_version=14), llvm_version=14)


def test_strings_that_only_variables_use_are_in_the_order_of_their_use() -> None:
    text = "@.str.9 = private constant i8 1\n@.str.3 = private constant i8 2\n@a = global ptr @.str.3\n@b = global ptr @.str.9\n"
    assert "@a = global ptr @.str\n@b = global ptr @.str.1\n" in canonical_text(parse_assembly(text, llvm_version=19))


def test_structs_of_one_name_are_numbered_in_the_order_of_their_use() -> None:
    text = "%a = type { i8 }\n%a.1 = type { i16 }\n@g = global %a.1 zeroinitializer\n@h = global %a zeroinitializer\n"
    assert canonical_text(parse_assembly(text)).startswith("\n%a = type { i16 }\n%a.1 = type { i8 }\n")


def test_predecessors() -> None:
    """Their order does not follow the uses, which depend on how the module was made."""
    module = parse_assembly("define void @f(i1 %c) {\n  br i1 %c, label %2, label %3\n\n2:\n  br label %3\n\n3:\n  ret void\n}\n")
    before, first = str(module), canonical_text(module)
    entry, middle, last = module["f"].blocks
    middle.terminator.erase()
    IRBuilder.at_end(middle).branch(last)
    entry.terminator.erase()
    IRBuilder.at_end(entry).cond_branch(module["f"].arguments[0], middle, last)
    assert str(module) != before
    assert canonical_text(module) == first


def test_call_with_bundles() -> None:
    """The attributes of a function do not hold for a call with bundles: its own stay."""
    text = 'declare void @g() nounwind\n\ndefine void @f() {\n  call void @g() nounwind [ "x"() ]\n  ret void\n}\n'
    assert 'call void @g() nounwind [ "x"() ]' in canonical_text(parse_assembly(text))


def test_command(pyllvm: Run, tmp_path: Path) -> None:
    text = tmp_path / "x.ll"
    text.write_text(NEWER)
    assert pyllvm("as", "--llvm-version=22", text).status == 0
    of_bitcode = pyllvm("dis", "--canonical", "--llvm-version=22", "-o", "-", tmp_path / "x.bc")
    assert (of_bitcode.status, of_bitcode.errors, of_bitcode.output.decode()) == (0, "", CANONICAL)
    assert pyllvm("as", "--llvm-version=19", text, "-o", tmp_path / "older.bc").status == 0
    assert pyllvm("dis", "--canonical", "--llvm-version=22", "-o", "-", tmp_path / "older.bc").output == of_bitcode.output
    of_text = pyllvm("dis", "--canonical", "--llvm-version=22", text)
    assert (of_text.status, of_text.output) == (0, of_bitcode.output)
    assert text.read_text() == NEWER

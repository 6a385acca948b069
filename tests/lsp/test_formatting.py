"""A formatted text is as llvm-dis prints it, and has its comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.assembly import print_module
from pyllvm.diagnostics import PyllvmError
from pyllvm.library.files import parse_assembly
from pyllvm.lsp.formatting import edits_between, formatted
from pyllvm.versions import NEWEST
from rows import each_row

LANGUAGE = sorted(
    path for path in (Path(__file__).parents[1] / "data" / "language").glob("*.ll") if not path.stem.endswith(".invalid")
)
TEXT = b"""\
; RUN: opt %s

; about the file
target   triple = "x86_64-linux" ; a triple
@g = global  i32 0 ; a variable
  ; about f
define void @f( i32 %a,ptr %p ) nounwind { ; it begins
; above the store
store i32 %a,ptr %p ; behind
   br   label %next
; about the block
next:    ; preds = %nothing ; a label
 /* in a block */
 switch i32 %a, label %next [ i32 1, label %done ; first
   i32 2, label %done ]
done: ret void
; before the end
} ; it is over
!z = !{!9}
; a node
!9 = !{ i32  1 }
; the last words
"""
FORMATTED = b"""\
; RUN: opt %s

; about the file
target triple = "x86_64-linux"  ; a triple

@g = global i32 0  ; a variable

; about f
; Function Attrs: nounwind
define void @f(i32 %a, ptr %p) #0 {  ; it begins
  ; above the store
  store i32 %a, ptr %p, align 4  ; behind
  br label %next

; about the block
next:                                             ; preds = %next, %0  ; a label
  /* in a block */
  switch i32 %a, label %next [  ; first
    i32 1, label %done
    i32 2, label %done
  ]

done:                                             ; preds = %next, %next
  ret void
; before the end
}  ; it is over

attributes #0 = { nounwind }

!z = !{!0}

; a node
!0 = !{i32 1}
; the last words
"""


def test_comments_stay_with_what_they_are_about() -> None:
    made = formatted(TEXT, "x", 20)
    assert made.decode() == FORMATTED.decode()
    assert formatted(made, "x", 20) == made


@each_row("path", LANGUAGE)
def test_formatting_again_changes_nothing(path: Path) -> None:
    data = path.read_bytes()
    try:
        parsed = parse_assembly(data, "x", llvm_version=19)
    except PyllvmError:
        pytest.skip("it is not of LLVM 19")
    made = formatted(data, "x", 19)
    assert formatted(made, "x", 19) == made
    assert print_module(parse_assembly(made, "x", llvm_version=19)) == print_module(parsed)
    applied, at = b"", 0
    for edit in edits_between(data, made):
        applied += data[at : edit.start] + edit.text.encode()
        at = edit.end
    assert applied + data[at:] == made


def test_edits_are_small() -> None:
    data = FORMATTED.replace(b"ret void", b"ret  void").replace(b"i32 0  ;", b"i32  0  ;")
    assert [(edit.text, data[edit.start : edit.end]) for edit in edits_between(data, formatted(data, "x", 20))] == [
        ("@g = global i32 0  ; a variable\n", b"@g = global i32  0  ; a variable\n"),
        ("  ret void\n", b"  ret  void\n"),
    ]


def test_a_large_text_has_one_edit_from_the_first_difference_to_the_last() -> None:
    lines = [b"line %d\n" % number for number in range(10_000)]
    other = lines[:]
    other[7_000] = b"new\n"
    (edit,) = edits_between(b"".join(lines), b"".join(other))
    assert (edit.start, edit.text) == (len(b"".join(lines[:7_000])), "new\n")
    assert edit.end == edit.start + len(lines[7_000])
    del other[0]
    (edit,) = edits_between(b"".join(lines), b"".join(other))
    assert (edit.start, edit.end) == (0, len(b"".join(lines[:7_001])))
    assert edits_between(b"".join(lines), b"".join(lines)) == []


def test_lists_of_uses_and_names_of_the_file_are_kept() -> None:
    data = b"; ModuleID = 'a'\nsource_filename = \"a.c\"\n\n@g = global ptr null\n@a = global ptr @g\n@b = global ptr @g\n"
    made = formatted(data, "x", 19)
    assert made == data
    data = b"@g = global i32 0\n@a = global ptr @g\n@b = global ptr @g\n\nuselistorder ptr @g, { 1, 0 }\n"
    assert b"uselistorder ptr @g, { 1, 0 }" in formatted(data, "x", 19)


def test_an_empty_line_is_not_doubled() -> None:
    data = b"; ModuleID = 'a'\n; a comment\n\n%t = type { i32 }\n\n@g = global %t zeroinitializer\n"
    made = formatted(data, "x", 19)
    assert made == data
    assert formatted(made, "x", 19) == made


@pytest.mark.parametrize("version", [19, NEWEST])
def test_properties_of_objective_c_stay_as_they_are(version: int) -> None:
    data = b'!n = !{!0}\n\n!0 = !DIObjCProperty(name: "foo", line: 7, setter: "S", getter: "G")\n'
    assert formatted(data, "x", version) == data


def test_comments_of_a_summary_are_written_once() -> None:
    data = b'define void @f() {\n  ret void\n}\n\n^0 = module: (path: "a", hash: (0, 0, 0, 0, 0))\n'
    data += b'^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external), insts: 1)))\n'
    made = formatted(data, "x", 19)
    assert made.count(b"; guid = ") == 1
    assert formatted(made, "x", 19) == made


@pytest.mark.parametrize("comment", ["", "; why\n"])
def test_calls_that_are_no_complete_records(comment: str) -> None:
    text = f"""{comment}define void @f(i32 %x) {{
  call void @llvm.dbg.value(metadata i32 %x, metadata !0, metadata !DIExpression())
  ret void
}}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!0 = !DILocalVariable(name: "x", scope: !1)
!1 = distinct !DISubprogram(name: "f")
"""
    with pytest.raises(PyllvmError, match="LLVM drops its debug information: a call of a debug intrinsic lacks !dbg"):
        formatted(text.encode(), "a.ll", 22)
    assert b"@llvm.dbg.value(metadata i32 %x" in formatted(text.encode(), "a.ll", 18)


def test_the_comment_on_an_unknown_intrinsic_is_written_once() -> None:
    made = formatted(b"; why\ndeclare void @llvm.unknown.thing(i32)\n", "a.ll", 22)
    assert made == b"; why\n; Unknown intrinsic\ndeclare void @llvm.unknown.thing(i32)\n"
    assert formatted(made, "a.ll", 22) == made

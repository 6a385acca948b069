"""`uselistorder` directives count all uses that LLVM counts: a directive with another number of indexes is refused."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly import print_module
from pyllvm.bitcode import write_bitcode
from wishing import wishing

MISSING = """
@g = global ptr null
define void @f() personality ptr null {
  store ptr null, ptr null
  store ptr null, ptr null
  ret void
}
"""


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        # Eight uses: two are in the places of the prefix and the prologue that @f does not have.
        (15, "uselistorder ptr null, { 0, 1, 2, 3, 5, 6, 4, 7 }"),
        (19, "uselistorder ptr null, { 0, 1, 2, 3, 5, 6, 4, 7 }"),
        (20, "uselistorder ptr null, { 0, 1, 2, 3, 5, 6, 4, 7 }"),
        (21, ""),
    ],
)
def test_missing_operands_of_functions_count(version: int, expected: str) -> None:
    data = write_bitcode(pyllvm.parse_assembly(MISSING, llvm_version=version), wishing(preserves_bitcode_order=False))
    module = pyllvm.parse_bitcode(data)
    text = print_module(module, preserve_use_list_order=True).decode()
    assert "".join([line for line in text.splitlines() if line.startswith("uselistorder")]) == expected
    again = pyllvm.parse_assembly(text, llvm_version=version)
    assert print_module(again, preserve_use_list_order=True).decode().splitlines()[1:] == text.splitlines()[1:]


def test_operands_have_their_places_where_others_are_missing() -> None:
    text = MISSING.replace("personality ptr null", "prologue ptr null")
    module = pyllvm.parse_bitcode(write_bitcode(pyllvm.parse_assembly(text, llvm_version=19)))
    # LLVM reads the three operands in the order in which text has them.
    assert b"uselistorder" not in print_module(module, preserve_use_list_order=True)


@pytest.mark.parametrize(
    ("version", "expected"),
    [(13, "uselistorder i8* bitcast (void ()* @p to i8*), { 1, 0 }\n"), (14, "")],
)
def test_all_prefixes_and_prologues_come_before_personalities(version: int, expected: str) -> None:
    data = write_bitcode(pyllvm.parse_assembly(APART, llvm_version=version))
    printed = print_module(pyllvm.parse_bitcode(data), preserve_use_list_order=True).decode()
    assert "".join([line for line in printed.splitlines(keepends=True) if "i8* bitcast" in line and "use" in line]) == expected


@pytest.mark.parametrize("version", [13, 14])
def test_missing_operands_count_beside_typed_pointers(version: int) -> None:
    text = MISSING_TYPED
    data = write_bitcode(pyllvm.parse_assembly(text, llvm_version=version), wishing(preserves_bitcode_order=False))
    printed = print_module(pyllvm.parse_bitcode(data), preserve_use_list_order=True).decode()
    assert "uselistorder i1* null, { 0, 5, 6, 1, 2, 3, 4 }\n" in printed


MISSING_TYPED = """define void @f() personality i1* bitcast (void ()* @p to i1*) {
  store i1* null, i1** undef
  store i1* null, i1** undef
  ret void
}

define void @g() prologue i1* bitcast (void ()* @p to i1*) {
  store i1* null, i1** undef
  ret void
}

declare void @p()
"""

APART = """define void @f() prologue i8* bitcast (void ()* @p to i8*) {
  ret void
}

define void @f2() prefix i32 0 personality i8* bitcast (void ()* @p to i8*) {
  ret void
}

declare void @p()
"""


OF_GLOBALS = """
@g = global i32 0
@a = global [2 x i8*] [i8* bitcast (i32* @g to i8*), i8* null]
@b = global { i8*, i32 } { i8* bitcast (i32* @g to i8*), i32 1 }
@c = global i8* bitcast (i32* @g to i8*)
@d = alias i8, i8* bitcast (i32* @g to i8*)

uselistorder i8* bitcast (i32* @g to i8*), { 1, 0, 3, 2 }
"""
OF_A_FUNCTION = """
define void @f(i1 %c, i32 %n) {
entry:
  %x = add i32 %n, 1
  %y = add i32 %x, %n
  %z = add i32 %x, %y
  br i1 %c, label %middle, label %end
middle:
  br i1 %c, label %middle, label %end
end:
  ret void
  uselistorder i1 %c, { 1, 0 }
  uselistorder i32 %n, { 1, 0 }
  uselistorder label %middle, { 1, 0 }
  uselistorder label %end, { 1, 0 }
  uselistorder i32 %x, { 1, 0 }
}
"""


@pytest.mark.parametrize("version", [8, 12, 13, 14])
@pytest.mark.parametrize("text", [OF_GLOBALS, OF_A_FUNCTION], ids=["globals", "function"])
def test_directives_are_printed_again(text: str, version: int) -> None:
    module = pyllvm.parse_assembly(text, llvm_version=version)
    printed = print_module(module, preserve_use_list_order=True).decode()
    given, found = ({line.strip() for line in one.splitlines() if "uselistorder " in line} for one in (text, printed))
    assert found - {"; uselistorder directives"} == given


RECORDED = """
define ptr @first(i1 %c) {
  %p = select i1 %c, ptr @h, ptr null
  ret ptr %p
}
define ptr @second(i1 %c) !dbg !3 {
    RECORD, !5, !DIExpression(), LIST!6)
  %p = select i1 %c, ptr @h, ptr null
  ret ptr %p
}
define ptr @third(i1 %c) {
  %p = select i1 %c, ptr @h, ptr null
  ret ptr %p
}
define internal void @h() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "second", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "x", scope: !3, file: !1, line: 1)
!6 = !DILocation(line: 1, scope: !3)
!7 = distinct !DIAssignID()
"""


@pytest.mark.parametrize(("version", "expected"), [(20, []), (21, ["uselistorder ptr @h, { 2, 1, 0 }"])])
def test_a_record_names_a_function_before_it_is_defined(version: int, expected: list[str]) -> None:
    assign = ("#dbg_assign(ptr poison", "!7, ptr @h, !DIExpression(), ")
    for record, rest in [("#dbg_value(ptr @h", ""), ("#dbg_value(!DIArgList(ptr @h)", ""), assign]:
        text = RECORDED.replace("RECORD", record).replace("LIST", rest)
        printed = print_module(pyllvm.parse_assembly(text, llvm_version=version), preserve_use_list_order=True).decode()
        assert [line for line in printed.splitlines() if line.startswith("uselistorder")] == expected, record

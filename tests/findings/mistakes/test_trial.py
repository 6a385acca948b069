"""Corrections are tried on an excerpt of a large text, which has all that the place needs."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError
from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import Diagnostic
from pyllvm.diagnostics.fix import Fix
from pyllvm.findings.syntax_help import add_help
from rows import each_row

FUNCTION = """\
define i32 @name(i32 %0, ptr %1) comdat !dbg !4 {
  %3 = load %pair, ptr %1, align 4, !dbg !5
  %4 = extractvalue %pair %3, 1
  %5 = call i32 @other(i32 %0, i32 %4), !dbg !5
  FAULT
  br label %7

7:
  %8 = load i32, ptr @12, align 4
  ret i32 %8, !dbg !5
}

"""
END = """\
define internal i32 @other(i32 %a, i32 %b) {
  ret i32 %a
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !DISubroutineType(types: !{null})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)
"""
NUMBERED = "".join([f"@{number} = global i32 {number}\n" for number in range(13)])


def corrected(text: str) -> Fix | None:
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(text.encode(), "x", 19)
    add_help(caught.value)
    error: Diagnostic = caught.value.diagnostic
    return error.fix


@each_row(
    ("fault", "right"),
    [
        ("%6 = add i32 %5 %4", "%6 = add i32 %5, %4"),
        ("%6 = ad i32 %5, %4", "%6 = add i32 %5, %4"),
        ("%6 = add %5, %4", "%6 = add i32 %5, %4"),
        ("%6 = call i32 @othre(i32 %5, i32 %4)", "%6 = call i32 @other(i32 %5, i32 %4)"),
    ],
)
@each_row("lines", [0, 20, 2000])
def test_a_correction_in_a_large_text(fault: str, right: str, lines: int) -> None:
    more = "".join([f"  call void @more(i32 %0, i32 {number})\n" for number in range(lines)])
    function = FUNCTION.replace("  %3 =", f"{more}  %3 =")
    others = "".join([FUNCTION.replace("@name", f"@f{number}").replace("FAULT", right) for number in range(40)])
    text = f"%pair = type {{ i32, i32 }}\n$name = comdat any\n{NUMBERED}declare void @more(i32, i32)\n{others}"
    text = text.replace(" comdat !dbg !4", "") + function.replace("FAULT", fault) + END
    fix = corrected(text)
    assert fix is not None
    assert fix.applied().decode() == text.replace(fault, right)


def test_an_error_far_from_its_cause_gets_no_wrong_help() -> None:
    lines = "".join([f"  %v{number} = add i32 %a, {number}\n" for number in range(3000)])
    text = f"define i32 @f(i32 %a) {{\n{lines}  %x = add i64 %v7, 1\n  ret i32 %a\n}}\n"
    fix = corrected(text)
    assert fix is None or parse_assembly(fix.applied(), "x", 19) is not None

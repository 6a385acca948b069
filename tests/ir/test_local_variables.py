"""The local variables of a function, and where they live."""

from __future__ import annotations

from pyllvm import parse_assembly

TEXT = """
define void @f(i32 %a) !dbg !4 {
    #dbg_value(i32 %a, !7, !DIExpression(), !10)
    #dbg_value(i32 %a, !8, !DIExpression(), !11)
    #dbg_value(i32 1, !8, !DIExpression(), !11)
    #dbg_value(i32 %a, !8, !DIExpression(), !12)
  ret void, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "g", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "a", arg: 1, scope: !4, file: !1, line: 1)
!8 = !DILocalVariable(name: "b", scope: !5, file: !1, line: 2)
!10 = !DILocation(line: 1, scope: !4)
!11 = !DILocation(line: 2, scope: !5, inlinedAt: !13)
!12 = !DILocation(line: 2, scope: !5, inlinedAt: !14)
!13 = distinct !DILocation(line: 3, scope: !4)
!14 = distinct !DILocation(line: 4, scope: !4)
"""


def test_a_variable_that_was_inlined_twice_is_there_twice() -> None:
    function = parse_assembly(TEXT, llvm_version=22).functions[0]
    a, first, second = function.variables
    assert [one.name for one in (a, first, second)] == ["a", "b", "b"]
    assert [one.argument_number for one in (a, first, second)] == [1, 0, 0]
    assert [len(one.places) for one in (a, first, second)] == [1, 2, 1]
    assert a.inlined_at is None
    assert [one.inlined_at.line for one in (first, second) if one.inlined_at is not None] == [3, 4]
    again = function.variables
    assert again == [a, first, second]
    assert [hash(one) for one in again] == [hash(one) for one in (a, first, second)]
    assert first != second
    assert a != first
    assert len({a, first, second, *again}) == 3

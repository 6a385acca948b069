"""Fields of debug information that an older LLVM does not have are dropped, and locations without them are small again."""

from __future__ import annotations

from pyllvm import parse_assembly, verify
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.migrations.sequence import bring

MODULE = """
define void @f() !dbg !4 {
  call void @g(), !dbg !6
  call void @g(), !dbg !7
  call void @g(), !dbg !8
  ret void, !dbg !9
}
declare void @g()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "i", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 1, scope: !5, inlinedAt: !8)
!7 = !DILocation(line: 1, scope: !5, inlinedAt: !9)
!8 = !DILocation(line: 2, scope: !4, atomGroup: 1, atomRank: 1)
!9 = !DILocation(line: 2, scope: !4, atomGroup: 2, atomRank: 1)
"""


def test_locations_that_differ_in_newer_fields_alone_become_one_and_are_packed() -> None:
    """Locations that are inlined at them become one as well. Each loss is reported, although all are alike."""
    module = parse_assembly(MODULE, llvm_version=22)
    losses = bring(module, 14)
    assert [loss.construct for loss in losses] == ["'atomGroup:' of !DILocation", "'atomRank:' of !DILocation"] * 2
    locations = [instruction.debug_location for instruction in module.functions[0].instructions]
    assert locations[0] is locations[1]
    assert locations[2] is locations[3]
    for location in locations:
        assert isinstance(location, SpecializedNode)
        assert location._is_packed
    assert locations[0] is not None
    assert locations[0]["inlinedAt"] is locations[2]
    assert verify(module) == []

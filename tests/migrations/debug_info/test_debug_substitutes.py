"""What debug information becomes where an older LLVM has no word for it, or wants more of it."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.verifier import verify

_MODULE = """
@x = global i32 0, !dbg !10
define void @f() !dbg !4 {
  ret void
}
define void @g() !dbg !8 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/", source: "void f();")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "b.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_LLVM_SwiftTail, types: !6)
!6 = !{null}
!8 = distinct !DISubprogram(name: "g", file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "x", scope: !0, file: !3, line: 1, type: !12, isLocal: false, isDefinition: true)
!12 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "u", size: 32, elements: !13)
!13 = !{}
"""


@pytest.mark.parametrize("version", [18, 14, 11, 7])
def test_calling_conventions_sources_and_files(version: int) -> None:
    module = parse_assembly(_MODULE, llvm_version=22)
    losses = [loss.construct for loss in bring(module, version)]
    sources = ["'source:' of some of a unit's files"] if version <= 17 else []
    assert losses == ["'DW_CC_LLVM_SwiftTail' of !DISubroutineType", *sources]
    text = to_assembly(module)
    assert "cc:" not in text
    assert ("source:" in text) == (version == 18)
    # A union had to have a file up to LLVM 11.
    assert ('name: "u", file: !' in text) == (version <= 11)
    assert verify(parse_assembly(text, llvm_version=version)) == []


def test_a_substitute_names_the_substitutes_of_others() -> None:
    text = (
        '!n = !{!0}\n!0 = !DISubrangeType(name: "range", baseType: !1)\n!1 = !DISubrangeType(name: "digits", baseType: !2)\n'
        '!2 = !DIFixedPointType(name: "fixed", size: 8, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)\n'
    )
    module = parse_assembly(text, llvm_version=22)
    bring(module, 14)
    assert to_assembly(module).partition("\n\n")[2] == (
        '!n = !{!0}\n\n!0 = !DIDerivedType(tag: DW_TAG_typedef, name: "range", baseType: !1)\n'
        '!1 = !DIDerivedType(tag: DW_TAG_typedef, name: "digits", baseType: !2)\n'
        '!2 = !DIBasicType(name: "fixed", size: 8, encoding: DW_ATE_signed_fixed)\n'
    )


def test_what_an_older_release_has_stays() -> None:
    text = _MODULE.replace("DW_CC_LLVM_SwiftTail", "DW_CC_LLVM_Swift").replace(', source: "void f();"', "")
    module = parse_assembly(text, llvm_version=22)
    assert bring(module, 14) == []
    assert "!DISubroutineType(cc: DW_CC_LLVM_Swift, " in to_assembly(module)

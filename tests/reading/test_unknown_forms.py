"""Metadata in a newer form, which the newest known verifier refuses, goes; the rest of the module stays."""

from __future__ import annotations

from pyllvm import parse_assembly, verify
from pyllvm.ir.metadata import MDTuple
from pyllvm.migrations.loss import DEBUG_INFO, HINT
from pyllvm.reading.unknown_forms import drop_unknown_forms

TEXT = """define i32 @f(ptr %p) !dbg !5 {
  %r = load i32, ptr %p, align 4, !range !20, !nonsense !21, !alias.scope !22
  ret i32 %r
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: 8, unit: !0, retainedNodes: !7)
!6 = !DISubroutineType(types: !8)
!7 = !{!1, !9}
!8 = !{}
!9 = !DILocalVariable(name: "a", scope: !5, file: !1, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !{i32 0, i32 9}
!21 = !{!"known to its maker"}
!22 = !{!23}
!23 = distinct !{!23, !24}
!24 = distinct !{!24, i32 5, !"new"}
"""


def test_only_what_breaks_rules_goes() -> None:
    module = parse_assembly(TEXT, llvm_version=22)
    assert len(verify(module)) > 1
    drop_unknown_forms(module)
    assert verify(module) == []
    losses = {loss.construct: loss.grade for loss in module.left_out}
    assert losses == {"!alias.scope in an unknown form": HINT, "element of !DISubprogram in an unknown form": DEBUG_INFO}
    text = str(module)
    assert "!range" in text and "!nonsense" in text and "!alias.scope" not in text
    assert "!DILocalVariable(" in text


def test_every_list_loses_what_is_in_an_unknown_form() -> None:
    wrong = "distinct !DISubprogram(file: !1, line: 1, type: !6, spFlags: 8, unit: !0, retainedNodes: !7)"
    text = TEXT.replace(
        "!8 = !{}", f"!8 = !{{}}\n!30 = {wrong}\n!31 = {wrong.replace('!7', '!32')}\n!32 = !{{!0}}\n!n = !{{!30, !31}}"
    )
    module = parse_assembly(text.replace(", !alias.scope !22", ""), llvm_version=22)
    drop_unknown_forms(module)
    assert verify(module) == []
    assert {loss.construct for loss in module.left_out} == {"element of !DISubprogram in an unknown form"}


def test_a_valid_module_stays() -> None:
    module = parse_assembly("define void @f() {\n  ret void\n}\n")
    drop_unknown_forms(module)
    assert module.left_out == []


def test_a_module_that_cannot_be_mended_stays() -> None:
    module = parse_assembly("define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n")
    drop_unknown_forms(module)
    assert module.left_out == []
    assert len(verify(module)) == 1


def test_an_element_that_goes_keeps_its_own_elements() -> None:
    """The verifier names one wrong element of a list at a time."""
    text = TEXT.replace("!{!1, !9}", "!{!1, !40, !9}").replace(", !alias.scope !22", "")
    module = parse_assembly(text + "!40 = distinct !{!40}\n!named = !{!40}\n", llvm_version=22)
    drop_unknown_forms(module)
    assert verify(module) == []
    assert [loss.construct for loss in module.left_out] == ["element of !DISubprogram in an unknown form"] * 2
    kept = module.named_metadata[-1].operands[0]
    assert isinstance(kept, MDTuple)
    assert kept.operands == [kept]

"""Downgrades ask one index for instructions, and it is never out of date."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import migrations, parse_assembly, verify
from pyllvm.cli.tool import is_compiled
from pyllvm.ir.module import Module
from pyllvm.migrations.instruction_index import Found, InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.sequence import CHANGES, bring

MODULE = """
define i32 @f(ptr %p, <2 x i32> %v, float %x) {
  %a = alloca { i32, i32 }
  %l = load atomic <2 x i32>, ptr %p seq_cst, align 8
  %n = ptrtoaddr ptr %p to i64
  %s = shufflevector <2 x i32> %v, <2 x i32> %l, <2 x i32> <i32 0, i32 poison>
  %e = atomicrmw fmax ptr %p, float %x seq_cst
  %c = call range(i32 0, 9) i32 @g(ptr getelementptr (i8, ptr @v, i64 1)) #0, !prof !0
  call void @llvm.lifetime.start.p0(ptr %a)
  store atomic <2 x i32> %s, ptr %p release, align 8
  ret i32 %c
}
@v = global [4 x i8] zeroinitializer
declare i32 @g(ptr)
declare void @llvm.lifetime.start.p0(ptr captures(none))
attributes #0 = { memory(read) }
!0 = !{!"branch_weights", !"expected", i32 3}
"""

WITH_RECORDS = """
define void @f(i32 %x) !dbg !5 {
  %a = alloca i32, !DIAssignID !9
    #dbg_assign(i1 poison, !7, !DIExpression(), !9, ptr %a, !DIExpression(), !8)
  call void @llvm.lifetime.start.p0(ptr %a) #0
    #dbg_declare_value(i32 %x, !7, !DIExpression(), !8)
  store i32 %x, ptr %a, !dbg !8
    #dbg_label(!10, !8)
  call void @g(ptr getelementptr nuw (i8, ptr @v, i64 1)) #0, !prof !11
  ret void
}
@v = global [4 x i8] zeroinitializer
declare void @g(ptr)
declare void @llvm.lifetime.start.p0(ptr captures(none))
attributes #0 = { nounwind }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{null, !4}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !6, unit: !0,
  spFlags: DISPFlagDefinition, keyInstructions: true)
!6 = !DISubroutineType(types: !3)
!7 = !DILocalVariable(name: "y", scope: !5, file: !1, type: !4)
!8 = !DILocation(line: 1, scope: !5, atomGroup: 1, atomRank: 1)
!9 = distinct !DIAssignID()
!10 = !DILabel(scope: !5, name: "l", file: !1, line: 1)
!11 = !{!"branch_weights", !"expected", i32 3}
"""


def contents(found: Found) -> dict[str, list[object]]:
    names = [name for name in dir(found) if not name.startswith("_") and isinstance(getattr(found, name), list)]
    return {name: getattr(found, name) for name in names}


def test_each_kind_is_found() -> None:
    found = contents(InstructionIndex(parse_assembly(MODULE, llvm_version=22)).found())
    empty = [name for name, instructions in found.items() if not instructions]
    assert empty == ["bit_fields", "labeled_calls", "recorded"]
    assert len(found["calls"]) == 1
    assert len(found["atomic_accesses"]) == 2


def test_it_is_filled_again_only_when_instructions_change() -> None:
    module = parse_assembly(MODULE, llvm_version=22)
    index = InstructionIndex(module)
    assert len(index.with_constants()) == 1
    before = index.found()
    before.calls[0].remove_attribute("memory")
    assert index.found() is before
    before.shuffles[0].clone().insert_before(before.shuffles[0])
    assert index.found() is not before
    assert len(index.found().shuffles) == 2


@pytest.mark.skipif(is_compiled(), reason="compiled modules call each other directly")
def test_few_walks_are_enough_for_several_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sizes of lifetimes, calls for records, and typed pointers leave the index as it is."""
    walks: list[Module] = []

    class Counted(Found):
        def __init__(self, module: Module) -> None:
            walks.append(module)
            super().__init__(module)

    monkeypatch.setattr("pyllvm.migrations.instruction_index.Found", Counted)
    bring(parse_assembly(WITH_RECORDS, llvm_version=22), 14)
    assert len(walks) == 1


@pytest.mark.parametrize("text", [MODULE, WITH_RECORDS], ids=["plain", "records"])
@pytest.mark.parametrize("version", [19, 14, 7])
def test_no_downgrade_meets_an_index_that_is_out_of_date(version: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index has the instructions that newer downgrades have made."""
    asked: list[str] = []

    def checking(name: str, downgrade: Callable[[Module, InstructionIndex, int, Losses], None]) -> object:
        def checked(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
            assert contents(bodies.found()) == contents(Found(module)), name
            assert bodies.with_constants() == InstructionIndex(module).with_constants(), name
            asked.append(name)
            downgrade(module, bodies, version, losses)

        return checked

    for change in CHANGES:
        if change.downgrade_bodies is not None:
            monkeypatch.setattr(change, "downgrade_bodies", checking(change.downgrade_bodies.__name__, change.downgrade_bodies))
    module = parse_assembly(text, llvm_version=22)
    bring(module, version)
    assert "downgrade_captures" in asked
    assert verify(module) == []


def test_migrations_change_lists_of_instructions_by_methods_alone() -> None:
    """Only the methods of blocks count the edits on which the index relies."""
    edit = r"(\[[^\]]*\] = |\.(insert|append|remove|extend|pop|clear)\(| \+= )"
    direct = re.compile(rf"\b(block|parent|end)\.instructions{edit}|del \w+\.instructions\[")
    found: list[str] = []
    for path in sorted(Path(migrations.__file__).parent.rglob("*.py")):
        found += [f"{path.name}: {line.strip()}" for line in path.read_text(encoding="utf-8").split("\n") if direct.search(line)]
    assert found == []

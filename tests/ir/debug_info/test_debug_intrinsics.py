"""Debug intrinsics of text become records from LLVM 19 on."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.parse import parse_assembly
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.module import Module

TEXT = """
define i32 @f(i32 %a) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.label(metadata !9), !dbg !8
  %x = add i32 %a, 1, !dbg !8
  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !7, metadata !DIExpression()), !dbg !8
  ret i32 %x, !dbg !8
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "a", scope: !4, file: !1)
!8 = !DILocation(line: 1, scope: !4)
!9 = !DILabel(scope: !4, name: "l", file: !1, line: 2)
"""
# The call with an offset would not fit the declaration: it is the language of old.
PLAIN = TEXT.replace("metadata i32 %x, i64 0,", "metadata i32 %x,")


def parse(version: int) -> Module:
    return parse_assembly(PLAIN.encode(), "test", version)


@pytest.mark.parametrize("version", [19, 22])
def test_calls_become_records_before_the_next_instruction(version: int) -> None:
    add, ret = parse(version).functions[0].blocks[0].instructions
    assert [record.kind for record in add.debug_records or []] == ["value", "label"]
    assert [record.kind for record in ret.debug_records or []] == ["value"]


def test_a_record_has_what_the_call_had() -> None:
    module = parse(19)
    add, ret = module.functions[0].blocks[0].instructions
    record = (ret.debug_records or [])[0]
    assert getattr(record.location, "value", None) is add
    assert record.debug_location is ret.debug_location
    # LLVM's parser removes the declarations with the last call.
    assert not [function for function in module.functions if function.name.startswith("llvm.")]


def test_before_llvm_19_calls_stay_calls() -> None:
    instructions = parse(18).functions[0].blocks[0].instructions
    assert [isinstance(instruction, CallInst) for instruction in instructions] == [True, True, False, True, False]


@pytest.mark.parametrize(
    ("version", "attributes"),
    [(8, "nounwind readnone speculatable"), (14, "nofree nosync nounwind readnone speculatable willreturn")],
)
def test_offsets_of_values_are_dropped(version: int, attributes: str) -> None:
    """A call with another offset than 0 goes, and the declaration gets the attributes of the version."""
    text = TEXT.replace("(metadata, metadata, metadata)", "(metadata, i64, metadata, metadata)")
    text = text.replace("i32 %a, metadata !7", "i32 %a, i64 4, metadata !7")
    module = parse_assembly(text.encode(), "test", version)
    label, add, value, _ = module.functions[0].blocks[0].instructions
    assert isinstance(label, CallInst)
    assert isinstance(value, CallInst)
    assert value.debug_location is add.debug_location
    assert [getattr(value.operands[0], "metadata", None) and value.argument_count, value.parent] == [3, add.parent]
    assert len(add.uses) == 1  # by the return
    (declared,) = [function for function in module.functions if function.name == "llvm.dbg.value"]
    assert str(declared.function_type) == "void (metadata, metadata, metadata)"
    assert value.callee is declared
    assert f"{{ {attributes} }}" in str(module)

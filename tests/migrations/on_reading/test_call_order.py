"""The order in which upgraded calls declare what they need, and the debug records before them."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.migrations.on_reading.intrinsic_calls import remove_call

TEXT = """declare <16 x i8> @llvm.x86.sse2.psubs.b(<16 x i8>, <16 x i8>)
declare <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8>, <16 x i8>)

define <16 x i8> @f(<16 x i8> %x, <16 x i8> %y) {
  %a = call <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8> %x, <16 x i8> %y)
  %b = call <16 x i8> @llvm.x86.sse2.psubs.b(<16 x i8> %a, <16 x i8> %y)
  %c = call <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8> %b, <16 x i8> %y)
  ret <16 x i8> %c
}
"""


@pytest.mark.parametrize(("version", "names"), [(19, ["ssub", "sadd"]), (22, ["sadd", "ssub"])])
def test_the_first_call_or_the_first_declaration_decides(version: int, names: list[str]) -> None:
    printed = to_assembly(parse_assembly(TEXT, llvm_version=7), llvm_version=version)
    assert re.findall(r"declare .*@llvm\.(\w+)\.sat", printed) == names


RECORDS = """define void @f(i32 %a, i32 %b) !dbg !3 {
    #dbg_value(i32 1, !6, !DIExpression(), !7)
  CALL, !dbg !7
    #dbg_value(i32 2, !6, !DIExpression(), !7)
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", file: !2, unit: !1, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3)
!7 = !DILocation(line: 1, scope: !3)
"""


@pytest.mark.parametrize(
    ("call", "declaration"),
    [
        ("%r = call i32 @llvm.nvvm.rotate.b32(i32 %a, i32 %b)", "declare i32 @llvm.nvvm.rotate.b32(i32, i32)\n"),
        ("%r = call i32 @llvm.nvvm.abs.i(i32 %a)", "declare i32 @llvm.nvvm.abs.i(i32)\n"),
    ],
)
def test_debug_records_stay_before_what_takes_the_place_of_a_call(call: str, declaration: str) -> None:
    module = parse_assembly(RECORDS.replace("CALL", call) + declaration, llvm_version=19)
    bring(module, 22)
    instructions = module["f"].blocks[0].instructions
    assert call.partition("@")[2].partition("(")[0] not in str(module["f"])
    assert [len(one.debug_records or ()) for one in instructions] == [1] + [0] * (len(instructions) - 2) + [1]


@pytest.mark.parametrize("is_last", [False, True])
def test_debug_records_before_a_removed_call_stay(is_last: bool) -> None:
    module = parse_assembly(RECORDS.replace("CALL", "call void @f(i32 %a, i32 %b)"), llvm_version=19)
    block = module["f"].blocks[0]
    if is_last:
        block.trailing_debug_records = block.instructions.pop().debug_records
    remove_call(block.instructions[0])
    records = block.trailing_debug_records if is_last else block.instructions[0].debug_records
    assert [str(record.location.value) for record in records] == ["i32 1", "i32 2"]

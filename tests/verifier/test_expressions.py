"""Which expressions are entry values, and which fragments."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, verify
from pyllvm.ir.debug_info.expressions import fragment_of
from pyllvm.ir.metadata import DIExpression
from pyllvm.verifier.debug_info import is_entry_value


def test_entry_values() -> None:
    assert is_entry_value([0x1003, 1], 14)
    assert is_entry_value([0x1005, 0, 0x1003, 1], 19)
    assert not is_entry_value([0x1005, 0, 0x1003, 1], 14)
    assert not is_entry_value([0x06], 19)


@pytest.mark.parametrize(
    ("elements", "fragment"),
    [
        ([0x1000, 8, 16], (8, 16)),
        ([0x06, 0x1000, 8, 16], (8, 16)),
        ([0x11, 4096, 0x9F, 0x1000, 0, 32], (0, 32)),
        ([0x90, 4096], None),
        ([0x10, 4096, 0x1C, 0x9F], None),  # constu 4096, minus, stack_value
        ([0x23, 4096, 0x06, 0x06], None),  # plus_uconst 4096
        ([0x70, 4096, 0x13, 0x13], None),  # breg0 with the offset 4096
        ([0x50, 0x1000, 8, 16], (8, 16)),  # behind a register
        ([0x50, 0x1000, 8], None),
    ],
)
def test_only_an_operation_makes_a_fragment(elements: list[int], fragment: tuple[int, int] | None) -> None:
    assert fragment_of(DIExpression(elements), 22) == fragment


VALUE_OF_4096 = """
define void @f(i64 %x) !dbg !4 {
  call void @llvm.dbg.value(metadata i64 %x, metadata !6,
                            metadata !DIExpression(DW_OP_constu, 4096, DW_OP_minus, DW_OP_stack_value)), !dbg !7
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !8)
!6 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !9)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !{}
!9 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
"""


@pytest.mark.parametrize("version", [14, 19, 22])
def test_an_operand_of_4096_leaves_debug_info_valid(version: int) -> None:
    assert verify(parse_assembly(VALUE_OF_4096, llvm_version=version)) == []

"""Constant expressions that a release took away become instructions; the expected texts are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.ir.constants import ConstantExpr, ConstantInt, aggregate
from pyllvm.migrations import bring

DATA = Path(__file__).parents[1] / "data" / "migrations"


def test_expressions_that_are_no_more_become_instructions() -> None:
    module = parse_assembly((DATA / "constant_expressions.ll").read_text(), llvm_version=14)
    bring(module, 19)
    assert to_assembly(module).split("\n", 1)[1] == (DATA / "constant_expressions.19.ll").read_text()


def test_an_initializer_cannot_do_without_its_expression() -> None:
    text = "@g = external global i8\n@a = global i64 shl (i64 ptrtoint (i8* @g to i64), i64 3)\n"
    module = parse_assembly(text, llvm_version=14)
    with pytest.raises(PyllvmError, match=r"^Value referenced by initializer is an unsupported constant expression of type shl"):
        bring(module, 19)


def test_all_expressions_are_expanded_where_that_is_asked_for() -> None:
    text = "@g = external global i8\ndefine i64 @f() {\n  ret i64 ptrtoint (ptr @g to i64)\n}\n"
    module = parse_assembly(text, llvm_version=19)
    bring(module, 19, expand_constants=True)
    assert "%constexpr = ptrtoint ptr @g to i64" in to_assembly(module)


def test_an_expression_that_lasted_goes_down() -> None:
    text = "@g = external global i8\n@a = global i64 ptrtoint (ptr @g to i64)\n"
    module = parse_assembly(text, llvm_version=19)
    assert bring(module, 15) == []
    assert "ptrtoint (ptr @g to i64)" in to_assembly(module)


def test_a_debug_call_stays_before_the_instructions_that_are_inserted_after_it() -> None:
    text = """\
@g = external global i8

define i64 @f(i64 %n) {
  call void @llvm.dbg.value(metadata i64 %n, metadata !0, metadata !DIExpression()), !dbg !2
  ret i64 shl (i64 ptrtoint (i8* @g to i64), i64 3)
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.module.flags = !{!3}
!0 = !DILocalVariable(scope: !1)
!1 = distinct !DISubprogram()
!2 = !DILocation(scope: !1)
!3 = !{i32 2, !"Debug Info Version", i32 3}
"""
    module = parse_assembly(text, llvm_version=14)
    bring(module, 19)
    first = next(iter(module.functions[0].instructions))
    assert str(first).strip() == "%constexpr = shl i64 ptrtoint (ptr @g to i64), 3"
    assert first.debug_records


def test_an_initializer_that_its_writer_left_unfolded() -> None:
    """LLVM does not fold it either."""
    module = parse_assembly("@a = global { i8, i64 } zeroinitializer\n", llvm_version=17)
    context = module.context
    word = context.integer(64)
    wide = ConstantExpr.get(word, "zext", [ConstantInt.get(context.integer(8), 200)])
    pair = aggregate(module.global_variables[0].value_type, [ConstantInt.get(context.integer(8), 1), wide])
    module.global_variables[0].set_single_operand(pair)
    with pytest.raises(PyllvmError, match="an unsupported constant expression of type zext"):
        bring(module, 22)


def test_names_on_the_edges_of_phis() -> None:
    """A second phi makes LLVM name a spare block, which takes a number."""
    text = """\
@g = external global i8

define i64 @f(i1 %c) {
entry:
  br i1 %c, label %if, label %join

if:
  br label %join

join:
  %p = phi i64 [ 0, %entry ], [ shl (i64 ptrtoint (i8* @g to i64), i64 3), %if ]
  %q = phi i64 [ 0, %entry ], [ shl (i64 ptrtoint (i8* @g to i64), i64 4), %if ]
  ret i64 %p
}
"""
    module = parse_assembly(text, llvm_version=14)
    bring(module, 19)
    printed = to_assembly(module)
    assert "phi.constexpr:                                    ; preds = %if\n  %constexpr = shl" in printed
    assert "\n  %constexpr2 = shl" in printed


@pytest.mark.parametrize(("version", "is_kept"), [(16, True), (17, False)])
def test_getelementptrs_over_scalable_vectors(version: int, is_kept: bool) -> None:
    text = "@g = external global i8\n\ndefine ptr @f() {\n  ret ptr getelementptr (<vscale x 1 x i8>, ptr @g, i64 1)\n}\n"
    module = parse_assembly(text, llvm_version=15)
    bring(module, version)
    assert ("(<vscale x 1 x i8>, ptr @g, i64 1)\n" in to_assembly(module)) == is_kept

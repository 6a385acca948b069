"""Constant expressions that a release took away become instructions; the expected texts are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring

DATA = Path(__file__).parent.parent / "data" / "migrations"


def test_expressions_that_are_no_more_become_instructions() -> None:
    module = parse_assembly((DATA / "constant_expressions.ll").read_text(), llvm_version=14)
    bring(module, 19)
    assert to_assembly(module).split("\n", 1)[1] == (DATA / "constant_expressions.19.ll").read_text()


def test_an_initializer_cannot_do_without_its_expression() -> None:
    text = "@g = external global i8\n@a = global i64 shl (i64 ptrtoint (i8* @g to i64), i64 3)\n"
    module = parse_assembly(text, llvm_version=14)
    with pytest.raises(
        PyllvmError, match=r"^Value referenced by initializer is an unsupported constant expression of type shl"
    ):
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

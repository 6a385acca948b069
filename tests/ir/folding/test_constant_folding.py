"""Folding of constant expressions, where LLVM's versions differ."""

import pytest

import pyllvm


@pytest.mark.parametrize(
    ("version", "operand"),
    [(14, "insertelement (<vscale x 4 x i32> zeroinitializer, i32 0, i32 0)"), (15, "zeroinitializer")],
)
def test_zero_into_a_scalable_vector_of_zeros_folds_since_15(version: int, operand: str) -> None:
    expression = "insertelement (<vscale x 4 x i32> zeroinitializer, i32 0, i32 0)"
    module = pyllvm.parse_assembly(
        f"define <vscale x 4 x i32> @f() {{\n  ret <vscale x 4 x i32> {expression}\n}}\n", llvm_version=version
    )
    assert f"ret <vscale x 4 x i32> {operand}\n" in str(module)

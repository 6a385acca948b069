"""Bitcasts of all ones, and casts of vector expressions; the expected constants are those of llvm-dis."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

ONES = "<4 x i16> <i16 -1, i16 -1, i16 -1, i16 -1>"


@pytest.mark.parametrize(
    ("constant", "expected"),
    [
        (f"i64 bitcast ({ONES} to i64)", "i64 -1"),
        (f"double bitcast ({ONES} to double)", "double 0xFFFFFFFFFFFFFFFF"),
        ("i64 bitcast (<2 x float> <float 0xFFFFFFFFE0000000, float 0xFFFFFFFFE0000000> to i64)", "i64 -1"),
        (f"{{ i64 }} {{ i64 bitcast ({ONES} to i64) }}", "{ i64 } { i64 -1 }"),
        ("i16 bitcast (<2 x i8> <i8 -1, i8 0> to i16)", "i16 bitcast (<2 x i8> <i8 -1, i8 0> to i16)"),
    ],
)
def test_all_ones_are_folded_on_the_way_to_20_and_in_text(constant: str, expected: str) -> None:
    module = parse_assembly(f"@g = global {constant}\n", llvm_version=19)
    assert "bitcast" in to_assembly(module)
    bring(module, 20)
    assert f"@g = global {expected}\n" in to_assembly(module)
    assert f"@g = global {expected}\n" in to_assembly(parse_assembly(f"@g = global {constant}\n", llvm_version=22))


def test_what_they_are_part_of_is_folded_while_it_is_a_constant() -> None:
    text = f"""\
define i64 @f(i64 %n) {{
  %a = and i64 %n, xor (i64 xor (i64 bitcast ({ONES} to i64), i64 3), i64 -1)
  %b = and i64 %a, lshr (i64 bitcast ({ONES} to i64), i64 3)
  ret i64 %b
}}
"""
    module = parse_assembly(text, llvm_version=14)
    bring(module, 20)
    lines = [str(one).strip() for one in module.functions[0].instructions]
    assert lines[:3] == ["%a = and i64 %n, 3", "%constexpr = lshr i64 -1, 3", "%b = and i64 %a, %constexpr"]


BITS = "bitcast (i64 ptrtoint (ptr @g to i64) to <2 x i32>)"
ADDRESSES = "getelementptr (i8, <2 x ptr> <ptr @g, ptr @g>, <2 x i64> <i64 1, i64 2>)"


@pytest.mark.parametrize(
    ("constant", "expected"),
    [
        (
            f"<2 x i8> trunc (<2 x i32> {BITS} to <2 x i8>)",
            f"<2 x i8> <i8 trunc (i32 extractelement (<2 x i32> {BITS}, i32 0) to i8), "
            f"i8 trunc (i32 extractelement (<2 x i32> {BITS}, i32 1) to i8)>",
        ),
        (
            f"<2 x i64> ptrtoint (<2 x ptr> {ADDRESSES} to <2 x i64>)",
            "<2 x i64> <i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 1) to i64), "
            "i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 2) to i64)>",
        ),
        (
            f"i8 extractelement (<2 x i8> trunc (<2 x i32> {BITS} to <2 x i8>), i64 1)",
            f"i8 trunc (i32 extractelement (<2 x i32> {BITS}, i32 1) to i8)",
        ),
    ],
)
def test_casts_of_vector_expressions_are_vectors_of_casts_on_the_way_to_21_and_in_text(constant: str, expected: str) -> None:
    text = f"@g = global i8 0\n@c = global {constant}\n"
    module = parse_assembly(text, llvm_version=20)
    assert f"@c = global {constant}\n" in to_assembly(module)
    bring(module, 21)
    assert f"@c = global {expected}\n" in to_assembly(module)
    assert f"@c = global {expected}\n" in to_assembly(parse_assembly(text, llvm_version=22))

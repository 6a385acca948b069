"""Bitcasts of all ones; the expected constants are those of llvm-dis."""

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

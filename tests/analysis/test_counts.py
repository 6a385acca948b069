"""Counts of instructions."""

from __future__ import annotations

import pyllvm
from pyllvm.analysis import instruction_counts

TEXT = """define i32 @f(i32 %a) {
  %b = add i32 %a, 1
  %c = add i32 %b, 1
  ret i32 %c
}
define i32 @g(i32 %a) {
  %b = mul i32 %a, %a
  ret i32 %b
}
declare i32 @h()
"""


def test_counts_of_a_module_and_of_a_function() -> None:
    module = pyllvm.parse_assembly(TEXT)
    assert list(instruction_counts(module).items()) == [("add", 2), ("ret", 2), ("mul", 1)]
    assert instruction_counts(module.functions[1]) == {"mul": 1, "ret": 1}
    assert instruction_counts(module.functions[2]) == {}


def test_bodies_that_were_not_read_are_read() -> None:
    module = pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT)), lazy=True)
    assert instruction_counts(module) == {"add": 2, "ret": 2, "mul": 1}

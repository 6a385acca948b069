"""Functions, blocks and instructions as lists that are edited."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly


def test_the_position_of_an_instruction_wherever_the_last_one_was() -> None:
    lines = "".join([f"  %x{number} = add i32 %a, {number}\n" for number in range(200)])
    module = parse_assembly(f"define void @f(i32 %a) {{\n{lines}  ret void\n}}\n")
    block = module.functions[0].blocks[0]
    order = [*range(200), *range(199, -1, -1), 150, 3, 100, 199]
    assert [block.index_of(block.instructions[number]) for number in order] == order
    first = block.instructions[0]
    del block.instructions[:150]
    assert block.index_of(block.instructions[-1]) == 50
    with pytest.raises(ValueError, match="not in list"):
        block.index_of(first)

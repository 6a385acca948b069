"""The order of uses that USELIST records give."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.bitcode.reader.use_lists import sort_uses
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module

TEXT = b"""
define void @f(i32 %n) {
  %a = add i32 %n, 1
  %b = add i32 %n, 2
  %c = add i32 %n, 3
  br label %x
y:
  br label %x
z:
  br label %x
x:
  ret void
}
"""


def users(module: Module) -> list[int]:
    """The positions in the entry block of the users of the argument, newest first."""
    function = module.get("f")
    assert isinstance(function, Function)
    instructions = function.blocks[0].instructions
    return [instructions.index(user) for user in function.arguments[0].users]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([0, 1, 2], [2, 1, 0]),
        ([2, 0, 1], [1, 0, 2]),
        ([1, 2, 0], [0, 2, 1]),
        # Not permutations: LLVM sorts all the same, and keeps the order of equal ranks.
        ([7, 0, 3], [1, 0, 2]),
        ([1, 1, 0], [0, 2, 1]),
        ([2**64 - 1, 0, 0], [1, 0, 2]),
        # Another number of uses.
        ([1, 0], [2, 1, 0]),
    ],
)
def test_ranks(order: list[int], expected: list[int]) -> None:
    module = parse_assembly(TEXT, "", 19)
    function = module.get("f")
    assert isinstance(function, Function)
    sort_uses(function.arguments[0], order, 19)
    assert users(module) == expected


def test_what_is_read_in_parts_has_the_order_for_blocks() -> None:
    """It is shown by text; that of other values is not."""
    module = parse_assembly(TEXT, "", 19)
    function = module.get("f")
    assert isinstance(function, Function)
    block = function.blocks[3]
    for value in (function.arguments[0], block):
        sort_uses(value, [1, 2, 0], 19)
    data = write_bitcode(module, preserve_use_list_order=True)
    whole = read_bitcode(data)
    assert users(whole) == [0, 2, 1]
    reader = read_in_parts(data, name="m", warn=lambda warning: None)
    assert reader is not None
    assert users(reader.module) == [2, 1, 0]
    for read in (whole, reader.module):
        found = read.get("f")
        assert isinstance(found, Function)
        assert [found.blocks.index(one) for one in found.blocks[3].predecessors] == [0, 2, 1]

"""The order of uses that USELIST records give."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_constant
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, write_bitcode
from pyllvm.bitcode.reader.read import read_in_parts
from pyllvm.bitcode.reader.use_lists import sort_uses
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import DECLARED
from pyllvm.ir.value import User, Value

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


# For values that many modules of one context share.
INTEGER = Context().integer(32)


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
    data = write_bitcode(module)
    whole = read_bitcode(data)
    assert users(whole) == [0, 2, 1]
    reader = read_in_parts(BitcodeFile(data), Reading("m", warn=lambda warning: None, lasting_uses=DECLARED))
    assert reader is not None
    assert users(reader.module) == [2, 1, 0]
    for read in (whole, reader.module):
        found = read.get("f")
        assert isinstance(found, Function)
        assert [found.blocks.index(one) for one in found.blocks[3].predecessors] == [0, 2, 1]


def shared_value(count: int, is_repeated: bool) -> tuple[Value, list[User]]:
    """A value with so many uses; if `is_repeated`, each is in its list twice."""
    value = Value(INTEGER)
    users = [User(INTEGER, [value]) for _ in range(count)]
    if is_repeated:
        for user in users:
            value.add_use(user, 0)
        value.note_repeated_uses()
    return value, users


@pytest.mark.parametrize("is_repeated", [False, True])
def test_the_requested_order_applies_if_it_has_as_many_uses(is_repeated: bool) -> None:
    value, (first, second, third) = shared_value(3, is_repeated)
    sort_uses(value, [1, 2, 0], 19)
    assert value.users == [first, third, second]


@pytest.mark.parametrize("is_repeated", [False, True])
def test_an_order_of_another_number_of_uses_changes_nothing(is_repeated: bool) -> None:
    for order in ([1, 0], [3, 2, 1, 0]):
        value, added = shared_value(3, is_repeated)
        sort_uses(value, order, 19)
        assert list(dict.fromkeys(value.users)) == added[::-1]


@pytest.mark.parametrize("is_repeated", [False, True])
def test_more_uses_than_the_order_has_are_not_counted_to_the_end(is_repeated: bool) -> None:
    def sorting(count: int) -> Callable[[], object]:
        value, _ = shared_value(count, is_repeated)

        def sort() -> None:
            for _ in range(200):
                sort_uses(value, [2, 0, 1], 19)
                if is_repeated:
                    value.note_repeated_uses()

        return sort

    assert_constant(sorting, 20, 64)

"""The `get` functions of constants refuse numbers that their types do not hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pyllvm
from pyllvm import ir
from pyllvm.ir.constants import ConstantByte
from pyllvm.ir.metadata import DIExpression
from pyllvm.ir.types import FloatingPointType
from rows import each_row

CONTEXT = pyllvm.Module("numbers").context
BYTE = CONTEXT.integer(8)


@pytest.mark.parametrize(("number", "value"), [(255, -1), (127, 127), (-128, -128), (0, 0)])
def test_a_number_is_signed_or_unsigned(number: int, value: int) -> None:
    assert ir.ConstantInt.get(BYTE, number).value == value


@pytest.mark.parametrize("number", [300, 256, -129, 1 << 70])
def test_a_number_that_the_type_does_not_hold(number: int) -> None:
    wrapped = ir.ConstantInt.wrapped(BYTE, number)
    assert wrapped.unsigned == number & 255
    for get in (lambda: ir.ConstantInt.get(BYTE, number), lambda: ConstantByte.get(CONTEXT.byte(8), number)):
        with pytest.raises(ValueError, match=f"{number} is too wide for [bi]8, which holds -128 to 255"):
            get()


def _half() -> FloatingPointType:
    type = CONTEXT.floating_point("half")
    assert isinstance(type, FloatingPointType)
    return type


@pytest.mark.parametrize(
    "get",
    [
        lambda: ir.ConstantFP.get(_half(), 1 << 16),
        lambda: ir.ConstantFP.get(_half(), -1),
        lambda: DIExpression.get(CONTEXT, [16, 1 << 64]),
        lambda: DIExpression.get(CONTEXT, [16, -1]),
    ],
)
def test_bits_that_have_no_place(get: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"is no (representation|element)"):
        get()


@each_row("numbers", [(1, -1, 0), (-1, 127, 1), (-128, 1, -2)])
@each_row("width", [8, 16, 32, 64])
def test_data_made_of_elements_is_the_data_of_a_text(width: int, numbers: tuple[int, ...]) -> None:
    """Negative elements have all their bits, in the order of memory."""
    text = ", ".join(f"i{width} {number}" for number in numbers)
    module = pyllvm.parse_assembly(f"@a = global [3 x i{width}] [{text}]\n")
    written = module.global_variables[0].initializer
    assert written is not None
    integer = module.context.integer(width)
    assert ir.aggregate(written.type, [ir.ConstantInt.get(integer, number) for number in numbers]) is written

"""Arithmetic on representations agrees with the machine's own doubles."""

import math
import struct

from hypothesis import given
from hypothesis import strategies as st

from pyllvm.ir.folding import soft_float


def bits_of(value: float) -> int:
    return int.from_bytes(struct.pack("<d", value), "little")


def value_of(bits: int) -> float:
    return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])


doubles = st.floats(allow_nan=False)


@given(doubles, doubles)
def test_sum_and_product_are_those_of_the_machine(left: float, right: float) -> None:
    for operation, machine in (("fadd", left + right), ("fsub", left - right), ("fmul", left * right)):
        result = value_of(soft_float.calculate("double", operation, bits_of(left), bits_of(right)))
        assert math.isnan(result) if math.isnan(machine) else bits_of(result) == bits_of(machine)


@given(doubles, doubles.filter(bool))
def test_quotient_is_that_of_the_machine(left: float, right: float) -> None:
    result = value_of(soft_float.calculate("double", "fdiv", bits_of(left), bits_of(right)))
    machine = left / right
    assert math.isnan(result) if math.isnan(machine) else bits_of(result) == bits_of(machine)


@given(st.floats(width=32, allow_nan=False), st.floats(width=32, allow_nan=False))
def test_narrowing_rounds_to_even(left: float, right: float) -> None:
    exact = left * right  # exact in double: 24 + 24 bits
    number = soft_float.convert(soft_float.decode("double", bits_of(exact)), "double", "float")
    narrow = soft_float.encode("float", number)
    if math.isnan(exact):
        return
    try:
        expected = int.from_bytes(struct.pack("<f", exact), "little")
    except OverflowError:
        expected = 0x7F800000 | (0x80000000 if exact < 0 else 0)
    assert narrow == expected


@given(doubles, doubles)
def test_comparison_is_that_of_the_machine(left: float, right: float) -> None:
    oeq, ogt, olt = 1, 2, 4
    assert soft_float.compare("double", oeq, bits_of(left), bits_of(right)) == (left == right)
    assert soft_float.compare("double", ogt, bits_of(left), bits_of(right)) == (left > right)
    assert soft_float.compare("double", olt, bits_of(left), bits_of(right)) == (left < right)


def test_the_leading_bit_of_x86_fp80_is_stored() -> None:
    assert soft_float.encode("x86_fp80", (soft_float.FINITE, 0, soft_float.ratio(1))) == 0x3FFF8000000000000000

"""Integer literals: decimal, and hexadecimal with and without a sign."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly.reader.numbers import float_literal, integer_value, unsigned_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"0", 0),
        (b"-17", -17),
        (b"u0xFF", 255),
        # As llvm-as of LLVM 9, 14, 19 and 22 reads them: the highest bit that is set is the sign, however many digits there are.
        (b"s0x0", 0),
        (b"s0x1", -1),
        (b"s0x0F", -1),
        (b"s0x00FF", -1),
        (b"s0x10", -16),
        (b"s0x8000000000000000", -(1 << 63)),
    ],
)
def test_integer_literals(text: bytes, value: int) -> None:
    assert integer_value(text) == value


@pytest.mark.parametrize(("text", "value"), [(b"17", 17), (b"u0x10", 16), (b"-17", -1), (b"-0", -1), (b"s0x10", -1)])
def test_a_signed_literal_is_no_unsigned_value(text: bytes, value: int) -> None:
    assert unsigned_value(text) == value


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        (b"0x00003FF0000000000000", 0x3FF0000000000000),
        (b"0x13FF0000000000000", 0x3FF0000000000000),
        (b"0x3FF00000000000001", 0xFF00000000000001),
        (b"0x103FF0000000000000", 0),
        (b"0xH13C00", 0x3C00),
        (b"0xH1000000000003C0000", 0),
        (b"0xK3FFF80000000000000001", 0x3FFF8000000000000000),
        (b"0xL00000000000000003FFF000000000000AB", 0x3FFF000000000000 << 64),
    ],
)
def test_of_a_hexadecimal_literal_that_is_too_long_the_bits_that_llvm_keeps_remain(text: bytes, bits: int) -> None:
    # As llvm-as of LLVM 14, 19 and 22 reads them: a value of 64 bits becomes 0 if a digit makes it smaller.
    assert float_literal(text)[1] == bits


@pytest.mark.parametrize(
    ("type", "literal", "message"),
    [
        ("float", "0xL00000000000000003FFF000000000000", "floating point constant does not have type 'float'"),
        ("half", "0xK3FFF8000000000000000", "floating point constant does not have type 'half'"),
        ("half", "0xK3FFF8000000000000001", "floating point constant invalid for type"),
        ("double", "0xK1", "floating point constant invalid for type"),
        ("bfloat", "0xM3FF00000000000000000000000000000", "floating point constant does not have type 'bfloat'"),
        ("fp128", "0xK3FFF8000000000000000", "floating point constant invalid for type"),
        ("ppc_fp128", "0xL00000000000000003FFF000000000000", "floating point constant invalid for type"),
    ],
)
def test_literals_of_another_kind_are_refused_in_the_words_of_llvm(type: str, literal: str, message: str) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly(f"@g = global {type} {literal}\n", llvm_version=19)
    assert caught.value.diagnostic.message == message


@pytest.mark.parametrize(
    ("literal", "bits"),
    [
        # As llvm-as 19 reads them: an exponent beyond 24,000 counts as 24,000, whatever stands before it.
        ("0.0e+" + "9" * 50, 0),
        ("1.0e+" + "9" * 50, 0x7FF << 52),
        ("-1.0e-" + "9" * 5000, 1 << 63),
        ("1.0e+" + "0" * 5000 + "1", 0x4024 << 48),
        ("0." + "0" * 23000 + "1e+23001", 0x3FF << 52),
        ("0." + "0" * 30000 + "1e+30001", 0),
        ("1" * 30000 + ".0e-30000", 0x7FF << 52),
        ("0." + "1" * 30000, 0x3FBC71C71C71C71C),
        # Halfway between two numbers, and a little more.
        ("9007199254740993." + "0" * 30000, 0x4340000000000000),
        ("9007199254740993." + "0" * 30000 + "1", 0x4340000000000001),
    ],
    ids=range(10),
)
def test_a_decimal_with_many_digits_is_what_llvm_reads(literal: str, bits: int) -> None:
    assert float_literal(literal.encode())[1] == bits

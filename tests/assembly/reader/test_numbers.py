"""Integer literals: decimal, and hexadecimal with and without a sign."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly.reader.numbers import float_literal, integer_value, unsigned_value
from rows import each_row


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


@each_row(
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
)
def test_a_decimal_with_many_digits_is_what_llvm_reads(literal: str, bits: int) -> None:
    assert float_literal(literal.encode())[1] == bits


@each_row(
    ("type", "literal", "value"),
    [
        ("double", "0x1.8p3", "1.200000e+01"),
        ("float", "-0x1.8P+3", "-1.200000e+01"),
        ("double", "+0x1.8p-3", "1.875000e-01"),
        ("double", "0xa.Bp1", "2.137500e+01"),
        ("double", "0x1.p3", "8.000000e+00"),
        ("double", "-0x0.0p-99999", "-0.000000e+00"),
        ("half", "0x1.ffdp15", "6.550400e+04"),
        ("half", "0x1.002p0", "1.000000e+00"),
        ("half", "0x1.003p0", "1.000980e+00"),
        ("half", "0x1.01p-25", "5.960460e-08"),
        ("bfloat", "0x1.ffcp15", "6.553600e+04"),
        ("float", "0x1.8p-150", "1.401300e-45"),
        ("double", "0x123456789abcdef01234.8p3", "f0x44E23456789ABCDF"),
        ("x86_fp80", "0x1.p-16445", "3.645200e-4951"),
        ("fp128", "0x1.23456789abcdef0123456789abcdef01p7", "f0x400623456789ABCDEF0123456789ABCE"),
        ("ppc_fp128", "0x1.23456789abcdef0123456789abcdef01p7", "f0xBCDFDB97530ECA8040623456789ABCDF"),
        ("ppc_fp128", "0x1.fffffffffffff8p1023", "+inf"),
        *[("half", word, word) for word in ("+inf", "-inf", "+qnan", "-qnan", "+nan(0x1)", "-snan(0x2)")],
    ],
)
def test_hexadecimal_fractions_are_rounded_as_llvm_23_rounds_them(type: str, literal: str, value: str) -> None:
    # As llvm-as and llvm-dis of LLVM 23.1 print them.
    module = pyllvm.parse_assembly(f"@g = global {type} {literal}\n".encode(), llvm_version=23)
    assert f"@g = global {type} {value}\n" in str(module)


@each_row(
    ("version", "literal", "column", "message"),
    [
        (23, "0x1.0p16", 18, "floating-point constant overflowed type"),
        (23, "-0x1.0p-25", 18, "floating-point constant underflowed type"),
        (23, "0x1.p99999999999999999999", 18, "floating-point constant overflowed type"),
        (23, "0x1.8", 18, "expected value token"),
        (23, "0x.8p3", 18, "expected value token"),
        (23, "-0x10", 18, "expected value token"),
        (23, "+0x1p3", 18, "expected value token"),
        (23, "0xH1.8p3", 18, "expected value token"),
        (23, "0x1.8p3.5", 25, "expected top-level entity"),
        (23, "0x1.8p", 18, "the exponent of a hexadecimal floating-point constant has no digits"),
        (22, "0x0.8p3", 21, "expected top-level entity"),
        (22, "-0x1.8p3", 18, "integer constant must have integer type"),
        (22, "+0x1.8p3", 18, "expected value token"),
    ],
)
def test_other_hexadecimal_fractions_are_refused(version: int, literal: str, column: int, message: str) -> None:
    with pytest.raises(pyllvm.PyllvmError) as refused:
        pyllvm.parse_assembly(f"@g = global half {literal}\n".encode(), llvm_version=version)
    where = refused.value.diagnostic.where
    assert isinstance(where, pyllvm.Span)
    assert (where.start + 1, refused.value.diagnostic.message) == (column, message)


@pytest.mark.parametrize("literal", ["0x1.8p3", "-0x1.8p3"])
def test_a_hexadecimal_fraction_fits_floating_point_types_only(literal: str) -> None:
    with pytest.raises(pyllvm.PyllvmError, match="floating-point constant invalid for type"):
        pyllvm.parse_assembly(f"@g = global i32 {literal}\n".encode(), llvm_version=23)

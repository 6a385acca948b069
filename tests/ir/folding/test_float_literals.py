"""Representations and literals of floating-point types."""

from __future__ import annotations

import pytest

from pyllvm.ir.folding.float_literals import infinity_bits, nan_bits, nan_payload, nearest_bits, normalized


@pytest.mark.parametrize(
    ("type_name", "text", "bits"),
    [
        ("half", "0.1", 0x2E66),
        ("half", "65519.0", 0x7BFF),
        ("half", "65520.0", 0x7C00),
        ("float", "-1.5e+01", 0xC1700000),
        ("ppc_fp128", "0.1", 0xBC5999999999999A3FB999999999999A),
    ],
)
def test_the_nearest_number(type_name: str, text: str, bits: int) -> None:
    assert nearest_bits(type_name, text) == bits


def test_a_signaling_nan_has_a_payload() -> None:
    assert nan_bits("float", False, 0, False) == 0x7FA00000
    assert nan_bits("float", True, 0x800000, True) == 0xFFC00000
    assert nan_bits("x86_fp80", True, 1, False) == normalized("x86_fp80", 0x7FFF_C000000000000001) != 0
    assert nan_payload("float", 0x7F800001) == (False, 1)
    assert nan_payload("float", infinity_bits("float", True)) is None


def test_x86_fp80_has_one_representation_of_a_number() -> None:
    assert normalized("x86_fp80", 1 << 63) == 1 << 64 | 1 << 63
    assert normalized("x86_fp80", 0x3FFF << 64) == 0x7FFF << 64
    assert normalized("fp128", 1 << 63) == 1 << 63

"""Integer literals: decimal, and hexadecimal with and without a sign."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.numbers import integer_value


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

"""The strings that name modes of denormal numbers, as llvm-dis 23.1.4 reads them."""

from __future__ import annotations

import pytest

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.migrations.on_reading.older_attributes import ALL_TYPES, FLOAT, modes_of_string, with_denormal_modes


@pytest.mark.parametrize(
    ("modes", "modes_of_float", "expected"),
    [
        ("ieee,ieee", None, "denormal_fpenv(ieee)"),
        ("preserve-sign", None, "denormal_fpenv(preservesign)"),
        (None, "positive-zero,ieee", "denormal_fpenv(float: positivezero|ieee)"),
        ("dynamic", "ieee", "denormal_fpenv(dynamic, float: ieee)"),
        ("preserve-sign", "foo", 'denormal_fpenv(preservesign) "denormal-fp-math-f32"="foo"'),
        ("foo", None, '"denormal-fp-math"="foo"'),
    ],
)
def test_strings(modes: str | None, modes_of_float: str | None, expected: str) -> None:
    given = [Attribute.of_string(key, value) for key, value in ((ALL_TYPES, modes), (FLOAT, modes_of_float)) if value is not None]
    assert str(with_denormal_modes(AttributeSet(given))) == expected


def test_no_word_is_ieee() -> None:
    assert modes_of_string("") == 0
    assert modes_of_string("preserve-sign,foo") == -1

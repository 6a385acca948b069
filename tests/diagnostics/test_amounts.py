"""Amounts as people say them."""

from __future__ import annotations

import pytest

from pyllvm.diagnostics.amounts import size_words


@pytest.mark.parametrize(
    ("bits", "words"),
    [(0, "0 B"), (12, "2 B"), (8191, "1024 B"), (8192, "1.0 KiB"), (80_000_000, "9.5 MiB"), (8 * 1024**3, "1.0 GiB")],
)
def test_sizes_have_the_unit_that_fits(bits: int, words: str) -> None:
    assert size_words(bits) == words

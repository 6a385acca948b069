"""Near misses of names."""

from __future__ import annotations

import pytest

from pyllvm.assembly.reader.near_miss import near_miss


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        (b"count", [b"counter", b"coumt", b"amount"], b"coumt"),
        (b"cuont", [b"x"], None),
        (b"x", [b"y"], None),
        (b"abc", [b"abd", b"ab"], b"abd"),
        (b"a" * 300, [b"a" * 299], None),
        (b"argument", [b"argment", b"arguments"], b"argment"),
        (b"total", [], None),
    ],
)
def test_the_nearest_name_is_found(name: bytes, candidates: list[bytes], expected: bytes | None) -> None:
    assert near_miss(name, candidates) == expected

"""How strings are escaped."""

import pytest

from pyllvm.schema.text import escape


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain text", "plain text"),
        ('a"b\\c', "a\\22b\\\\c"),
        ("\n\0\x7f", "\\0A\\00\\7F"),
        ("größe", "gr\\C3\\B6\\C3\\9Fe"),
        (b"\xff".decode("utf-8", "surrogateescape"), "\\FF"),
        ("", ""),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_escape_of_a_backslash_by_version() -> None:
    assert escape("\\", 9) == "\\5C"
    assert escape("\\", 10) == "\\\\"

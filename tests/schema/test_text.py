"""How strings are escaped."""

import pytest

from pyllvm.schema.text import escape, metadata_name_text, name_text, quoted
from rows import each_row


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
    assert (quoted('a"', 9), quoted("\\", 9)) == ('"a\\22"', '"\\5C"')


@each_row(
    ("name", "of_value", "of_metadata"),
    [
        ("main", "main", "main"),
        (".str.1", ".str.1", ".str.1"),
        ("a-b.c", "a-b.c", "a-b.c"),
        ("a b", '"a b"', "a\\20b"),
        ("9a9", '"9a9"', "\\39a9"),
        ("$x", '"$x"', "$x"),
        ('a"b', '"a\\22b"', "a\\22b"),
        ("ö", '"\\C3\\B6"', "\\C3\\B6"),
        ("", "", "<empty name> "),
    ],
)
def test_names(name: str, of_value: str, of_metadata: str) -> None:
    assert (name_text(name), metadata_name_text(name)) == (of_value, of_metadata)

"""The classes of tokens do not overlap."""

from __future__ import annotations

from itertools import pairwise

from pyllvm.lsp.document import split
from pyllvm.lsp.semantic import COMMENT, classes_of


def test_what_a_string_over_several_lines_holds_is_no_comment() -> None:
    """The quote behind it, which is missing, makes a string of the text up to the next quote."""
    data = b'target triple = "x86\n; target datalayout = "e"\n; "\n@x = global i8 0 ; last\n'
    (chunk,) = split(data)
    found = classes_of(chunk)
    assert all(one[1] <= two[0] for one, two in pairwise(found))
    assert [data[start:end] for start, end, kind in found if kind == COMMENT] == [b"; last"]

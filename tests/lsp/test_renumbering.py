"""Numbers of local values are given again, in order."""

from __future__ import annotations

import pytest

from pyllvm.lsp.changes import renumbered
from pyllvm.lsp.checking import VERIFIED, check_text
from pyllvm.lsp.document import split


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("%1 = add i32 %0, 1|%1 = add i32 %1, 2|%2 = add i32 %1, 3|ret i32 %2", "2 = 1, 3 = 2, ret 3"),
        ("%3 = add i32 %0, 1|%2 = add i32 %3, 2|ret i32 %2", "4 = 3, ret 4"),
        ("br label %1|1: br label %1|1: ret i32 %0", "two labels"),
    ],
)
def test_values_get_numbers_in_order(before: str, after: str) -> None:
    data = ("define i32 @f(i32 %0) {\ne:\n" + before.replace("|", "\n") + "\n}\n").encode()
    assert check_text(data, "x", 19, rules=VERIFIED).findings, after
    (chunk,) = split(data)
    made = data
    for edit in reversed(renumbered(chunk)):
        made = made[: edit.start] + edit.text.encode() + made[edit.end :]
    assert not check_text(made, "x", 19, rules=VERIFIED).findings
    assert not renumbered(split(made)[0])

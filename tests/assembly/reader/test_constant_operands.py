"""Values of a function are no parts of constants, as in LLVM."""

from __future__ import annotations

import pytest

import pyllvm
from rows import each_row

TEXT = """define void @f(i32 %n, ptr %p, {{ i32, i32 }} %pair) {{
one:
  %"a b" = add i32 %n, 1
  store {constant}, ptr null
  ret void
}}
"""


@each_row(
    ("constant", "column"),
    [
        ("[1 x i32] [i32 %n]", 24),
        ("[2 x i32] [i32 1, i32 %n]", 31),
        ('[1 x i32] [i32 %"a b"]', 24),
        ("[1 x i32] [i32 %later]", 24),
        ("[1 x i32] [i32 %0]", 24),
        ("[1 x { i32, i32 }] [{ i32, i32 } %pair]", 42),
        ("{ i32 } { i32 %n }", 23),
        ("<{ i32 }> <{ i32 %n }>", 26),
        ("<2 x i32> <i32 %n, i32 %n>", 24),
        ("<2 x i32> splat (i32 %n)", 30),
        ("i32 add (i32 1, i32 %n)", 29),
        ("i64 ptrtoint (ptr %p to i64)", 27),
        ("ptr getelementptr (i8, ptr @f, i32 %n)", 44),
        ("ptr ptrauth (ptr %p, i32 1)", 26),
    ],
)
def test_local_names_in_constants_are_refused(constant: str, column: int) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly(TEXT.format(constant=constant))
    where = caught.value.diagnostic.where
    assert caught.value.diagnostic.message == "invalid use of function-local name"
    assert isinstance(where, pyllvm.diagnostics.Span)
    assert (where.line, where.column) == (4, column)


def test_blocks_are_parts_of_block_addresses() -> None:
    text = "define ptr @f() {\n  br label %one\none:\n  ret ptr blockaddress(@f, %one)\n}\n"
    assert "blockaddress(@f, %one)" in str(pyllvm.parse_assembly(text))

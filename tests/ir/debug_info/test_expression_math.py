"""The folding of constants in expressions. The expected elements are those that LLVM 19 makes of them."""

from __future__ import annotations

import pytest

from pyllvm.ir.debug_info.expressions import fold_constants, fragment_of
from pyllvm.ir.metadata import DIExpression
from pyllvm.ir.types import Context
from pyllvm.schema.expression import ARG, CONSTU, DEREF, DIV, FRAGMENT, LIT0, MINUS, MUL, PLUS, PLUS_UCONST, SHL, SHR
from rows import each_row

MAX = (1 << 64) - 1


@each_row(
    ("elements", "folded"),
    [
        ([PLUS_UCONST, 0, DEREF], [DEREF]),
        ([LIT0 + 1, MUL, DEREF], [DEREF]),
        ([PLUS_UCONST, 4, PLUS_UCONST, 8, DEREF], [PLUS_UCONST, 12, DEREF]),
        ([PLUS_UCONST, MAX, PLUS_UCONST, 1], [PLUS_UCONST, MAX, PLUS_UCONST, 1]),
        ([CONSTU, 7, CONSTU, 2, MINUS], [CONSTU, 5]),
        ([CONSTU, 2, CONSTU, 7, MINUS], [CONSTU, 2, CONSTU, 7, MINUS]),
        ([CONSTU, 7, CONSTU, 2, DIV], [CONSTU, 3]),
        ([CONSTU, 7, LIT0, DIV], [CONSTU, 7, LIT0, DIV]),
        ([CONSTU, 3, CONSTU, 2, SHL], [CONSTU, 12]),
        ([CONSTU, 3, CONSTU, 63, SHL], [CONSTU, 3, CONSTU, 63, SHL]),
        ([CONSTU, 12, CONSTU, 2, SHR], [CONSTU, 3]),
        ([CONSTU, 12, CONSTU, 3, SHR], [CONSTU, 12, CONSTU, 3, SHR]),
        ([CONSTU, 2, MUL, CONSTU, 3, MUL], [CONSTU, 6, MUL]),
        ([CONSTU, 2, MUL, CONSTU, 3, PLUS], [CONSTU, 2, MUL, PLUS_UCONST, 3]),
        ([ARG, 0, PLUS_UCONST, 2, ARG, 1, PLUS, PLUS_UCONST, 3], [ARG, 0, PLUS_UCONST, 5, ARG, 1, PLUS]),
        ([DEREF, FRAGMENT, 0, 32], [DEREF, FRAGMENT, 0, 32]),
        ([CONSTU, 0], [LIT0]),
        ([], []),
    ],
)
def test_folding(elements: list[int], folded: list[int]) -> None:
    assert fold_constants(elements, 19) == folded


@pytest.mark.parametrize(
    ("elements", "fragment"),
    [
        ([], None),
        ([DEREF], None),
        ([FRAGMENT, 8, 16], (8, 16)),
        ([CONSTU, FRAGMENT, FRAGMENT, 0, 8], (0, 8)),
        ([PLUS_UCONST, FRAGMENT], None),
        ([DEREF, PLUS_UCONST, 3, FRAGMENT, 32, 4], (32, 4)),
        ([FRAGMENT, 8], None),
    ],
)
def test_the_fragment_of_an_expression(elements: list[int], fragment: tuple[int, int] | None) -> None:
    assert fragment_of(DIExpression.get(Context(), elements), 19) == fragment

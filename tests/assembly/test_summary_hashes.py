"""The hash of a module in a summary: five words of 32 bits."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError


def summary(words: str) -> bytes:
    return f'^0 = module: (path: "a.o", hash: ({words}))\n'.encode()


def test_the_largest_words() -> None:
    module = parse_assembly(summary("0, 1, 2, 3, 4294967295"), "m", llvm_version=19)
    assert module.summary is not None
    assert module.summary.modules["a.o"] == [0, 1, 2, 3, 4294967295]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("0, 0, 0, 0, -1", "expected integer"),
        ("0, 0, 0, 0, s0xFF", "expected integer"),
        ("0, 0, 4294967296, 0, 0", "expected 32-bit integer (too large)"),
        ("0, live: 1, 0, 0, 0", "expected integer"),
        ("0, 0, 0, 0", "expected ',' here"),
        ("0, 0, 0, 0, 0, 0", "expected ')' here"),
    ],
)
def test_words_that_are_none(words: str, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        parse_assembly(summary(words), "m", llvm_version=19)
    assert caught.value.diagnostic.message == message

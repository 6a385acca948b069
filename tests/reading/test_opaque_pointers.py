"""``-opaque-pointers`` for bitcode of LLVM 14, whose pointers have types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

TYPED = b"define i32 @f(i32* %p) {\n  %x = load i32, i32* %p, align 4\n  ret i32 %x\n}\n"


@pytest.fixture
def bitcode(pyllvm: Callable[..., Any]) -> bytes:
    output: bytes = pyllvm("as", "--llvm-version=14", stdin=TYPED).output
    return output


@pytest.mark.parametrize("words", [["dis", "-"], ["link", "-S", "-"], ["verify", "-S", "-"]])
def test_typed_pointers_are_made_opaque(pyllvm: Callable[..., Any], bitcode: bytes, words: list[str]) -> None:
    printed = pyllvm(*words, stdin=bitcode).output
    assert b"load i32, i32* %p" in printed
    assert pyllvm(*words, "-opaque-pointers", stdin=bitcode).output == printed.replace(b"i32*", b"ptr")


def test_an_llvm_without_them(pyllvm: Callable[..., Any], bitcode: bytes) -> None:
    outcome = pyllvm("dis", "-opaque-pointers", "--llvm-version=12", "-o", "-", "-", stdin=bitcode)
    assert (outcome.status, outcome.output) == (1, b"")
    assert "LLVM 12 has no opaque pointers (LLVM 13 and newer)" in outcome.errors

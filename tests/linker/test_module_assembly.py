"""How the assembly of modules is put together."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("version", "expected"),
    [(11, 'module asm "a"\nmodule asm ""\nmodule asm "b"'), (13, 'module asm "a"\nmodule asm "b"')],
)
def test_a_blank_line_stands_between_modules_up_to_llvm_11(link_texts: Callable[..., str], version: int, expected: str) -> None:
    assert link_texts('module asm "a"', 'module asm "b"', version=version) == expected

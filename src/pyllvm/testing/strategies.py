"""Hypothesis strategies for random modules: `pip install 'pyllvm[testing]'`. A failing example becomes small."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hypothesis import strategies as st

from pyllvm.ir import Module
from pyllvm.testing.choices import Choices
from pyllvm.testing.random_modules import generated_module
from pyllvm.versions import NEWEST

_NAMES: Final = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6)


class _DrawnChoices(Choices):
    """The choices that Hypothesis makes."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw: Final = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def name(self) -> str:
        return self._draw(_NAMES)


@st.composite
def modules(
    draw: st.DrawFn, llvm_version: int = NEWEST, features: Collection[str] | None = None, *, instructions: int = 10
) -> Module:
    """Valid modules for that LLVM, as `pyllvm.testing.random_module` makes them."""
    return generated_module(_DrawnChoices(draw), features, llvm_version, instructions)

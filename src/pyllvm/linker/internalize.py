"""Makes symbols internal that nothing outside needs, as `-internalize` asks."""

from __future__ import annotations

from collections.abc import Iterable

from pyllvm.ir.module import Module


def internalize_symbols(module: Module, names: Iterable[str]) -> None:
    """Make the definitions of these names internal."""

"""Whether a symbol is a declaration or a definition."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable


def is_declaration(value: GlobalValue) -> bool:
    """Whether it has no initializer or body; aliases and ifuncs are never declarations."""
    if isinstance(value, Function):
        return value.is_declaration
    if isinstance(value, GlobalVariable):
        return value.is_declaration
    return False


def is_declaration_for_linker(value: GlobalValue) -> bool:
    """Whether the linker treats it as a declaration: a declaration, or available_externally (its definition is elsewhere)."""
    return value.linkage == "available_externally" or is_declaration(value)

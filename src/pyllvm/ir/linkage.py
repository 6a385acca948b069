"""What a symbol is to a linker: a declaration, or more."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue, GlobalVariable


def is_declaration(value: GlobalValue) -> bool:
    """Whether it has no initializer or body; aliases and ifuncs always lead somewhere."""
    if isinstance(value, Function):
        return value.is_declaration
    if isinstance(value, GlobalVariable):
        return value.is_declaration
    return False


def is_declaration_for_linker(value: GlobalValue) -> bool:
    """Whether the linker sees a declaration: what is available_externally is defined elsewhere."""
    return value.linkage == "available_externally" or is_declaration(value)

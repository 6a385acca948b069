"""DLL storage classes of local symbols, which LLVM's readers drop since 16."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.tables.keywords import LOCAL_DLL_STORAGE_UNTIL


def upgrade(module: Module, version: int) -> None:
    """Give local symbols the default storage class, where that LLVM version knows no other for them."""
    if version <= LOCAL_DLL_STORAGE_UNTIL:
        return
    for value in module.global_values:
        if value.has_local_linkage:
            value.dll_storage_class = "default"

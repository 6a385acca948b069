"""LLVM 16: readers drop the DLL storage classes of local symbols."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.tables.keywords import LOCAL_DLL_STORAGE_UNTIL


def upgrade(module: Module, version: int) -> None:
    """Give local symbols the default storage class if that LLVM version allows no other."""
    if version <= LOCAL_DLL_STORAGE_UNTIL:
        return
    for value in module.global_values:
        if value.has_local_linkage:
            value.dll_storage_class = "default"

"""The functions that code generation may call although no module names them: linkers must keep those."""

from __future__ import annotations


def preserved_symbols(version: int, triple: str) -> frozenset[str]:
    """The names that LLVM `version` marks as used in the symbol tables of modules for a target."""
    return frozenset(("__ssp_canary_word", "__stack_chk_guard"))

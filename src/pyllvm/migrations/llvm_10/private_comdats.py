"""LLVM 10: a comdat may have the name of a private global value. Before, the value has to be internal."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Give such values an entry in the symbol table of the object."""
    for name in module.comdats:
        value = module.get(name)
        if value is not None and value.linkage == "private":
            value.linkage = "internal"

"""LLVM 23: entries of `!cfi.functions` have a GUID behind the linkage. `on_reading` has the upgrade."""

from __future__ import annotations

from pyllvm.ir.metadata import MDNode, MDTuple
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.cfi_functions import FUNCTIONS, GUID, has_guid


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Take the GUIDs out."""
    entries = module.named_metadata_of(FUNCTIONS)
    if entries is not None:
        entries.operands = [_without_guid(module, entry) for entry in entries.operands]


def _without_guid(module: Module, entry: MDNode) -> MDNode:
    if not isinstance(entry, MDTuple) or not has_guid(entry):
        return entry
    operands = entry.operands
    return MDTuple.get(module.context, [*operands[:GUID], *operands[GUID + 1 :]])

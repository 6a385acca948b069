"""LLVM 23: entries of `!cfi.functions` have a GUID behind the linkage (AutoUpgrade's UpgradeCFIFunctionsMetadata)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.guids import guid_of
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.tables.reading_versions import CFI_GUIDS_SINCE

FUNCTIONS: Final = "cfi.functions"
# The operands of an entry: name, linkage, and the GUID.
GUID: Final = 2
_NO_MANGLING: Final = "\x01"
_WIDTH: Final = 64


def upgrade_cfi_functions(module: Module, version: int) -> None:
    """Put the GUIDs into entries that have none. LLVM crashes on entries that are too short, or have no name; these stay."""
    entries = module.named_metadata_of(FUNCTIONS)
    if entries is not None and version >= CFI_GUIDS_SINCE:
        entries.operands = [_with_guid(module, entry) for entry in entries.operands]


def _with_guid(module: Module, entry: MDNode) -> MDNode:
    operands = entry.operands
    name = operands[0] if len(operands) >= GUID else None
    if not isinstance(entry, MDTuple) or not isinstance(name, MDString) or has_guid(entry):
        return entry
    number = guid_of(name.text.removeprefix(_NO_MANGLING))
    guid = ValueAsMetadata.get(module.context, ConstantInt.get(module.context.integer(_WIDTH), number))
    return MDTuple.get(module.context, [*operands[:GUID], guid, *operands[GUID:]])


def has_guid(entry: MDNode) -> bool:
    """Whether the operand behind the linkage is a number of 64 bits."""
    operand = entry.operands[GUID] if len(entry.operands) > GUID else None
    value = operand.value if isinstance(operand, ValueAsMetadata) else None
    return isinstance(value, ConstantInt) and isinstance(value.type, IntegerType) and value.type.width == _WIDTH

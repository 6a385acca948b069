"""The GUIDs of global values that the module's record GUIDLIST holds, since LLVM 23."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.tables.bitcode_versions import GUID_LIST_SINCE

_KIND: Final = "guid"
_OWN_PREFIX: Final = "llvm."


def recorded_guid(value: GlobalValue, source_filename: str) -> int:
    """The GUID of a global value as LLVM records it: the GUID in its metadata `!guid`, or 0 for a definition without it.

    The GUID of a declaration, an alias, or one of LLVM's own symbols follows from its name; `source_filename` is part of the
    names of local symbols.
    """
    if isinstance(value, GlobalObject):
        for node in value.metadata(_KIND):
            given = node.operands[0] if node.operands else None
            if isinstance(given, ValueAsMetadata) and isinstance(given.value, ConstantInt):
                return given.value.unsigned
    if not isinstance(value, GlobalAlias) and not value.name.startswith(_OWN_PREFIX):
        if not (isinstance(value, (Function, GlobalVariable)) and value.is_declaration):
            return 0
    return guid_of(global_identifier(value.name, value.has_local_linkage, source_filename, GUID_LIST_SINCE))

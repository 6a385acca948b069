"""The GUIDs of global values: the low half of the MD5 of a name (of a local value: of the source file's name and its own).

Since LLVM 23, the record GUIDLIST of a module holds them.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import constant_int
from pyllvm.tables.behavior_versions import LOCAL_IDENTIFIERS_SINCE
from pyllvm.tables.bitcode_versions import GUID_LIST_SINCE
from pyllvm.tables.intrinsic_names import PREFIX


def guid_of(identifier: str) -> int:
    """The GUID of a global identifier, an unsigned 64-bit number."""
    import hashlib

    digest = hashlib.md5(identifier.encode("utf-8", "surrogateescape"), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little")


def global_identifier(name: str, is_local: bool, source_filename: str, llvm_version: int) -> str:
    """The name from which a global value's GUID is computed; a local one is prefixed with its file's name."""
    name = name.removeprefix("\x01")
    if not is_local:
        return name
    delimiter = ";" if llvm_version >= LOCAL_IDENTIFIERS_SINCE else ":"
    return (source_filename or "<unknown>") + delimiter + name


_KIND: Final = "guid"


def recorded_guid(value: GlobalValue, source_filename: str) -> int:
    """The GUID of a global value as LLVM records it: the GUID in its metadata `!guid`, or 0 for a definition without it.

    The GUID of a declaration, an alias, or one of LLVM's own symbols follows from its name; `source_filename` is part of the
    names of local symbols.
    """
    if isinstance(value, GlobalObject):
        for node in value.metadata(_KIND):
            given = constant_int(node.operands[0]) if node.operands else None
            if given is not None:
                return given.unsigned
    if not isinstance(value, GlobalAlias) and not value.name.startswith(PREFIX):
        if not (isinstance(value, (Function, GlobalVariable)) and value.is_declaration):
            return 0
    return guid_of(global_identifier(value.name, value.has_local_linkage, source_filename, GUID_LIST_SINCE))

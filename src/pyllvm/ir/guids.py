"""The GUIDs of global values: the low half of the MD5 of a name (of a local value: of the source file's name and its own)."""

from __future__ import annotations

from pyllvm.tables.behavior_versions import LOCAL_IDENTIFIERS_SINCE


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

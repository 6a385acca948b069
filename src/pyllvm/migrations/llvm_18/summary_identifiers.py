"""LLVM 18: the GUID of a local symbol in a module summary is made from `file;symbol`. Before, from `file:symbol`."""

from __future__ import annotations

from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module


def upgrade(module: Module, version: int) -> None:
    """Compute the GUIDs of local symbols as LLVM `version` does; the index of several modules has no names to do so."""
    index = module.summary
    if index is None:
        return
    for info in list(index.values.values()):
        value = module.get(info.name) if info.name else None
        if not isinstance(value, GlobalValue) or not value.has_local_linkage:
            continue
        guid = guid_of(global_identifier(info.name, True, module.source_filename, version))
        if guid != info.guid:
            del index.values[info.guid]
            info.guid = guid
            index.values[guid] = info

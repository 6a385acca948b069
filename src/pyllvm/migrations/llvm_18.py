"""LLVM 18: static members, GUIDs of local symbols."""

from __future__ import annotations

from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.module import Module
from pyllvm.migrations.changes import HEAD, Change
from pyllvm.migrations.debug_info.fields import members_downgrade
from pyllvm.notation import Final
from pyllvm.tables.behavior_versions import LOCAL_IDENTIFIERS_SINCE
from pyllvm.tables.features import STATIC_MEMBER_VARIABLES


def upgrade_summary_identifiers(module: Module, version: int) -> None:
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


CHANGES: Final = (
    Change(STATIC_MEMBER_VARIABLES.since, downgrade_nodes=members_downgrade),
    Change(LOCAL_IDENTIFIERS_SINCE, HEAD, upgrade=upgrade_summary_identifiers),
)
"""In the order of upgrades; downgrades run from the last to the first."""

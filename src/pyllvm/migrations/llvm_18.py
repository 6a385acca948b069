"""LLVM 18: static members, GUIDs of local symbols."""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.guids import global_identifier, guid_of
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.changes import HEAD, Change
from pyllvm.migrations.debug_info.fields import set_field
from pyllvm.migrations.loss import Losses
from pyllvm.notation import Final
from pyllvm.tables.behavior_versions import LOCAL_IDENTIFIERS_SINCE
from pyllvm.tables.dwarf import TAG_MEMBER, TAG_VARIABLE
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


def members_downgrade(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """LLVM 18: a static member is a DW_TAG_variable; before, it was a DW_TAG_member as others are.

    LLVM 18:
        !named = !{!0}
        !0 = !DIDerivedType(tag: DW_TAG_variable, name: "m", baseType: !1, flags: DIFlagStaticMember)
        !1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
    LLVM 17:
        !named = !{!0}
        !0 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !1, flags: DIFlagStaticMember)
        !1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
    """
    for node in nodes:
        if isinstance(node, SpecializedNode) and node.spec.name == "DIDerivedType" and node["tag"] == TAG_VARIABLE:
            set_field(module, node, "tag", TAG_MEMBER)


CHANGES: Final = (
    Change(STATIC_MEMBER_VARIABLES.since, downgrade_nodes=members_downgrade),
    Change(LOCAL_IDENTIFIERS_SINCE, HEAD, upgrade=upgrade_summary_identifiers),
)
"""In the order of upgrades; downgrades run from the last to the first."""

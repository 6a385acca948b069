"""LLVM 23: triples that name hardware, `denormal_fpenv`, local entities of subprograms."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.migrations.atomics import loop_over_exchanges
from pyllvm.migrations.attribute_lists import begin_map, map_attribute_sets
from pyllvm.migrations.bodies import BodyUpgrade, leave_bodies
from pyllvm.migrations.changes import HEAD, PARTS, Change
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.local_entities import IMPORTS, RETAINED, move_local_entities, set_list, units_of
from pyllvm.migrations.on_reading.older_attributes import ALL_TYPES, ATTRIBUTE, FLOAT, UNIFORM, WORDS, with_uniformity
from pyllvm.migrations.on_reading.older_metadata import FUNCTIONS, GUID, has_guid
from pyllvm.notation import Final, Sequence
from pyllvm.tables.atomics import NEWEST_ATOMIC_OPERATION_SINCE
from pyllvm.tables.attributes import BOTH_TARGET_MEMORIES_SINCE, MEMORY_LOCATIONS, MEMORY_SINCE
from pyllvm.tables.debug_info_versions import RETAINED_IMPORTS_SINCE, RETAINED_TYPES_SINCE
from pyllvm.tables.dwarf import TAG_ENUMERATION_TYPE
from pyllvm.tables.features import OPAQUE_POINTERS
from pyllvm.tables.reading_versions import CFI_GUIDS_SINCE, DENORMAL_MODES_SINCE, UNIFORM_WORK_GROUPS_SINCE
from pyllvm.tables.target_triples import HARDWARE_TRIPLES_SINCE

# --- `"uniform-work-group-size"` has no value: its presence means "true".


def begin_uniform_work_groups(module: Module, version: int) -> BodyUpgrade:
    """Leave out the value "true" of functions, and the attribute with any other value; return what does so in bodies.

    LLVM 22: declare void @f() "uniform-work-group-size"="true"
    LLVM 23: declare void @f() "uniform-work-group-size"
    """
    return begin_map(module, with_uniformity, None)


def downgrade_uniform_work_groups(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the value "true" back.

    LLVM 23: declare void @f() "uniform-work-group-size"
    LLVM 22: declare void @f() "uniform-work-group-size"="true"
    """
    map_attribute_sets(module, bodies, _with_value, None)


def _with_value(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(UNIFORM)
    if found is None or found.value:
        return attributes
    return attributes.removing(UNIFORM).adding(Attribute.of_string(UNIFORM, "true"))


# --- Accesses of inaccessible memory do not include AArch64's target memory, which older bitcode meant as well.

_ATTRIBUTE: Final = "memory"
_BITS: Final[dict[str, int]] = {word: bit for word, bit, _ in MEMORY_LOCATIONS}
_ACCESSES: Final = 3


def begin_target_memory(module: Module, version: int) -> BodyUpgrade:
    """Add functions' accesses of inaccessible memory to their accesses of target memory, and return the upgrade for bodies.

    LLVM leaves the words that `memory` replaced in LLVM 16 as they are.

    LLVM 22:
        target triple = "aarch64"
        declare void @f() memory(inaccessiblemem: read)
    LLVM 23: declare void @f() memory(inaccessiblemem: read, target_mem: read)
    """
    if module.llvm_version >= MEMORY_SINCE and TargetTriple(module.target_triple).family == "aarch64":
        return begin_map(module, _with_target_memory, None)
    return leave_bodies


def _with_target_memory(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(_ATTRIBUTE)
    if found is None:
        return attributes
    accesses = found.integer >> _BITS["inaccessiblemem"] & _ACCESSES
    value = found.integer | accesses << _BITS["target_mem0"] | accesses << _BITS["target_mem1"]
    return attributes.adding(Attribute.of_integer(_ATTRIBUTE, value))


# --- A target triple says `amdgpu`, and may name the hardware, as `amdgpu9.42` does. Before, it says `amdgcn`.

_ARCHITECTURE: Final = "amdgpu"
_OLDER_ARCHITECTURE: Final = "amdgcn"


def downgrade_hardware_triples(module: Module, version: int, losses: Losses) -> None:
    """Give the triple the older name of the architecture; code generators then need the hardware from elsewhere.

    LLVM 23: target triple = "amdgpu9.42-amd-amdhsa"
    LLVM 22:
        target datalayout = "m:e-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"
        target triple = "amdgcn-amd-amdhsa"
    """
    architecture, dash, rest = module.target_triple.partition("-")
    if not architecture.startswith(_ARCHITECTURE):
        return
    hardware = architecture.removeprefix(_ARCHITECTURE)
    if hardware:
        losses.drop(f"hardware version '{hardware}' of the target triple", HARDWARE_TRIPLES_SINCE)
    module.target_triple = f"{_OLDER_ARCHITECTURE}{dash}{rest}"


# --- `denormal_fpenv` replaced the strings `"denormal-fp-math"` and `"denormal-fp-math-f32"` of functions.


def downgrade_denormal_modes(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Put the strings back.

    LLVM 23: declare void @f() denormal_fpenv(preservesign)
    LLVM 22: declare void @f() "denormal-fp-math"="preserve-sign,preserve-sign"
    """
    map_attribute_sets(module, bodies, _without_attribute, None)


def _without_attribute(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(ATTRIBUTE)
    if found is None:
        return attributes
    modes = found.integer & 15
    modes_of_float = found.integer >> 4 & 15
    strings = [Attribute.of_string(ALL_TYPES, _string(modes))]
    if modes_of_float != modes:
        strings.append(Attribute.of_string(FLOAT, _string(modes_of_float)))
    return attributes.removing(ATTRIBUTE).adding(*strings)


def _string(modes: int) -> str:
    return f"{WORDS[modes & 3]},{WORDS[modes >> 2]}"


# --- Entries of `!cfi.functions` have a GUID behind the linkage. `on_reading` has the upgrade.


def downgrade_cfi_functions(module: Module, version: int, losses: Losses) -> None:
    """Take the GUIDs out.

    LLVM 23:
        !cfi.functions = !{!0}
        !0 = !{!"f", i8 0, i64 123, !1}
        !1 = !{i64 0, !"type"}
    LLVM 22:
        !cfi.functions = !{!0}
        !0 = !{!"f", i8 0, !1}
        !1 = !{i64 0, !"type"}
    """
    entries = module.named_metadata_of(FUNCTIONS)
    if entries is not None:
        entries.operands = [_without_guid(module, entry) for entry in entries.operands]


def _without_guid(module: Module, entry: MDNode) -> MDNode:
    if not isinstance(entry, MDTuple) or not has_guid(entry):
        return entry
    operands = entry.operands
    return MDTuple.get(module.context, [*operands[:GUID], *operands[GUID + 1 :]])


# --- What a function declares for itself belongs to its subprogram's retained nodes, and no longer to its unit's lists.
#
# Source: `MetadataLoader::upgradeCULocals`. LLVM 17 moved the imports first.


def downgrade_local_entities(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Move variables and enumerations back to the unit; other types need no list there.

    LLVM 23:
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!6}
        !named = !{!3}
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
        !1 = !DIFile(filename: "a", directory: "")
        !2 = !{!4}
        !3 = distinct !DISubprogram(file: !1, type: !5, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !2)
        !4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", scope: !3)
        !5 = !DISubroutineType(types: !{})
        !6 = !{i32 2, !"Debug Info Version", i32 3}
    LLVM 22:
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, enums: !2)
        !2 = !{!3}
        !3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", scope: !4)
        !4 = distinct !DISubprogram(scope: null, file: !1, type: !5, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !6)
    """
    units = units_of(module)
    for node in nodes if units else ():
        if isinstance(node, SpecializedNode) and node.spec.name == "DISubprogram":
            # A declaration names no unit.
            unit = node["unit"]
            _move_back(module, node, unit if isinstance(unit, SpecializedNode) else units[0], version)


def _move_back(module: Module, subprogram: SpecializedNode, unit: SpecializedNode, version: int) -> None:
    retained = subprogram[RETAINED]
    if not isinstance(retained, MDTuple):
        return
    kept: list[object] = []
    moved: dict[str, list[object]] = {}
    for member in retained.operands:
        name = member.spec.name if isinstance(member, SpecializedNode) else ""
        if name == "DIGlobalVariableExpression":
            moved.setdefault("globals", []).append(member)
        elif name == "DICompositeType" and _is_enumeration(member):
            moved.setdefault("enums", []).append(member)
        elif name == "DIImportedEntity" and version < RETAINED_IMPORTS_SINCE:
            moved.setdefault(IMPORTS, []).append(member)
        elif not name.endswith("Type"):
            kept.append(member)
    if len(kept) == len(retained.operands):
        return
    for field, entities in moved.items():
        members = unit[field]
        before = members.operands if isinstance(members, MDTuple) else []
        set_list(module, unit, field, MDTuple.get(module.context, [*before, *entities]))
    set_list(module, subprogram, RETAINED, MDTuple.get(module.context, kept))


def _is_enumeration(member: object) -> bool:
    return isinstance(member, SpecializedNode) and member["tag"] == TAG_ENUMERATION_TYPE


CHANGES: Final = (
    Change(UNIFORM_WORK_GROUPS_SINCE, PARTS, begin=begin_uniform_work_groups, downgrade_bodies=downgrade_uniform_work_groups),
    Change(BOTH_TARGET_MEMORIES_SINCE, PARTS, begin=begin_target_memory),
    Change(HARDWARE_TRIPLES_SINCE, downgrade=downgrade_hardware_triples),
    Change(DENORMAL_MODES_SINCE, downgrade_bodies=downgrade_denormal_modes),
    Change(CFI_GUIDS_SINCE, downgrade=downgrade_cfi_functions),
    Change(RETAINED_TYPES_SINCE, HEAD, upgrade=move_local_entities, downgrade_nodes=downgrade_local_entities).in_steps_since(
        RETAINED_IMPORTS_SINCE
    ),
    Change(NEWEST_ATOMIC_OPERATION_SINCE, downgrade_bodies=loop_over_exchanges).in_steps_since(OPAQUE_POINTERS.since),
)
"""In the order of upgrades; downgrades run from the last to the first."""

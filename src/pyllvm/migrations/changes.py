"""The changes of the language by name, in order, and what their upgrades need. `sequence` has the functions that make them.

This table imports no migration: it is asked before anything is read, for every file.
"""

from __future__ import annotations

from pyllvm.notation import Final, final
from pyllvm.tables.atomics import NEWEST_ATOMIC_OPERATION_SINCE
from pyllvm.tables.attributes import BOTH_TARGET_MEMORIES_SINCE, KIND_OF_WORD
from pyllvm.tables.behavior_versions import (
    ADDRESSED_BLOCKS_SINCE,
    ALL_ONES_FOLD_SINCE,
    CASTS_OF_ELEMENTS_SINCE,
    LOCAL_IDENTIFIERS_SINCE,
    PASSED_TYPES_SINCE,
    PLAIN_GEP_SINCE,
    POISON_IN_MASK_SINCE,
    PRIVATE_COMDATS_SINCE,
    TAIL_ALIGNMENT_IGNORED_SINCE,
)
from pyllvm.tables.calling_conventions import INTERRUPT_FRAMES_SINCE
from pyllvm.tables.cmpxchg_orderings import ANY_FAILURE_ORDERINGS_SINCE
from pyllvm.tables.debug_info_versions import RETAINED_IMPORTS_SINCE, RETAINED_TYPES_SINCE
from pyllvm.tables.features import (
    ACCESS_ELEMENT_TYPES_SINCE,
    ALLOCA_ADDRESS_SPACES,
    ASM_LABELS,
    ATOMIC_ALIGNMENT_SINCE,
    ATOMIC_VECTORS,
    ATOMIC_XCHG_OF_FLOATS,
    ATOMIC_XCHG_OF_POINTERS,
    BIT_EXTRACTION,
    CAPTURES,
    DEACTIVATION_SYMBOLS,
    DEBUG_ASSIGNMENTS,
    DEBUG_RECORDS,
    DECLARED_VALUES,
    DSO_LOCAL_EQUIVALENT,
    ELEMENT_TYPES_SINCE,
    EXPECTED_WEIGHTS,
    FREEZE,
    MEMORY_ATTRIBUTE,
    METADATA_BOUNDS,
    METADATA_BUNDLES,
    METADATA_SIZES,
    MODULE_FLAG_MINIMUM,
    NO_CFI,
    OPAQUE_POINTERS,
    POISON,
    SCALABLE_STRUCT_ACCESSES,
    SOURCE_LANGUAGE_NAMES,
    STATIC_MEMBER_VARIABLES,
    TARGET_TYPES,
    THREAD_LOCAL_ADDRESSES,
    TYPED_POINTERS_KEPT_UNTIL,
    UNNAMED_DEBUG_VARIABLES,
    VECTOR_SPLICE_SIDES,
)
from pyllvm.tables.intrinsic_versions import NO_MMX_SINCE
from pyllvm.tables.loop_options import PLAIN_SWITCHES_SINCE
from pyllvm.tables.metadata_kinds import ATTACHED_CALL, ATTACHED_FUNCTIONS_SINCE, bundle_tag_since
from pyllvm.tables.metadata_versions import ALIAS_DOMAIN_FLAGS_SINCE, IFUNC_RESOLVERS_SINCE
from pyllvm.tables.opcodes import FNEG, PTRTOADDR
from pyllvm.tables.reading_versions import (
    ALIGNMENTS_SINCE,
    CALLBR_LABELS_SINCE,
    CFI_GUIDS_SINCE,
    DENORMAL_MODES_SINCE,
    FRAME_POINTER_SINCE,
    LIFETIME_WITHOUT_SIZE_SINCE,
    MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE,
    NULL_POINTER_IS_VALID_SINCE,
    UNIFORM_WORK_GROUPS_SINCE,
)
from pyllvm.tables.target_triples import HARDWARE_TRIPLES_SINCE
from pyllvm.tables.target_versions import POINTER_FLAGS_SINCE

# The bodies that an upgrade needs: none (HEAD), none because the reader makes it in bitcode whose bodies are upgraded in turn
# (READER), one after the other (PARTS), or all at once (ALL). A change needs NOTHING if it has no upgrade, or if LLVM makes the
# upgrade in every module that it reads (`on_reading`).
NOTHING: Final = 0
HEAD: Final = 1
READER: Final = 2
PARTS: Final = 3
ALL: Final = 4


@final
class Change:
    """A change of the language: LLVM `since` was the first to have it. Made in steps, it began with LLVM `began`."""

    __slots__ = ("began", "name", "needs", "since")

    def __init__(self, name: str, since: int, needs: int = NOTHING, *, began: int = 0) -> None:
        self.name: Final = name
        self.since: Final = since
        self.needs: Final = needs
        self.began: Final = began or since

    def lies_between(self, older: int, newer: int) -> bool:
        """Whether the change, or a step of it, was made after LLVM `older` and not after LLVM `newer`."""
        return older < self.since and self.began <= newer


# In the order of upgrades: an earlier one must not change the types and attributes that a later one needs.
# Downgrades run from the last to the first.
CHANGES: Final = (
    Change("saturating_intrinsics", 8),
    Change("negation", FNEG.since),
    Change("byval_type", 9, ALL),
    Change("structor_data", 9, ALL),
    Change("number_exchanges", ATOMIC_XCHG_OF_FLOATS.since),
    Change("main_subprogram", 9, ALL),
    Change("freeze", FREEZE.since),
    Change("frame_pointer", FRAME_POINTER_SINCE, ALL),
    Change("private_comdats", PRIVATE_COMDATS_SINCE),
    Change("tail_alignments", TAIL_ALIGNMENT_IGNORED_SINCE),
    Change("null_pointer_is_valid", NULL_POINTER_IS_VALID_SINCE, ALL),
    Change("module_notes", 11, ALL),
    Change("debug_bounds", METADATA_BOUNDS.since, ALL),
    Change("minimum_intrinsics", 12),
    Change("local_equivalents", DSO_LOCAL_EQUIVALENT.since),
    Change("poison", POISON.since),
    Change("sret_type", 12, ALL),
    Change("implicit_alignments", ATOMIC_ALIGNMENT_SINCE, ALL, began=ALIGNMENTS_SINCE),
    Change("inalloca_type", 13, ALL),
    Change("attached_bundles", bundle_tag_since(ATTACHED_CALL)),
    Change("stack_alignments", 13),
    Change("block_addresses", ADDRESSED_BLOCKS_SINCE),
    Change("interrupt_frames", INTERRUPT_FRAMES_SINCE, ALL),
    Change("cmpxchg_orderings", ANY_FAILURE_ORDERINGS_SINCE),
    Change("older_atomic_operations", OPAQUE_POINTERS.since - 1, began=9),
    Change("ifunc_resolvers", IFUNC_RESOLVERS_SINCE, ALL),
    Change("element_types", ELEMENT_TYPES_SINCE, ALL, began=ACCESS_ELEMENT_TYPES_SINCE),
    Change("attached_calls", ATTACHED_FUNCTIONS_SINCE),
    Change("unchecked_functions", NO_CFI.since),
    Change("debug_variable_names", UNNAMED_DEBUG_VARIABLES.since),
    Change("coroutine_attribute", KIND_OF_WORD["presplitcoroutine"].since),
    Change("module_flag_minimum", MODULE_FLAG_MINIMUM.since),
    Change("alloca_spaces", ALLOCA_ADDRESS_SPACES.since),
    Change("opaque_pointers", OPAQUE_POINTERS.since),
    Change("callbr_labels", CALLBR_LABELS_SINCE, PARTS),
    Change("assembly_labels", ASM_LABELS.since),
    Change("pointer_exchanges", ATOMIC_XCHG_OF_POINTERS.since),
    Change("typed_pointers", TYPED_POINTERS_KEPT_UNTIL + 1, READER),
    Change("target_types", TARGET_TYPES.since),
    Change("thread_local_address", THREAD_LOCAL_ADDRESSES.since),
    Change("assignments", DEBUG_ASSIGNMENTS.since),
    Change("memory_attribute", MEMORY_ATTRIBUTE.since, PARTS),
    Change("poison_in_masks", POISON_IN_MASK_SINCE, PARTS),
    Change("scalable_structs", SCALABLE_STRUCT_ACCESSES.since),
    Change("static_members", STATIC_MEMBER_VARIABLES.since),
    Change("summary_identifiers", LOCAL_IDENTIFIERS_SINCE, HEAD),
    Change("constant_getelementptr", PLAIN_GEP_SINCE, READER),
    Change("result_ranges", KIND_OF_WORD["range"].since),
    Change("expected_weights", EXPECTED_WEIGHTS.since),
    Change("debug_records", DEBUG_RECORDS.since, PARTS),
    Change("casts_of_ones", ALL_ONES_FOLD_SINCE, PARTS),
    Change("x86_mmx", NO_MMX_SINCE, PARTS),
    Change("metadata_bundles", METADATA_BUNDLES.since),
    Change("casts_of_elements", CASTS_OF_ELEMENTS_SINCE, PARTS),
    Change("debug_sizes", METADATA_SIZES.since, READER),
    Change("captures", CAPTURES.since, PARTS),
    Change("parameter_types", PASSED_TYPES_SINCE, PARTS),
    Change("constant_expressions", 21, PARTS, began=15),
    Change("lifetime_size", LIFETIME_WITHOUT_SIZE_SINCE),
    Change("masked_alignment", MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE),
    Change("nvvm_intrinsics", 22, began=21),
    Change("pointer_addresses", PTRTOADDR.since),
    Change("atomic_vectors", ATOMIC_VECTORS.since),
    Change("declared_values", DECLARED_VALUES.since),
    Change("vector_splices", VECTOR_SPLICE_SIDES.since),
    Change("deactivation_symbols", DEACTIVATION_SYMBOLS.since, READER),
    Change("source_languages", SOURCE_LANGUAGE_NAMES.since),
    Change("unstable_spaces", POINTER_FLAGS_SINCE),
    Change("uniform_work_groups", UNIFORM_WORK_GROUPS_SINCE, PARTS),
    Change("target_memory", BOTH_TARGET_MEMORIES_SINCE, PARTS),
    Change("hardware_triples", HARDWARE_TRIPLES_SINCE),
    Change("denormal_modes", DENORMAL_MODES_SINCE),
    Change("cfi_functions", CFI_GUIDS_SINCE),
    Change("local_entities", RETAINED_TYPES_SINCE, HEAD, began=RETAINED_IMPORTS_SINCE),
    Change("atomic_operations", NEWEST_ATOMIC_OPERATION_SINCE, began=OPAQUE_POINTERS.since),
    Change("bit_fields", BIT_EXTRACTION.since),
    Change("loop_options", PLAIN_SWITCHES_SINCE, PARTS),
    Change("alias_domains", ALIAS_DOMAIN_FLAGS_SINCE, PARTS),
)


def need_all_bodies(before: int, version: int) -> bool:
    """Whether an upgrade from LLVM `before` to LLVM `version` needs all bodies at once, whatever is in the module."""
    return any(change.needs == ALL and change.lies_between(before, version) for change in CHANGES)

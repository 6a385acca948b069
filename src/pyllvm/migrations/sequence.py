"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.ir.separation import NotSeparable
from pyllvm.migrations import (
    alloca_spaces,
    assembly_labels,
    assignments,
    atomic_exchanges,
    atomic_loops,
    atomic_vectors,
    attached_calls,
    block_addresses,
    byval_type,
    callbr_labels,
    captures,
    cmpxchg_orderings,
    constant_casts,
    constant_expressions,
    constant_getelementptr,
    coroutine_attribute,
    deactivation_symbols,
    debug_nodes,
    debug_records,
    debug_sizes,
    declared_values,
    denormal_modes,
    element_types,
    expected_weights,
    frame_pointer,
    freeze,
    global_references,
    ifunc_resolvers,
    implicit_alignments,
    inalloca_type,
    interrupt_frames,
    lifetime_size,
    local_entities,
    masked_alignment,
    memory_attribute,
    metadata_bundles,
    minimum_intrinsics,
    module_flag_minimum,
    negation,
    null_pointer_is_valid,
    nvvm_intrinsics,
    old_debug_fields,
    opaque_pointers,
    operand_types,
    parameter_types,
    pointer_addresses,
    poison,
    private_comdats,
    renamed_intrinsics,
    result_ranges,
    saturating_intrinsics,
    shorter_calls,
    shuffle_masks,
    source_languages,
    sret_type,
    structors,
    summary_identifiers,
    tail_alignments,
    target_memory,
    target_types,
    thread_local_address,
    uniform_work_groups,
    unstable_spaces,
    vector_splices,
    x86_mmx,
)
from pyllvm.migrations.bodies import done_by_reader, in_all_bodies, outside_of_bodies
from pyllvm.migrations.debug_fields import drop_fields
from pyllvm.migrations.debug_locations import drop_locations
from pyllvm.migrations.debug_substitutes import substitute_nodes
from pyllvm.migrations.hints import drop_hints
from pyllvm.migrations.intrinsic_equivalents import replace_newer_intrinsics
from pyllvm.migrations.loss import Loss, Losses, refusal
from pyllvm.migrations.on_reading import after_migration
from pyllvm.migrations.representable import representable
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
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
    SOURCE_LANGUAGE_NAMES,
    STATIC_MEMBER_VARIABLES,
    TARGET_TYPES,
    THREAD_LOCAL_ADDRESSES,
    TYPED_POINTERS_KEPT_UNTIL,
    UNNAMED_DEBUG_VARIABLES,
    VECTOR_SPLICE_SIDES,
)
from pyllvm.tables.intrinsic_versions import NO_MMX_SINCE
from pyllvm.tables.metadata_kinds import ATTACHED_FUNCTIONS_SINCE
from pyllvm.tables.metadata_versions import IFUNC_RESOLVERS_SINCE
from pyllvm.tables.opcodes import FNEG, PTRTOADDR
from pyllvm.tables.reading_versions import (
    ALIGNMENTS_SINCE,
    CALLBR_LABELS_SINCE,
    DENORMAL_MODES_SINCE,
    FRAME_POINTER_SINCE,
    LIFETIME_WITHOUT_SIZE_SINCE,
    MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE,
    NULL_POINTER_IS_VALID_SINCE,
    UNIFORM_WORK_GROUPS_SINCE,
)
from pyllvm.tables.target_versions import POINTER_FLAGS_SINCE
from pyllvm.versions import OLDEST

if TYPE_CHECKING:
    from pyllvm.migrations.bodies import Beginning, BodyUpgrade, Upgrade

    Downgrade = Callable[[Module, int, Losses], None]


@final
class Migration:
    """A change of the language: LLVM `since` was the first to have it.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; it is None for changes that LLVM makes in
    every module that it reads (`on_reading`). `downgrade(module, version, losses)` puts the older form back, where there is
    one, and notes what that does not hold. `representable` finds what a downgrade leaves, or what has none. A change that
    LLVM made in steps began with the version `began`. `begin(module, version)` makes the upgrade outside of bodies, which need
    not have been read, and returns the upgrade of given functions' bodies; where it is None, the upgrade is indivisible. A change
    that names no `upgrade` is made so in all bodies.
    """

    __slots__ = ("began", "begin", "downgrade", "name", "since", "upgrade")

    def __init__(
        self,
        name: str,
        since: int,
        upgrade: Upgrade | None,
        downgrade: Downgrade | None = None,
        began: int = 0,
        begin: Beginning | None = None,
    ) -> None:
        self.name = name
        self.since = since
        self.upgrade = in_all_bodies(begin) if upgrade is None and begin is not None else upgrade
        self.downgrade = downgrade
        self.began = began or since
        self.begin = begin

    def lies_between(self, older: int, newer: int) -> bool:
        """Whether the change, or a step of it, was made after LLVM `older` and not after LLVM `newer`."""
        return older < self.since and self.began <= newer


CONSTANT_EXPRESSIONS: Final = Migration(
    "constant_expressions", 21, constant_expressions.upgrade, began=15, begin=constant_expressions.begin_upgrade
)

# In the order of upgrades: an earlier one must not change the types and attributes that a later one needs.
# Downgrades run from the last to the first.
MIGRATIONS: Final = (
    Migration("saturating_intrinsics", 8, None, saturating_intrinsics.downgrade),
    Migration("negation", FNEG.since, None, negation.downgrade),
    Migration("byval_type", 9, byval_type.upgrade, byval_type.downgrade),
    Migration("structor_data", 9, structors.upgrade),
    Migration("number_exchanges", ATOMIC_XCHG_OF_FLOATS.since, None, atomic_exchanges.downgrade),
    Migration("main_subprogram", 9, old_debug_fields.main_subprogram_upgrade),
    Migration("freeze", FREEZE.since, None, freeze.downgrade),
    Migration("frame_pointer", FRAME_POINTER_SINCE, frame_pointer.upgrade, frame_pointer.downgrade),
    Migration("private_comdats", PRIVATE_COMDATS_SINCE, None, private_comdats.downgrade),
    Migration("tail_alignments", TAIL_ALIGNMENT_IGNORED_SINCE, None, tail_alignments.downgrade),
    Migration(
        "null_pointer_is_valid", NULL_POINTER_IS_VALID_SINCE, null_pointer_is_valid.upgrade, null_pointer_is_valid.downgrade
    ),
    Migration("module_notes", 11, old_debug_fields.module_notes_upgrade),
    Migration("debug_bounds", METADATA_BOUNDS.since, debug_sizes.upgrade_bounds),
    Migration("minimum_intrinsics", 12, None, minimum_intrinsics.downgrade),
    Migration("local_equivalents", DSO_LOCAL_EQUIVALENT.since, None, global_references.downgrade),
    Migration("poison", POISON.since, None, poison.downgrade),
    Migration("sret_type", 12, sret_type.upgrade, sret_type.downgrade),
    Migration("implicit_alignments", ATOMIC_ALIGNMENT_SINCE, implicit_alignments.upgrade, began=ALIGNMENTS_SINCE),
    Migration("inalloca_type", 13, inalloca_type.upgrade, inalloca_type.downgrade),
    Migration("block_addresses", ADDRESSED_BLOCKS_SINCE, None, block_addresses.downgrade),
    Migration("interrupt_frames", INTERRUPT_FRAMES_SINCE, interrupt_frames.upgrade),
    Migration("cmpxchg_orderings", ANY_FAILURE_ORDERINGS_SINCE, None, cmpxchg_orderings.downgrade),
    Migration("older_atomic_operations", OPAQUE_POINTERS.since - 1, None, atomic_loops.downgrade, began=9),
    Migration("ifunc_resolvers", IFUNC_RESOLVERS_SINCE, ifunc_resolvers.upgrade),
    Migration("element_types", ELEMENT_TYPES_SINCE, element_types.upgrade, began=ACCESS_ELEMENT_TYPES_SINCE),
    Migration("attached_calls", ATTACHED_FUNCTIONS_SINCE, None, attached_calls.downgrade),
    Migration("unchecked_functions", NO_CFI.since, None, global_references.downgrade),
    Migration("older_renamed_intrinsics", OPAQUE_POINTERS.since - 1, None, renamed_intrinsics.downgrade, began=10),
    Migration("debug_variable_names", UNNAMED_DEBUG_VARIABLES.since, None, debug_nodes.names_downgrade),
    Migration("coroutine_attribute", KIND_OF_WORD["presplitcoroutine"].since, None, coroutine_attribute.downgrade),
    Migration("module_flag_minimum", MODULE_FLAG_MINIMUM.since, None, module_flag_minimum.downgrade),
    Migration("alloca_spaces", ALLOCA_ADDRESS_SPACES.since, None, alloca_spaces.downgrade),
    Migration("opaque_pointers", OPAQUE_POINTERS.since, None, opaque_pointers.downgrade),
    Migration("callbr_labels", CALLBR_LABELS_SINCE, callbr_labels.upgrade, begin=callbr_labels.begin_upgrade),
    Migration("assembly_labels", ASM_LABELS.since, None, assembly_labels.downgrade),
    Migration("pointer_exchanges", ATOMIC_XCHG_OF_POINTERS.since, None, atomic_exchanges.downgrade),
    Migration("typed_pointers", TYPED_POINTERS_KEPT_UNTIL + 1, opaque_pointers.upgrade, begin=done_by_reader),
    Migration("target_types", TARGET_TYPES.since, None, target_types.downgrade),
    Migration("thread_local_address", THREAD_LOCAL_ADDRESSES.since, None, thread_local_address.downgrade),
    Migration("assignments", DEBUG_ASSIGNMENTS.since, None, assignments.downgrade),
    Migration(
        "memory_attribute", MEMORY_ATTRIBUTE.since, None, memory_attribute.downgrade, begin=memory_attribute.begin_upgrade
    ),
    Migration("poison_in_masks", POISON_IN_MASK_SINCE, None, shuffle_masks.downgrade, begin=shuffle_masks.begin_upgrade),
    Migration("static_members", STATIC_MEMBER_VARIABLES.since, None, debug_nodes.members_downgrade),
    Migration("summary_identifiers", LOCAL_IDENTIFIERS_SINCE, None, begin=outside_of_bodies(summary_identifiers.upgrade)),
    Migration(
        "constant_getelementptr",
        PLAIN_GEP_SINCE,
        constant_getelementptr.upgrade,
        constant_getelementptr.downgrade,
        begin=done_by_reader,
    ),
    Migration("result_ranges", KIND_OF_WORD["range"].since, None, result_ranges.downgrade),
    Migration("expected_weights", EXPECTED_WEIGHTS.since, None, expected_weights.downgrade),
    Migration(
        "debug_records", DEBUG_RECORDS.since, debug_records.upgrade, debug_records.downgrade, begin=debug_records.begin_upgrade
    ),
    Migration("casts_of_ones", ALL_ONES_FOLD_SINCE, constant_casts.upgrade_ones, begin=constant_casts.begin_ones),
    Migration("x86_mmx", NO_MMX_SINCE, x86_mmx.upgrade, begin=x86_mmx.begin_upgrade),
    Migration("metadata_bundles", METADATA_BUNDLES.since, None, metadata_bundles.downgrade),
    Migration("casts_of_elements", CASTS_OF_ELEMENTS_SINCE, constant_casts.upgrade_elements, begin=constant_casts.begin_elements),
    Migration("debug_sizes", METADATA_SIZES.since, debug_sizes.upgrade, debug_sizes.downgrade, begin=done_by_reader),
    Migration("renamed_intrinsics", 21, None, renamed_intrinsics.downgrade, began=OPAQUE_POINTERS.since),
    Migration("captures", CAPTURES.since, None, captures.downgrade, begin=captures.begin_upgrade),
    Migration("parameter_types", PASSED_TYPES_SINCE, None, begin=parameter_types.begin_upgrade),
    CONSTANT_EXPRESSIONS,
    Migration("lifetime_size", LIFETIME_WITHOUT_SIZE_SINCE, None, lifetime_size.downgrade),
    Migration("masked_alignment", MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE, None, masked_alignment.downgrade),
    Migration("nvvm_intrinsics", 22, None, nvvm_intrinsics.downgrade, began=21),
    Migration("pointer_addresses", PTRTOADDR.since, None, pointer_addresses.downgrade),
    Migration("atomic_vectors", ATOMIC_VECTORS.since, None, atomic_vectors.downgrade),
    Migration("declared_values", DECLARED_VALUES.since, None, declared_values.downgrade),
    Migration("vector_splices", VECTOR_SPLICE_SIDES.since, None, vector_splices.downgrade),
    Migration(
        "deactivation_symbols",
        DEACTIVATION_SYMBOLS.since,
        deactivation_symbols.upgrade,
        deactivation_symbols.downgrade,
        begin=done_by_reader,
    ),
    Migration("source_languages", SOURCE_LANGUAGE_NAMES.since, None, source_languages.downgrade),
    Migration("unstable_spaces", POINTER_FLAGS_SINCE, None, unstable_spaces.downgrade),
    Migration("newer_renamed_intrinsics", 23, None, renamed_intrinsics.downgrade),
    Migration(
        "uniform_work_groups",
        UNIFORM_WORK_GROUPS_SINCE,
        None,
        uniform_work_groups.downgrade,
        begin=uniform_work_groups.begin_upgrade,
    ),
    Migration("target_memory", BOTH_TARGET_MEMORIES_SINCE, None, begin=target_memory.begin_upgrade),
    Migration("denormal_modes", DENORMAL_MODES_SINCE, None, denormal_modes.downgrade),
    Migration(
        "local_entities",
        RETAINED_TYPES_SINCE,
        None,
        local_entities.downgrade,
        RETAINED_IMPORTS_SINCE,
        outside_of_bodies(local_entities.upgrade),
    ),
    Migration("atomic_operations", NEWEST_ATOMIC_OPERATION_SINCE, None, atomic_loops.downgrade, began=OPAQUE_POINTERS.since),
)


def bring(
    module: Module, version: int, *, expand_constants: bool = False, losses: Losses | None = None
) -> list[Loss]:
    """Bring a module, in place, to the language of LLVM `version`, and return what it lost on the way.

    For a newer version, it is upgraded as the newer LLVM does on reading. For an older one, its constructs get their older
    forms; PyllvmError names the constructs without one, and the module must not be used after that. A module that
    has this version is not changed. With `expand_constants`, instructions replace all constant expressions, and not only the
    ones that LLVM `version` lacks. `losses` receives what a downgrade loses, and what blocks it if it is refused.
    """
    before = module.llvm_version
    if version == before:
        if expand_constants:
            constant_expressions.upgrade(module, version, everything=True)
        return []
    module.materialize()
    for function in module.functions:
        function.forget_symbols()  # migrations edit the lists of instructions directly
    if version > before:
        _upgrade(module, before, version, expand_constants)
        return []
    return _downgrade(module, before, version, expand_constants, Losses() if losses is None else losses)


def upgrade_all(module: Module, is_brought: bool = False) -> None:
    """Make every upgrade of the module's own version, in place.

    A writer other than this version of LLVM may leave older forms, which LLVM upgrades when it reads the module. If
    the module `is_brought` to a newer version next, only the changes of the language are made here: that version's
    reader upgrades intrinsics and attributes in its own way.
    """
    module.materialize()
    version = module.llvm_version
    # That reader also expands all constant expressions at once: in two steps, the names of the instructions would be taken.
    keeps_expressions = is_brought and version < CONSTANT_EXPRESSIONS.since
    _change(module, OLDEST - 1, version, keeps_expressions)
    if not is_brought:
        after_migration(module, version)


def _change(module: Module, before: int, version: int, keeps_expressions: bool = False) -> None:
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.lies_between(before, version):
            continue
        if not (keeps_expressions and migration is CONSTANT_EXPRESSIONS):
            migration.upgrade(module, version)


def begin_changes(module: Module, before: int, version: int) -> list[BodyUpgrade]:
    """Make the changes of the language since LLVM `before` outside of bodies, and return those to make in bodies, in order.

    Raises NotSeparable if one of them needs all bodies.
    """
    changes: list[BodyUpgrade] = []
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.lies_between(before, version):
            continue
        if migration.begin is None:
            raise NotSeparable
        changes.append(migration.begin(module, version))
    return changes


def changes_in_turn(before: int, version: int) -> bool:
    """Whether `begin_changes` can make all changes between two versions, unless the module has something rare."""
    return all(
        migration.upgrade is None or migration.begin is not None or not migration.lies_between(before, version)
        for migration in MIGRATIONS
    )


def _upgrade(module: Module, before: int, version: int, expand_constants: bool) -> None:
    _change(module, before, version, expand_constants)
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    after_migration(module, version)


def _downgrade(module: Module, before: int, version: int, expand_constants: bool, lost: Losses) -> list[Loss]:
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    replace_newer_intrinsics(module, version, lost)
    shorter_calls.downgrade(module, version, lost)
    operand_types.downgrade(module, version, lost)
    for migration in reversed(MIGRATIONS):
        if migration.downgrade is not None and migration.lies_between(version, before):
            migration.downgrade(module, version, lost)
    drop_hints(module, version, lost)
    substitute_nodes(module, version, lost)
    drop_fields(module, version, lost)
    drop_locations(module, version, lost)
    for loss in representable(module, version):
        lost.add(loss)
    missing = lost.impossible
    if missing:
        raise refusal(module, version, missing)
    after_migration(module, version)
    return lost.all

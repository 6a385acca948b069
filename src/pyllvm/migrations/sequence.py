"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

from pyllvm.ir.module import Module
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
from pyllvm.migrations.changes import CHANGES
from pyllvm.migrations.debug_fields import drop_fields
from pyllvm.migrations.debug_locations import drop_locations
from pyllvm.migrations.debug_substitutes import substitute_nodes
from pyllvm.migrations.hints import drop_hints
from pyllvm.migrations.intrinsic_equivalents import replace_newer_intrinsics
from pyllvm.migrations.loss import Loss, Losses, refusal
from pyllvm.migrations.on_reading.order import BROUGHT, OnReading
from pyllvm.migrations.representable import representable
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.versions import OLDEST

if TYPE_CHECKING:
    from pyllvm.migrations.bodies import Beginning, BodyUpgrade, Upgrade

    Downgrade = Callable[[Module, int, Losses], None]


# Newer readers expand all constant expressions at once.
_CONSTANT_EXPRESSIONS: Final = "constant_expressions"


@final
class Migration:
    """The functions that make a change of the language, the row of `changes` with this name.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; it is None for changes that LLVM makes in
    every module that it reads (`on_reading`). `downgrade(module, version, losses)` puts the older form back, where there is
    one, and notes what that does not hold. `representable` finds what a downgrade leaves, or what has none.
    `begin(module, version)` makes the upgrade outside of bodies, which need not have been read, and returns the upgrade of given
    functions' bodies; where it is None, the upgrade needs all bodies. A change that names no `upgrade` is made so in all bodies.
    """

    __slots__ = ("begin", "change", "downgrade", "upgrade")

    def __init__(
        self, name: str, upgrade: Upgrade | None = None, downgrade: Downgrade | None = None, *, begin: Beginning | None = None
    ) -> None:
        self.change = _CHANGE_NAMED[name]
        self.upgrade = in_all_bodies(begin) if upgrade is None and begin is not None else upgrade
        self.downgrade = downgrade
        self.begin = begin


_CHANGE_NAMED: Final = {change.name: change for change in CHANGES}

MIGRATIONS: Final = (
    Migration("saturating_intrinsics", None, saturating_intrinsics.downgrade),
    Migration("negation", None, negation.downgrade),
    Migration("byval_type", byval_type.upgrade, byval_type.downgrade),
    Migration("structor_data", structors.upgrade),
    Migration("number_exchanges", None, atomic_exchanges.downgrade),
    Migration("main_subprogram", old_debug_fields.main_subprogram_upgrade),
    Migration("freeze", None, freeze.downgrade),
    Migration("frame_pointer", frame_pointer.upgrade, frame_pointer.downgrade),
    Migration("private_comdats", None, private_comdats.downgrade),
    Migration("tail_alignments", None, tail_alignments.downgrade),
    Migration("null_pointer_is_valid", null_pointer_is_valid.upgrade, null_pointer_is_valid.downgrade),
    Migration("module_notes", old_debug_fields.module_notes_upgrade),
    Migration("debug_bounds", debug_sizes.upgrade_bounds),
    Migration("minimum_intrinsics", None, minimum_intrinsics.downgrade),
    Migration("local_equivalents", None, global_references.downgrade),
    Migration("poison", None, poison.downgrade),
    Migration("sret_type", sret_type.upgrade, sret_type.downgrade),
    Migration("implicit_alignments", implicit_alignments.upgrade),
    Migration("inalloca_type", inalloca_type.upgrade, inalloca_type.downgrade),
    Migration("block_addresses", None, block_addresses.downgrade),
    Migration("interrupt_frames", interrupt_frames.upgrade),
    Migration("cmpxchg_orderings", None, cmpxchg_orderings.downgrade),
    Migration("older_atomic_operations", None, atomic_loops.downgrade),
    Migration("ifunc_resolvers", ifunc_resolvers.upgrade),
    Migration("element_types", element_types.upgrade),
    Migration("attached_calls", None, attached_calls.downgrade),
    Migration("unchecked_functions", None, global_references.downgrade),
    Migration("older_renamed_intrinsics", None, renamed_intrinsics.downgrade),
    Migration("debug_variable_names", None, debug_nodes.names_downgrade),
    Migration("coroutine_attribute", None, coroutine_attribute.downgrade),
    Migration("module_flag_minimum", None, module_flag_minimum.downgrade),
    Migration("alloca_spaces", None, alloca_spaces.downgrade),
    Migration("opaque_pointers", None, opaque_pointers.downgrade),
    Migration("callbr_labels", callbr_labels.upgrade, begin=callbr_labels.begin_upgrade),
    Migration("assembly_labels", None, assembly_labels.downgrade),
    Migration("pointer_exchanges", None, atomic_exchanges.downgrade),
    Migration("typed_pointers", opaque_pointers.upgrade, begin=done_by_reader),
    Migration("target_types", None, target_types.downgrade),
    Migration("thread_local_address", None, thread_local_address.downgrade),
    Migration("assignments", None, assignments.downgrade),
    Migration("memory_attribute", None, memory_attribute.downgrade, begin=memory_attribute.begin_upgrade),
    Migration("poison_in_masks", None, shuffle_masks.downgrade, begin=shuffle_masks.begin_upgrade),
    Migration("static_members", None, debug_nodes.members_downgrade),
    Migration("summary_identifiers", begin=outside_of_bodies(summary_identifiers.upgrade)),
    Migration("constant_getelementptr", constant_getelementptr.upgrade, constant_getelementptr.downgrade, begin=done_by_reader),
    Migration("result_ranges", None, result_ranges.downgrade),
    Migration("expected_weights", None, expected_weights.downgrade),
    Migration("debug_records", debug_records.upgrade, debug_records.downgrade, begin=debug_records.begin_upgrade),
    Migration("casts_of_ones", constant_casts.upgrade_ones, begin=constant_casts.begin_ones),
    Migration("x86_mmx", x86_mmx.upgrade, begin=x86_mmx.begin_upgrade),
    Migration("metadata_bundles", None, metadata_bundles.downgrade),
    Migration("casts_of_elements", constant_casts.upgrade_elements, begin=constant_casts.begin_elements),
    Migration("debug_sizes", debug_sizes.upgrade, debug_sizes.downgrade, begin=done_by_reader),
    Migration("renamed_intrinsics", None, renamed_intrinsics.downgrade),
    Migration("captures", None, captures.downgrade, begin=captures.begin_upgrade),
    Migration("parameter_types", begin=parameter_types.begin_upgrade),
    Migration("constant_expressions", constant_expressions.upgrade, begin=constant_expressions.begin_upgrade),
    Migration("lifetime_size", None, lifetime_size.downgrade),
    Migration("masked_alignment", None, masked_alignment.downgrade),
    Migration("nvvm_intrinsics", None, nvvm_intrinsics.downgrade),
    Migration("pointer_addresses", None, pointer_addresses.downgrade),
    Migration("atomic_vectors", None, atomic_vectors.downgrade),
    Migration("declared_values", None, declared_values.downgrade),
    Migration("vector_splices", None, vector_splices.downgrade),
    Migration("deactivation_symbols", deactivation_symbols.upgrade, deactivation_symbols.downgrade, begin=done_by_reader),
    Migration("source_languages", None, source_languages.downgrade),
    Migration("unstable_spaces", None, unstable_spaces.downgrade),
    Migration("newer_renamed_intrinsics", None, renamed_intrinsics.downgrade),
    Migration("uniform_work_groups", None, uniform_work_groups.downgrade, begin=uniform_work_groups.begin_upgrade),
    Migration("target_memory", begin=target_memory.begin_upgrade),
    Migration("denormal_modes", None, denormal_modes.downgrade),
    Migration("local_entities", None, local_entities.downgrade, begin=outside_of_bodies(local_entities.upgrade)),
    Migration("atomic_operations", None, atomic_loops.downgrade),
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
        function._forget_symbols()  # migrations edit the lists of instructions directly
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
    keeps_expressions = is_brought and version < _CHANGE_NAMED[_CONSTANT_EXPRESSIONS].since
    _change(module, OLDEST - 1, version, keeps_expressions)
    if not is_brought:
        OnReading(module, version, BROUGHT).run()


def _change(module: Module, before: int, version: int, keeps_expressions: bool = False) -> None:
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.change.lies_between(before, version):
            continue
        if not (keeps_expressions and migration.change.name == _CONSTANT_EXPRESSIONS):
            migration.upgrade(module, version)


def begin_changes(module: Module, before: int, version: int) -> list[BodyUpgrade]:
    """Make the changes of the language since LLVM `before` outside of bodies, and return those to make in bodies, in order.

    The caller knows from the table of changes that none of them needs all bodies.
    """
    changes: list[BodyUpgrade] = []
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.change.lies_between(before, version):
            continue
        assert migration.begin is not None
        changes.append(migration.begin(module, version))
    return changes


def _upgrade(module: Module, before: int, version: int, expand_constants: bool) -> None:
    _change(module, before, version, expand_constants)
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    OnReading(module, version, BROUGHT).run()


def _downgrade(module: Module, before: int, version: int, expand_constants: bool, lost: Losses) -> list[Loss]:
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    replace_newer_intrinsics(module, version, lost)
    shorter_calls.downgrade(module, version, lost)
    operand_types.downgrade(module, version, lost)
    for migration in reversed(MIGRATIONS):
        if migration.downgrade is not None and migration.change.lies_between(version, before):
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
    OnReading(module, version, BROUGHT).run()
    return lost.all

"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.module import Module
from pyllvm.migrations import (
    assignments,
    byval_type,
    captures,
    constant_expressions,
    constant_getelementptr,
    debug_nodes,
    debug_records,
    debug_sizes,
    denormal_modes,
    expected_weights,
    frame_pointer,
    freeze,
    inalloca_type,
    lifetime_size,
    local_entities,
    masked_alignment,
    memory_attribute,
    minimum_intrinsics,
    module_flag_minimum,
    negation,
    null_pointer_is_valid,
    opaque_pointers,
    poison,
    renamed_intrinsics,
    saturating_intrinsics,
    shuffle_masks,
    sret_type,
    structors,
    thread_local_address,
)
from pyllvm.migrations.debug_fields import drop_fields
from pyllvm.migrations.debug_locations import drop_locations
from pyllvm.migrations.hints import drop_hints
from pyllvm.migrations.loss import Loss, Losses, refusal
from pyllvm.migrations.on_reading import after_migration
from pyllvm.migrations.representable import representable
from pyllvm.tables.behavior_versions import PLAIN_GEP_SINCE, POISON_IN_MASK_SINCE
from pyllvm.tables.debug_info_versions import RETAINED_IMPORTS_SINCE, RETAINED_TYPES_SINCE
from pyllvm.tables.features import (
    CAPTURES,
    DEBUG_ASSIGNMENTS,
    DEBUG_RECORDS,
    EXPECTED_WEIGHTS,
    FREEZE,
    MEMORY_ATTRIBUTE,
    METADATA_SIZES,
    MODULE_FLAG_MINIMUM,
    OPAQUE_POINTERS,
    POISON,
    STATIC_MEMBER_VARIABLES,
    THREAD_LOCAL_ADDRESSES,
    UNNAMED_DEBUG_VARIABLES,
)
from pyllvm.tables.opcodes import FNEG
from pyllvm.tables.reading_versions import (
    DENORMAL_MODES_SINCE,
    FRAME_POINTER_SINCE,
    LIFETIME_WITHOUT_SIZE_SINCE,
    MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE,
    NULL_POINTER_IS_VALID_SINCE,
)

Upgrade = Callable[[Module, int], None]
Downgrade = Callable[[Module, int, Losses], None]


@final
class Migration:
    """A change of the language: LLVM `since` was the first to have it.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; it is None for what LLVM changes in
    every module that it reads (`on_reading`). `downgrade(module, version, losses)` puts the older form back, where there is
    one, and notes what that does not hold. What a downgrade leaves, or what has none, `representable` finds. A change that
    LLVM made in steps began with the version `began`.
    """

    __slots__ = ("began", "downgrade", "name", "since", "upgrade")

    def __init__(
        self, name: str, since: int, upgrade: Upgrade | None, downgrade: Downgrade | None = None, began: int = 0
    ) -> None:
        self.name = name
        self.since = since
        self.upgrade = upgrade
        self.downgrade = downgrade
        self.began = began or since

    def lies_between(self, older: int, newer: int) -> bool:
        """Whether the change, or a step of it, was made after LLVM `older` and not after LLVM `newer`."""
        return older < self.since and self.began <= newer


CONSTANT_EXPRESSIONS: Final = Migration("constant_expressions", 21, constant_expressions.upgrade, began=15)

# In the order of upgrades: an earlier one must not change the types and attributes that a later one needs.
# Downgrades run from the last to the first.
MIGRATIONS: Final = (
    Migration("saturating_intrinsics", 8, None, saturating_intrinsics.downgrade),
    Migration("negation", FNEG.since, None, negation.downgrade),
    Migration("byval_type", 9, byval_type.upgrade, byval_type.downgrade),
    Migration("structor_data", 9, structors.upgrade),
    Migration("freeze", FREEZE.since, None, freeze.downgrade),
    Migration("frame_pointer", FRAME_POINTER_SINCE, frame_pointer.upgrade, frame_pointer.downgrade),
    Migration(
        "null_pointer_is_valid", NULL_POINTER_IS_VALID_SINCE, null_pointer_is_valid.upgrade, null_pointer_is_valid.downgrade
    ),
    Migration("minimum_intrinsics", 12, None, minimum_intrinsics.downgrade),
    Migration("poison", POISON.since, None, poison.downgrade),
    Migration("sret_type", 12, sret_type.upgrade, sret_type.downgrade),
    Migration("inalloca_type", 13, inalloca_type.upgrade, inalloca_type.downgrade),
    Migration("older_renamed_intrinsics", OPAQUE_POINTERS.since - 1, None, renamed_intrinsics.downgrade, began=10),
    Migration("debug_variable_names", UNNAMED_DEBUG_VARIABLES.since, None, debug_nodes.names_downgrade),
    Migration("module_flag_minimum", MODULE_FLAG_MINIMUM.since, None, module_flag_minimum.downgrade),
    Migration("opaque_pointers", OPAQUE_POINTERS.since, opaque_pointers.upgrade, opaque_pointers.downgrade),
    Migration("thread_local_address", THREAD_LOCAL_ADDRESSES.since, None, thread_local_address.downgrade),
    Migration("assignments", DEBUG_ASSIGNMENTS.since, None, assignments.downgrade),
    Migration("memory_attribute", MEMORY_ATTRIBUTE.since, memory_attribute.upgrade, memory_attribute.downgrade),
    Migration("poison_in_masks", POISON_IN_MASK_SINCE, shuffle_masks.upgrade, shuffle_masks.downgrade),
    Migration("static_members", STATIC_MEMBER_VARIABLES.since, None, debug_nodes.members_downgrade),
    Migration("constant_getelementptr", PLAIN_GEP_SINCE, constant_getelementptr.upgrade, constant_getelementptr.downgrade),
    Migration("expected_weights", EXPECTED_WEIGHTS.since, None, expected_weights.downgrade),
    Migration("debug_records", DEBUG_RECORDS.since, debug_records.upgrade, debug_records.downgrade),
    Migration("debug_sizes", METADATA_SIZES.since, debug_sizes.upgrade, debug_sizes.downgrade),
    Migration("renamed_intrinsics", 21, None, renamed_intrinsics.downgrade, began=OPAQUE_POINTERS.since + 1),
    Migration("captures", CAPTURES.since, captures.upgrade, captures.downgrade),
    CONSTANT_EXPRESSIONS,
    Migration("lifetime_size", LIFETIME_WITHOUT_SIZE_SINCE, None, lifetime_size.downgrade),
    Migration("masked_alignment", MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE, None, masked_alignment.downgrade),
    Migration("newer_renamed_intrinsics", 23, None, renamed_intrinsics.downgrade),
    Migration("denormal_modes", DENORMAL_MODES_SINCE, None, denormal_modes.downgrade),
    Migration("local_entities", RETAINED_TYPES_SINCE, local_entities.upgrade, local_entities.downgrade, RETAINED_IMPORTS_SINCE),
)


def bring(module: Module, version: int, *, expand_constants: bool = False) -> list[Loss]:
    """Bring a module, in place, to the language of LLVM `version`, and return what it lost on the way.

    For a newer version, the module is upgraded as that LLVM does on reading. For an older one, its constructs get their older
    forms; PyllvmError names those that have none, and the module must not be used after that. A module of that version is
    not changed. With `expand_constants`, instructions replace all constant expressions, and not only those that LLVM
    `version` does not have.
    """
    before = module.llvm_version
    if version == before:
        if expand_constants:
            constant_expressions.upgrade(module, version, everything=True)
        return []
    module.materialize()
    if version > before:
        _upgrade(module, before, version, expand_constants)
        return []
    return _downgrade(module, before, version, expand_constants)


def _upgrade(module: Module, before: int, version: int, expand_constants: bool) -> None:
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.lies_between(before, version):
            continue
        if not (expand_constants and migration is CONSTANT_EXPRESSIONS):
            migration.upgrade(module, version)
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    after_migration(module, version)


def _downgrade(module: Module, before: int, version: int, expand_constants: bool) -> list[Loss]:
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    lost = Losses()
    for migration in reversed(MIGRATIONS):
        if migration.downgrade is not None and migration.lies_between(version, before):
            migration.downgrade(module, version, lost)
    drop_hints(module, version, lost)
    drop_fields(module, version, lost)
    drop_locations(module, version, lost)
    missing = [*lost.impossible, *representable(module, version)]
    if missing:
        raise refusal(module, version, missing)
    after_migration(module, version)
    return lost.all

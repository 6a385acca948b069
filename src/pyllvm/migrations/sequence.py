"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.module import Module
from pyllvm.migrations import (
    byval_type,
    captures,
    constant_expressions,
    constant_getelementptr,
    debug_records,
    debug_sizes,
    frame_pointer,
    inalloca_type,
    memory_attribute,
    null_pointer_is_valid,
    opaque_pointers,
    shuffle_masks,
    sret_type,
    structors,
)
from pyllvm.migrations.loss import Loss, refusal
from pyllvm.migrations.on_reading import after_migration
from pyllvm.migrations.representable import representable
from pyllvm.tables.behavior_versions import PLAIN_GEP_SINCE, POISON_IN_MASK_SINCE
from pyllvm.tables.features import CAPTURES, DEBUG_RECORDS, MEMORY_ATTRIBUTE, METADATA_SIZES, OPAQUE_POINTERS
from pyllvm.tables.reading_versions import FRAME_POINTER_SINCE, NULL_POINTER_IS_VALID_SINCE

Change = Callable[[Module, int], None]


@final
class Migration:
    """A change of the language: LLVM `since` was the first to have it.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; `downgrade(module, version)` puts
    the older form back, if there is one. `representable` finds constructs without a downgrade, and those that a downgrade
    leaves. `began` is the first version of a change that LLVM made in steps.
    """

    __slots__ = ("began", "downgrade", "name", "since", "upgrade")

    def __init__(self, name: str, since: int, upgrade: Change, downgrade: Change | None = None, began: int = 0) -> None:
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
    Migration("byval_type", 9, byval_type.upgrade, byval_type.downgrade),
    Migration("structor_data", 9, structors.upgrade),
    Migration("frame_pointer", FRAME_POINTER_SINCE, frame_pointer.upgrade, frame_pointer.downgrade),
    Migration(
        "null_pointer_is_valid", NULL_POINTER_IS_VALID_SINCE, null_pointer_is_valid.upgrade, null_pointer_is_valid.downgrade
    ),
    Migration("sret_type", 12, sret_type.upgrade, sret_type.downgrade),
    Migration("inalloca_type", 13, inalloca_type.upgrade, inalloca_type.downgrade),
    Migration("opaque_pointers", OPAQUE_POINTERS.since, opaque_pointers.upgrade),
    Migration("memory_attribute", MEMORY_ATTRIBUTE.since, memory_attribute.upgrade, memory_attribute.downgrade),
    Migration("poison_in_masks", POISON_IN_MASK_SINCE, shuffle_masks.upgrade, shuffle_masks.downgrade),
    Migration("constant_getelementptr", PLAIN_GEP_SINCE, constant_getelementptr.upgrade, constant_getelementptr.downgrade),
    Migration("debug_records", DEBUG_RECORDS.since, debug_records.upgrade, debug_records.downgrade),
    Migration("debug_sizes", METADATA_SIZES.since, debug_sizes.upgrade, debug_sizes.downgrade),
    Migration("captures", CAPTURES.since, captures.upgrade, captures.downgrade),
    CONSTANT_EXPRESSIONS,
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
        if migration.lies_between(before, version) and not (expand_constants and migration is CONSTANT_EXPRESSIONS):
            migration.upgrade(module, version)
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    after_migration(module, version)


def _downgrade(module: Module, before: int, version: int, expand_constants: bool) -> list[Loss]:
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    for migration in reversed(MIGRATIONS):
        if migration.downgrade is not None and migration.lies_between(version, before):
            migration.downgrade(module, version)
    losses = representable(module, version)
    if losses:
        raise refusal(module, version, losses)
    after_migration(module, version)
    return losses

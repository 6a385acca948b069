"""Brings a module to a newer LLVM, one change of the language after the other, as the newer LLVM does on reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.debug_info.debug_intrinsics import RECORDS_SINCE
from pyllvm.ir.intrinsics.attributes import refresh_intrinsics
from pyllvm.ir.module import Module
from pyllvm.ir.shuffle_mask import POISON_IN_MASK_SINCE
from pyllvm.migrations import (
    captures,
    constant_expressions,
    debug_records,
    debug_sizes,
    memory_attribute,
    opaque_pointers,
    pointee_attributes,
    shuffle_masks,
    string_attributes,
    structors,
)
from pyllvm.migrations.on_reading import attachments, function_attributes
from pyllvm.migrations.on_reading.attributes import FRAME_POINTER_SINCE, NULL_POINTER_IS_VALID_SINCE
from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout
from pyllvm.migrations.on_reading.intrinsics import upgrade_intrinsics
from pyllvm.migrations.on_reading.module_flags import upgrade_module_flags
from pyllvm.migrations.on_reading.nvvm_annotations import upgrade_annotations
from pyllvm.versions import OLDEST


@final
class Migration:
    """A change of the language: LLVM `since` was the first to have it, and `upgrade(module, version)` makes it."""

    __slots__ = ("name", "since", "upgrade")

    def __init__(self, name: str, since: int, upgrade: Callable[[Module, int], None]) -> None:
        self.name = name
        self.since = since
        self.upgrade = upgrade


# In the order in which they are made: what a later one asks of a type or an attribute, an earlier one must have left alone.
MIGRATIONS: Final = (
    Migration("byval_type", 9, pointee_attributes.upgrade_byval),
    Migration("structor_data", 9, structors.upgrade),
    Migration("frame_pointer", FRAME_POINTER_SINCE, string_attributes.upgrade),
    Migration("null_pointer_is_valid", NULL_POINTER_IS_VALID_SINCE, string_attributes.upgrade),
    Migration("sret_type", 12, pointee_attributes.upgrade_sret),
    Migration("inalloca_type", 13, pointee_attributes.upgrade_inalloca),
    Migration("opaque_pointers", 15, opaque_pointers.upgrade),
    Migration("memory_attribute", 16, memory_attribute.upgrade),
    Migration("poison_in_masks", POISON_IN_MASK_SINCE, shuffle_masks.upgrade),
    Migration("debug_records", RECORDS_SINCE, debug_records.upgrade),
    Migration("debug_sizes", 21, debug_sizes.upgrade),
    Migration("captures", 21, captures.upgrade),
)

# What LLVM's readers correct in every module that is older than they are, each by what the version has.
CORRECTIONS: Final = (upgrade_intrinsics, attachments.upgrade, function_attributes.upgrade, upgrade_annotations)


def upgrade(module: Module, version: int, expand_constants: bool = False) -> None:
    """Bring the module, in place, to the language of LLVM `version`; one that is of it or newer stays as it is.

    With `expand_constants` instructions compute whatever constant expressions say, and not only what they cannot say any more.
    """
    before = module.llvm_version
    if version <= before:
        return
    module.materialize()
    for migration in MIGRATIONS:
        # What is older than all that are told apart is called the oldest.
        if before < migration.since <= version or migration.since <= before == OLDEST:
            migration.upgrade(module, version)
    constant_expressions.upgrade(module, version, expand_constants)
    for correction in CORRECTIONS:
        correction(module, version)
    module.llvm_version = version
    upgrade_module_flags(module, version)
    module.data_layout = upgraded_data_layout(module.data_layout, module.target_triple, version)
    refresh_intrinsics(module, has_all_uses=True)

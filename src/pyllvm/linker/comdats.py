"""Chooses between two comdats of the same name, by their selection kinds and by the variables that they are named after.

    $c = comdat largest
    @c = global [4 x i8] zeroinitializer, comdat

wins against a module whose `@c` has two bytes.
"""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.properties import aliased_object, is_weak_for_linker
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.tables.linking_versions import LEADERS_DECIDE_UNTIL, NO_DUPLICATES_UNTIL

ANY: Final = "any"
EXACT_MATCH: Final = "exactmatch"
LARGEST: Final = "largest"
NO_DEDUPLICATE: Final = "nodeduplicate"
SAME_SIZE: Final = "samesize"

# The module that supplies the members.
FROM_RESULT: Final = 0
FROM_SOURCE: Final = 1
FROM_BOTH: Final = 2


def choose_comdat(result: Module, source: Module, comdat: Comdat) -> int:
    """Choose the module that supplies the members of a source module's comdat (ModuleLinker::getComdatResult).

    Returns FROM_RESULT, FROM_SOURCE or FROM_BOTH. Raises PyllvmError, in LLVM's words, if the two comdats contradict each other.
    """
    other = result.comdats.get(comdat.name)
    if other is None:
        return FROM_SOURCE
    kind = _joined_kind(comdat, other)
    if kind == ANY:
        return FROM_RESULT
    if kind == NO_DEDUPLICATE:
        if result.llvm_version <= NO_DUPLICATES_UNTIL:
            raise _error(comdat, "noduplicates has been violated!")
        if result.llvm_version > LEADERS_DECIDE_UNTIL:
            return FROM_BOTH
    theirs = _leader(result, comdat.name)
    ours = _leader(source, comdat.name)
    if kind == NO_DEDUPLICATE:
        if is_weak_for_linker(ours):
            return FROM_RESULT
        if is_weak_for_linker(theirs):
            return FROM_SOURCE
        raise _error(comdat, "nodeduplicate has been violated!")
    their_size = DataLayout(result.data_layout, result.llvm_version).alloc_size(theirs.value_type)
    our_size = DataLayout(source.data_layout, source.llvm_version).alloc_size(ours.value_type)
    if kind == EXACT_MATCH and theirs.initializer is not ours.initializer:
        raise _error(comdat, "ExactMatch violated!")
    if kind == SAME_SIZE and their_size != our_size:
        raise _error(comdat, "SameSize violated!")
    return FROM_SOURCE if kind == LARGEST and our_size > their_size else FROM_RESULT


def _joined_kind(ours: Comdat, theirs: Comdat) -> str:
    kinds = (ours.selection_kind, theirs.selection_kind)
    # COFF defines that these two kinds can be combined.
    if all(kind in (ANY, LARGEST) for kind in kinds):
        return LARGEST if LARGEST in kinds else ANY
    if ours.selection_kind != theirs.selection_kind:
        raise _error(ours, "invalid selection kinds!")
    return ours.selection_kind


def _leader(module: Module, name: str) -> GlobalVariable:
    """Return the variable that a comdat is named after."""
    leader: GlobalValue | None = module.get(name)
    if isinstance(leader, GlobalAlias):
        leader = aliased_object(leader)
        if leader is None:
            raise PyllvmError(f"Linking COMDATs named '{name}': COMDAT key involves incomputable alias size.")
    if not isinstance(leader, GlobalVariable):
        raise PyllvmError(f"Linking COMDATs named '{name}': GlobalVariable required for data dependent selection!")
    return leader


def _error(comdat: Comdat, what: str) -> PyllvmError:
    return PyllvmError(f"Linking COMDATs named '{comdat.name}': {what}")

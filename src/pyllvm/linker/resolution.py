"""Chooses between two symbols of the same name (ModuleLinker::shouldLinkFromSource).

    define weak i32 @f() { ... }       in one module
    define i32 @f() { ... }            in the other: this one is taken

Before that, chooses between two comdats of the same name, by their selection kinds and by the variables they are named after:

    $c = comdat largest
    @c = global [4 x i8] zeroinitializer, comdat

wins against a module whose `@c` has two bytes.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.properties import aliased_object, is_link_once, is_weak, is_weak_for_linker
from pyllvm.ir.function import is_declaration, is_declaration_for_linker
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.linker import decisions
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


@final
class Resolution:
    """Whether the source's symbol is taken, and why. `is_conflict`: both are definitions, and neither can be replaced."""

    def __init__(self, from_source: bool, reason: str, is_conflict: bool = False) -> None:
        self.from_source = from_source
        self.reason = reason
        self.is_conflict = is_conflict


def resolve(result: Module, there: GlobalValue, source: GlobalValue, overrides: bool) -> Resolution:
    """Choose between the result's symbol `there` and the source's; `overrides`: the source always wins."""
    if overrides:
        return Resolution(True, decisions.OVERRIDES)
    if source.linkage == "appending" or there.linkage == "appending":
        return Resolution(True, decisions.APPENDS)
    there_is_declaration = is_declaration_for_linker(there)
    if is_declaration_for_linker(source):
        return _resolve_declaration(there, source, there_is_declaration)
    if there_is_declaration:
        return Resolution(True, decisions.DEFINES)
    if source.linkage == "common":
        return _resolve_common(result, there, source)
    if is_weak_for_linker(source):
        if is_link_once(there) and is_weak(source):
            return Resolution(True, decisions.WEAK_OVER_LINK_ONCE)
        return Resolution(False, decisions.FIRST_WEAK if is_weak_for_linker(there) else decisions.STRONGER)
    if is_weak_for_linker(there):
        return Resolution(True, decisions.STRONGER)
    return Resolution(False, "", True)


def _resolve_declaration(there: GlobalValue, source: GlobalValue, there_is_declaration: bool) -> Resolution:
    first = decisions.FIRST_DECLARATION if there_is_declaration else decisions.DEFINES
    if source.dll_storage_class == "dllimport":
        # A symbol that is dllimport in one module is dllimport in the result.
        return Resolution(there_is_declaration, decisions.LATER_DECLARATION if there_is_declaration else first)
    if there.linkage == "extern_weak":
        return Resolution(True, decisions.LATER_DECLARATION)
    if not is_declaration(source) and is_declaration(there):
        return Resolution(True, decisions.DEFINES)
    return Resolution(False, first)


def _resolve_common(result: Module, there: GlobalValue, source: GlobalValue) -> Resolution:
    if is_link_once(there) or is_weak(there):
        return Resolution(True, decisions.STRONGER)
    if there.linkage != "common":
        return Resolution(False, decisions.STRONGER)
    layout = DataLayout(result.data_layout, result.llvm_version)
    if layout.alloc_size(source.value_type) > layout.alloc_size(there.value_type):
        return Resolution(True, decisions.LARGER_COMMON)
    return Resolution(False, decisions.FIRST_COMMON)


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

"""Chooses between two symbols of the same name (ModuleLinker::shouldLinkFromSource).

define weak i32 @f() { ... }       in one module
define i32 @f() { ... }            in the other: this one is taken
"""

from __future__ import annotations

from typing import final

from pyllvm.editing.properties import is_link_once, is_weak, is_weak_for_linker
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.linkage import is_declaration, is_declaration_for_linker
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.linker import decisions


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

"""Reduces a module to some of its symbols, or to all others, as llvm-extract does.

Definitions that are not wanted become declarations; then everything that nothing needs is removed, with its debug information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyllvm.editing.dead_debug_info import strip_dead_debug_info
from pyllvm.editing.dead_globals import delete_all_but_needed, delete_dead_declarations, delete_dead_globals, drop_body
from pyllvm.editing.properties import set_linkage, set_visibility
from pyllvm.ir.function import Function, missing_operand
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import uses_with_missing_operands
from pyllvm.ir.types import FunctionType, Type
from pyllvm.tables.behavior_versions import IFUNCS_EXTRACTED_SINCE
from pyllvm.tables.intrinsic_names import GLOBAL_CTORS
from pyllvm.tables.linkages import LINK_ONCE


def extract_values(
    module: Module,
    values: Iterable[GlobalValue],
    *,
    delete: bool = False,
    keep_constant_initializers: bool = False,
    when_read: Callable[[Module], None] | None = None,
) -> None:
    """Reduce a module, in place, to these symbols and what they need; with `delete`, to the others.

    Symbols become visible to other modules: local ones get hidden visibility, `linkonce` becomes `weak`. With
    `keep_constant_initializers`, constant variables keep their values. Bodies that were not read are read only if they stay;
    `when_read` is called when they are, before what nothing needs goes.
    """
    chosen = dict.fromkeys(values)
    # The order in which bodies are read shows in the order of uses.
    for value in module.functions if delete else chosen:
        if isinstance(value, Function) and (value in chosen) != delete:
            value.materialize()
    if not delete:
        module.inline_assembly = ""
    _record_missing_operands(module)
    for variable in module.global_variables:
        goes = (variable in chosen) == delete and not variable.is_declaration
        if goes and variable.is_constant and keep_constant_initializers:
            goes = False
        if goes or (variable.linkage != "available_externally" and variable.name != GLOBAL_CTORS):
            _make_visible(variable, goes)
        if goes:
            make_declaration(variable)
    for function in module.functions:
        goes = (function in chosen) == delete and not function.is_declaration
        if goes or function.linkage != "available_externally":
            _make_visible(function, goes)
        if goes:
            function.forget_missing_operands()
            make_declaration(function)
            # They are set anew, and so they are the newest uses.
            function.use_missing_operands()
    for alias in list(module.aliases):
        goes = (alias in chosen) == delete
        _make_visible(alias, goes)
        if goes:
            declare_in_place_of(module, alias)
    if module.llvm_version >= IFUNCS_EXTRACTED_SINCE:
        for ifunc in list(module.ifuncs):
            goes = (ifunc in chosen) == delete
            _make_visible(ifunc, goes)
            if goes:
                declare_in_place_of(module, ifunc)
    module.materialize()
    if when_read is not None:
        when_read(module)
    if not delete:
        delete_dead_globals(module)
    strip_dead_debug_info(module)
    delete_dead_declarations(module)
    _forget_operands_of_erased(module)


def extract_with_dependencies(
    module: Module, values: Iterable[GlobalValue], *, when_read: Callable[[Module], None] | None = None
) -> None:
    """Reduce a module, in place, to these symbols and the definitions of all that they need.

    The symbols become visible to other modules, as in `extract_values`; what they need keeps its linkage. Module-level assembly,
    constructors and the lists of used symbols go. `when_read` is as for `extract_values`.
    """
    chosen = list(values)
    module.inline_assembly = ""
    delete_all_but_needed(module, chosen)
    for value in chosen:
        if value.linkage != "available_externally":
            _make_visible(value, False)
    module.materialize()
    if when_read is not None:
        when_read(module)
    strip_dead_debug_info(module)
    delete_dead_declarations(module)


def called_functions(values: Iterable[GlobalValue]) -> list[GlobalValue]:
    """These values, then the functions with bodies that functions among them call directly, and so on."""
    found: dict[GlobalValue, None] = dict.fromkeys(values)
    work = [value for value in found if isinstance(value, Function)]
    while work:
        for instruction in work.pop().instructions:
            callee = instruction.called_function if isinstance(instruction, CallBase) else None
            if callee is not None and not callee.is_declaration and callee not in found:
                found[callee] = None
                work.append(callee)
    return list(found)


def _record_missing_operands(module: Module) -> None:
    """Record in the null pointer's uses that it takes the place of functions' missing optional operands."""
    if not module.functions:
        return
    missing = missing_operand(module.functions[0].type)
    missing.uses = uses_with_missing_operands(missing, missing.known_uses, module.functions)


def _forget_operands_of_erased(module: Module) -> None:
    if not module.functions:
        return
    missing = missing_operand(module.functions[0].type)
    missing.uses = [use for use in missing.known_uses if not isinstance(use.user, Function) or use.user.parent is not None]


def _make_visible(value: GlobalValue, goes: bool) -> None:
    is_local = value.has_local_linkage
    if is_local or goes:
        set_linkage(value, "external")
        if is_local:
            set_visibility(value, "hidden")
    elif value.linkage in LINK_ONCE:
        set_linkage(value, value.linkage.replace("linkonce", "weak"))


def make_declaration(value: GlobalObject) -> None:
    """Make a declaration of a definition."""
    drop_body(value)
    value.comdat = None


def declare_in_place_of(module: Module, value: GlobalAlias | GlobalIFunc) -> None:
    """Declare the function or variable that an alias or ifunc is, and use it instead."""
    value_type: Type = value.value_type
    value.remove_from_parent()
    declared: GlobalObject
    if isinstance(value_type, FunctionType):
        declared = Function(value.type, value_type, value.name)
    else:
        declared = GlobalVariable(value.type, value_type, value.name)
    module.add(declared)
    value.replace_all_uses_with(declared)
    value.drop_operands()

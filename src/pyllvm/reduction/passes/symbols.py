"""Variables, aliases and ifuncs: initial values that go, and symbols that go.

    @table = global [2 x ptr] [ptr @f, ptr @g]

becomes `@table = external global [2 x ptr]`, or goes.
"""

from __future__ import annotations

from pyllvm.editing.dead_globals import erase_globals
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.constants import ConstantAggregate, aggregate
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.reduction.edits import default_value, is_default
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.tables.linkages import LOCAL


def _erase(module: Module, symbols: list[GlobalValue]) -> None:
    gone: list[GlobalValue] = []
    for symbol in symbols:
        symbol.drop_operands()
        if symbol.has_uses:
            replacement = default_value(symbol.type)
            if replacement is None:
                continue
            symbol.replace_all_uses_with(replacement)
        gone.append(symbol)
    erase_globals(module, gone)


def _variables(module: Module, scope: Scope) -> list[GlobalValue]:
    return [one for one in module.global_variables if not scope.keeps(one)]


def _indirect(module: Module, scope: Scope) -> list[GlobalValue]:
    return [one for one in (*module.aliases, *module.ifuncs) if not scope.keeps(one)]


def _forward(module: Module, symbols: list[GlobalValue]) -> None:
    """Let users of aliases use what the aliases are for."""
    for symbol in symbols:
        if isinstance(symbol, (GlobalAlias, GlobalIFunc)) and symbol.operands:
            target = symbol.operands[0]
            if target is not symbol and target.type is symbol.type:
                symbol.replace_all_uses_with(target)
    _erase(module, symbols)


def _initialized(module: Module, scope: Scope) -> list[GlobalVariable]:
    return [one for one in module.global_variables if one.initializer is not None and not scope.keeps(one)]


def _declare(module: Module, variables: list[GlobalVariable]) -> None:
    for variable in variables:
        variable.initializer = None
        variable.comdat = None
        if variable.linkage in LOCAL or variable.linkage not in ("external", "extern_weak"):
            set_linkage(variable, "external")


def _with_content(module: Module, scope: Scope) -> list[GlobalVariable]:
    return [one for one in _initialized(module, scope) if one.initializer is not None and not is_default(one.initializer)]


def _zero(module: Module, variables: list[GlobalVariable]) -> None:
    for variable in variables:
        value = default_value(variable.value_type)
        if value is not None:
            variable.initializer = value


def _elements(module: Module, scope: Scope) -> list[tuple[GlobalVariable, int]]:
    """The elements of initial values that are not zero."""
    return [
        (variable, index)
        for variable in _with_content(module, scope)
        if isinstance(variable.initializer, ConstantAggregate)
        for index, element in enumerate(variable.initializer.operands)
        if not is_default(element)
    ]


def _zero_elements(module: Module, elements: list[tuple[GlobalVariable, int]]) -> None:
    wanted: dict[GlobalVariable, list[int]] = {}
    for variable, index in elements:
        wanted.setdefault(variable, []).append(index)
    for variable, indices in wanted.items():
        value = variable.initializer
        if not isinstance(value, ConstantAggregate):
            continue
        operands = list(value.operands)
        for index in indices:
            zero = default_value(operands[index].type)
            if zero is not None:
                operands[index] = zero
        variable.initializer = aggregate(value.type, operands)


def _optional(module: Module, scope: Scope) -> list[tuple[Function, str]]:
    """The personalities, prefixes and prologues of functions."""
    return [
        (function, name)
        for function in module.functions
        if not scope.keeps(function)
        for name in ("personality", "prefix_data", "prologue_data")
        if getattr(function, name) is not None
    ]


def _forget_optional(module: Module, operands: list[tuple[Function, str]]) -> None:
    for function, name in operands:
        setattr(function, name, None)


INDIRECT = Pass("aliases", "replace aliases and ifuncs by what they are for", _indirect, _forward)
VARIABLES = Pass("globals", "remove variables", _variables, _erase)
INITIALIZERS = Pass("initializers", "make declarations of variables", _initialized, _declare)
ZEROS = Pass("initial-values", "let variables begin as zero", _with_content, _zero)
ELEMENTS = Pass("initial-elements", "let elements of variables begin as zero", _elements, _zero_elements)
OPTIONAL = Pass("function-operands", "remove personalities, prefix and prologue data", _optional, _forget_optional)

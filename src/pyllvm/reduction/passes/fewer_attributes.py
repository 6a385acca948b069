"""Attributes of functions, parameters, calls and variables, one by one."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.tables.intrinsics import PREFIX

Owner = Function | CallBase | GlobalVariable
# The function's own, the return value's, then the parameters'.
_FUNCTION = -2
_RETURNED = -1


def _owners(module: Module) -> list[Owner]:
    owners: list[Owner] = []
    for variable in module.global_variables:
        owners.append(variable)
    for function in module.functions:
        if not function.name.startswith(PREFIX):
            owners.append(function)
        for block in function.blocks:
            owners += [one for one in block.instructions if isinstance(one, CallBase)]
    return owners


def _sets(owner: Owner) -> list[tuple[int, AttributeSet]]:
    attributes = owner.attributes
    if attributes is None:
        return []
    if isinstance(attributes, AttributeSet):
        return [(_FUNCTION, attributes)]
    return [(_FUNCTION, attributes.function), (_RETURNED, attributes.returned), *attributes.parameters.items()]


def _lists(module: Module, scope: Scope) -> list[Owner]:
    return [owner for owner in _owners(module) if owner.attributes is not None]


def _clear(module: Module, owners: list[Owner]) -> None:
    for owner in owners:
        owner.attributes = None


def _all(module: Module, scope: Scope) -> list[tuple[Owner, int, Attribute]]:
    return [(owner, place, one) for owner in _owners(module) for place, found in _sets(owner) for one in found.attributes]


def _remove(module: Module, chosen: list[tuple[Owner, int, Attribute]]) -> None:
    wanted: dict[Owner, list[tuple[int, Attribute]]] = {}
    for owner, place, attribute in chosen:
        wanted.setdefault(owner, []).append((place, attribute))
    for owner, gone in wanted.items():
        sets: dict[int, AttributeSet] = {}
        for place, found in _sets(owner):
            sets[place] = AttributeSet([one for one in found.attributes if (place, one) not in gone])
        _set(owner, sets)


def _set(owner: Owner, sets: dict[int, AttributeSet]) -> None:
    kept = any(sets.values())
    if isinstance(owner, GlobalVariable):
        owner.attributes = sets[_FUNCTION] if kept else None
        return
    function, returned = sets.pop(_FUNCTION), sets.pop(_RETURNED)
    owner.attributes = AttributeList(function, returned, sets) if kept else None


LISTS = Pass("attribute-lists", "remove all attributes of a function, call or variable", _lists, _clear)
ATTRIBUTES = Pass("attributes", "remove attributes", _all, _remove)

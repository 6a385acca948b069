"""Details of symbols and instructions: each has a usual value, which it gets. Attributes go one by one."""

from __future__ import annotations

from typing import Any

from pyllvm.editing.properties import set_linkage
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function, Instruction, is_declaration
from pyllvm.ir.global_values import Comdat, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.reduction.scope import Pass, Scope, by_owner
from pyllvm.tables.atomics import ORDERING_NUMBERS
from pyllvm.tables.keywords import NO_TAIL_KIND

# Attributes of symbols and their usual values.
_OF_SYMBOLS: tuple[tuple[str, object], ...] = (
    ("dll_storage_class", "default"),
    ("visibility", "default"),
    ("thread_local_mode", ""),
    ("unnamed_address", ""),
    ("is_dso_local", False),
    ("partition", ""),
    ("section", ""),
    ("gc", ""),
    ("calling_convention_number", 0),
    ("preferred_alignment", 0),
    ("is_externally_initialized", False),
    ("is_constant", False),
    ("sanitizer_flags", 0),
    ("code_model", ""),
)
# Attributes of instructions that are simple values.
_OF_INSTRUCTIONS: tuple[tuple[str, object], ...] = (
    ("is_volatile", False),
    ("is_weak", False),
    ("sync_scope", ""),
    ("tail_kind", NO_TAIL_KIND),
    ("calling_convention_number", 0),
    ("is_inalloca", False),
    ("is_swifterror", False),
)
_MONOTONIC = ORDERING_NUMBERS["monotonic"]

Detail = tuple[Any, str, object]


def _symbol_details(module: Module, scope: Scope) -> list[Detail]:
    return [
        (symbol, name, usual)
        for symbol in module.global_values
        if not scope.keeps(symbol)
        for name, usual in _OF_SYMBOLS
        if hasattr(symbol, name) and getattr(symbol, name) != usual
    ]


def _set(module: Module, details: list[Detail]) -> None:
    for owner, name, usual in details:
        setattr(owner, name, usual)


def _linkages(module: Module, scope: Scope) -> list[GlobalValue]:
    return [one for one in module.global_values if one.linkage != "external" and not scope.keeps(one)]


def _make_external(module: Module, symbols: list[GlobalValue]) -> None:
    for symbol in symbols:
        set_linkage(symbol, "external")
        if isinstance(symbol, GlobalObject) and is_declaration(symbol):
            symbol.comdat = None


def _comdats(module: Module, scope: Scope) -> list[Comdat]:
    used = [symbol.comdat for symbol in module.global_values if isinstance(symbol, GlobalObject)]
    return list(dict.fromkeys([comdat for comdat in used if comdat is not None]))


def _drop_comdats(module: Module, comdats: list[Comdat]) -> None:
    gone = set(comdats)
    for symbol in module.global_values:
        if isinstance(symbol, GlobalObject) and symbol.comdat in gone:
            symbol.comdat = None
    for comdat in comdats:
        module.comdats.pop(comdat.name, None)


def _instructions(module: Module) -> list[Instruction]:
    return [one for function in module.functions for block in function.blocks for one in block.instructions]


def _instruction_details(module: Module, scope: Scope) -> list[Detail]:
    return [
        (instruction, name, usual)
        for instruction in _instructions(module)
        for name, usual in _OF_INSTRUCTIONS
        if hasattr(instruction, name) and getattr(instruction, name) != usual
    ]


def _flagged(module: Module, scope: Scope) -> list[Instruction]:
    return [one for one in _instructions(module) if one.flags]


def _drop_flags(module: Module, instructions: list[Instruction]) -> None:
    for instruction in instructions:
        instruction.flags = 0


def _flag_words(module: Module, scope: Scope) -> list[tuple[Instruction, str]]:
    return [(one, word) for one in _flagged(module, scope) for word in one.flag_words]


def _drop_words(module: Module, words: list[tuple[Instruction, str]]) -> None:
    for instruction, gone in by_owner(words).items():
        instruction.flag_words = tuple(word for word in instruction.flag_words if word not in gone)


def _orderings(module: Module, scope: Scope) -> list[tuple[Instruction, int]]:
    """The ordered accesses, each with the ordering that it can have: none for loads and stores, else monotonic."""
    found: list[tuple[Instruction, int]] = []
    for one in _instructions(module):
        ordering = getattr(one, "ordering_number", 0)
        lowest = 0 if one.opcode_name in ("load", "store") else _MONOTONIC
        if ordering > lowest and one.opcode_name != "fence":
            found.append((one, lowest))
    return found


def _weaken(module: Module, orderings: list[tuple[Any, int]]) -> None:
    for instruction, ordering in orderings:
        instruction.ordering_number = ordering
        if not ordering:
            instruction.sync_scope = ""


def _aligned(module: Module, scope: Scope) -> list[GlobalObject]:
    return [one for one in module.global_values if isinstance(one, GlobalObject) and one.alignment and not scope.keeps(one)]


def _align(module: Module, symbols: list[GlobalObject]) -> None:
    for symbol in symbols:
        symbol.alignment = 0


SYMBOLS = Pass("symbol-details", "remove sections, visibilities and the like", _symbol_details, _set)
LINKAGES = Pass("linkages", "make symbols external", _linkages, _make_external)
COMDATS = Pass("comdats", "remove comdats", _comdats, _drop_comdats)
INSTRUCTIONS = Pass("instruction-details", "remove volatile, tail and the like", _instruction_details, _set)
ALL_FLAGS = Pass("all-flags", "remove all flags of instructions", _flagged, _drop_flags)
FLAGS = Pass("flags", "remove flags of instructions", _flag_words, _drop_words)
ORDERINGS = Pass("orderings", "weaken atomic orderings", _orderings, _weaken)
ALIGNMENTS = Pass("alignments", "remove alignments of symbols", _aligned, _align)


Owner = Function | CallBase | GlobalVariable
# The function's own, the return value's, then the parameters'.
_FUNCTION = -2
_RETURNED = -1


def _owners(module: Module) -> list[Owner]:
    owners: list[Owner] = []
    for variable in module.global_variables:
        owners.append(variable)
    for function in module.functions:
        if not function.is_intrinsic:
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
    for owner, gone in by_owner([(owner, (place, attribute)) for owner, place, attribute in chosen]).items():
        sets: dict[int, AttributeSet] = {}
        for place, found in _sets(owner):
            sets[place] = AttributeSet([one for one in found.attributes if (place, one) not in gone])
        _set_attributes(owner, sets)


def _set_attributes(owner: Owner, sets: dict[int, AttributeSet]) -> None:
    kept = any(sets.values())
    if isinstance(owner, GlobalVariable):
        owner.attributes = sets[_FUNCTION] if kept else None
        return
    function, returned = sets.pop(_FUNCTION), sets.pop(_RETURNED)
    owner.attributes = AttributeList(function, returned, sets) if kept else None


LISTS = Pass("attribute-lists", "remove all attributes of a function, call or variable", _lists, _clear)
ATTRIBUTES = Pass("attributes", "remove attributes", _all, _remove)

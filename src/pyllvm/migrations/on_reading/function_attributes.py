"""Corrects attributes that older LLVMs accepted (AutoUpgrade's UpgradeFunctionAttributes)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.attribute_types import depends_on_type, is_incompatible
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, OperandBundle
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType, Type
from pyllvm.migrations.on_reading.amdgpu_attributes import upgrade_unsafe_atomics
from pyllvm.migrations.on_reading.denormal_modes import upgrade_denormal_modes
from pyllvm.migrations.on_reading.sections import upgrade_implicit_sections
from pyllvm.tables.behavior_versions import RANGES_OF_WIDTH_SINCE
from pyllvm.tables.metadata_kinds import ATTACHED_CALL
from pyllvm.tables.reading_versions import ATTACHED_CALLS_SINCE, FITTING_SINCE, STRICT_CALLS_SINCE

_CONSTRAINED: Final = "llvm.experimental.constrained."


def upgrade(module: Module, version: int) -> None:
    """Remove attributes that the types do not allow, and `strictfp` from calls in functions without it."""
    upgrade_implicit_sections(module, version)
    upgrade_denormal_modes(module, version)
    upgrade_functions(module, module.functions, version)


def upgrade_functions(module: Module, functions: Sequence[Function], version: int) -> None:
    """Do so for functions and their bodies."""
    # The new list for a list of attributes and a function type.
    known: dict[tuple[AttributeList, FunctionType], AttributeList] = {}
    for function in functions:
        attributes = function.attributes
        is_strict = function.is_declaration or (attributes is not None and "strictfp" in attributes.function)
        upgrade_own(function, version)
        drops_strict = not is_strict and version >= STRICT_CALLS_SINCE
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    _upgrade_call(instruction, version, drops_strict, known)
        upgrade_unsafe_atomics(module, function, version, version)


def upgrade_own(function: Function, version: int) -> None:
    """Remove attributes that the types do not allow from a function without looking at its body."""
    if function.attributes is not None:
        type = function.function_type
        function.attributes = fitting(function.attributes, type.return_type, type.parameters, version)


def _upgrade_call(
    call: CallBase, version: int, drops_strict: bool, known: dict[tuple[AttributeList, FunctionType], AttributeList]
) -> None:
    if call.bundles is not None and version >= ATTACHED_CALLS_SINCE:
        call.bundles = _without_empty_bundles(call.bundles)
    if drops_strict and is_strict_call(call):
        call.attributes = without_strict(call.attributes)
    attributes = call.attributes
    if attributes is None:
        return
    type = call.function_type
    key = (attributes, type)
    changed = None if type.is_variadic else known.get(key)
    if changed is None:
        changed = fitting(attributes, call.type, [argument.type for argument in call.arguments], version)
        if not type.is_variadic:
            known[key] = changed
    call.attributes = changed


def _without_empty_bundles(bundles: list[OperandBundle]) -> list[OperandBundle] | None:
    """The bundles without those that name an attached call but have none (UpgradeOperandBundles)."""
    return [bundle for bundle in bundles if bundle.tag != ATTACHED_CALL or bundle.begin != bundle.end] or None


def is_strict_call(call: CallBase) -> bool:
    """Whether a call or its callee has `strictfp`; the calls of constrained floating-point intrinsics do not count."""
    attributes = call.attributes
    callee = call.callee
    if isinstance(callee, Function):
        if callee.name.startswith(_CONSTRAINED):
            return False
        if callee.attributes is not None and "strictfp" in callee.attributes.function:
            return True
    return attributes is not None and "strictfp" in attributes.function


def without_strict(attributes: AttributeList | None) -> AttributeList:
    """The attributes of a strict call as it is in functions that are not strict: `nobuiltin` for `strictfp`."""
    before = attributes or AttributeList()
    own = before.function.removing("strictfp").adding(Attribute.of("nobuiltin"))
    return AttributeList(own, before.returned, before.parameters)


def may_not_fit(attributes: AttributeList) -> bool:
    """Whether a list has attributes of values that some types cannot have."""
    sets = [attributes.returned, *attributes.parameters.values()]
    return any(one.kind is not None and depends_on_type(one.kind.word) for of_value in sets for one in of_value.attributes)


def fitting(attributes: AttributeList, return_type: Type, types: Sequence[Type], version: int) -> AttributeList:
    """The list without the attributes that the types of the result and of the arguments cannot have; itself if it fits."""
    returned = _fitting_set(attributes.returned, return_type, version)
    is_changed = returned is not attributes.returned
    parameters: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        of_type = types[number] if number < len(types) else None
        kept = known if of_type is None else _fitting_set(known, of_type, version)
        is_changed = is_changed or kept is not known
        parameters[number] = kept
    return AttributeList(attributes.function, returned, parameters) if is_changed else attributes


def _fitting_set(attributes: AttributeSet, type: Type, version: int) -> AttributeSet:
    if version < FITTING_SINCE:
        return attributes
    kept = []
    for attribute in attributes.attributes:
        kind = attribute.kind
        if kind is not None:
            if is_incompatible(kind.word, type, version):
                continue
            if kind.word == "range" and version >= RANGES_OF_WIDTH_SINCE:
                from pyllvm.ir.folding.constant_parts import scalar_bits

                if attribute.bit_width != scalar_bits(type):
                    continue
        kept.append(attribute)
    return attributes if len(kept) == len(attributes.attributes) else AttributeSet(kept)

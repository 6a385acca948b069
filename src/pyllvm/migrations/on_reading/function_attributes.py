"""Corrects attributes that older LLVMs accepted (AutoUpgrade's UpgradeFunctionAttributes)."""

from __future__ import annotations

from pyllvm.ir.attribute_types import is_incompatible
from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.migrations.on_reading.denormal_modes import upgrade_denormal_modes
from pyllvm.migrations.on_reading.sections import upgrade_implicit_sections
from pyllvm.tables.reading_versions import FITTING_SINCE, STRICT_CALLS_SINCE


def upgrade(module: Module, version: int) -> None:
    """Remove attributes that the types do not allow, and `strictfp` from calls in functions without it."""
    upgrade_implicit_sections(module, version)
    upgrade_denormal_modes(module, version)
    for function in module.functions:
        attributes = function.attributes
        is_strict = function.is_declaration or (attributes is not None and "strictfp" in attributes.function)
        if attributes is not None:
            function.attributes = _fitting(
                attributes, function.function_type.return_type, function.function_type.parameters, version
            )
        for instruction in function.instructions:
            if not isinstance(instruction, CallBase) or instruction.attributes is None:
                continue
            types = [argument.type for argument in instruction.arguments]
            changed = _fitting(instruction.attributes, instruction.type, types, version)
            if version >= STRICT_CALLS_SINCE and not is_strict and "strictfp" in changed.function:
                own = changed.function.removing("strictfp").adding(Attribute.of("nobuiltin"))
                changed = AttributeList(own, changed.returned, changed.parameters)
            instruction.attributes = changed


def _fitting(attributes: AttributeList, return_type: Type, types: list[Type], version: int) -> AttributeList:
    returned = _fitting_set(attributes.returned, return_type, version)
    parameters: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        of_type = types[number] if number < len(types) else None
        parameters[number] = known if of_type is None else _fitting_set(known, of_type, version)
    return AttributeList(attributes.function, returned, parameters)


def _fitting_set(attributes: AttributeSet, type: Type, version: int) -> AttributeSet:
    if version < FITTING_SINCE:
        return attributes
    kept = []
    for attribute in attributes.attributes:
        if attribute.kind is None or not is_incompatible(attribute.kind.word, type, version):
            kept.append(attribute)
    return attributes if len(kept) == len(attributes.attributes) else AttributeSet(kept)

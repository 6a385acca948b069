"""Parameter attributes that name a type, which the pointer's own type gave before: `byval`, `sret`, `inalloca`."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type


def name_types(module: Module, word: str) -> None:
    """Give every attribute of that word the type that its parameter points to."""
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = _with_types(function.attributes, function.function_type.parameters, word)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    types = [argument.type for argument in instruction.arguments]
                    instruction.attributes = _with_types(instruction.attributes, types, word)


def with_all_types(attributes: AttributeList, types: list[Type], words: list[str]) -> AttributeList | None:
    """The list in which every attribute with these words has a type: its parameter's pointee type.

    None if a parameter does not tell the type.
    """
    for word in words:
        attributes = _with_types(attributes, types, word)
        for known in attributes.parameters.values():
            attribute = known.find(word)
            if attribute is not None and attribute.type is None:
                return None
    return attributes


def _with_types(attributes: AttributeList, types: list[Type], word: str) -> AttributeList:
    changed: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        attribute = known.find(word)
        if attribute is None or attribute.type is not None or number >= len(types):
            continue
        type = types[number]
        if isinstance(type, PointerType) and type.pointee is not None:
            changed[number] = known.adding(Attribute.of_type(word, type.pointee))
    return attributes.with_parameters(changed)


def leave_types_out(module: Module, word: str) -> None:
    """Remove the type from every attribute of that word whose parameter points to the type."""
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = _without_types(function.attributes, function.function_type.parameters, word)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    types = [argument.type for argument in instruction.arguments]
                    instruction.attributes = _without_types(instruction.attributes, types, word)


def _without_types(attributes: AttributeList, types: list[Type], word: str) -> AttributeList:
    changed: dict[int, AttributeSet] = {}
    for number, known in attributes.parameters.items():
        attribute = known.find(word)
        if attribute is None or attribute.type is None or number >= len(types):
            continue
        type = types[number]
        if isinstance(type, PointerType) and type.pointee is attribute.type:
            changed[number] = known.adding(Attribute.of_type(word, None))
    return attributes.with_parameters(changed)

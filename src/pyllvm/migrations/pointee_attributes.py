"""LLVM 9, 12 and 13: `byval`, `sret` and `inalloca` came to name the type that the pointer's own type said before."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType, Type


def upgrade_byval(module: Module, version: int) -> None:
    """Name the type of `byval`."""
    _name_types(module, "byval")


def upgrade_sret(module: Module, version: int) -> None:
    """Name the type of `sret`."""
    _name_types(module, "sret")


def upgrade_inalloca(module: Module, version: int) -> None:
    """Name the type of `inalloca`."""
    _name_types(module, "inalloca")


def _name_types(module: Module, word: str) -> None:
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = _with_types(function.attributes, function.function_type.parameters, word)
        for instruction in function.instructions:
            if isinstance(instruction, CallBase) and instruction.attributes is not None:
                types = [argument.type for argument in instruction.arguments]
                instruction.attributes = _with_types(instruction.attributes, types, word)


def _with_types(attributes: AttributeList, types: list[Type], word: str) -> AttributeList:
    for number, known in list(attributes.parameters.items()):
        attribute = known.find(word)
        if attribute is None or attribute.type is not None or number >= len(types):
            continue
        type = types[number]
        if isinstance(type, PointerType) and type.pointee is not None:
            attributes = attributes.with_parameter(number, known.adding(Attribute.of_type(word, type.pointee)))
    return attributes

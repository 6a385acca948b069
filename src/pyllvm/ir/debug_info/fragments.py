"""The parts of variables that expressions describe, and the sizes of variables."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, SpecializedNode, ValueAsMetadata
from pyllvm.schema.expression import FRAGMENT
from pyllvm.tables.dwarf import TYPES
from pyllvm.tables.dwarf_operations import EXPRESSION


def fragment_of(expression: DIExpression, version: int) -> tuple[int, int] | None:
    """Return the offset and size, in bits, of the fragment that a valid expression describes; None for a whole variable."""
    elements = expression.elements
    if FRAGMENT not in elements or not EXPRESSION.is_valid(elements, version):
        return None
    # An argument can be the same number, so walk the operations (DIExpression::getFragmentInfo).
    at = 0
    while at < len(elements) and elements[at] != FRAGMENT:
        at += EXPRESSION.size(elements[at], version)
    return (elements[at + 1], elements[at + 2]) if at + 2 < len(elements) else None


def size_of_variable(variable: SpecializedNode) -> int:
    """Return the size of a variable's type in bits; 0 if it is unknown."""
    type = variable["type"]
    steps = 0
    while isinstance(type, SpecializedNode) and steps < 1000:
        if type.spec.name in TYPES and type.spec.name != "DISubroutineType":
            try:
                size = type["size"]
            except KeyError:
                size = 0
            if isinstance(size, ValueAsMetadata) and isinstance(size.value, ConstantInt):
                size = size.value.unsigned
            if isinstance(size, int) and size:
                return size
        if type.spec.name != "DIDerivedType":
            return 0
        type = type["baseType"]
        steps += 1
    return 0

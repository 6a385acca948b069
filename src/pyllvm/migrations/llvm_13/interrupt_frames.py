"""LLVM 13: a function with the convention `x86_intrcc` takes its first parameter, the interrupt frame, `byval`."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeList
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.tables.calling_conventions import X86_INTERRUPT


def upgrade(module: Module, version: int) -> None:
    """Add the `byval` of all such functions, with the type that the parameter points to."""
    for function in module.functions:
        if function.calling_convention_number == X86_INTERRUPT:
            pass_frame_by_value(function)


def pass_frame_by_value(function: Function) -> bool:
    """Add the `byval` of one such function; False if its first parameter does not tell the type."""
    parameters = function.function_type.parameters
    attributes = AttributeList() if function.attributes is None else function.attributes
    known = attributes.parameter(0)
    if not parameters or "byval" in known:
        return True
    type = parameters[0]
    if not isinstance(type, PointerType) or type.pointee is None:
        return False
    function.attributes = attributes.with_parameter(0, known.adding(Attribute.of_type("byval", type.pointee)))
    return True

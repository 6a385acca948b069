"""Reports attributes of pointers on values of other types. LLVM's verifiers refuse some of them, newer ones more.

Source: "Parameter Attributes" in the language document.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import POINTER, Type, VectorType
from pyllvm.verifier.lint.findings import Linter

# In address: what LLVM 8 accepts on every type.
_OF_POINTERS: Final = ("align", "writeonly", "readonly", "readnone")


def check_pointer_attributes(linter: Linter, holder: Function | CallBase) -> None:
    """Report attributes of pointers on parameters and results of other types."""
    attributes = holder.attributes
    if attributes is None:
        return
    type = holder.function_type
    _check(linter, holder, attributes.returned, type.return_type, "result")
    for number, own in attributes.parameters.items():
        if number < len(type.parameters):
            _check(linter, holder, own, type.parameters[number], f"parameter {number + 1}")


def _check(linter: Linter, holder: object, own: AttributeSet, type: Type, place: str) -> None:
    if type.kind == POINTER or (isinstance(type, VectorType) and type.element.kind == POINTER):
        return
    for word in _OF_POINTERS:
        if word in own:
            linter.report("attribute-type", f"'{word}' belongs on pointers, not on {type} ({place})", holder)

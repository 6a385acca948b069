"""Attributes with values that LLVM does not read, and attributes of calls that mean nothing there.

Attributes of pointers on values of other types are reported as well. LLVM's verifiers refuse some of them, newer ones more.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AllocaInst, CallBase
from pyllvm.ir.types import POINTER, Type, VectorType
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import strip_pointer_casts

# The values that a string can have; what is not here may be anything. The verifier knows more of them since LLVM 12.
_TRUTHS: Final = ("true", "false", "")
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "no-jump-tables": _TRUTHS,
    "null-pointer-is-valid": _TRUTHS,
    "patchable-function": ("prologue-short-redirect",),
}
_NUMBERS: Final = ("stack-probe-size", "patchable-function-entry", "patchable-function-prefix")
_SYMBOLS: Final = ("probe-stack",)


def check_attribute_values(linter: Linter, function: Function) -> None:
    """Report strings of a function that have no value which LLVM reads."""
    if function.attributes is not None and linter.is_new("string-attribute", function.attributes.function):
        _check_strings(linter, function, function.attributes.function)


def _check_strings(linter: Linter, function: Function, own: AttributeSet) -> None:
    for attribute in own.attributes:
        if attribute.kind is not None:
            continue
        key, value = attribute.key, attribute.value
        allowed = _VALUES.get(key)
        if allowed is not None and value not in allowed:
            words = ", ".join([f"'{word}'" for word in allowed if word])
            linter.report("string-attribute", f"'{key}' must be one of {words}", function)
        elif key in _NUMBERS and not (value.isascii() and value.isdigit()):
            linter.report("string-attribute", f"'{key}' must be a number", function)
        elif key in _SYMBOLS and not value:
            linter.report("string-attribute", f"'{key}' must name a function", function)


def check_call_attributes(linter: Linter, call: CallBase) -> None:
    """Report `builtin` where it says nothing, and memory of an `inalloca` that more than one call uses."""
    if call.attributes is None:
        return
    if "builtin" in call.attributes.function:
        callee = call.called_function
        known = None if callee is None else callee.attributes
        if known is None or "nobuiltin" not in known.function:
            linter.report("call-builtin", "builtin belongs on direct calls of nobuiltin functions", call)
    for number, own in call.attributes.parameters.items():
        if "inalloca" in own and number < call.argument_count:
            memory = strip_pointer_casts(call.operands[number])
            if isinstance(memory, AllocaInst) and not linter.is_new("inalloca-once", memory):
                linter.report("inalloca-once", "another call uses the same inalloca memory", call, memory)


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

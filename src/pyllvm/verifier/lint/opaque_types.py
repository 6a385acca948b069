"""Values of opaque types: code generators have to know their sizes, and cannot."""

from __future__ import annotations

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, VAArgInst
from pyllvm.ir.types import StructType, Type
from pyllvm.verifier.lint.findings import Linter


def check_opaque_variables(linter: Linter) -> None:
    """Section "Structure Types": only a definition of a variable asks for its size; a declaration may be of an opaque type."""
    for variable in linter.module.global_variables:
        if not variable.is_declaration and _is_opaque(variable.value_type):
            _report(linter, "a variable that is defined", variable)


def check_opaque_parameters(linter: Linter, function: Function) -> None:
    """Check the result and the parameters of a function with a body."""
    type = function.function_type
    for what, one in [("a result", type.return_type), *[("a parameter", parameter) for parameter in type.parameters]]:
        if _is_opaque(one):
            _report(linter, what, function)


def check_opaque_operands(linter: Linter, instruction: Instruction) -> None:
    """Check the value of an instruction, and the arguments of a call."""
    type = instruction.type
    if _is_opaque(type):
        _report(linter, "the argument of va_arg" if isinstance(instruction, VAArgInst) else "a value", instruction)
    elif isinstance(instruction, CallBase):
        for argument in instruction.arguments:
            if _is_opaque(argument.type):
                _report(linter, "an argument", instruction)


def _report(linter: Linter, what: str, holder: object) -> None:
    linter.report("opaque-size", f"the size of {what} is asked for, but its type is opaque", holder)


def _is_opaque(type: Type) -> bool:
    """Whether a type is an opaque struct, or has one within."""
    if type.is_aggregate:
        return (isinstance(type, StructType) and type.is_opaque) or any(map(_is_opaque, type.contained_types))
    return False

"""LLVM 21: functions take no labels and no opaque structs."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.types import LABEL, FunctionType, StructType
from pyllvm.migrations.bodies import Bodies, BodyUpgrade


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Check the functions, and return what checks the calls in bodies.

    Both raise PyllvmError with LLVM's message if there is such a parameter; otherwise, they change nothing.
    """
    seen: set[FunctionType] = set()
    for function in module.functions:
        _check(function.function_type, seen)

    def check_bodies(bodies: Bodies) -> None:
        for function in bodies.functions:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, CallBase) and instruction.function_type not in seen:
                        _check(instruction.function_type, seen)

    return check_bodies


def _check(type: FunctionType, seen: set[FunctionType]) -> None:
    seen.add(type)
    for parameter in type.parameters:
        if parameter.kind == LABEL or (isinstance(parameter, StructType) and parameter.elements is None):
            raise PyllvmError("Invalid function argument type")

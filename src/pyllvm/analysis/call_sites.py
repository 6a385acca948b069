"""Collects the calls of a module. Hot: compiled."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.tables.effects import CALLING_INTRINSICS
from pyllvm.tables.intrinsics import PREFIX


def calls_of(module: Module, has_intrinsics: bool) -> tuple[list[dict[int, int]], list[int]]:
    """Return for each function of the module how often it calls each function, by number, and its number of other calls.

    Without `has_intrinsics`, calls of intrinsics do not count, except for those that call what they are given.
    """
    number_of: dict[Function, int] = {}
    for function in module.functions:
        number_of[function] = len(number_of)
    callees: list[dict[int, int]] = []
    unknown: list[int] = []
    for function in module.functions:
        direct: dict[int, int] = {}
        others = 0
        for instruction in function.instructions:
            if not isinstance(instruction, CallBase):
                continue
            called = instruction.called_function
            callee = -1 if called is None else number_of.get(called, -1)
            if not has_intrinsics and called is not None and called.name.startswith(PREFIX):
                if not called.name.startswith(CALLING_INTRINSICS):
                    continue
                callee = -1
            if callee < 0:
                others += 1
            else:
                direct[callee] = direct.get(callee, 0) + 1
        callees.append(direct)
        unknown.append(others)
    return callees, unknown

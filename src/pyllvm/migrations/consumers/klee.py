"""KLEE, the symbolic executor: it has no `freeze`, and runs only some of LLVM's intrinsics, by the rows of `tables.klee`."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.consumers.klee_arithmetic import replace_arithmetic
from pyllvm.migrations.equivalents.instruction_list import InstructionList
from pyllvm.migrations.equivalents.intrinsics import replace_intrinsic
from pyllvm.migrations.equivalents.library_calls import declared_function
from pyllvm.migrations.llvm_10 import downgrade_freeze as erase_freezes
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_call, remove_function, replace_call
from pyllvm.tables import klee


def prepare(module: Module, version: int, losses: Losses) -> None:
    """Replace what KLEE does not run, where there is something that does the same."""
    erase_freezes(module, version, losses)
    for function in list(module.functions):
        if function.is_declaration and function.name.startswith("llvm.") and not function.name.startswith(klee.RUN):
            _replace_calls(module, function, version)


def _replace_calls(module: Module, function: Function, version: int) -> None:
    calls = [user for user in reversed(function.users) if isinstance(user, CallInst) and user.callee is function]
    for call in calls:
        if function.name.startswith(klee.THEIR_OPERAND):
            call.move_uses_to(call.operands[0])
            remove_call(call)
        elif function.name.startswith(klee.NOTHING):
            remove_call(call)
        elif not _call_library(module, call, function.name) and not replace_arithmetic(
            InstructionList(module, version), call, function.name
        ):
            replace_intrinsic(module, call, function.name, version)
    if not function.has_uses:
        remove_function(module, function)


def _call_library(module: Module, call: CallInst, name: str) -> bool:
    """Call the C library's function for a scalar."""
    for beginning, function in klee.LIBRARY.items():
        suffix = klee.SUFFIXES.get(str(call.operands[0].type)) if name.startswith(beginning) else None
        if suffix is None:
            continue
        callee = declared_function(module, function + suffix, call.type, [argument.type for argument in call.arguments])
        if callee is None:
            return False
        made = replace_call(call, callee, call.arguments)
        made.flags = call.flags
        return True
    return False

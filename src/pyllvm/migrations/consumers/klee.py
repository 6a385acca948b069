"""KLEE, the symbolic executor: it has no `freeze`, and runs only some of LLVM's intrinsics, by the rows of `tables.klee`."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst, FreezeInst
from pyllvm.ir.module import Module
from pyllvm.migrations.consumers.klee_arithmetic import replace_arithmetic
from pyllvm.migrations.loss import BEHAVIOR, Losses
from pyllvm.migrations.on_reading.intrinsic_calls import remove_call, remove_function, replace_call
from pyllvm.migrations.shared.instruction_list import InstructionList
from pyllvm.migrations.shared.intrinsic_equivalents import replace_intrinsic
from pyllvm.migrations.shared.library_calls import declared_function
from pyllvm.tables import klee
from pyllvm.tables.features import FREEZE


def prepare(module: Module, version: int, losses: Losses) -> None:
    """Replace what KLEE does not run, where there is something that does the same."""
    for function in list(module.functions):
        if not function.is_declaration:
            _use_operands(function, losses)
    for function in list(module.functions):
        if function.is_declaration and function.name.startswith("llvm.") and not function.name.startswith(klee.RUN):
            _replace_calls(module, function, version)


def _use_operands(function: Function, losses: Losses) -> None:
    """The operand of a `freeze`, which is a value like any other in KLEE, in its place."""
    for block in function.blocks:
        for instruction in [one for one in block.instructions if isinstance(one, FreezeInst)]:
            losses.drop(FREEZE.name, FREEZE.since, function, instruction, grade=BEHAVIOR)
            instruction.move_uses_to(instruction.operands[0])
            instruction.erase_from_parent()


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

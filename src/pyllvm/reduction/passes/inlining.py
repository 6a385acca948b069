"""Calls: the body of a function takes the place of its only call."""

from __future__ import annotations

from pyllvm.editing.cloning import clone_instruction
from pyllvm.editing.inlining import inline_call
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import AllocaInst, CallInst, ReturnInst
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.reduction.scope import Pass, Scope


def _calls(module: Module, scope: Scope) -> list[CallInst]:
    found: list[CallInst] = []
    for function in scope.bodies(module):
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallInst) and _can_be_inlined(instruction, function, scope):
                    found.append(instruction)
    return found


def _larger_calls(module: Module, scope: Scope) -> list[CallInst]:
    """The only calls of functions whose bodies have variables or several blocks."""
    found: list[CallInst] = []
    for function in scope.bodies(module):
        for instruction in function.instructions:
            if not isinstance(instruction, CallInst):
                continue
            callee = instruction.called_function
            if callee is not None and callee is not function and callee.blocks and len(callee.known_uses) == 1:
                if not scope.keeps(callee) and not _can_be_inlined(instruction, function, scope):
                    found.append(instruction)
    return found


def _inline_bodies(module: Module, calls: list[CallInst]) -> None:
    for call in calls:
        callee = call.called_function
        if callee is not None and call.parent is not None:
            inline_call(call)
            callee.erase_from_parent()


def _can_be_inlined(call: CallInst, caller: Function, scope: Scope) -> bool:
    callee = call.called_function
    if callee is None or callee is caller or len(callee.blocks) != 1 or len(callee.known_uses) != 1 or scope.keeps(callee):
        return False
    if call.function_type is not callee.function_type or callee.function_type.is_variadic or call.bundles:
        return False
    body = callee.blocks[0].instructions
    return isinstance(body[-1], ReturnInst) and not any(isinstance(one, AllocaInst) for one in body)


def _inline(module: Module, calls: list[CallInst]) -> None:
    for call in calls:
        callee = call.called_function
        if callee is None or call.parent is None:
            continue
        values: dict[Value, Value] = dict(zip(callee.arguments, call.arguments, strict=False))
        for instruction in callee.blocks[0].instructions:
            if isinstance(instruction, ReturnInst):
                if instruction.value is not None and call.has_uses:
                    call.replace_all_uses_with(values.get(instruction.value, instruction.value))
                break
            values[instruction] = _copied(instruction, values, call)
        call.erase()


def _copied(instruction: Instruction, values: dict[Value, Value], call: CallInst) -> Instruction:
    """A copy of an instruction before a call, with the operands that it has there."""
    made = clone_instruction(instruction)
    for index, operand in enumerate(made.operands):
        if operand in values:
            made.set_operand(index, values[operand])
    made.insert_before(call)
    made.debug_location = call.debug_location
    return made


CALLS = Pass("inline-calls", "put bodies of one block in place of their only calls", _calls, _inline)
BODIES = Pass("inline-bodies", "put bodies of several blocks in place of their only calls", _larger_calls, _inline_bodies)

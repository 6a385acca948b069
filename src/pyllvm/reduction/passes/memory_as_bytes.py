"""Memory: what is loaded, stored, allocated or pointed at becomes a byte, so that structs and arrays are not needed any more.

    %p = alloca %struct.list
    %v = load i64, ptr %p

become `alloca i8` and `load i8, ptr %p`; what used the number gets a plain constant.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import null_value
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import AllocaInst, GetElementPtrInst, LoadInst, StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import erase, has_default_content, is_opaque, is_open
from pyllvm.reduction.scope import Pass, Scope

_BITS: Final = 8


def _byte(value: Value) -> Type:
    return value.type.context.integer(_BITS)


def _accesses(module: Module, scope: Scope) -> list[Instruction]:
    return [
        instruction
        for function in scope.bodies(module)
        for block in function.blocks
        for instruction in block.instructions
        if _accessed(instruction)
    ]


def _accessed(instruction: Instruction) -> bool:
    """Whether an instruction names the type of memory, and could name a byte."""
    byte = _byte(instruction)
    if isinstance(instruction, LoadInst):
        return instruction.type is not byte and not instruction.ordering_number and is_opaque(instruction.pointer.type)
    if isinstance(instruction, StoreInst):
        return instruction.value.type is not byte and not instruction.ordering_number and is_opaque(instruction.pointer.type)
    if isinstance(instruction, AllocaInst):
        is_plain = not instruction.is_inalloca and not instruction.is_swifterror
        return is_plain and instruction.allocated_type is not byte and is_opaque(instruction.type)
    if isinstance(instruction, GetElementPtrInst):
        is_byte = instruction.source_element_type is byte and len(instruction.operands) == 2
        return not is_byte and len(instruction.operands) > 1 and is_opaque(instruction.type)
    return False


def _use_bytes(module: Module, accesses: list[Instruction]) -> None:
    for instruction in accesses:
        if not is_open(instruction) or not _accessed(instruction):
            continue
        byte = _byte(instruction)
        if isinstance(instruction, LoadInst):
            made = LoadInst(byte, instruction.pointer, 1, instruction.is_volatile)
            made.insert_before(instruction)
            made.debug_location = instruction.debug_location
            name = instruction.name
            if erase(instruction):
                made.name = name
            else:
                made.erase()
        elif isinstance(instruction, StoreInst):
            instruction.put_operand(0, null_value(byte))
            instruction.alignment = 1
        elif isinstance(instruction, AllocaInst):
            instruction.allocated_type = byte
            instruction.alignment = 1
        elif isinstance(instruction, GetElementPtrInst):
            instruction.source_element_type = byte
            instruction.indices = instruction.indices[-1:]


def _variables(module: Module, scope: Scope) -> list[GlobalVariable]:
    """The variables whose content is not told: declarations, and zeros."""
    return [one for one in module.global_variables if _can_be_byte(one) and not scope.keeps(one)]


def _can_be_byte(variable: GlobalVariable) -> bool:
    return has_default_content(variable) and variable.value_type is not _byte(variable) and is_opaque(variable.type)


def _let_variables_be_bytes(module: Module, variables: list[GlobalVariable]) -> None:
    for variable in variables:
        byte = _byte(variable)
        variable.set_value_type(byte, None if variable.initializer is None else null_value(byte))


ACCESSES = Pass("memory-types", "let memory that is accessed be bytes", _accesses, _use_bytes)
VARIABLES = Pass("variable-types", "let variables without content be bytes", _variables, _let_variables_be_bytes)

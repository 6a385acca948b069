"""Memory: what is loaded, stored, allocated or pointed at becomes a byte, so that structs and arrays are not needed any more.

    %p = alloca %struct.list
    %v = load i64, ptr %p

become `alloca i8` and `load i8, ptr %p`; what used the number gets a plain constant.

Before that, memory that is allocated or pointed into gets a struct with a field less. All copies of a module share their types,
so the types stay as they are: other structs take their place, without names. Values of such a type, as a load returns them, keep
it. Pointers without types do not care.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import AllocaInst, GetElementPtrInst, LoadInst, StoreInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import ArrayType, IntegerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.reduction.edits import erase, has_default_content, is_opaque, is_open
from pyllvm.reduction.scope import Pass, Scope

_BITS: Final = 8


def _byte(value: Value) -> Type:
    return value.type.context.integer(_BITS)


def _accesses(module: Module, scope: Scope) -> list[Instruction]:
    return [instruction for instruction in scope.instructions(module) if _accessed(instruction)]


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


Field = tuple[StructType, int]
Memory = AllocaInst | GetElementPtrInst | GlobalVariable


def _memory(module: Module, scope: Scope) -> Iterator[tuple[Memory, Type]]:
    """Everything that names a type of memory and could name another one."""
    for variable in module.global_variables:
        if has_default_content(variable) and not scope.keeps(variable) and is_opaque(variable.type):
            yield variable, variable.value_type
    for instruction in scope.instructions(module):
        if isinstance(instruction, AllocaInst) and is_opaque(instruction.type):
            yield instruction, instruction.allocated_type
        elif isinstance(instruction, GetElementPtrInst) and is_opaque(instruction.type):
            yield instruction, instruction.source_element_type


def _structs(type: Type) -> Iterator[StructType]:
    """The structs in a type, the inner ones first."""
    if isinstance(type, ArrayType):
        yield from _structs(type.element)
    elif isinstance(type, StructType) and type.elements:
        for element in type.elements:
            yield from _structs(element)
        yield type


def _fields(module: Module, scope: Scope) -> list[Field]:
    structs = dict.fromkeys(struct for _, type in _memory(module, scope) for struct in _structs(type))
    return [(struct, number) for struct in structs for number in range(len(struct.elements or ()))]


class _Smaller:
    """Types without some fields, and the places in them."""

    def __init__(self, fields: list[Field]) -> None:
        self._gone = set(fields)
        self._made: dict[Type, Type] = {}

    def type(self, old: Type) -> Type:
        """The type in place of another one; the same type if it has none of the fields."""
        if not isinstance(old, ArrayType | StructType):
            return old
        made = self._made.get(old)
        if made is None:
            made = self._made[old] = self._array(old) if isinstance(old, ArrayType) else self._struct(old)
        return made

    def _array(self, old: ArrayType) -> Type:
        element = self.type(old.element)
        return old if element is old.element else old.context.array(element, old.count)

    def _struct(self, old: StructType) -> Type:
        elements = old.elements or []
        kept = [self.type(element) for number, element in enumerate(elements) if (old, number) not in self._gone]
        return old if kept == elements else old.context.literal_struct(kept, old.is_packed)

    def indices(self, source: Type, old: list[Value]) -> list[Value]:
        """The indices of the same place. The struct itself is the place of a field that is gone."""
        made, type = old[:1], source
        for index in old[1:]:
            if isinstance(type, StructType):
                assert isinstance(index, ConstantInt) and isinstance(index.type, IntegerType)
                number = index.value
                if (type, number) in self._gone:
                    break
                before = sum((type, other) in self._gone for other in range(number))
                made.append(ConstantInt.get(index.type, number - before) if before else index)
                type = (type.elements or [])[number]
            else:
                made.append(index)
                assert isinstance(type, ArrayType)
                type = type.element
        return made


def _remove(module: Module, fields: list[Field]) -> None:
    smaller = _Smaller(fields)
    for memory, old in list(_memory(module, Scope())):
        made = smaller.type(old)
        if made is old:
            continue
        if isinstance(memory, AllocaInst):
            memory.allocated_type = made
        elif isinstance(memory, GetElementPtrInst):
            memory.indices = smaller.indices(old, memory.indices)
            memory.source_element_type = made
        else:
            memory.set_value_type(made, None if memory.initializer is None else null_value(made))


FIELDS = Pass("struct-fields", "remove fields of structs in memory", _fields, _remove)

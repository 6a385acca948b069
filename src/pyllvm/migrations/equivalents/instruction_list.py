"""The instructions that replace another one, in their order."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import POISON, Constant, ConstantFP, ConstantInt, SimpleConstant
from pyllvm.ir.folding.constant_parts import splat
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    AtomicRMWInst,
    BinaryOperator,
    CallInst,
    CastInst,
    CmpInst,
    ExtractElementInst,
    InsertElementInst,
    InsertValueInst,
    SelectInst,
)
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.module import Module
from pyllvm.ir.types import FloatingPointType, IntegerType, Type, VectorType, with_element
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic
from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD, SEQUENTIALLY_CONSISTENT
from pyllvm.tables.opcodes import Opcode
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS


@final
class InstructionList:
    """Makes instructions on scalars or vectors; nothing is folded."""

    def __init__(self, module: Module, version: int) -> None:
        self.module: Final = module
        self.version: Final = version
        self.instructions: Final[list[Instruction]] = []

    def _add(self, instruction: Instruction) -> Instruction:
        self.instructions.append(instruction)
        return instruction

    def binary(self, opcode: Opcode, left: Value, right: Value) -> Value:
        """A binary operation without flags."""
        return self._add(BinaryOperator(opcode, left, right))

    def cast(self, opcode: Opcode, operand: Value, type: Type) -> Value:
        """A cast."""
        return self._add(CastInst(opcode, operand, type))

    def compare(self, predicate: str, left: Value, right: Value) -> Value:
        """An `icmp` or `fcmp`, as the operands' type asks."""
        numbers = FCMP_NUMBERS if left.type.is_floating_point_or_vector else ICMP_NUMBERS
        return self._add(CmpInst(numbers[predicate], left, right, with_element(left.type, left.type.context.integer(1))))

    def select(self, condition: Value, true_value: Value, false_value: Value) -> Value:
        """A `select`."""
        return self._add(SelectInst(condition, true_value, false_value))

    def exchange(self, operation: str, pointer: Value, value: Value) -> Value:
        """An `atomicrmw` by its operation's word, in one order with all others, aligned to its size."""
        assert isinstance(value.type, IntegerType)
        number = ATOMIC_RMW_OF_WORD[operation].number
        return self._add(AtomicRMWInst(number, pointer, value, SEQUENTIALLY_CONSISTENT, (value.type.width + 7) // 8))

    def extract(self, vector: Value, index: int) -> Value:
        """An `extractelement`."""
        number = ConstantInt.get(vector.type.context.integer(32), index)
        return self._add(ExtractElementInst(vector.type.scalar_type, vector, number))

    def insert(self, vector: Value, element: Value, index: int) -> Value:
        """An `insertelement`."""
        return self._add(InsertElementInst(vector, element, ConstantInt.get(vector.type.context.integer(32), index)))

    def joined(self, elements: list[Value], type: Type) -> Value:
        """A vector of elements; the first itself if the type is not a vector."""
        if not isinstance(type, VectorType):
            return elements[0]
        whole: Value = SimpleConstant.get(type, POISON)
        for index, element in enumerate(elements):
            whole = self.insert(whole, element, index)
        return whole

    def insert_field(self, aggregate: Value, element: Value, index: int) -> Value:
        """An `insertvalue`."""
        return self._add(InsertValueInst(aggregate, element, [index]))

    def call_function(self, function: Function, arguments: list[Value]) -> Value:
        """A call of a function of the module."""
        return self._add(CallInst(function.function_type, function, arguments))

    def call_named(self, name: str, type: Type, arguments: list[Value]) -> Value:
        """A call of an intrinsic by its whole name."""
        function_type = type.context.function(type, [argument.type for argument in arguments])
        return self._add(CallInst(function_type, declared_intrinsic(self.module, name, function_type, self.version), arguments))

    def call(self, name: str, type: Type, arguments: list[Value]) -> Value:
        """A call of an intrinsic by its name without types."""
        function_type = type.context.function(type, [argument.type for argument in arguments])
        full = mangled_intrinsic_name(name, function_type, self.version) or name
        return self._add(CallInst(function_type, declared_intrinsic(self.module, full, function_type, self.version), arguments))


def integer(type: Type, value: int) -> Constant:
    """An integer constant, or a vector of such."""
    if isinstance(type, VectorType):
        return splat(type, integer(type.element, value))
    assert isinstance(type, IntegerType)
    return ConstantInt.wrapped(type, value)


def number(type: Type, bits: int) -> Constant:
    """A floating-point constant by its bits, or a vector of such."""
    if isinstance(type, VectorType):
        return splat(type, number(type.element, bits))
    assert isinstance(type, FloatingPointType)
    return ConstantFP.get(type, bits)

"""Parses operators: unary, binary, casts, icmp, fcmp, select, freeze, bitextract, bitinsert."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, type_string
from pyllvm.assembly.reader.values import ValueBuilder
from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.ir.types import FLOATING_POINT, INTEGER, POINTER, VECTOR, IntegerType, Type, VectorType
from pyllvm.ir.valid_operands import bad_bit_extraction, bad_bit_insertion, bad_select, is_valid_cast, takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.tables import features
from pyllvm.tables.opcodes import FNEG, LOGICAL, OPCODES_BY_NAME, Opcode
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS

_OPCODES: Final[dict[bytes, Opcode]] = {name.encode(): opcode for name, opcode in OPCODES_BY_NAME.items()}
_ICMP: Final[dict[bytes, int]] = {word.encode(): number for word, number in ICMP_NUMBERS.items()}
_FCMP: Final[dict[bytes, int]] = {word.encode(): number for word, number in FCMP_NUMBERS.items()}


@final
class ArithmeticBuilder:
    """Creates the instructions that are operators."""

    def __init__(self, state: State, stack: Stack, values: ValueBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.values: Final = values
        self.i1: Final[IntegerType] = state.context.integer(1)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        start = starts[base]
        flags = stack.number_at(base + c.ANY_ARITHMETIC_FLAGS)
        if action == a.BINARY:
            type = stack.type_at(base + c.BINARY_TYPE)
            left = self.values.convert(stack.values[base + c.BINARY_LEFT], type, starts[base + c.BINARY_LEFT])
            right = self.values.convert(stack.values[base + c.BINARY_RIGHT], type, starts[base + c.BINARY_RIGHT])
            return self._binary(
                stack.bytes_at(base + c.BINARY_OPERATION), flags, left, right, start, starts[base + c.BINARY_TYPE]
            )
        if action == a.COMPARE:
            type = stack.type_at(base + c.COMPARE_TYPE)
            left = self.values.convert(stack.values[base + c.COMPARE_LEFT], type, starts[base + c.COMPARE_LEFT])
            right = self.values.convert(stack.values[base + c.COMPARE_RIGHT], type, starts[base + c.COMPARE_RIGHT])
            return self._compare(
                stack.bytes_at(base + c.COMPARE_OPERATION),
                flags,
                stack.bytes_at(base + c.COMPARE_ANY_PREDICATE),
                left,
                right,
                starts[base + c.COMPARE_ANY_PREDICATE],
                starts[base + c.COMPARE_TYPE],
            )
        if action == a.CAST:
            return self._cast(
                stack.bytes_at(base + c.CAST_OPERATION),
                flags,
                stack.value_at(base + c.CAST_TYPED_VALUE),
                stack.type_at(base + c.CAST_TYPE),
                start,
                starts[base + c.CAST_TYPED_VALUE],
            )
        if action == a.SELECT:
            return self._select(
                flags,
                stack.value_at(base + c.SELECT_CONDITION),
                stack.value_at(base + c.SELECT_IF_TRUE),
                stack.value_at(base + c.SELECT_IF_FALSE),
                start,
                starts[base + c.SELECT_CONDITION],
            )
        if action == a.UNARY:
            return self._unary(flags, stack.value_at(base + c.UNARY_TYPED_VALUE), start, starts[base + c.UNARY_TYPED_VALUE])
        if action == a.BITEXTRACT:
            return self._bitextract(
                stack.type_at(base + c.BITEXTRACT_TYPE),
                stack.value_at(base + c.BITEXTRACT_SOURCE),
                stack.value_at(base + c.BITEXTRACT_OFFSET),
                start,
                starts[base + c.BITEXTRACT_SOURCE],
            )
        if action == a.BITINSERT:
            return self._bitinsert(
                stack.value_at(base + c.BITINSERT_BASE),
                stack.value_at(base + c.BITINSERT_INSERTED),
                stack.value_at(base + c.BITINSERT_OFFSET),
                start,
                starts[base + c.BITINSERT_BASE],
            )
        assert action == a.FREEZE
        return self._freeze(stack.value_at(base + c.FREEZE_TYPED_VALUE), start)

    def _binary(self, word: bytes, flags: int, left: Value, right: Value, start: int, operand_start: int) -> Instruction:
        opcode = _OPCODES[word]
        if opcode.since > self.state.version:
            self.state.needs(start, f"'{opcode.name}'", opcode.since)
        kind = left.type.kind
        if kind == VECTOR:
            kind = left.type.scalar_type.kind
        if opcode.floating:
            if kind != FLOATING_POINT:
                self.state.error(operand_start, "invalid operand type for instruction")
        elif kind != INTEGER:
            if opcode.name in LOGICAL:
                self.state.error(operand_start, "instruction requires integer or integer vector operands")
            self.state.error(operand_start, "invalid operand type for instruction")
        return instructions.BinaryOperator(opcode, left, right, flags)

    def _unary(self, flags: int, operand: Value, start: int, operand_start: int) -> Instruction:
        self.state.needs(start, "'fneg'", FNEG.since)
        if not operand.type.is_floating_point_or_vector:
            self.state.error(operand_start, "invalid operand type for instruction")
        return instructions.UnaryOperator(FNEG, operand, flags)

    def _compare(
        self, word: bytes, flags: int, predicate: bytes, left: Value, right: Value, predicate_start: int, start: int
    ) -> Instruction:
        state = self.state
        type = left.type
        scalar = type.scalar_type
        if word == b"fcmp":
            number = _FCMP.get(predicate, -1)
            if number < 0:
                state.error(predicate_start, "expected fcmp predicate (e.g. 'oeq')")
            if scalar.kind != FLOATING_POINT:
                state.error(start, "fcmp requires floating point operands")
        else:
            number = _ICMP.get(predicate, -1)
            if number < 0:
                state.error(predicate_start, "expected icmp predicate (e.g. 'eq')")
            if scalar.kind != INTEGER and scalar.kind != POINTER:
                state.error(start, "icmp requires integer operands")
        result: Type = self.i1
        if isinstance(type, VectorType):
            result = state.context.vector(self.i1, type.count, type.is_scalable)
        return instructions.CmpInst(number, left, right, result, flags)

    def _cast(self, word: bytes, flags: int, operand: Value, target: Type, start: int, operand_start: int) -> Instruction:
        opcode = _OPCODES[word]
        if opcode.since > self.state.version:
            self.state.needs(start, f"'{opcode.name}'", opcode.since)
        if not is_valid_cast(opcode.name, operand.type, target, self.state.version):
            self.state.error(
                operand_start, f"invalid cast opcode for cast from '{type_string(operand.type)}' to '{type_string(target)}'"
            )
        return instructions.CastInst(opcode, operand, target, flags)

    def _select(
        self, flags: int, condition: Value, true_value: Value, false_value: Value, start: int, operand_start: int
    ) -> Instruction:
        reason = bad_select(condition, true_value, false_value)
        if reason:
            self.state.error(operand_start, reason)
        if flags and not takes_fast_math(true_value.type, self.state.version):
            self.state.error(start, "fast-math-flags specified for select without floating-point scalar or vector return type")
        return instructions.SelectInst(condition, true_value, false_value, flags)

    def _freeze(self, operand: Value, start: int) -> Instruction:
        self.state.needs(start, "'freeze'", features.FREEZE.since)
        return instructions.FreezeInst(operand)

    def _bitextract(self, type: Type, source: Value, offset: Value, start: int, operand_start: int) -> Instruction:
        self.state.needs(start, features.BIT_EXTRACTION.name, features.BIT_EXTRACTION.since)
        reason = bad_bit_extraction(type, source, offset)
        if reason:
            self.state.error(operand_start, reason)
        return instructions.BitExtractInst(source, offset, type)

    def _bitinsert(self, into: Value, inserted: Value, offset: Value, start: int, operand_start: int) -> Instruction:
        self.state.needs(start, features.BIT_INSERTION.name, features.BIT_INSERTION.since)
        reason = bad_bit_insertion(into, inserted, offset)
        if reason:
            self.state.error(operand_start, reason)
        return instructions.BitInsertInst(into, inserted, offset)

"""Reads the records of unary and binary operations, casts, comparisons, select, freeze, bitextract and bitinsert."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.operands import ChapterReader, OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.ir.types import FLOATING_POINT, INTEGER, PointerType, VectorType
from pyllvm.ir.valid_operands import bad_bit_extraction, bad_bit_insertion, is_valid_cast, takes_fast_math
from pyllvm.tables import opcodes, records
from pyllvm.tables.behavior_versions import MUST_TAIL_WITHOUT_CAST_SINCE
from pyllvm.tables.flags import ALL_FAST_MATH, SAME_SIGN, UNSAFE_ALGEBRA
from pyllvm.tables.opcodes import Opcode
from pyllvm.tables.predicates import FCMP_TRUE, FIRST_ICMP, LAST_ICMP

# The data layout is not asked: LLVM takes the widest pointers that there are.
_WIDEST_POINTER: Final = 64
_SAME_SIGN: Final[int] = SAME_SIGN.mask


@final
class ArithmeticReader(ChapterReader):
    """Reads the instructions that compute numbers and bits."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        super().__init__(state, cursor, operands)
        # the instruction that goes before the cast that was just read
        self.before_cast: Instruction | None = None
        # the casts of this body that change nothing, if LLVM's reader removes some of them
        self.useless_casts: list[Instruction] = []
        self.drops_tail_casts = MUST_TAIL_WITHOUT_CAST_SINCE <= state.reading_version == state.module.llvm_version

    def binary(self, ops: list[int]) -> Instruction:
        """Read BINOP."""
        reader = self.operands
        left = reader.first(ops, 0)
        right = reader.next_of_type(ops, left.type)
        at = reader.at
        kind = left.type.scalar_type.kind
        row: Opcode | None = None
        if kind == INTEGER:
            row = opcodes.INTEGER_BINARY_BY_CODE.get(ops[at])
        elif kind == FLOATING_POINT:
            row = opcodes.FLOATING_POINT_BINARY_BY_CODE.get(ops[at])
        if row is None:
            raise self.invalid()
        flags = 0
        if at + 1 < len(ops):
            mask = row.flags.mask
            flags = fast_math_flags(ops[at + 1]) if mask == ALL_FAST_MATH else ops[at + 1] & mask
        return instructions.BinaryOperator(row, left, right, flags)

    def unary(self, ops: list[int]) -> Instruction:
        """Read UNOP."""
        reader = self.operands
        operand = reader.first(ops, 0)
        at = reader.at
        if ops[at] >= len(opcodes.UNARY) or operand.type.scalar_type.kind != FLOATING_POINT:
            raise self.invalid()
        flags = fast_math_flags(ops[at + 1]) if at + 1 < len(ops) else 0
        return instructions.UnaryOperator(opcodes.UNARY[ops[at]], operand, flags)

    def cast(self, ops: list[int]) -> Instruction:
        """Read CAST."""
        reader = self.operands
        operand = reader.first(ops, 0)
        at = reader.at
        type = self.state.type(ops[at])
        code = ops[at + 1]
        if code >= len(opcodes.CASTS):
            raise self.invalid()
        if not type.is_first_class or not operand.type.is_first_class:
            raise self.invalid("Invalid cast")
        row = opcodes.CASTS[code]
        flags = 0
        if at + 2 < len(ops):
            mask = row.flags.mask
            flags = fast_math_flags(ops[at + 2]) if mask == ALL_FAST_MATH else ops[at + 2] & mask
        if row is opcodes.BITCAST and isinstance(type, PointerType) and isinstance(operand.type, PointerType):
            if type.address_space != operand.type.address_space:
                # AutoUpgrade's UpgradeBitCastInst
                self.before_cast = instructions.CastInst(opcodes.PTRTOINT, operand, self.state.context.integer(_WIDEST_POINTER))
                return instructions.CastInst(opcodes.INTTOPTR, self.before_cast, type)
        elif not is_valid_cast(row.name, operand.type, type, self.state.module.llvm_version):
            raise self.invalid("Invalid cast")
        made = instructions.CastInst(row, operand, type, flags)
        if row is opcodes.BITCAST and type is operand.type and self.drops_tail_casts:
            self.useless_casts.append(made)
        return made

    def compare(self, ops: list[int]) -> Instruction:
        """Read CMP and CMP2."""
        reader = self.operands
        left = reader.first(ops, 0)
        right = reader.next_of_type(ops, left.type)
        at = reader.at
        rest = len(ops) - at
        if rest < 1:
            raise self.invalid("Invalid record: operand number exceeded available operands")
        if rest > 2:
            raise self.invalid()
        predicate = ops[at]
        type = left.type
        flags = 0
        if type.scalar_type.kind == FLOATING_POINT:
            if predicate > FCMP_TRUE:
                raise self.invalid("Invalid fcmp predicate")
            if rest == 2:
                flags = fast_math_flags(ops[at + 1])
        else:
            if predicate < FIRST_ICMP or predicate > LAST_ICMP:
                raise self.invalid("Invalid icmp predicate")
            if rest == 2:
                flags = ops[at + 1] & _SAME_SIGN
        result = self.boolean
        if isinstance(type, VectorType):
            result = self.state.context.vector(result, type.count, type.is_scalable)
        return instructions.CmpInst(predicate, left, right, result, flags)

    def select(self, code: int, ops: list[int]) -> Instruction:
        """Read VSELECT and SELECT; the condition of SELECT is an i1."""
        reader = self.operands
        true_value = reader.first(ops, 0)
        false_value = reader.next_of_type(ops, true_value.type)
        if code == records.FUNC_CODE_INST_VSELECT:
            condition = reader.next(ops)
            scalar = condition.type.scalar_type
            if scalar is not self.boolean:
                raise self.invalid("Invalid type for value")
        else:
            condition = reader.next_of_type(ops, self.boolean)
        flags = 0
        if reader.at < len(ops) and takes_fast_math(true_value.type, self.state.module.llvm_version):
            flags = fast_math_flags(ops[reader.at])
        return instructions.SelectInst(condition, true_value, false_value, flags)

    def freeze(self, ops: list[int]) -> Instruction:
        """Read FREEZE."""
        operand = self.operands.first(ops, 0)
        if self.operands.at != len(ops):
            raise self.invalid()
        return instructions.FreezeInst(operand)

    def bitextract(self, ops: list[int]) -> Instruction:
        """Read BITEXTRACT."""
        if not ops:
            raise self.invalid()
        target = self.state.type(ops[0])
        source = self.operands.first(ops, 1)
        offset = self.operands.next(ops)
        if self.operands.at != len(ops):
            raise self.invalid()
        reason = bad_bit_extraction(target, source, offset)
        if reason:
            raise self.invalid()
        return instructions.BitExtractInst(source, offset, target)

    def bitinsert(self, ops: list[int]) -> Instruction:
        """Read BITINSERT."""
        into = self.operands.first(ops, 0)
        inserted = self.operands.next(ops)
        offset = self.operands.next(ops)
        if self.operands.at != len(ops):
            raise self.invalid()
        reason = bad_bit_insertion(into, inserted, offset)
        if reason:
            raise self.invalid()
        return instructions.BitInsertInst(into, inserted, offset)


def fast_math_flags(flags: int) -> int:
    """The fast-math flags of a record; bit 0 is LLVM 3's flag, which means all of them."""
    return ALL_FAST_MATH if flags & UNSAFE_ALGEBRA else flags & ALL_FAST_MATH

"""Writes the records of unary and binary operations, casts, comparisons, select, freeze, bitextract and bitinsert."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.limits import check_flags
from pyllvm.bitcode.writer.numbers import type_id
from pyllvm.bitcode.writer.operands import ChapterWriter
from pyllvm.ir import instructions
from pyllvm.tables import records
from pyllvm.tables.flags import SAME_SIGN


@final
class ArithmeticWriter(ChapterWriter):
    """Writes the instructions that compute numbers and bits."""

    def unary(self, instruction: instructions.UnaryOperator) -> None:
        """Write UNOP."""
        record = self.record
        has_type = self.operands.push_with_type(instruction.operands[0])
        record.append(instruction.opcode.code)
        abbreviation = self.abbreviations.unary
        if instruction.flags:
            record.append(instruction.flags)
            abbreviation = self.abbreviations.unary_flags
        self.stream.emit_record(records.FUNC_CODE_INST_UNOP, record, 0 if has_type else abbreviation)

    def binary(self, binary: instructions.BinaryOperator) -> None:
        """Write BINOP."""
        writer = self.operands
        record = self.record
        operands = binary.operands
        has_type = writer.push_with_type(operands[0])
        writer.push(operands[1])
        record.append(binary.opcode.code)
        abbreviation = self.abbreviations.binary
        if binary.flags:
            if self.version < binary.opcode.flags.settled_since:
                check_flags(binary.opcode.name, binary.opcode.flags, binary.flags, self.version)
            record.append(binary.flags)
            abbreviation = self.abbreviations.binary_flags
        self.stream.emit_record(records.FUNC_CODE_INST_BINOP, record, 0 if has_type else abbreviation)

    def cast(self, cast: instructions.CastInst) -> None:
        """Write CAST."""
        record = self.record
        has_type = self.operands.push_with_type(cast.operands[0])
        record.append(type_id(cast.type))
        record.append(cast.opcode.code)
        abbreviation = self.abbreviations.cast
        if cast.flags:
            if self.version < cast.opcode.flags.settled_since:
                check_flags(cast.opcode.name, cast.opcode.flags, cast.flags, self.version)
            record.append(cast.flags)
            abbreviation = self.abbreviations.cast_flags
        self.stream.emit_record(records.FUNC_CODE_INST_CAST, record, 0 if has_type else abbreviation)

    def compare(self, comparison: instructions.CmpInst) -> None:
        """Write CMP2."""
        writer = self.operands
        record = self.record
        operands = comparison.operands
        has_type = writer.push_with_type(operands[0])
        writer.push(operands[1])
        record.append(comparison.predicate_number)
        abbreviation = self.abbreviations.comparison
        if comparison.flags:
            if self.version < SAME_SIGN.settled_since and not comparison.is_floating_point:
                check_flags("icmp", SAME_SIGN, comparison.flags, self.version)
            record.append(comparison.flags)
            abbreviation = self.abbreviations.comparison_flags
        self.stream.emit_record(records.FUNC_CODE_INST_CMP2, record, 0 if has_type else abbreviation)

    def select(self, instruction: instructions.SelectInst) -> None:
        """Write VSELECT."""
        writer = self.operands
        record = self.record
        operands = instruction.operands
        writer.push_with_type(operands[1])
        writer.push(operands[2])
        writer.push_with_type(operands[0])
        if instruction.flags:
            record.append(instruction.flags)
        self.stream.emit_record(records.FUNC_CODE_INST_VSELECT, record)

    def freeze(self, instruction: instructions.FreezeInst) -> None:
        """Write FREEZE."""
        self.operands.push_with_type(instruction.operands[0])
        self.stream.emit_record(records.FUNC_CODE_INST_FREEZE, self.record)

    def bitextract(self, instruction: instructions.BitExtractInst) -> None:
        """Write BITEXTRACT."""
        self.record.append(type_id(instruction.type))
        self.operands.push_with_type(instruction.operands[0])
        self.operands.push_with_type(instruction.operands[1])
        self.stream.emit_record(records.FUNC_CODE_INST_BITEXTRACT, self.record)

    def bitinsert(self, instruction: instructions.BitInsertInst) -> None:
        """Write BITINSERT."""
        for operand in instruction.operands:
            self.operands.push_with_type(operand)
        self.stream.emit_record(records.FUNC_CODE_INST_BITINSERT, self.record)

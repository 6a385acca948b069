"""Writes the records of extractvalue, insertvalue, extractelement, insertelement and shufflevector."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.operands import ChapterWriter
from pyllvm.ir.instructions import ExtractElementInst, ExtractValueInst, InsertElementInst, InsertValueInst, ShuffleVectorInst
from pyllvm.tables import records


@final
class AggregateWriter(ChapterWriter):
    """Writes the instructions that take aggregates and vectors apart or put them together."""

    def extractvalue(self, instruction: ExtractValueInst) -> None:
        """Write EXTRACTVAL."""
        record = self.record
        self.operands.push_with_type(instruction.operands[0])
        record.extend(instruction.indices)
        self.stream.emit_record(records.FUNC_CODE_INST_EXTRACTVAL, record)

    def insertvalue(self, instruction: InsertValueInst) -> None:
        """Write INSERTVAL."""
        writer = self.operands
        record = self.record
        operands = instruction.operands
        writer.push_with_type(operands[0])
        writer.push_with_type(operands[1])
        record.extend(instruction.indices)
        self.stream.emit_record(records.FUNC_CODE_INST_INSERTVAL, record)

    def extractelement(self, instruction: ExtractElementInst) -> None:
        """Write EXTRACTELT."""
        writer = self.operands
        operands = instruction.operands
        writer.push_with_type(operands[0])
        writer.push_with_type(operands[1])
        self.stream.emit_record(records.FUNC_CODE_INST_EXTRACTELT, self.record)

    def insertelement(self, instruction: InsertElementInst) -> None:
        """Write INSERTELT."""
        writer = self.operands
        operands = instruction.operands
        writer.push_with_type(operands[0])
        writer.push(operands[1])
        writer.push_with_type(operands[2])
        self.stream.emit_record(records.FUNC_CODE_INST_INSERTELT, self.record)

    def shufflevector(self, instruction: ShuffleVectorInst) -> None:
        """Write SHUFFLEVEC."""
        writer = self.operands
        operands = instruction.operands
        writer.push_with_type(operands[0])
        writer.push(operands[1])
        # up to LLVM 10 the mask was an ordinary operand
        writer.push(instruction.mask)
        self.stream.emit_record(records.FUNC_CODE_INST_SHUFFLEVEC, self.record)

"""Writes the records of landingpad, resume, catchpad, cleanuppad, catchswitch, catchret and cleanupret."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter
from pyllvm.ir import instructions
from pyllvm.ir.types import ARRAY
from pyllvm.tables import records


@final
class ExceptionWriter(ChapterWriter):
    """Writes the instructions of exception handling."""

    def landingpad(self, instruction: instructions.LandingPadInst) -> None:
        """Write LANDINGPAD."""
        record = self.record
        operands = instruction.operands
        record.append(type_id(instruction.type))
        record.append(1 if instruction.is_cleanup else 0)
        record.append(len(operands))
        for clause in operands:
            record.append(1 if clause.type.kind == ARRAY else 0)
            self.operands.push_with_type(clause)
        self.stream.emit_record(records.FUNC_CODE_INST_LANDINGPAD, record)

    def resume(self, instruction: instructions.ResumeInst) -> None:
        """Write RESUME."""
        self.operands.push_with_type(instruction.operands[0])
        self.stream.emit_record(records.FUNC_CODE_INST_RESUME, self.record)

    def funclet_pad(self, instruction: instructions.CatchPadInst | instructions.CleanupPadInst) -> None:
        """Write CATCHPAD and CLEANUPPAD."""
        writer = self.operands
        record = self.record
        operands = instruction.operands
        is_catch = isinstance(instruction, instructions.CatchPadInst)
        code = records.FUNC_CODE_INST_CATCHPAD if is_catch else records.FUNC_CODE_INST_CLEANUPPAD
        last = len(operands) - 1
        writer.push(operands[last])
        record.append(last)
        for operand in operands[:last]:
            writer.push_with_type(operand)
        self.stream.emit_record(code, record)

    def catchswitch(self, instruction: instructions.CatchSwitchInst) -> None:
        """Write CATCHSWITCH."""
        record = self.record
        self.operands.push(instruction.operands[0])
        handlers = instruction.handlers
        record.append(len(handlers))
        for handler in handlers:
            record.append(value_id(handler))
        unwind = instruction.unwind
        if unwind is not None:
            record.append(value_id(unwind))
        self.stream.emit_record(records.FUNC_CODE_INST_CATCHSWITCH, record)

    def catchret(self, instruction: instructions.CatchReturnInst) -> None:
        """Write CATCHRET."""
        record = self.record
        operands = instruction.operands
        self.operands.push(operands[0])
        record.append(value_id(operands[1]))
        self.stream.emit_record(records.FUNC_CODE_INST_CATCHRET, record)

    def cleanupret(self, instruction: instructions.CleanupReturnInst) -> None:
        """Write CLEANUPRET."""
        record = self.record
        operands = instruction.operands
        self.operands.push(operands[0])
        if len(operands) > 1:
            record.append(value_id(operands[1]))
        self.stream.emit_record(records.FUNC_CODE_INST_CLEANUPRET, record)

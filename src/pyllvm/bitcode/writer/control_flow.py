"""Writes the records of ret, br, switch, indirectbr, unreachable and phi, and of exception handling."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter
from pyllvm.ir import instructions
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst, UnreachableInst
from pyllvm.ir.types import ARRAY
from pyllvm.ir.value import Value
from pyllvm.schema.integers import rotated
from pyllvm.tables import records


@final
class ControlFlowWriter(ChapterWriter):
    """Writes terminators and phi."""

    def ret(self, instruction: ReturnInst) -> None:
        """Write RET."""
        operands = instruction.operands
        abbreviation = self.abbreviations.return_void
        if operands:
            abbreviation = 0 if self.operands.push_with_type(operands[0]) else self.abbreviations.return_value
        self.stream.emit_record(records.FUNC_CODE_INST_RET, self.record, abbreviation)

    def br(self, branch: BranchInst) -> None:
        """Write BR."""
        record = self.record
        operands = branch.operands
        if len(operands) == 1:
            record.append(value_id(operands[0]))
            self.stream.emit_record(records.FUNC_CODE_INST_BR, record, self.abbreviations.branch)
            return
        record.append(value_id(operands[2]))
        record.append(value_id(operands[1]))
        self.operands.push(operands[0])
        self.stream.emit_record(records.FUNC_CODE_INST_BR, record, self.abbreviations.conditional_branch)

    def switch(self, instruction: SwitchInst) -> None:
        """Write SWITCH, whose cases are absolute numbers of values."""
        self._write_targets(records.FUNC_CODE_INST_SWITCH, instruction.operands)

    def indirectbr(self, instruction: IndirectBrInst) -> None:
        """Write INDIRECTBR."""
        self._write_targets(records.FUNC_CODE_INST_INDIRECTBR, instruction.operands)

    def _write_targets(self, code: int, operands: list[Value]) -> None:
        """Write a value that decides, after its type, and the absolute numbers of the other operands."""
        record = self.record
        record.append(type_id(operands[0].type))
        self.operands.push(operands[0])
        for operand in operands[1:]:
            record.append(value_id(operand))
        self.stream.emit_record(code, record)

    def unreachable(self, instruction: UnreachableInst) -> None:
        """Write UNREACHABLE."""
        self.stream.emit_record(records.FUNC_CODE_INST_UNREACHABLE, self.record, self.abbreviations.unreachable)

    def phi(self, phi: PHINode) -> None:
        """Write PHI, whose values are signed."""
        record = self.record
        record.append(type_id(phi.type))
        own = self.operands.number
        blocks = phi.blocks
        index = 0
        for operand in phi.operands:
            record.append(rotated(own - value_id(operand)))
            record.append(value_id(blocks[index]))
            index += 1
        if phi.flags:
            record.append(phi.flags)
        self.stream.emit_record(records.FUNC_CODE_INST_PHI, record)


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

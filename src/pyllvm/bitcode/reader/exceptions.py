"""Reads the records of landingpad, resume, catchpad, cleanuppad, catchswitch, catchret and cleanupret."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.reader.operands import ChapterReader
from pyllvm.ir import instructions
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.value import Value
from pyllvm.tables import records


@final
class ExceptionReader(ChapterReader):
    """Reads the instructions of exception handling."""

    def landingpad(self, function: Function, code: int, ops: list[int]) -> Instruction:
        """Read LANDINGPAD. The old form has the personality of the function after the type."""
        if len(ops) < 3:
            raise self.invalid()
        reader = self.operands
        type = self.state.type(ops[0])
        reader.at = 1
        if code == records.FUNC_CODE_INST_LANDINGPAD_OLD:
            personality = reader.next(ops)
            if function.personality is None:
                function.set_optional_operands(personality, function.prefix_data, function.prologue_data)
            elif function.personality is not personality:
                raise self.invalid("Personality function mismatch")
        at = reader.at
        is_cleanup = ops[at] != 0
        count = ops[at + 1]
        reader.at = at + 2
        clauses: list[Value] = []
        for _ in range(count):
            reader.at += 1
            clauses.append(reader.next(ops))
        return instructions.LandingPadInst(type, is_cleanup, clauses)

    def resume(self, ops: list[int]) -> Instruction:
        """Read RESUME."""
        return instructions.ResumeInst(self.void, self.operands.first(ops, 0))

    def funclet_pad(self, code: int, ops: list[int]) -> Instruction:
        """Read CATCHPAD and CLEANUPPAD."""
        if len(ops) < 2:
            raise self.invalid()
        reader = self.operands
        parent = reader.value_of_type(ops[0], self.token)
        reader.at = 2
        arguments: list[Value] = []
        for _ in range(ops[1]):
            arguments.append(reader.next(ops))
        if reader.at != len(ops):
            raise self.invalid()
        if code == records.FUNC_CODE_INST_CATCHPAD:
            return instructions.CatchPadInst(self.token, parent, arguments)
        return instructions.CleanupPadInst(self.token, parent, arguments)

    def catchswitch(self, ops: list[int]) -> Instruction:
        """Read CATCHSWITCH."""
        if len(ops) < 2:
            raise self.invalid()
        parent = self.operands.value_of_type(ops[0], self.token)
        end = 2 + ops[1]
        if end != len(ops) and end + 1 != len(ops):
            raise self.invalid()
        handlers: list[Value] = []
        for number in ops[2:end]:
            handlers.append(self.operands.blocks[number])
        unwind = self.operands.blocks[ops[end]] if end < len(ops) else None
        return instructions.CatchSwitchInst(self.token, parent, unwind, handlers)

    def catchret(self, ops: list[int]) -> Instruction:
        """Read CATCHRET."""
        if len(ops) != 2:
            raise self.invalid()
        return instructions.CatchReturnInst(
            self.void, self.operands.value_of_type(ops[0], self.token), self.operands.blocks[ops[1]]
        )

    def cleanupret(self, ops: list[int]) -> Instruction:
        """Read CLEANUPRET."""
        if len(ops) != 1 and len(ops) != 2:
            raise self.invalid()
        pad = self.operands.value_of_type(ops[0], self.token)
        return instructions.CleanupReturnInst(self.void, pad, self.operands.blocks[ops[1]] if len(ops) == 2 else None)

"""Reads the records of ret, br, switch, indirectbr, unreachable and phi, and of exception handling."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.reader.arithmetic import fast_math_flags
from pyllvm.bitcode.reader.constants import wide_value
from pyllvm.bitcode.reader.operands import ChapterReader
from pyllvm.ir import instructions
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst, UnreachableInst
from pyllvm.ir.types import IntegerType
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import SWITCH_MAGIC, SWITCH_MAGIC_SHIFT


@final
class ControlFlowReader(ChapterReader):
    """Reads terminators and phi."""

    def br(self, ops: list[int]) -> Instruction:
        """Read BR."""
        count = len(ops)
        blocks = self.operands.blocks
        if count == 1:
            return BranchInst(self.void, blocks[ops[0]])
        if count != 3:
            raise self.invalid()
        condition = self.operands.value_of_type(ops[2], self.boolean)
        return BranchInst(self.void, blocks[ops[0]], condition, blocks[ops[1]])

    def ret(self, ops: list[int]) -> Instruction:
        """Read RET."""
        if not ops:
            return ReturnInst(self.void)
        value = self.operands.first(ops, 0)
        if self.operands.at != len(ops):
            raise self.invalid()
        return ReturnInst(self.void, value)

    def unreachable(self) -> Instruction:
        """Read UNREACHABLE."""
        return UnreachableInst(self.void)

    def phi(self, ops: list[int]) -> Instruction:
        """Read PHI; where operands are relative, its values are signed."""
        count = len(ops)
        if count == 0:
            raise self.invalid("Invalid phi record")
        type = self.state.type(ops[0])
        if not type.is_first_class:
            raise self.invalid("Invalid phi record")
        made = PHINode(type)
        reader = self.operands
        blocks = self.operands.blocks
        end = count
        if count % 2 == 0:
            if not takes_fast_math(type, self.state.module.llvm_version):
                raise self.invalid("Invalid phi record")
            made.flags = fast_math_flags(ops[count - 1])
            end -= 1
        relative = reader.is_relative
        next_number = len(self.state.table.values)
        at = 1
        while at < end:
            operand = ops[at]
            if relative:
                operand = next_number - (operand >> 1 if operand & 1 == 0 else -(operand >> 1))
            made.add_incoming(reader.absolute(operand, type), blocks[ops[at + 1]])
            at += 2
        return made

    def switch(self, ops: list[int]) -> Instruction:
        """Read SWITCH, whose cases are absolute numbers of values."""
        count = len(ops)
        if count > 0 and ops[0] >> SWITCH_MAGIC_SHIFT == SWITCH_MAGIC:
            return self._switch_with_ranges(ops)
        if count < 3 or count % 2 == 0:
            raise self.invalid()
        type = self.state.type(ops[0])
        blocks = self.operands.blocks
        reader = self.operands
        made = SwitchInst(self.void, reader.value_of_type(ops[1], type), blocks[ops[2]])
        at = 3
        while at < count:
            case = reader.absolute(ops[at], type)
            if not isinstance(case, ConstantInt):
                raise self.invalid()
            made.add_case(case, blocks[ops[at + 1]])
            at += 2
        return made

    def _switch_with_ranges(self, ops: list[int]) -> Instruction:
        """Read SWITCH of LLVM 3.2, whose cases are ranges."""
        type = self.state.type(ops[1])
        if not isinstance(type, IntegerType):
            raise self.invalid()
        blocks = self.operands.blocks
        made = SwitchInst(self.void, self.operands.value_of_type(ops[2], type), blocks[ops[3]])
        at = 5
        for _ in range(ops[4]):
            cases: list[ConstantInt] = []
            items = ops[at]
            at += 1
            for _ in range(items):
                ends: list[int] = []
                count = 1 if ops[at] else 2
                at += 1
                for _ in range(count):
                    words = 1
                    if type.width > 64:
                        words = ops[at]
                        at += 1
                    ends.append(wide_value(ops[at : at + words], type.width))
                    at += words
                low, high = ends[0], ends[-1]
                if high - low > self.state.table.limit:
                    raise self.invalid()
                for value in range(low, high + 1):
                    cases.append(ConstantInt.wrapped(type, value))
            block = blocks[ops[at]]
            at += 1
            for case in cases:
                made.add_case(case, block)
        return made

    def indirectbr(self, ops: list[int]) -> Instruction:
        """Read INDIRECTBR."""
        if len(ops) < 2:
            raise self.invalid()
        address = self.operands.value_of_type(ops[1], self.state.type(ops[0]))
        return IndirectBrInst(self.void, address, [self.operands.blocks[number] for number in ops[2:]])


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

"""Parses exception handling: landingpad, resume, catchpad, cleanuppad, catchswitch, catchret, cleanupret."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.calls import CallArgument
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.values import ValueBuilder, is_constant
from pyllvm.ir import instructions
from pyllvm.ir.function import Instruction
from pyllvm.ir.types import ARRAY, Type
from pyllvm.ir.value import Value
from pyllvm.tables.text_versions import CLAUSES_CHECKED_SINCE


@final
class ExceptionBuilder:
    """Creates the instructions of exception handling."""

    def __init__(self, state: State, stack: Stack, values: ValueBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.values: Final = values
        self.void: Final[Type] = state.context.void

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.LANDINGPAD:
            return self._landingpad(stack.type_at(base + c.LANDINGPAD_TYPE), values[base + c.LANDINGPAD_CLAUSES])
        if action == a.CLEANUP_LANDINGPAD:
            pad = self._landingpad(stack.type_at(base + c.CLEANUP_LANDINGPAD_TYPE), values[base + c.CLEANUP_LANDINGPAD_CLAUSES])
            pad.is_cleanup = True
            return pad
        if action == a.CLAUSE:
            return (
                stack.bytes_at(base + c.CLAUSE_KIND),
                values[base + c.CLAUSE_TYPED_VALUE],
                starts[base + c.CLAUSE_TYPED_VALUE],
            )
        if action == a.ADD_CLAUSE:
            return self._add_clause(values[base + c.ADD_CLAUSE_CLAUSES], values[base + c.ADD_CLAUSE_CLAUSE])
        if action == a.RESUME:
            return instructions.ResumeInst(self.void, stack.value_at(base + c.RESUME_TYPED_VALUE))
        if action == a.CATCHSWITCH:
            return self._catchswitch(
                values[base + c.CATCHSWITCH_PARENT],
                base + c.CATCHSWITCH_HANDLERS,
                self._unwind(base + c.CATCHSWITCH_UNWIND),
                starts[base + c.CATCHSWITCH_PARENT],
            )
        if action == a.CATCHRET:
            return self._catchret(
                values[base + c.CATCHRET_PAD],
                stack.value_at(base + c.CATCHRET_BLOCK),
                starts[base + c.CATCHRET_PAD],
                starts[base + c.CATCHRET_BLOCK],
            )
        if action == a.CLEANUPRET:
            return self._cleanupret(
                values[base + c.CLEANUPRET_PAD], self._unwind(base + c.CLEANUPRET_UNWIND), starts[base + c.CLEANUPRET_PAD]
            )
        if action == a.UNWIND_TO_CALLER:
            return None
        if action == a.CATCHPAD:
            return self._catchpad(
                values[base + c.CATCHPAD_PARENT],
                self._pad_arguments(base + c.CATCHPAD_ARGUMENTS),
                starts[base + c.CATCHPAD_PARENT],
            )
        assert action == a.CLEANUPPAD
        return self._cleanuppad(
            values[base + c.CLEANUPPAD_PARENT],
            self._pad_arguments(base + c.CLEANUPPAD_ARGUMENTS),
            starts[base + c.CLEANUPPAD_PARENT],
        )

    def _unwind(self, at: int) -> Value | None:
        """The unwind destination; None for the caller."""
        unwind = self.stack.values[at]
        return self.values.block(unwind, self.stack.starts[at]) if isinstance(unwind, Value) else None

    def _pad_arguments(self, at: int) -> list[Value]:
        operands: list[Value] = []
        for operand in self.stack.list_at(at) or []:
            if isinstance(operand, CallArgument):
                operands.append(operand.value)
            else:
                assert isinstance(operand, Value)
                operands.append(operand)
        return operands

    def _landingpad(self, type: Type, pad: object) -> instructions.LandingPadInst:
        if not isinstance(pad, instructions.LandingPadInst):
            return instructions.LandingPadInst(type, False, [])
        pad.type = type
        return pad

    def _add_clause(self, pad: object, clause: object) -> instructions.LandingPadInst:
        """Add a clause as soon as it has been read: this determines the order of uses."""
        state = self.state
        if not isinstance(pad, instructions.LandingPadInst):
            pad = instructions.LandingPadInst(self.void, False, [])
        assert isinstance(clause, tuple)
        word, value, start = clause
        assert isinstance(value, Value)
        assert isinstance(start, int)
        # LLVM reports a wrong type without stopping there; until LLVM 19 the report is lost.
        if state.version >= CLAUSES_CHECKED_SINCE and (word == b"catch") == (value.type.kind == ARRAY):
            state.error(start, f"'{text_of_bytes(word)}' clause has an invalid type")
        if not is_constant(value):
            state.error(start, "clause argument must be a constant")
        count = len(pad.operands)
        if count > 1 and count & (count - 1) == 0:
            # LLVM moves the operands to a larger place, where each is used anew.
            for index, operand in enumerate(pad.operands):
                operand.remove_use(pad, index)
                operand.add_use(pad, index)
        pad.append_operand(value)
        return pad

    def _catchswitch(self, pad: object, handlers_at: int, unwind: Value | None, pad_start: int) -> Instruction:
        handlers = self.stack.values_at(handlers_at)
        self.values.blocks(handlers, self.stack.starts[handlers_at])
        return instructions.CatchSwitchInst(
            self.state.context.token, self._outer_pad(pad, pad_start, "catchswitch"), unwind, handlers
        )

    def _catchret(self, pad: object, block: Value, pad_start: int, block_start: int) -> Instruction:
        return instructions.CatchReturnInst(self.void, self._pad(pad, pad_start), self.values.block(block, block_start))

    def _cleanupret(self, pad: object, unwind: Value | None, pad_start: int) -> Instruction:
        return instructions.CleanupReturnInst(self.void, self._pad(pad, pad_start), unwind)

    def _catchpad(self, pad: object, arguments: list[Value], pad_start: int) -> Instruction:
        return instructions.CatchPadInst(self.state.context.token, self._outer_pad(pad, pad_start, "catchpad"), arguments)

    def _cleanuppad(self, pad: object, arguments: list[Value], pad_start: int) -> Instruction:
        return instructions.CleanupPadInst(self.state.context.token, self._outer_pad(pad, pad_start, "cleanuppad"), arguments)

    def _pad(self, pad: object, start: int) -> Value:
        """A pad; it must be a token."""
        return self.values.convert(pad, self.state.context.token, start)

    def _outer_pad(self, pad: object, start: int, instruction: str) -> Value:
        """The parent pad: a name, or `none` except for a catchpad."""
        data = self.state.data
        if data[start : start + 1] != b"%" and (instruction == "catchpad" or data[start : start + 4] != b"none"):
            self.state.error(start, f"expected scope value for {instruction}")
        return self._pad(pad, start)

"""Parses terminators and phi: ret, br, switch, indirectbr, unreachable; and exception handling: landingpad, resume, pads."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.calls import CallArgument
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import behind_space, place_of_item
from pyllvm.assembly.reader.values import ValueBuilder, is_constant
from pyllvm.ir import instructions
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst, UnreachableInst
from pyllvm.ir.types import ARRAY, INTEGER, POINTER, IntegerType, Type
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.tables.text_versions import CLAUSES_CHECKED_SINCE, EMPTY_PHIS_SINCE


@final
class Incoming:
    """A value of a phi with its block, as written."""

    __slots__ = ("block", "block_start", "start", "value")

    def __init__(self, value: object, block: object, start: int, block_start: int) -> None:
        self.value = value
        self.block = block
        self.start = start
        self.block_start = block_start


@final
class ControlFlowBuilder:
    """Creates terminators and phi nodes."""

    def __init__(self, state: State, stack: Stack, values: ValueBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.values: Final = values
        self.void: Final[Type] = state.context.void
        self.label: Final[Type] = state.context.label
        self.i1: Final[IntegerType] = state.context.integer(1)

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.INCOMING:
            return Incoming(
                values[base + c.INCOMING_VALUE],
                values[base + c.INCOMING_BLOCK],
                starts[base + c.INCOMING_VALUE],
                starts[base + c.INCOMING_BLOCK],
            )
        if action == a.BRANCH:
            return self._branch(stack.value_at(base + c.BRANCH_TYPED_VALUE), starts[base + c.BRANCH_TYPED_VALUE])
        if action == a.CONDITIONAL_BRANCH:
            return self._conditional_branch(
                stack.value_at(base + c.CONDITIONAL_BRANCH_CONDITION),
                stack.value_at(base + c.CONDITIONAL_BRANCH_IF_TRUE),
                stack.value_at(base + c.CONDITIONAL_BRANCH_IF_FALSE),
                [
                    starts[base + c.CONDITIONAL_BRANCH_CONDITION],
                    starts[base + c.CONDITIONAL_BRANCH_IF_TRUE],
                    starts[base + c.CONDITIONAL_BRANCH_IF_FALSE],
                ],
            )
        if action == a.PHI or action == a.EMPTY_PHI:
            return self._phi(
                stack.number_at(base + c.ANY_PHI_FAST_MATH),
                stack.type_at(base + c.ANY_PHI_TYPE),
                values[base + c.PHI_INCOMING] if action == a.PHI else None,
                starts[base],
                starts[base + c.ANY_PHI_TYPE],
            )
        if action == a.PAIR:
            return (values[base + c.PAIR_VALUE], values[base + c.PAIR_BLOCK], starts[base])
        if action == a.RETURN_VALUE:
            return self._return_value(
                stack.value_at(base + c.RETURN_VALUE_TYPED_VALUE), starts[base + c.RETURN_VALUE_TYPED_VALUE]
            )
        if action == a.RETURN_VOID:
            return self._return_void(starts[base + c.RETURN_VOID_VOID])
        if action == a.SWITCH:
            return self._switch(
                stack.value_at(base + c.SWITCH_CONDITION),
                stack.value_at(base + c.SWITCH_DEFAULT),
                values[base + c.SWITCH_CASES],
                starts[base + c.SWITCH_CONDITION],
                starts[base + c.SWITCH_DEFAULT],
            )
        if action == a.UNREACHABLE:
            return UnreachableInst(self.void)
        assert action == a.INDIRECTBR
        return self._indirectbr(
            stack.value_at(base + c.INDIRECTBR_ADDRESS),
            stack.values_at(base + c.INDIRECTBR_BLOCKS),
            starts[base + c.INDIRECTBR_ADDRESS],
            starts[base + c.INDIRECTBR_BLOCKS],
        )

    def _return_void(self, start: int) -> Instruction:
        self._check_result(self.void, start)
        return ReturnInst(self.void)

    def _return_value(self, value: Value, start: int) -> Instruction:
        self._check_result(value.type, start)
        return ReturnInst(self.void, value)

    def _check_result(self, type: Type, start: int) -> None:
        local = self.values.local
        assert local is not None
        expected = local.function.function_type.return_type
        if expected is not type:
            self.state.error(start, f"value doesn't match function result type '{type_string(expected)}'")

    def _branch(self, target: Value, start: int) -> Instruction:
        if target.type is not self.label:
            if target.type is not self.i1:
                self.state.error(start, "branch condition must have 'i1' type")
            data, ahead = self.state.data, self.state.ahead
            if data.startswith(b",", ahead):
                # An attachment is behind the comma.
                self.state.error(behind_space(data, ahead + 1), "expected type")
            self.state.error(ahead, "expected ',' after branch condition")
        return BranchInst(self.void, target)

    def _conditional_branch(self, condition: Value, true_block: Value, false_block: Value, starts: list[int]) -> Instruction:
        state = self.state
        if condition.type is self.label:
            state.error(starts[0], "expected instruction opcode")
        if condition.type is not self.i1:
            state.error(starts[0], "branch condition must have 'i1' type")
        return BranchInst(
            self.void, self.values.block(true_block, starts[1]), condition, self.values.block(false_block, starts[2])
        )

    def _switch(self, condition: Value, default: Value, cases: object, start: int, default_start: int) -> Instruction:
        state = self.state
        self.values.block(default, default_start)
        if condition.type.kind != INTEGER:
            state.error(start, "switch condition must have integer type")
        switch = SwitchInst(self.void, condition, default)
        if cases is not None:
            assert isinstance(cases, list)
            seen: set[Value] = set()
            for case in cases:
                assert isinstance(case, tuple)
                value, block, case_start = case
                assert isinstance(value, Value)
                assert isinstance(block, Value)
                assert isinstance(case_start, int)
                if block.type is not self.label:
                    state.error(place_of_item(state.data, case_start, 1), "expected a basic block")
                if value in seen:
                    state.error(case_start, "duplicate case value in switch")
                seen.add(value)
                if not isinstance(value, ConstantInt):
                    state.error(case_start, "case value is not a constant integer")
                switch.add_case(value, block)
        return switch

    def _indirectbr(self, address: Value, blocks: list[Value], start: int, blocks_start: int) -> Instruction:
        if address.type.kind != POINTER:
            self.state.error(start, "indirectbr address must have pointer type")
        self.values.blocks(blocks, blocks_start)
        return IndirectBrInst(self.void, address, blocks)

    def _phi(self, flags: int, type: Type, incoming: object, start: int, type_start: int) -> Instruction:
        state = self.state
        if not type.is_first_class:
            state.error(type_start, "phi node must have first class type")
        if flags and state.data[state.ahead : state.ahead + 1] == b",":
            # LLParser::parseInstruction ignores the flags of a phi that has attachments.
            flags = 0
        if flags and not takes_fast_math(type, state.version):
            state.error(start, "fast-math-flags specified for phi without floating-point scalar or vector return type")
        phi = PHINode(type, flags)
        if incoming is None and state.version < EMPTY_PHIS_SINCE:
            state.error(self.state.ahead, "expected '[' in phi value list")
        if incoming is not None:
            assert isinstance(incoming, list)
            values = self.values
            for pair in incoming:
                assert isinstance(pair, Incoming)
                value = values.convert(pair.value, type, pair.start)
                block = values.convert(pair.block, self.label, pair.block_start)
                assert isinstance(block, BasicBlock)
                phi.add_incoming(value, block)
        return phi


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

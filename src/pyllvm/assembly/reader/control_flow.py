"""Parses terminators and phi: ret, br, switch, indirectbr, unreachable."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, type_string
from pyllvm.assembly.reader.text_places import place_of_item
from pyllvm.assembly.reader.values import ValueBuilder
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst, UnreachableInst
from pyllvm.ir.types import INTEGER, POINTER, IntegerType, Type
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.tables.text_versions import EMPTY_PHIS_SINCE


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
            self.state.error(self.state.ahead, "expected ',' after branch condition")
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

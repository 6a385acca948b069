"""Predicts the order in which a reader of the bitcode will have each value's uses, and finds where that order is wrong.

A reader adds uses in the order in which it reads them, which is not always the order in memory. For each value whose order would
differ, the writer stores a permutation in a USELIST block, which restores the order. The prediction follows LLVM's reader in each
release:

- operands read before their value is known (forward references) are linked again when it is read, newest first;
- up to LLVM 14 the initializers of globals count as read before everything else; since LLVM 15 they are operands of the
  globals, which are read in reverse;
- since LLVM 21 plain constants (numbers, null, undef ...) have no use lists, and the address of a block does not use
  its function.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from pyllvm.ir.constants import BlockAddress, Constant, InlineAsm
from pyllvm.ir.function import BasicBlock, Function, Instruction, missing_operand
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import CallBase, ShuffleVectorInst
from pyllvm.ir.metadata import MetadataAsValue, values_of
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import optional_operands, placed_uses
from pyllvm.ir.use_list_order import has_use_list, values_in_records
from pyllvm.ir.value import User, Value, pairs_of, uses_of
from pyllvm.tables.behavior_versions import (
    BLOCK_ADDRESSES_OF_BLOCKS_SINCE,
    BLOCK_ADDRESSES_WITHOUT_USES_SINCE,
    NO_USES_OF_DATA_SINCE,
    OPTIONAL_OPERANDS_TOGETHER_SINCE,
)
from pyllvm.tables.bitcode_versions import GLOBALS_IN_REVERSE_SINCE
from pyllvm.tables.text_versions import SIMPLE_SINCE

# The width of an operand's number in a sort key; no user has so many operands.
_OPERAND_BITS: Final = 30
# The bit of a value's `order` that says that its uses have been predicted.
_IS_DONE: Final = 1
# The length of a list with two uses: a user and the number of its operand for each.
_TWO_USES: Final = 4
# Below every sort key.
_LEAST: Final = -(1 << 62)


@final
class PredictedOrder:
    """The permutation for one value; it is written with `function`, or with the module if None."""

    __slots__ = ("function", "shuffle", "value")

    def __init__(self, value: Value, function: Function | None, shuffle: list[int]) -> None:
        self.value = value
        self.function = function
        self.shuffle = shuffle


def predict_use_list_orders(module: Module, functions: list[Function], version: int) -> list[PredictedOrder]:
    """The permutations that a module needs, in LLVM's order: the last one is written first.

    Local values whose uses wait for a question have them in the reader's order: each use comes after the definition.
    """
    predictor = _Predictor(module, functions, version)
    try:
        predictor.order_module()
        predictor.predict()
    finally:
        predictor.forget()
    return predictor.orders


@final
class _Predictor:
    def __init__(self, module: Module, functions: list[Function], version: int) -> None:
        self.module = module
        self.functions = functions
        self.version = version
        # The values in the order in which a reader reads them. The `order` of each is twice its number, which counts from 1,
        # plus 1 when its uses have been predicted.
        self.ordered: list[Value] = []
        self.last_global_constant = 0
        self.last_global_value = 0
        # 0, 1, 2 ...: all orders have the same objects.
        self.numbers: list[int] = []
        self.missing: Value | None = None
        for function in functions:
            if function.operands or function.has_operand_places:
                self.missing = missing_operand(function.type)
                break
        self.blocks_alone = version >= BLOCK_ADDRESSES_OF_BLOCKS_SINCE
        self.without_blocks = version >= BLOCK_ADDRESSES_WITHOUT_USES_SINCE
        self.orders: list[PredictedOrder] = []

    def forget(self) -> None:
        """Reset the `order` of all values."""
        for value in self.ordered:
            value.order = 0

    # The order of the values

    def order_module(self) -> None:
        module = self.module
        if self.version >= GLOBALS_IN_REVERSE_SINCE:
            for value in [*reversed(module.global_variables), *reversed(module.aliases), *reversed(module.ifuncs)]:
                self._order(value)
            for function in reversed(self.functions):
                self._order_operands_that_are_no_globals(function)
                self._number(function)
            self.last_global_value = len(self.ordered)
        else:
            self._order_globals_by_initializers()
        for function in self.functions:
            self._order_function(function)

    def _order_globals_by_initializers(self) -> None:
        module = self.module
        for value in [*module.global_variables, *module.aliases, *module.ifuncs, *self.functions]:
            self._order_operands_that_are_no_globals(value)
        if self.version >= SIMPLE_SINCE:
            for function in self.functions:
                for block in function.blocks:
                    for instruction in block.instructions:
                        self._order_constants_in_metadata(instruction)
        self.last_global_constant = len(self.ordered)
        for value in [*self.functions, *module.aliases, *module.ifuncs, *module.global_variables]:
            self._number(value)
        self.last_global_value = len(self.ordered)

    def _order_operands_that_are_no_globals(self, value: GlobalValue) -> None:
        for operand in self._operands(value):
            if not isinstance(operand, GlobalValue):
                self._order(operand)

    def _operands(self, value: Constant) -> list[Value]:
        return optional_operands(value) if isinstance(value, Function) else value.operands

    def _order_function(self, function: Function) -> None:
        blocks = function.blocks
        if not blocks:
            return
        newer = self.version >= GLOBALS_IN_REVERSE_SINCE
        for block in blocks:
            self._number(block)
        if newer:
            for block in blocks:
                for instruction in block.instructions:
                    self._order_constants_in_metadata(instruction)
        for argument in function.arguments:
            self._number(argument)
        for block in blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, Constant):
                        if newer or not isinstance(operand, GlobalValue):
                            self._order(operand)
                    elif isinstance(operand, InlineAsm):
                        self._number(operand)
                if isinstance(instruction, ShuffleVectorInst):
                    self._order(instruction.mask)
                if newer:
                    self._number(instruction)
        if not newer:
            for block in blocks:
                for instruction in block.instructions:
                    self._number(instruction)

    def _order_constants_in_metadata(self, instruction: Instruction) -> None:
        if instruction._debug_records is not None:
            for value in values_in_records(instruction._debug_records):
                self._order_constant(value)
        if isinstance(instruction, CallBase):
            for operand in instruction.operands:
                if isinstance(operand, MetadataAsValue):
                    for value in values_of(operand.metadata):
                        self._order_constant(value)

    def _order_constant(self, value: Value) -> None:
        if isinstance(value, Constant):
            if self.version >= GLOBALS_IN_REVERSE_SINCE or not isinstance(value, GlobalValue):
                self._order(value)
        elif isinstance(value, InlineAsm):
            self._number(value)

    def _number(self, value: Value) -> None:
        if value.order == 0:
            self.ordered.append(value)
            value.order = len(self.ordered) << 1

    def _order(self, value: Value) -> None:
        """Number a value after its operands, except blocks and globals."""
        if value.order != 0:
            return
        if not isinstance(value, Constant) or not value.operands:
            self._number(value)
            return
        stack: list[Constant] = [value]
        positions: list[int] = [0]
        while stack:
            current = stack[-1]
            operands = current.operands
            position = positions[-1]
            if position < len(operands):
                positions[-1] = position + 1
                operand = operands[position]
                if operand.order != 0 or isinstance(operand, BasicBlock) or isinstance(operand, GlobalValue):
                    continue
                if isinstance(operand, Constant) and operand.operands:
                    stack.append(operand)
                    positions.append(0)
                else:
                    self._number(operand)
                continue
            stack.pop()
            positions.pop()
            self._number(current)

    # The prediction

    def predict(self) -> None:
        module = self.module
        newer = self.version >= GLOBALS_IN_REVERSE_SINCE
        for function in reversed(self.functions):
            blocks = function.blocks
            if not blocks:
                continue
            for block in blocks:
                self._predict(block, function)
            for argument in function.arguments:
                self._predict(argument, function)
            for block in blocks:
                for instruction in block.instructions:
                    self._predict_operands(instruction, function)
                    if newer and _is_used_again(instruction):
                        self._predict(instruction, function)
            for block in blocks if not newer else ():
                for instruction in block.instructions:
                    if _is_used_again(instruction):
                        self._predict(instruction, function)
        for value in [*module.global_variables, *self.functions, *module.aliases, *module.ifuncs]:
            self._predict(value, None)
        for value in [*module.global_variables, *module.aliases, *module.ifuncs, *self.functions]:
            for operand in self._operands(value):
                self._predict(operand, None)

    def _predict_operands(self, instruction: Instruction, function: Function) -> None:
        newer = self.version >= GLOBALS_IN_REVERSE_SINCE
        if instruction._debug_records is not None:
            for value in values_in_records(instruction._debug_records):
                self._predict(value, function)
        for operand in instruction.operands:
            if isinstance(operand, (Constant, InlineAsm)):
                # most have been predicted before
                if not operand.order & _IS_DONE:
                    self._predict(operand, function)
            elif newer and isinstance(operand, MetadataAsValue):
                for value in values_of(operand.metadata):
                    self._predict(value, function)
        if isinstance(instruction, ShuffleVectorInst):
            self._predict(instruction.mask, function)

    def _predict(self, value: Value, function: Function | None) -> None:
        """Predict for a value and for the constants of which it consists."""
        is_leaf = not _has_parts(value)
        if is_leaf and value is not self.missing:
            # Uses that were left for later are in the reader's order.
            pairs = value.recorded_pairs
            if pairs is None or len(pairs) < _TWO_USES:
                return
        own = value.order
        if own == 0 or own & _IS_DONE:
            return
        if is_leaf:
            self._predict_one(value, function)
            return
        waiting: list[Value] = [value]
        while waiting:
            current = waiting.pop()
            own = current.order
            if own == 0 or own & _IS_DONE:
                continue
            self._predict_one(current, function)
            if isinstance(current, Constant) and _has_parts(current):
                if self.blocks_alone and isinstance(current, BlockAddress):
                    continue
                for operand in reversed(self._operands(current)):
                    if isinstance(operand, Constant):
                        waiting.append(operand)

    def _predict_one(self, value: Value, function: Function | None) -> None:
        own = value.order >> 1
        value.order |= _IS_DONE
        pairs = value.recorded_pairs
        if value is self.missing and self.version < NO_USES_OF_DATA_SINCE:
            pairs = pairs_of(placed_uses(value, uses_of(pairs), self.functions))
        if pairs is None or len(pairs) < _TWO_USES or not has_use_list(value, self.version):
            return
        if self._is_sorted(own, pairs):
            return
        keys: list[int] = []
        is_global = self.last_global_constant < own <= self.last_global_value
        for place in range(len(pairs) - 2, -1, -2):
            user: User = pairs[place]
            index: int = pairs[place + 1]
            if self._counts(user, index):
                keys.append(self._key(own, is_global, user.order >> 1, index))
        numbers = self.numbers
        numbers.extend(range(len(numbers), len(keys)))
        self.orders.append(PredictedOrder(value, function, sorted(numbers[: len(keys)], key=keys.__getitem__)))

    def _is_sorted(self, own: int, pairs: list[Any]) -> bool:
        """Whether the uses are in the reader's order already, as most are; nothing is kept for these."""
        is_global = self.last_global_constant < own <= self.last_global_value
        last: i64 = _LEAST
        # newest first, as in LLVM
        place = len(pairs) - 2
        while place >= 0:
            user: User = pairs[place]
            index: int = pairs[place + 1]
            place -= 2
            # A user without a number is not in the bitcode.
            if user.order != 0 and (not self.blocks_alone or not isinstance(user, BlockAddress) or self._counts(user, index)):
                key = self._key(own, is_global, user.order >> 1, index)
                if key < last:
                    return False
                last = key
        return True

    def _counts(self, user: User, index: int) -> bool:
        """Whether the reader has the use."""
        if user.order == 0:
            return False
        return not (self.blocks_alone and (self.without_blocks or index == 0) and isinstance(user, BlockAddress))

    def _key(self, own: i64, is_global: bool, user: i64, operand: i64) -> i64:
        """The sort key of a use in the reader's order: for a value of id 4, first users 7 6 5 and then 1 2 3."""
        older = self.version < GLOBALS_IN_REVERSE_SINCE
        between_globals = older and self.last_global_constant < user <= self.last_global_value
        if between_globals and self.version < OPTIONAL_OPERANDS_TOGETHER_SINCE:
            # Two operands of one function keep their order.
            operand = 0
        if user <= own and not is_global:
            return (user << _OPERAND_BITS) + (-operand if between_globals else operand)
        if between_globals:
            # among globals the order is reversed
            user = self.last_global_constant + self.last_global_value + 1 - user
        return (-user << _OPERAND_BITS) - operand


def _is_used_again(value: Value) -> bool:
    """Whether at least two uses of the value are recorded; positions of removed ones may count."""
    pairs = value._uses
    return pairs is not None and len(pairs) >= _TWO_USES


def _has_parts(value: Value) -> bool:
    """Whether it is a constant with operands; a function may have only places for them."""
    if not isinstance(value, Constant):
        return False
    return bool(value.operands) or (isinstance(value, Function) and value.has_operand_places)

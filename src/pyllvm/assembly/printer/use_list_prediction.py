"""Finds the `uselistorder` directives that a module needs: for values whose uses would have another order after reading its text.

The reader of text adds the uses in the order in which it reads them, and reverses the list if a value is used before it is
defined. There are two predictions: LLVM's up to 12, and a simpler one since LLVM 13.
"""

from __future__ import annotations

from typing import final

from pyllvm.assembly.printer.slots import parent_function
from pyllvm.ir.constants import BlockAddress, Constant, InlineAsm
from pyllvm.ir.function import BasicBlock, Function, Instruction, missing_operand
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import ShuffleVectorInst
from pyllvm.ir.metadata import MetadataAsValue, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.optional_operands import optional_operands, placed_uses
from pyllvm.ir.use_list_order import UseListOrder, counted_uses, has_use_list, values_in_records
from pyllvm.ir.value import User, Value
from pyllvm.tables.behavior_versions import MASKS_OF_NUMBERS_SINCE, MISSING_OPERANDS_COUNT_SINCE, NO_USES_OF_DATA_SINCE
from pyllvm.tables.text_versions import RECORDS_NUMBERED_SINCE, SIMPLE_SINCE


@final
class UseListPrediction:
    """The directives of a module: the directives of each function, and the ones after all functions (under None)."""

    def __init__(self, module: Module, version: int) -> None:
        self.version = version
        self.orders: dict[Function | None, list[UseListOrder]] = {}
        self._numbers: dict[Value, int] = {}
        self._predicted: set[Value] = set()
        self._functions = module.functions
        # The null pointer that functions use in place of a personality, prefix or prologue data that they lack.
        self._missing: Value | None = None
        self._counts_missing = MISSING_OPERANDS_COUNT_SINCE <= version < NO_USES_OF_DATA_SINCE
        self._number_module(module)
        if self.version >= SIMPLE_SINCE:
            self._predict_all()
        else:
            self._predict_backwards(module)

    def of(self, function: Function | None) -> list[UseListOrder]:
        """The directives to print at the end of a function, or of the module."""
        return self.orders.get(function, [])

    # --- numbering

    def _number_module(self, module: Module) -> None:
        for value in [*module.global_variables, *module.aliases, *module.ifuncs]:
            self._number_operands(value)
            self._number(value)
        for function in module.functions:
            if self._counts_missing:
                operands = optional_operands(function)
                if operands:
                    self._missing = missing_operand(function.type)
                self._number_all(operands)
            else:
                self._number_operands(function)
            self._number(function)
            blocks = function.blocks
            if not blocks:
                continue
            for argument in function.arguments:
                self._number(argument)
            for block in blocks:
                self._number(block)
                for instruction in block.instructions:
                    self._number_instruction(instruction)

    def _number_instruction(self, instruction: Instruction) -> None:
        """Number the constants in the records and operands of an instruction, then the instruction."""
        if instruction._debug_records is not None and self.version >= RECORDS_NUMBERED_SINCE:
            for value in values_in_records(instruction._debug_records):
                if isinstance(value, (Constant, InlineAsm)):
                    self._number(value)
        skips_metadata = self.version >= SIMPLE_SINCE
        for operand in instruction.operands:
            value = operand
            if skips_metadata and isinstance(operand, MetadataAsValue):
                if isinstance(operand.metadata, ValueAsMetadata):
                    value = operand.metadata.value
            if isinstance(value, InlineAsm) or (isinstance(value, Constant) and not isinstance(value, GlobalValue)):
                self._number(value)
        if isinstance(instruction, ShuffleVectorInst) and self.version < MASKS_OF_NUMBERS_SINCE:
            self._number(instruction.mask)
        self._number(instruction)

    def _number_operands(self, user: User) -> None:
        self._number_all(user.operands)

    def _number_all(self, operands: list[Value]) -> None:
        for operand in operands:
            if not isinstance(operand, GlobalValue):
                self._number(operand)

    def _number(self, value: Value) -> None:
        """Number a value after the constants of which it consists."""
        numbers = self._numbers
        stack = [value]
        while stack:
            current = stack[-1]
            if current in numbers:
                stack.pop()
                continue
            missing: list[Value] = []
            if isinstance(current, Constant) and not isinstance(current, GlobalValue):
                for operand in current.operands:
                    if operand not in numbers and not isinstance(operand, (BasicBlock, GlobalValue)):
                        missing.append(operand)
            if missing:
                missing.reverse()
                stack.extend(missing)
                continue
            numbers[current] = len(numbers) + 1
            stack.pop()

    # --- prediction

    def _predict_all(self) -> None:
        for value, number in self._numbers.items():
            shuffle = self._shuffle(value, number)
            if shuffle is not None:
                self._keep(parent_function(value), value, shuffle)

    def _keep(self, function: Function | None, value: Value, shuffle: list[int]) -> None:
        orders = self.orders.get(function)
        if orders is None:
            orders = []
            self.orders[function] = orders
        orders.append(UseListOrder(value, shuffle))

    def _predict_backwards(self, module: Module) -> None:
        """LLVM up to 12: a constant belongs to the last function that uses it, and the lists are printed in reverse."""
        index = len(module.functions) - 1
        while index >= 0:
            function = module.functions[index]
            index -= 1
            blocks = function.blocks
            if not blocks:
                continue
            for block in blocks:
                self._predict(block, function)
            for argument in function.arguments:
                self._predict(argument, function)
            for instruction in function.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, (Constant, InlineAsm)):
                        self._predict(operand, function)
                if isinstance(instruction, ShuffleVectorInst) and self.version < MASKS_OF_NUMBERS_SINCE:
                    self._predict(instruction.mask, function)
                self._predict(instruction, function)
        for value in [*module.global_variables, *module.functions, *module.aliases, *module.ifuncs]:
            self._predict(value, None)
        for user in [*module.global_variables, *module.aliases, *module.ifuncs, *module.functions]:
            self._predict_operands(user)
        for orders in self.orders.values():
            orders.reverse()

    def _predict_operands(self, user: User) -> None:
        for operand in user.operands:
            self._predict(operand, None)

    def _predict(self, value: Value, function: Function | None) -> None:
        """Predict for a value and then for the constants of which it consists."""
        predicted = self._predicted
        stack = [value]
        while stack:
            current = stack.pop()
            if current in predicted:
                continue
            predicted.add(current)
            shuffle = self._shuffle(current, self._numbers.get(current, 0))
            if shuffle is not None:
                self._keep(function, current, shuffle)
            if isinstance(current, Constant):
                position = len(current.operands) - 1
                while position >= 0:
                    if isinstance(current.operands[position], Constant):
                        stack.append(current.operands[position])
                    position -= 1

    def _shuffle(self, value: Value, number: int) -> list[int] | None:
        """The indexes of the directive for one value; None if it needs none."""
        uses = counted_uses(value, self.version)
        if value is self._missing:
            uses = placed_uses(value, uses, self._functions)
        if len(uses) < 2 or not has_use_list(value, self.version):
            return None
        gets_reversed = not isinstance(value, BasicBlock)
        if self.version < SIMPLE_SINCE and isinstance(value, (GlobalVariable, Function)):
            gets_reversed = False
        if isinstance(value, BlockAddress):
            number = self._numbers.get(value.block, 0)
        keys: list[tuple[int, int, int, int]] = []
        position = len(uses) - 1
        while position >= 0:
            use = uses[position]
            position -= 1
            user = self._numbers.get(use.user, 0)
            if not user:
                continue
            if gets_reversed and user <= number:
                keys.append((1, user, use.index, len(keys)))
            else:
                keys.append((0, -user, -use.index, len(keys)))
        if len(keys) < 2:
            return None
        keys.sort()
        shuffle = [key[3] for key in keys]
        for index in range(1, len(shuffle)):
            if shuffle[index - 1] > shuffle[index]:
                return shuffle
        return None

"""Parses use-list order directives; checks and applies them as LLVM does, where they are written."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.block_addresses import BlockAddressBuilder
from pyllvm.assembly.reader.function_body import FunctionBodyBuilder
from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import behind_space, place_of_item
from pyllvm.assembly.reader.values import GLOBAL_NAME, GLOBAL_NUMBER, LOCAL_NAME, LOCAL_NUMBER, ValueId
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function, missing_operand
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.optional_operands import uses_with_missing_operands
from pyllvm.ir.types import POINTER
from pyllvm.ir.use_list_order import counted_uses, has_use_list, set_counted_uses
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import BLOCK_ORDERS_UNTIL


def is_shared(value: Value) -> bool:
    """Whether all modules of a context have the value in common."""
    return isinstance(value, Constant) and not isinstance(value, GlobalValue)


@final
class UseListBuilder:
    """Applies `uselistorder` and `uselistorder_bb`."""

    def __init__(self, state: State, stack: Stack, addresses: BlockAddressBuilder, body: FunctionBodyBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.addresses: Final = addresses
        self.body: Final = body

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        if action == a.USELISTORDER:
            self.body.check_use_lists(starts[base])
            self._order(
                stack.value_at(base + c.USELISTORDER_TYPED_VALUE),
                stack.texts_at(base + c.USELISTORDER_INTEGERS),
                starts[base],
                starts[base + c.USELISTORDER_OPENING],
            )
            self.body.note_use_lists()
            return None
        assert action == a.USELISTORDER_BB
        self.state.ends(starts[base], "'uselistorder_bb'", BLOCK_ORDERS_UNTIL, "expected top-level entity")
        self._order_of_block(
            stack.values[base + c.USELISTORDER_BB_FUNCTION],
            stack.values[base + c.USELISTORDER_BB_BLOCK],
            stack.texts_at(base + c.USELISTORDER_BB_INTEGERS),
            starts[base + c.USELISTORDER_BB_FUNCTION],
            starts[base + c.USELISTORDER_BB_BLOCK],
            starts[base + c.USELISTORDER_BB_OPENING],
        )
        return None

    def _indexes(self, texts: list[bytes], start: int) -> list[int]:
        state = self.state
        indexes: list[int] = []
        for text in texts:
            index = unsigned_value(text)
            if index < 0 or index >> 32:
                place = behind_space(state.data, place_of_item(state.data, start + 1, len(indexes)))
                state.error(place, "expected integer" if index < 0 else "expected 32-bit integer (too large)")
            indexes.append(index)
        if len(indexes) < 2:
            state.error(start, "expected >= 2 uselistorder indexes")
        if sorted(indexes) != list(range(len(indexes))):
            state.error(start, "expected distinct uselistorder indexes in range [0, size)")
        if indexes == sorted(indexes):
            state.error(start, "expected uselistorder indexes to change the order")
        return indexes

    def _order(self, value: Value, texts: list[bytes], start: int, indexes_start: int) -> None:
        """`uselistorder T value, { indexes }`."""
        indexes = self._indexes(texts, indexes_start)
        self._sort(value, indexes, start)

    def _sort(self, value: Value, indexes: list[int], start: int) -> None:
        state = self.state
        if not has_use_list(value, state.version):
            return
        if value.type.kind == POINTER and value is missing_operand(value.type):
            # From now on the list has the uses by functions, whose places the indexes determine.
            value.uses = uses_with_missing_operands(value, value.known_uses, list(state.module.functions))
            state.lists_missing_operands = True
        uses = counted_uses(value, state.version)
        if not uses:
            state.error(start, "value has no uses")
        if len(uses) < 2:
            state.error(start, "value only has one use")
        if len(uses) != len(indexes):
            if state.shares_context and is_shared(value) and len(uses) > len(indexes):
                # Other modules use it as well, so there is nothing that this order could restore.
                return
            state.error(start, f"wrong number of indexes, expected {len(uses)}")
        count = len(uses)
        # The indexes refer to the uses in LLVM's order, newest first.
        ordered = [uses[0]] * count
        for position in range(count):
            ordered[count - 1 - indexes[position]] = uses[count - 1 - position]
        set_counted_uses(value, uses, ordered)

    def _order_of_block(
        self, function: object, label: object, texts: list[bytes], start: int, label_start: int, indexes_start: int
    ) -> None:
        """`uselistorder_bb @function, %block, { indexes }`."""
        state = self.state
        indexes = self._indexes(texts, indexes_start)
        if isinstance(function, ValueId):
            if function.kind == GLOBAL_NAME or function.kind == GLOBAL_NUMBER:
                state.error(start, "invalid function forward reference in uselistorder_bb")
            state.error(start, "expected function name in uselistorder_bb")
        if not isinstance(function, Function):
            state.error(start, "expected function name in uselistorder_bb")
        if function.is_declaration:
            state.error(start, "invalid declaration in uselistorder_bb")
        if not isinstance(label, ValueId):
            state.error(label_start, "expected basic block name in uselistorder_bb")
        if label.kind == LOCAL_NUMBER:
            state.error(label_start, "invalid numeric label in uselistorder_bb")
        if label.kind != LOCAL_NAME:
            state.error(label_start, "expected basic block name in uselistorder_bb")
        block = self.addresses.named_block(function, text_of_bytes(label.name))
        if block is None:
            named = [value.name.encode("utf-8", "surrogateescape") for value in [*function.arguments, *function.instructions]]
            is_other = label.name in named
            state.error(label_start, f"{'expected' if is_other else 'invalid'} basic block in uselistorder_bb")
        self._sort(block, indexes, start)

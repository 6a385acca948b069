"""Parses instructions on parts of aggregates and vectors: extractvalue, insertvalue, extractelement, insertelement,
shufflevector.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, type_string
from pyllvm.assembly.reader.text_error import place_of_item
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import ExtractElementInst, ExtractValueInst, InsertElementInst, InsertValueInst, ShuffleVectorInst
from pyllvm.ir.types import INTEGER, Type, VectorType
from pyllvm.ir.valid_operands import indexed_type, is_valid_shuffle
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import shuffle_mask


@final
class AggregateBuilder:
    """Creates the instructions on parts of aggregates and vectors."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        operand = stack.value_at(base + c.ANY_AGGREGATE_OPERAND)
        start = starts[base + c.ANY_AGGREGATE_OPERAND]
        if action == a.EXTRACTVALUE:
            return self._extractvalue(
                operand, indices(values[base + c.EXTRACTVALUE_INDICES], starts[base + c.EXTRACTVALUE_INDICES], self.state), start
            )
        if action == a.INSERTVALUE:
            return self._insertvalue(
                operand,
                stack.value_at(base + c.INSERTVALUE_ELEMENT),
                indices(values[base + c.INSERTVALUE_INDICES], starts[base + c.INSERTVALUE_INDICES], self.state),
                start,
                starts[base + c.INSERTVALUE_ELEMENT],
            )
        if action == a.EXTRACTELEMENT:
            return self._extractelement(operand, stack.value_at(base + c.EXTRACTELEMENT_INDEX), start)
        if action == a.INSERTELEMENT:
            return self._insertelement(
                operand, stack.value_at(base + c.INSERTELEMENT_ELEMENT), stack.value_at(base + c.INSERTELEMENT_INDEX), start
            )
        assert action == a.SHUFFLEVECTOR
        return self._shufflevector(
            operand, stack.value_at(base + c.SHUFFLEVECTOR_SECOND), stack.value_at(base + c.SHUFFLEVECTOR_MASK), start
        )

    def _extractvalue(self, aggregate: Value, indices: list[int], start: int) -> Instruction:
        return ExtractValueInst(part_type(self.state, "extractvalue", aggregate, indices, start), aggregate, indices)

    def _insertvalue(self, aggregate: Value, element: Value, indices: list[int], start: int, element_start: int) -> Instruction:
        check_inserted(self.state, aggregate, element, indices, start, element_start)
        return InsertValueInst(aggregate, element, indices)

    def _extractelement(self, vector: Value, index: Value, start: int) -> Instruction:
        type = vector.type
        if not isinstance(type, VectorType) or index.type.kind != INTEGER:
            self.state.error(start, "invalid extractelement operands")
        return ExtractElementInst(type.element, vector, index)

    def _insertelement(self, vector: Value, element: Value, index: Value, start: int) -> Instruction:
        type = vector.type
        if not isinstance(type, VectorType) or element.type is not type.element or index.type.kind != INTEGER:
            self.state.error(start, "invalid insertelement operands")
        return InsertElementInst(vector, element, index)

    def _shufflevector(self, left: Value, right: Value, mask: Value, start: int) -> Instruction:
        if not is_valid_shuffle(left, right, mask):
            self.state.error(start, "invalid shufflevector operands")
        type = left.type
        mask_type = mask.type
        assert isinstance(type, VectorType)
        assert isinstance(mask_type, VectorType)
        result = self.state.context.vector(type.element, mask_type.count, mask_type.is_scalable)
        return ShuffleVectorInst(result, left, right, shuffle_mask(mask, self.state.version))


def part_type(state: State, word: str, aggregate: Value, indices: list[int], start: int) -> Type:
    """The type of the part of an aggregate that `extractvalue` or `insertvalue` is for."""
    if not aggregate.type.is_aggregate:
        state.error(start, f"{word} operand must be aggregate type")
    type = indexed_type(aggregate.type, indices)
    if type is None:
        state.error(start, f"invalid indices for {word}")
    return type


def check_inserted(state: State, aggregate: Value, element: Value, indices: list[int], start: int, element_start: int) -> None:
    """Check the operands of `insertvalue`."""
    type = part_type(state, "insertvalue", aggregate, indices, start)
    if type is not element.type:
        state.error(
            element_start,
            f"insertvalue operand and field disagree in type: '{type_string(element.type)}' instead of '{type_string(type)}'",
        )


def indices(texts: object, start: int, state: State) -> list[int]:
    """The indices after an aggregate, which select a part of it. The comma before the first is at `start`."""
    assert isinstance(texts, list)
    numbers: list[int] = []
    for text in texts:
        assert isinstance(text, bytes)
        number = unsigned_value(text)
        if number < 0:
            state.error(place_of_item(state.data, start, len(numbers) + 1), "expected integer")
        if number >> 32:
            state.error(place_of_item(state.data, start, len(numbers) + 1), "expected 32-bit integer (too large)")
        numbers.append(number)
    return numbers

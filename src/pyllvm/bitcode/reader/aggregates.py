"""Reads the records of extractvalue, insertvalue, extractelement, insertelement and shufflevector."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.reader.operands import ChapterReader
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import ExtractElementInst, ExtractValueInst, InsertElementInst, InsertValueInst, ShuffleVectorInst
from pyllvm.ir.types import ArrayType, StructType, Type, VectorType
from pyllvm.ir.vector_constants import shuffle_mask


@final
class AggregateReader(ChapterReader):
    """Reads the instructions that take aggregates and vectors apart or put them together."""

    def extractvalue(self, ops: list[int]) -> Instruction:
        """Read EXTRACTVAL."""
        aggregate = self.operands.first(ops, 0)
        indices = ops[self.operands.at :]
        if not indices:
            raise self.invalid("EXTRACTVAL: Invalid instruction with 0 indices")
        type = aggregate.type
        for index in indices:
            type = self._element(type, index)
        return ExtractValueInst(type, aggregate, indices)

    def insertvalue(self, ops: list[int]) -> Instruction:
        """Read INSERTVAL."""
        aggregate = self.operands.first(ops, 0)
        element = self.operands.next(ops)
        indices = ops[self.operands.at :]
        if not indices:
            raise self.invalid("INSERTVAL: Invalid instruction with 0 indices")
        type = aggregate.type
        for index in indices:
            type = self._element(type, index, "INSERTVAL")
        if type is not element.type:
            raise self.invalid("Inserted value type doesn't match aggregate type")
        return InsertValueInst(aggregate, element, indices)

    def extractelement(self, ops: list[int]) -> Instruction:
        """Read EXTRACTELT. In the old form the index is an i32 without a type."""
        vector = self.operands.first(ops, 0)
        index = self.operands.next(ops)
        if not isinstance(vector.type, VectorType):
            raise self.invalid("Invalid type for value")
        return ExtractElementInst(vector.type.element, vector, index)

    def insertelement(self, ops: list[int]) -> Instruction:
        """Read INSERTELT."""
        vector = self.operands.first(ops, 0)
        if not isinstance(vector.type, VectorType):
            raise self.invalid("Invalid type for value")
        element = self.operands.next_of_type(ops, vector.type.element)
        index = self.operands.next(ops)
        return InsertElementInst(vector, element, index)

    def shufflevector(self, ops: list[int]) -> Instruction:
        """Read SHUFFLEVEC."""
        left = self.operands.first(ops, 0)
        right = self.operands.next_of_type(ops, left.type)
        mask = self.operands.next(ops)
        if not isinstance(left.type, VectorType) or not isinstance(mask.type, VectorType):
            raise self.invalid("Invalid type for value")
        type = self.state.context.vector(left.type.element, mask.type.count, mask.type.is_scalable)
        return ShuffleVectorInst(type, left, right, shuffle_mask(mask, self.state.module.llvm_version))

    def _element(self, type: Type, number: int, word: str = "EXTRACTVAL") -> Type:
        """The type of one element of an aggregate."""
        if isinstance(type, StructType):
            elements = type.elements
            if elements is None or number >= len(elements):
                raise self.invalid(f"{word}: Invalid struct index")
            return elements[number]
        if isinstance(type, ArrayType):
            if number >= type.count:
                raise self.invalid(f"{word}: Invalid array index")
            return type.element
        raise self.invalid(f"{word}: Invalid type")

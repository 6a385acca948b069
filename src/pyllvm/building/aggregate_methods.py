"""Parts of aggregates and vectors: extractvalue, insertvalue, extractelement, insertelement, shufflevector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.insertion import Inserter, Operand
from pyllvm.building.python_values import constant_of, described
from pyllvm.ir.constants import POISON, UNDEF, Constant, ConstantInt, SimpleConstant, aggregate
from pyllvm.ir.instructions import ExtractElementInst, ExtractValueInst, InsertElementInst, InsertValueInst, ShuffleVectorInst
from pyllvm.ir.types import INTEGER, Type, VectorType
from pyllvm.ir.valid_operands import indexed_type, is_valid_shuffle
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import shuffle_mask
from pyllvm.tables.features import POISON as POISON_FEATURE

_MOST_INDICES: Final = 1 << 32


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class AggregateMethods(Inserter):
    """The methods for parts of aggregates and vectors."""

    def extract_value(self, aggregate: Value, indices: int | Sequence[int], *, name: str = "") -> Value:
        """`extractvalue`: the part of a struct or array at that index, or at that path of indices."""
        path = _path(indices, "extractvalue")
        self._check_value(aggregate, "extractvalue")
        type = self._part(aggregate, path, "extractvalue")
        if self._folder is not None and isinstance(aggregate, Constant):
            folded = self._folder.extract_value(aggregate, path)
            if folded is not None:
                return folded
        made = ExtractValueInst(type, aggregate, path)
        self._insert(made, name)
        return made

    def insert_value(self, aggregate: Value, element: Operand, indices: int | Sequence[int], *, name: str = "") -> Value:
        """`insertvalue`: the struct or array with another part at that index, or at that path of indices."""
        path = _path(indices, "insertvalue")
        self._check_value(aggregate, "insertvalue")
        type = self._part(aggregate, path, "insertvalue")
        value = self._value(element, type, "insertvalue", "the element")
        if self._folder is not None and isinstance(aggregate, Constant) and isinstance(value, Constant):
            folded = self._folder.insert_value(aggregate, value, path)
            if folded is not None:
                return folded
        made = InsertValueInst(aggregate, value, path)
        self._insert(made, name)
        return made

    def _part(self, aggregate: Value, path: list[int], operation: str) -> Type:
        """The type of the part of a value that these indices reach."""
        type = indexed_type(aggregate.type, path) if aggregate.type.is_aggregate else None
        if type is None:
            if not aggregate.type.is_aggregate:
                raise TypeError(f"{operation}: the operand must be a struct or an array, not {described(aggregate)}")
            raise ValueError(f"{operation}: the indices {path} do not fit the type {aggregate.type}")
        return type

    def extract_element(self, vector: Value, index: Operand, *, name: str = "") -> Value:
        """`extractelement`: one element of a vector. A Python int index becomes an i64."""
        type = self._vector(vector, "extractelement")
        place = self._element_index(index, "extractelement")
        if self._folder is not None and isinstance(vector, Constant) and isinstance(place, Constant):
            folded = self._folder.extract_element(vector, place)
            if self._is_kept(folded):
                return folded
        made = ExtractElementInst(type.element, vector, place)
        self._insert(made, name)
        return made

    def insert_element(self, vector: Value, element: Operand, index: Operand, *, name: str = "") -> Value:
        """`insertelement`: the vector with another element at that index. A Python int index becomes an i64."""
        type = self._vector(vector, "insertelement")
        value = self._value(element, type.element, "insertelement", "the element")
        place = self._element_index(index, "insertelement")
        is_constant = isinstance(vector, Constant) and isinstance(value, Constant) and isinstance(place, Constant)
        if self._folder is not None and is_constant:
            folded = self._folder.insert_element(vector, value, place)
            if self._is_kept(folded):
                return folded
        made = InsertElementInst(vector, value, place)
        self._insert(made, name)
        return made

    def shuffle_vector(self, left: Value, right: Value, mask: Value | Sequence[int | None], *, name: str = "") -> Value:
        """`shufflevector`: elements of two vectors of one type, by their numbers in `mask`.

        The elements of the right vector are numbered after the left vector's; None means any element. A mask may
        also be a constant vector of i32.
        """
        type = self._vector(left, "shufflevector")
        if not isinstance(right, Value) or right.type is not type:
            raise TypeError(f"shufflevector: both vectors must be of one type, not {described(left)} and {described(right)}")
        choice = mask if isinstance(mask, Value) else self._mask(mask, 2 * type.count)
        if not is_valid_shuffle(left, right, choice):
            raise TypeError(
                f"shufflevector: the mask must be a constant vector of i32 from 0 to {2 * type.count - 1} "
                f"(zeroinitializer or undefined, for scalable vectors), not {described(choice)}"
            )
        if self._folder is not None and isinstance(left, Constant) and isinstance(right, Constant):
            folded = self._folder.shuffle_vector(left, right, choice)
            if self._is_kept(folded):
                return folded
        mask_type = choice.type
        assert isinstance(mask_type, VectorType)
        result = self._context.vector(type.element, mask_type.count, mask_type.is_scalable)
        made = ShuffleVectorInst(result, left, right, shuffle_mask(choice, self._version))
        self._insert(made, name)
        return made

    def splat(self, count: int, element: Value, *, name: str = "") -> Value:
        """A vector of `count` equal elements: insertelement and shufflevector, as LLVM's CreateVectorSplat makes it."""
        self._check_value(element, "splat")
        type = self._context.vector(element.type, count)
        undefined = SimpleConstant.get(type, POISON if POISON_FEATURE.is_in(self._version) else UNDEF)
        first = self.insert_element(undefined, element, 0, name=f"{name}.splatinsert" if name else "")
        return self.shuffle_vector(first, undefined, [0] * count, name=f"{name}.splat" if name else "")

    def _vector(self, vector: Value, operation: str) -> VectorType:
        type = vector.type if isinstance(vector, Value) else None
        if not isinstance(type, VectorType):
            raise TypeError(f"{operation}: the operand must be a vector, not {described(vector)}")
        self._own(vector, operation)
        return type

    def _element_index(self, index: Operand, operation: str) -> Value:
        if not isinstance(index, Value):
            if not isinstance(index, int):
                raise TypeError(f"{operation}: the index must be an integer, not {index!r}")
            return ConstantInt.get(self._context.integer(64), index)
        if index.type.kind != INTEGER:
            raise TypeError(f"{operation}: the index must be an integer, not {described(index)}")
        self._own(index, operation)
        return index

    def _mask(self, numbers: Sequence[int | None], limit: int) -> Value:
        undefined = SimpleConstant.get(self._i32, POISON if POISON_FEATURE.is_in(self._version) else UNDEF)
        elements: list[Value] = []
        for number in numbers:
            if number is not None and (not isinstance(number, int) or not 0 <= number < limit):
                raise ValueError(f"shufflevector: an element of the mask is None or from 0 to {limit - 1}, not {number!r}")
            elements.append(undefined if number is None else constant_of(self._i32, number))
        if not elements:
            raise ValueError("shufflevector: the mask has no elements")
        return aggregate(self._context.vector(self._i32, len(elements)), elements)


def _path(indices: int | Sequence[int], operation: str) -> list[int]:
    path = [indices] if isinstance(indices, int) else list(indices)
    for index in path:
        if not isinstance(index, int):
            raise TypeError(f"{operation}: an index is a number, not {index!r}")
        if not 0 <= index < _MOST_INDICES:
            raise ValueError(f"{operation}: an index is from 0 to 2**32 - 1, not {index}")
    if not path:
        raise ValueError(f"{operation}: there are no indices")
    return path

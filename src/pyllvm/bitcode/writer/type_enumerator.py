"""Numbers the types of a module, in the order in which LLVM's writer visits them."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.types import STRUCT, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import splat_number


@final
class TypeEnumerator:
    """The types visited so far. The `order` of each is its number, counted from 1."""

    def __init__(self, has_splats: bool) -> None:
        self.types: list[Type] = []
        self._has_splats = has_splats
        # constants without a number, whose operands' types have been added
        self._constants: set[Value] = set()

    def add(self, type: Type) -> None:
        """Number a type after its parts; a named struct may come after a type that contains it."""
        if type.order != 0:
            return
        types = self.types
        contained = type.contained_types
        if not contained:
            types.append(type)
            type.order = len(types)
            return
        open_structs: set[Type] = set()
        stack: list[Type] = [type]
        parts: list[list[Type]] = [contained]
        positions: list[int] = [0]
        if is_identified(type):
            open_structs.add(type)
        while stack:
            position = positions[-1]
            current = parts[-1]
            if position < len(current):
                positions[-1] = position + 1
                inner = current[position]
                if inner.order != 0 or inner in open_structs:
                    continue
                if is_identified(inner):
                    open_structs.add(inner)
                stack.append(inner)
                parts.append(inner.contained_types)
                positions.append(0)
                continue
            done = stack.pop()
            parts.pop()
            positions.pop()
            if done.order == 0:
                types.append(done)
                done.order = len(types)

    def add_operands(self, constant: Constant) -> None:
        """Number the types of a constant's operands, down to the leaves, except below constants that already have a number."""
        if constant.order != 0 or constant in self._constants:
            return
        self._constants.add(constant)
        if self._has_splats and splat_number(constant) is not None:
            return
        stack: list[Constant] = [constant]
        positions: list[int] = [0]
        while stack:
            current = stack[-1]
            operands = current.operands
            position = positions[-1]
            if position < len(operands):
                positions[-1] = position + 1
                operand = operands[position]
                if isinstance(operand, BasicBlock):
                    continue
                self.add(operand.type)
                if isinstance(operand, Constant) and operand.operands:
                    if operand.order != 0 or operand in self._constants:
                        continue
                    self._constants.add(operand)
                    if self._has_splats and splat_number(operand) is not None:
                        continue
                    stack.append(operand)
                    positions.append(0)
                continue
            stack.pop()
            positions.pop()
            if isinstance(current, ConstantExpr) and current.source_element_type is not None:
                self.add(current.source_element_type)

    def forget(self) -> None:
        """Reset the `order` of all types."""
        for type in self.types:
            type.order = 0

    def forget_constants(self) -> None:
        """Drop the record of constants once no more functions will be visited."""
        self._constants.clear()


def is_identified(type: Type) -> bool:
    """Whether it is a struct that may be used before it is defined."""
    return type.kind == STRUCT and isinstance(type, StructType) and not type.is_literal

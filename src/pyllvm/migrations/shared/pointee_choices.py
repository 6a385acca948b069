"""The typed pointers that follow from the choices for the cells of a module."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.function import Function
from pyllvm.ir.types import NOT_POINTED_TO, ArrayType, FunctionType, PointerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.pointee_cells import RESULT, TARGET, Cell
from pyllvm.migrations.shared.pointee_inference import Pointees, has_pointers_below
from pyllvm.migrations.shared.pointer_types import PointerTypes


@final
class PointeeChoices:
    """Types with pointers in them, by the cells of what has them; all types are asked for as they are with opaque pointers."""

    def __init__(self, pointees: Pointees, types: PointerTypes) -> None:
        self._pointees: Final = pointees
        self._types: Final = types
        self._context: Final = pointees.module.context
        self._known: Final[dict[tuple[int, int], Type]] = {}
        self._open: Final[set[int]] = set()

    def of_value(self, value: Value, type: Type) -> Type | None:
        """The type of a value that is a pointer and has a cell; None for others."""
        cell = self._pointees.cells.get(value)
        if cell is None or not isinstance(type, PointerType):
            return None
        return self._pointer(cell, type.address_space)

    def in_memory(self, pointer: Value, type: Type) -> Type | None:
        """The type of what is in the memory to which a pointer points; None where it holds no pointers, or nothing is known."""
        if not has_pointers_below(type):
            return None
        cell = self._pointees.cells.get(pointer)
        return None if cell is None else self._stored(cell.child(TARGET), type)

    def function_type(self, function: Function) -> FunctionType:
        """The type of a function, by the cells of its arguments and its result."""
        return self._function(self._pointees.cells[function], function.function_type)

    def called_type(self, callee: Value, type: FunctionType) -> FunctionType | None:
        """The type of a function that is called through a pointer; None if the pointer is to something else."""
        cell = self._pointees.cells.get(callee)
        return self._function(cell, type) if cell is not None and cell.chosen is type else None

    def complete(self, struct: StructType) -> None:
        """Change the elements of an identified struct, which itself stays."""
        if struct.elements is None:
            return
        changed = self._types.all_of(struct.elements)
        for number, element in enumerate(struct.elements):
            cell = self._pointees.fields.get((struct, number))
            if cell is not None and has_pointers_below(element):
                changed[number] = self._stored(cell, element)
        struct.elements = changed

    def _pointer(self, cell: Cell, space: int) -> Type:
        key = (id(cell), space)
        found = self._known.get(key)
        if found is not None:
            return found
        chosen = cell.chosen
        pointee: Type = self._context.integer(8)
        if chosen is not None and id(cell) not in self._open and chosen.kind not in NOT_POINTED_TO:
            self._open.add(id(cell))
            if isinstance(chosen, FunctionType):
                pointee = self._function(cell, chosen)
            elif has_pointers_below(chosen):
                pointee = self._stored(cell.child(TARGET), chosen)
            else:
                pointee = self._types.of(chosen)
            self._open.discard(id(cell))
        made = self._context.pointer_to(pointee, space)
        if not self._open:
            self._known[key] = made
        return made

    def _stored(self, cell: Cell, type: Type) -> Type:
        if isinstance(type, ArrayType):
            return self._context.array(self._stored(cell, type.element), type.count)
        return self._pointer(cell, type.address_space) if isinstance(type, PointerType) else self._types.of(type)

    def _function(self, cell: Cell, type: FunctionType) -> FunctionType:
        parameters: list[Type] = []
        for number, parameter in enumerate(type.parameters):
            below = cell.below.get(number) if isinstance(parameter, PointerType) else None
            typed = self._types.of(parameter) if below is None else self._stored(below, parameter)
            parameters.append(typed)
        result = cell.below.get(RESULT) if isinstance(type.return_type, PointerType) else None
        returned = self._types.of(type.return_type) if result is None else self._stored(result, type.return_type)
        return self._context.function(returned, parameters, type.is_variadic)

"""Applies a change of attribute sets to a whole module. The caller defines the change; this module finds the sets."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.ir.attributes import EMPTY_SET, AttributeList, AttributeSet
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module


def map_attribute_sets(
    module: Module,
    of_functions: Callable[[AttributeSet], AttributeSet] | None,
    of_values: Callable[[AttributeSet], AttributeSet] | None,
) -> None:
    """Replace the attribute sets of every function and call, and of their results and parameters, by the changed ones."""
    known: dict[AttributeList, AttributeList] = {}

    def mapped(attributes: AttributeList) -> AttributeList:
        found = known.get(attributes)
        if found is None:
            function = attributes.function
            returned = attributes.returned
            parameters = attributes.parameters
            if of_functions is not None and function:
                function = of_functions(function)
            if of_values is not None:
                returned = of_values(returned) if returned else EMPTY_SET
                parameters = {number: of_values(one) for number, one in parameters.items()}
            found = AttributeList(function, returned, parameters)
            known[attributes] = found
        return found

    for function in module.functions:
        if function.attributes is not None:
            function.attributes = mapped(function.attributes)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    instruction.attributes = mapped(instruction.attributes)

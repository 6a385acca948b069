"""LLVM 13: `alignstack` of a parameter. Before, a parameter on the stack had the alignment of its type."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import FunctionType
from pyllvm.migrations.loss import Losses

_ATTRIBUTE: Final = "alignstack"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Remove the attribute where it asks for the alignment that the type has."""
    natural = _Natural(DataLayout(module.data_layout, module.llvm_version))
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = natural.without(function.attributes, function.function_type)
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.attributes is not None:
                    instruction.attributes = natural.without(instruction.attributes, instruction.function_type)


@final
class _Natural:
    def __init__(self, layout: DataLayout) -> None:
        self._layout: Final = layout

    def without(self, attributes: AttributeList, type: FunctionType) -> AttributeList:
        """The list without what a type says as well."""
        for number, one in attributes.parameters.items():
            found = one.find(_ATTRIBUTE)
            if found is None or number >= len(type.parameters):
                continue
            if found.integer == self._layout.abi_alignment(type.parameters[number]):
                attributes = attributes.with_parameter(number, one.removing(_ATTRIBUTE))
        return attributes

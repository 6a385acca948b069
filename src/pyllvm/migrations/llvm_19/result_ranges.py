"""LLVM 19: `range(...)` of a call's result. Before, `!range` told the same of integers."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.migrations.loss import Losses

_RANGE: Final = "range"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Attach `!range` where a call has none yet; the range of a vector, or of a parameter, stays."""
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if not isinstance(instruction, CallBase) or instruction.attributes is None:
                    continue
                attribute = instruction.attributes.returned.find(_RANGE)
                if attribute is None or not isinstance(instruction.type, IntegerType) or instruction.metadata(_RANGE) is not None:
                    continue
                instruction.set_metadata(_RANGE, _node(module, attribute, instruction.type))
                returned = instruction.attributes.returned.removing(_RANGE)
                instruction.attributes = instruction.attributes.with_returned(returned)


def _node(module: Module, attribute: Attribute, type: IntegerType) -> MDTuple:
    bounds = [ValueAsMetadata.get(module.context, ConstantInt.get(type, bound)) for bound in attribute.ranges[0]]
    return MDTuple.get(module.context, [*bounds])

"""LLVM 19: `range(...)` of a call's result. Before, `!range` told the same of integers."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import Attribute
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex

_RANGE: Final = "range"


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Attach `!range` where a call has none yet; the range of a vector, or of a parameter, stays."""
    for call in bodies.found().calls:
        attributes = call.attributes
        attribute = None if attributes is None else attributes.returned.find(_RANGE)
        if attributes is None or attribute is None or not isinstance(call.type, IntegerType):
            continue
        if call.metadata(_RANGE) is None:
            call.set_metadata(_RANGE, _node(module, attribute, call.type))
            call.attributes = attributes.with_returned(attributes.returned.removing(_RANGE))


def _node(module: Module, attribute: Attribute, type: IntegerType) -> MDTuple:
    bounds = [ValueAsMetadata.get(module.context, ConstantInt.get(type, bound)) for bound in attribute.ranges[0]]
    return MDTuple.get(module.context, [*bounds])

"""LLVM 11: the lower bounds of subranges became metadata; LLVM 21: so did the sizes and offsets of debug information types.

Numbers became constants.
"""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import Metadata, SpecializedNode, ValueAsMetadata, specialized_key
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.schema.kinds import Bound, Extent
from pyllvm.tables.features import METADATA_SIZES


def upgrade(module: Module, version: int) -> None:
    """Replace every size and offset that is a number by a constant `i64`."""
    _replace_numbers(module, are_bounds=False)


def upgrade_bounds(module: Module, version: int) -> None:
    """Replace every lower bound that is a number by a constant `i64`."""
    _replace_numbers(module, are_bounds=True)


def _replace_numbers(module: Module, are_bounds: bool) -> None:
    context = module.context
    wide = context.integer(64)
    for node in module.metadata_nodes():
        if not isinstance(node, SpecializedNode):
            continue
        fields = node.spec.fields
        places = [
            index
            for index, value in enumerate(node.operands)
            if isinstance(value, int) and isinstance(fields[index].kind, Bound if are_bounds else Extent)
        ]
        if not places:
            continue
        before = specialized_key(node.spec, node.operands)
        for index in places:
            value = node.operands[index]
            assert isinstance(value, int)
            node.operands[index] = ValueAsMetadata.get(context, ConstantInt.get(wide, value))
        if context.metadata.get(before) is node:
            del context.metadata[before]
            context.metadata.setdefault(specialized_key(node.spec, node.operands), node)


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Replace constants by numbers; what is not constant becomes 0, the number of what is not known."""
    context = module.context
    for node in module.metadata_nodes():
        if not isinstance(node, SpecializedNode):
            continue
        before = specialized_key(node.spec, node.operands)
        is_changed = False
        for index, field in enumerate(node.spec.fields):
            if not isinstance(field.kind, Extent):
                continue
            value = node.operands[index]
            if value is None:
                node.operands[index] = 0
                is_changed = True
            elif isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
                node.operands[index] = value.value.unsigned
                is_changed = True
            elif isinstance(value, Metadata):
                losses.drop(f"'{field.name}:' of !{node.spec.name} that is not constant", METADATA_SIZES.since)
                node.operands[index] = 0
                is_changed = True
        if is_changed and context.metadata.get(before) is node:
            del context.metadata[before]
            context.metadata[specialized_key(node.spec, node.operands)] = node

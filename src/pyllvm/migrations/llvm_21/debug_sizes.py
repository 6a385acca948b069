"""LLVM 11: the lower bounds of subranges became metadata; LLVM 21: so did the sizes and offsets of debug information types.

Numbers became constants.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import Metadata, SpecializedNode, ValueAsMetadata, specialized_key
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.schema.kinds import Bound
from pyllvm.tables.features import METADATA_SIZES


def upgrade(module: Module, version: int) -> None:
    """Replace every size and offset that is a number by a constant `i64`."""
    for node in module.metadata_nodes():
        if isinstance(node, SpecializedNode) and node.spec.extents:
            _replace_numbers(module.context, node, node.spec.extents)


def upgrade_bounds(module: Module, version: int) -> None:
    """Replace every lower bound that is a number by a constant `i64`."""
    for node in module.metadata_nodes():
        if isinstance(node, SpecializedNode) and not node.is_packed:
            bounds = [index for index, field in enumerate(node.spec.fields) if isinstance(field.kind, Bound)]
            _replace_numbers(module.context, node, bounds)


def _replace_numbers(context: Context, node: SpecializedNode, places: list[int]) -> None:
    """Replace the operands of a node at these places that are numbers."""
    places = [place for place in places if isinstance(node.operands[place], int)]
    if not places:
        return
    before = specialized_key(node.spec, node.operands)
    wide = context.integer(64)
    for index in places:
        value = node.operands[index]
        assert isinstance(value, int)
        node.operands[index] = ValueAsMetadata.get(context, ConstantInt.get(wide, value))
    if context.metadata.get(before) is node:
        del context.metadata[before]
        context.metadata.setdefault(specialized_key(node.spec, node.operands), node)


def downgrade_nodes(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Replace constants by numbers; what is not constant becomes 0, the number of what is not known."""
    context = module.context
    for node in nodes:
        if not isinstance(node, SpecializedNode) or not node.spec.extents:
            continue
        before = specialized_key(node.spec, node.operands)
        is_changed = False
        for index in node.spec.extents:
            value = node.operands[index]
            if value is None:
                node.operands[index] = 0
                is_changed = True
            elif isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
                node.operands[index] = value.value.unsigned
                is_changed = True
            elif isinstance(value, Metadata):
                construct = f"'{node.spec.fields[index].name}:' of !{node.spec.name} that is not constant"
                losses.drop(construct, METADATA_SIZES.since, grade=DEBUG_INFO)
                node.operands[index] = 0
                is_changed = True
        if is_changed and context.metadata.get(before) is node:
            del context.metadata[before]
            context.metadata[specialized_key(node.spec, node.operands)] = node

"""LLVM 11: the lower bounds of subranges became metadata; LLVM 21: so did the sizes and offsets of debug information types.

Numbers became constants.
"""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import Metadata, SpecializedNode, ValueAsMetadata, specialized_key
from pyllvm.ir.module import Module
from pyllvm.ir.separation import NotSeparable
from pyllvm.ir.types import Context
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.loss import Losses
from pyllvm.schema.kinds import Bound, Extent
from pyllvm.tables.features import METADATA_SIZES


def upgrade(module: Module, version: int) -> None:
    """Replace every size and offset that is a number by a constant `i64`."""
    _replace_numbers(module.metadata_nodes(), module.context, are_bounds=False)


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Return what does so for the nodes that bodies bring, or that were read before them.

    It raises NotSeparable if a node becomes equal to another one.
    """
    context = module.context

    def upgrade_bodies(bodies: Bodies) -> None:
        for node in bodies.metadata:
            if isinstance(node, SpecializedNode) and not _replace_numbers_of(context, node, are_bounds=False):
                raise NotSeparable

    return upgrade_bodies


def upgrade_bounds(module: Module, version: int) -> None:
    """Replace every lower bound that is a number by a constant `i64`."""
    _replace_numbers(module.metadata_nodes(), module.context, are_bounds=True)


def _replace_numbers(nodes: list[object], context: Context, are_bounds: bool) -> None:
    for node in nodes:
        if isinstance(node, SpecializedNode):
            _replace_numbers_of(context, node, are_bounds)


def _replace_numbers_of(context: Context, node: SpecializedNode, are_bounds: bool) -> bool:
    """Replace the numbers of one node. False if it is equal to another one now."""
    fields = node.spec.fields
    places = [
        index
        for index, value in enumerate(node.operands)
        if isinstance(value, int) and isinstance(fields[index].kind, Bound if are_bounds else Extent)
    ]
    if not places:
        return True
    before = specialized_key(node.spec, node.operands)
    wide = context.integer(64)
    for index in places:
        value = node.operands[index]
        assert isinstance(value, int)
        node.operands[index] = ValueAsMetadata.get(context, ConstantInt.get(wide, value))
    if context.metadata.get(before) is not node:
        return True
    del context.metadata[before]
    return context.metadata.setdefault(specialized_key(node.spec, node.operands), node) is node


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

"""LLVM 19: branch weights that come from `__builtin_expect` are marked "expected"; before, nobody told them from others."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.metadata import Attachment, MDNode, MDString, MDTuple
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex

_PROFILE: Final = "prof"
_WEIGHTS: Final = "branch_weights"


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Take the mark away; the weights stay."""
    changed: dict[MDNode, MDNode] = {}
    for instruction in bodies.found().attached:
        attachments = instruction.attachments or []
        for index, attachment in enumerate(attachments):
            if attachment.kind == _PROFILE and _has_origin(attachment.node):
                node = changed.get(attachment.node)
                if node is None:
                    operands = attachment.node.operands
                    node = MDTuple.get(module.context, [operands[0], *operands[2:]])
                    changed[attachment.node] = node
                attachments[index] = Attachment(_PROFILE, node)


def _has_origin(node: MDNode) -> bool:
    if len(node.operands) < 2:
        return False
    name, origin = node.operands[0], node.operands[1]
    return isinstance(name, MDString) and name.text == _WEIGHTS and isinstance(origin, MDString)

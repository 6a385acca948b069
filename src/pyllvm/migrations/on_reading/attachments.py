"""Upgrades the attachments of instructions: `!tbaa`, `llvm.loop`, branch weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import BranchInst, CallInst, IndirectBrInst, SelectInst, SwitchInst
from pyllvm.ir.metadata import Attachment, MDNode, MDString, MDTuple
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.migrations.on_reading.tbaa import upgraded_tbaa_tag
from pyllvm.tables.features import EXPECTED_WEIGHTS
from pyllvm.tables.reading_versions import ONE_BRANCH_UNCHECKED_SINCE, WEIGHTS_CHECKED_SINCE

_OLD_LOOP_PREFIX: Final = "llvm.vectorizer."
_OLD_UNROLL: Final = "llvm.vectorizer.unroll"


def upgrade(module: Module, version: int) -> None:
    """Bring the attachments of all instructions to the form that LLVM reads them in."""
    upgrade_bodies(module, module.functions, {}, version)


def upgrade_bodies(module: Module, functions: Sequence[Function], tags: dict[MDNode, MDNode], version: int) -> None:
    """Do so in bodies of functions; `tags` has the access tags so far."""
    context = module.context
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction._attachments is not None:
                    _upgrade_attachments(context, instruction, instruction._attachments, tags, version)


def _upgrade_attachments(
    context: Context, instruction: Instruction, attachments: list[Attachment], tags: dict[MDNode, MDNode], version: int
) -> None:
    """Bring the attachments of an instruction to that form; `tags` has the access tags so far."""
    for attachment in attachments:
        node = attachment._node
        if attachment._kind == "tbaa":
            if node not in tags:
                tags[node] = upgraded_tbaa_tag(context, node)
            attachment._node = tags[node]
        elif attachment._kind == "prof" and not weights_fit(instruction, node, version):
            instruction.set_metadata("prof", None)


def is_old_loop_tag(text: str) -> bool:
    """Whether it names an option of the vectorizer in the old way."""
    return text.startswith(_OLD_LOOP_PREFIX)


def upgraded_loop(context: Context, loop: MDNode) -> MDNode:
    """The loop with the current names of the vectorizer's options (AutoUpgrade's upgradeInstructionLoopAttachment).

    LLVM upgrades only modules of LLVM 3.8 and older, whose strings have a record each.
    """
    operands = [_upgraded_option(context, operand) for operand in loop.operands]
    if all(old is new for old, new in zip(loop.operands, operands, strict=True)):
        return loop
    return MDTuple.get(context, operands)


def _upgraded_option(context: Context, option: object) -> object:
    if not isinstance(option, MDTuple) or not option.operands:
        return option
    name = option.operands[0]
    if not isinstance(name, MDString) or not is_old_loop_tag(name.text):
        return option
    renamed = "llvm.loop.interleave.count"
    if name.text != _OLD_UNROLL:
        renamed = "llvm.loop.vectorize." + name.text.removeprefix(_OLD_LOOP_PREFIX)
    return MDTuple.get(context, [MDString.get(context, renamed), *option.operands[1:]])


def weights_fit(instruction: Instruction, node: MDNode, version: int) -> bool:
    """Whether the number of branch weights equals the number of successors; the reader of LLVM `version` drops other weights."""
    if not node.operands or version < WEIGHTS_CHECKED_SINCE:
        return True
    name = node.operands[0]
    if not isinstance(name, MDString) or name.text != "branch_weights":
        return True
    weights = len(node.operands) - 1
    if weights > 1 and isinstance(node.operands[1], MDString) and version >= EXPECTED_WEIGHTS.since:
        weights -= 1  # the operand that names the origin of the weights
    expected = 0
    if isinstance(instruction, BranchInst):
        if len(instruction.operands) == 1 and version >= ONE_BRANCH_UNCHECKED_SINCE:
            return True
        expected = (len(instruction.operands) + 1) // 2
    elif isinstance(instruction, SwitchInst):
        expected = len(instruction.operands) // 2
    elif isinstance(instruction, IndirectBrInst):
        expected = len(instruction.operands) - 1
    elif isinstance(instruction, SelectInst):
        expected = 2
    elif isinstance(instruction, CallInst):
        expected = 1
    else:
        return True
    return weights == expected

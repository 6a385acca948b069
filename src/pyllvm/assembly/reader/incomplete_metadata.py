"""References to nodes that the text does not define: with `-allow-incomplete-ir`, LLVM drops those that a module can do without.

Attachments go, and calls of the intrinsics that only describe (LLParser::dropUnknownMetadataReferences). References in nodes, in
named metadata, and in other calls remain, and are errors.
"""

from __future__ import annotations

from typing import Final

from pyllvm.assembly.reader.metadata import MetadataTextBuilder
from pyllvm.assembly.reader.metadata_forward import MetadataReference
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import Attachment, DebugRecord, MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.tables.intrinsic_names import ADDRESS_INTRINSIC, DEBUG_INTRINSICS, NOALIAS_SCOPE
from pyllvm.tables.text_versions import RECORDS_LOSE_LOCATIONS_SINCE

_DROPPED_INTRINSICS: Final = frozenset((*DEBUG_INTRINSICS, ADDRESS_INTRINSIC, NOALIAS_SCOPE))


def drop_unknown_metadata(module: Module, metadata: MetadataTextBuilder) -> None:
    """Drop attachments of undefined nodes, and intrinsics that describe something by them."""
    loses_locations = module.llvm_version >= RECORDS_LOSE_LOCATIONS_SINCE
    used: set[int] = set()
    for variable in module.global_variables:
        variable.attachments[:] = _known(variable.attachments)
    for function in module.functions:
        function.attachments[:] = _known(function.attachments)
        for block in function.blocks:
            _drop_in_block(block, loses_locations, used)
    attachments = metadata.attachments
    attachments.attached[:] = _known(attachments.attached)
    attachments.access_tags[:] = _known(attachments.access_tags)
    attachments.assigned[:] = [(user, node) for user, node in attachments.assigned if not _is_unknown(node)]
    kept = [instruction.debug_location is not None for instruction in attachments.located]
    attachments.located[:] = [one for one, is_kept in zip(attachments.located, kept, strict=True) if is_kept]
    attachments.located_at[:] = [one for one, is_kept in zip(attachments.located_at, kept, strict=True) if is_kept]
    for node in metadata.nodes:
        for part in node.operands:
            _add_if_unknown(part, used)
    for named in metadata.named:
        for member in named.operands:
            _add_if_unknown(member, used)
    metadata.pending_operands[:] = [operand for operand in metadata.pending_operands if not _is_unknown(operand.metadata)]
    metadata.forward.forget_unused(used)


def _drop_in_block(block: BasicBlock, loses_locations: bool, used: set[int]) -> None:
    for instruction in list(block.instructions):
        _drop_attachments(instruction)
        for record in instruction.debug_records or ():
            _examine_record(record, loses_locations, used)
        if _is_dropped(instruction):
            instruction.erase()
            continue
        for operand in instruction.operands:
            if isinstance(operand, MetadataAsValue):
                _add_if_unknown(operand.metadata, used)
    for record in block.trailing_debug_records or ():
        _examine_record(record, loses_locations, used)


def _is_unknown(node: object) -> bool:
    return isinstance(node, MetadataReference) and node.definition is None


def _add_if_unknown(node: object, used: set[int]) -> None:
    if isinstance(node, MetadataReference) and node.definition is None:
        used.add(node.number)


def _known(attachments: list[Attachment]) -> list[Attachment]:
    return [attachment for attachment in attachments if not _is_unknown(attachment.node)]


def _drop_attachments(instruction: Instruction) -> None:
    if _is_unknown(instruction.debug_location):
        instruction.debug_location = None
    if instruction.attachments:
        instruction.attachments = _known(instruction.attachments) or None


def _is_dropped(instruction: Instruction) -> bool:
    """Whether a call only describes something, and by a node that is not defined."""
    if not isinstance(instruction, CallInst):
        return False
    callee = instruction.callee
    if not isinstance(callee, Function) or callee.function_type is not instruction.function_type:
        return False
    if callee.name not in _DROPPED_INTRINSICS:
        return False
    return any(isinstance(operand, MetadataAsValue) and _is_unknown(operand.metadata) for operand in instruction.operands)


def _examine_record(record: DebugRecord, loses_locations: bool, used: set[int]) -> None:
    if loses_locations and _is_unknown(record.debug_location):
        record.debug_location = None
    for part in (
        record.location,
        record.variable,
        record.expression,
        record.assign_id,
        record.address,
        record.address_expression,
        record.debug_location,
    ):
        _add_if_unknown(part, used)

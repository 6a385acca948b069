"""Reads METADATA_ATTACHMENT blocks: the metadata of a function and of its instructions."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.metadata import MetadataReader
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode, ValueAsMetadata
from pyllvm.ir.terminators import UnreachableInst
from pyllvm.migrations.on_reading import older_metadata
from pyllvm.schema.sides import RecordError
from pyllvm.tables import records
from pyllvm.tables.intrinsic_names import LOOP_METADATA
from pyllvm.tables.loop_options import PLAIN_SWITCHES_SINCE

_LAST_KIND: Final = 0xFFFFFFFF


@final
class AttachmentReader:
    """The attachments of one function. `metadata` has the numbers of the nodes and of the kinds."""

    def __init__(self, metadata: MetadataReader) -> None:
        self._metadata: Final = metadata
        self._module: Final = metadata.module
        self._has_plain_switches: Final = metadata.llvm_version >= PLAIN_SWITCHES_SINCE

    def read_block(self, cursor: BitstreamCursor, function: Function, instructions: list[Instruction | DebugRecord]) -> None:
        """Read a block to its end; the cursor has just entered it."""
        unknown = self._metadata.unknown
        while True:
            what = cursor.advance()
            if what == RECORD:
                if cursor.code == records.METADATA_ATTACHMENT:
                    try:
                        self._read_attachment(cursor.operands, function, instructions)
                    except RecordError as error:
                        raise self._metadata.error(cursor, str(error)) from None
                elif unknown.is_tolerated:
                    unknown.leave_out(f"unknown metadata attachment record {cursor.code}", function)
            elif what == ENTER_SUBBLOCK:
                cursor.skip_block()
            elif what == END_BLOCK:
                return
            else:
                raise self._metadata.error(cursor, "Malformed block")

    def _read_attachment(self, operands: list[int], function: Function, instructions: list[Instruction | DebugRecord]) -> None:
        metadata = self._metadata
        count = len(operands)
        if count == 0:
            raise RecordError("Invalid record")
        if count % 2 == 0:
            metadata.attach_to_global(function, operands, 0)
            return
        if operands[0] >= len(instructions):
            raise RecordError("Invalid record: no such instruction")
        holder = instructions[operands[0]]
        # A debug record was a call in the file; it takes only the location of what such a call has.
        instruction = UnreachableInst(self._module.context.void) if isinstance(holder, DebugRecord) else holder
        attachments = instruction._attachments
        # LLVM's writer orders the kinds. The last of two attachments of one kind is kept.
        last = -1 if attachments is None else _LAST_KIND
        if attachments is None:
            attachments = []
            instruction._attachments = attachments
        has_profile = False
        index = 1
        while index < count:
            kind = metadata.kind(operands[index])
            node = metadata.existing(operands[index + 1])
            if isinstance(node, ValueAsMetadata) and not isinstance(node.value, Constant):
                break  # was once valid and has no meaning today: LLVM drops it
            if not isinstance(node, MDNode):
                if metadata.has_gone(operands[index + 1]):
                    metadata.unknown.leave_out("attachment of unknown metadata", function, instruction)
                    index += 2
                    continue
                raise RecordError("Invalid metadata attachment")
            if kind == LOOP_METADATA and metadata.has_old_loop_tags:
                node = older_metadata.upgraded_loop(self._module.context, node)
                if self._has_plain_switches:
                    node = older_metadata.loop_with_plain_options(self._module, node)
            if self._has_plain_switches:
                if kind == LOOP_METADATA:
                    older_metadata.upgrade_loop(self._module, node)
                elif kind == "alias.scope" or kind == "noalias":
                    older_metadata.upgrade_scopes(self._module, node)
            if kind == "tbaa":
                node = older_metadata.upgraded_tbaa_tag(self._module.context, node)
            elif kind == "prof":
                has_profile = True
            if kind == "dbg":
                instruction._debug_location = node
            elif operands[index] > last:
                attachments.append(Attachment(kind, node))
                last = operands[index]
            else:
                instruction.set_metadata(kind, node)
                attachments = instruction._attachments or []
            index += 2
        if has_profile and not self._weights_fit(instruction):
            instruction.set_metadata("prof", None)
        if isinstance(holder, DebugRecord) and instruction._debug_location is not None:
            holder.debug_location = instruction._debug_location

    def _weights_fit(self, instruction: Instruction) -> bool:
        """Whether LLVM's reader keeps the weights; a module of an older LLVM loses others when it is upgraded."""
        node = instruction.metadata("prof")
        version = self._metadata.llvm_version
        return node is None or version != self._module.llvm_version or older_metadata.weights_fit(instruction, node, version)

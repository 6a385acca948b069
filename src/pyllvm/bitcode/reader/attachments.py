"""Reads what is attached to functions and instructions: METADATA_ATTACHMENT blocks, and DEBUG_RECORD records (since LLVM 19).

Up to LLVM 18, debug information about variables and labels is in CALL records of debug intrinsics. If the module goes to a newer
LLVM, they are read as what they become.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.metadata import MetadataReader
from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.ir import metadata
from pyllvm.ir.constants import Constant
from pyllvm.ir.debug_info.debug_intrinsics import make_record
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.loss import DEBUG_INFO
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode, MDTuple, Metadata, ValueAsMetadata
from pyllvm.ir.terminators import UnreachableInst
from pyllvm.migrations.on_reading import older_metadata
from pyllvm.schema.sides import RecordError
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import CALL_EXPLICIT_TYPE, CALL_FAST_MATH
from pyllvm.tables.intrinsic_names import LOOP_METADATA
from pyllvm.tables.loop_options import PLAIN_SWITCHES_SINCE

_LAST_KIND: Final = 0xFFFFFFFF
_KINDS: Final[dict[int, str]] = {
    records.FUNC_CODE_DEBUG_RECORD_VALUE: metadata.DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: metadata.DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE: metadata.DBG_DECLARE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: metadata.DBG_DECLARE_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_ASSIGN: metadata.DBG_ASSIGN,
    records.FUNC_CODE_DEBUG_RECORD_LABEL: metadata.DBG_LABEL,
}


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


@final
class DebugRecordReader:
    """Reads the debug records of one module's functions."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        self.state = state
        self.cursor = cursor
        self.operands = operands
        self.has_unknown = False
        """Whether a record refers to metadata that is not known."""
        # It takes the place of such metadata.
        self._unknown: Final = MDTuple([], True)

    def drop_unknown(self, function: Function) -> None:
        """Drop the records of a function that refer to unknown metadata."""
        self.has_unknown = False
        for block in function.blocks:
            for instruction in block.instructions:
                records_before = instruction._debug_records or []
                kept = [record for record in records_before if not self._is_unknown(record)]
                for _ in range(len(records_before) - len(kept)):
                    self.state.unknown.leave_out("debug record of unknown metadata", function, instruction, grade=DEBUG_INFO)
                if len(kept) < len(records_before):
                    instruction._debug_records = kept or None

    def _is_unknown(self, record: DebugRecord) -> bool:
        parts = (record.location, record.variable, record.expression, record.debug_location, record.assign_id)
        return any(part is self._unknown for part in (*parts, record.address_expression, record.address))

    def _metadata(self, number: int) -> Metadata:
        found = self.state.metadata.existing(number)
        if found is None and number in self.state.metadata.unknown_nodes.numbers:
            self.has_unknown = True
            return self._unknown
        if found is None:
            raise self.cursor.error("Invalid dbg record: no such metadata", self.cursor.code)
        return found

    def _node(self, number: int) -> MDNode:
        found = self._metadata(number)
        if found is self._unknown:
            return self._unknown
        if not isinstance(found, MDNode):
            raise self.cursor.error("Invalid dbg record: no metadata node", self.cursor.code)
        return found

    def read(self, code: int, ops: list[int]) -> DebugRecord:
        """[location, variable, expression, value, (assign id, address expression, address)?], or [location, label]"""
        kind = _KINDS[code]
        location = self._node(ops[0])
        if kind == metadata.DBG_LABEL:
            return DebugRecord(kind, None, self._node(ops[1]), None, location)
        variable = self._node(ops[1])
        expression = self._node(ops[2])
        value: Metadata
        if code == records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE:
            value = ValueAsMetadata.get(self.state.context, self.operands.first(ops, 3))
        else:
            value = self._metadata(ops[3])
        made = DebugRecord(kind, value, variable, expression, location)
        if kind == metadata.DBG_ASSIGN:
            made.assign_id = self._node(ops[4])
            made.address_expression = self._node(ops[5])
            made.address = self._metadata(ops[6])
        return made

    def read_call(self, ops: list[int]) -> DebugRecord | None:
        """Read a CALL of a debug intrinsic as the record that replaces it; None if it is another call, or may stay a call."""
        state = self.state
        count = len(ops)
        if count < 4 or ops[1] & (CALL_EXPLICIT_TYPE | CALL_FAST_MATH) != CALL_EXPLICIT_TYPE:
            return None
        reader = self.operands
        callee = reader.first(ops, 3)
        if not isinstance(callee, Function) or state.metadata.has_old_expressions:
            return None
        kind = state.record_kinds.get(callee)
        at = reader.at
        if kind is None or state.type(ops[2]) is not callee.function_type or count - at != len(callee.function_type.parameters):
            return None
        operands: list[Metadata] = []
        while at < count:
            operands.append(reader.metadata_argument(ops[at]))
            at += 1
        return make_record(kind, operands, None)

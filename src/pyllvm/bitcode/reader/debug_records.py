"""Reads DEBUG_RECORD records (since LLVM 19): debug information about variables and labels before an instruction.

Up to LLVM 18, this is in CALL records of debug intrinsics. If the module goes to a newer LLVM, they are read as what they become.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir import metadata
from pyllvm.ir.debug_info.debug_intrinsics import make_record
from pyllvm.ir.function import Function
from pyllvm.ir.loss import DEBUG_INFO
from pyllvm.ir.metadata import DebugRecord, MDNode, MDTuple, Metadata, ValueAsMetadata
from pyllvm.tables import records
from pyllvm.tables.instruction_bits import CALL_EXPLICIT_TYPE, CALL_FAST_MATH

_KINDS: Final[dict[int, str]] = {
    records.FUNC_CODE_DEBUG_RECORD_VALUE: metadata.DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: metadata.DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE: metadata.DBG_DECLARE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: metadata.DBG_DECLARE_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_ASSIGN: metadata.DBG_ASSIGN,
    records.FUNC_CODE_DEBUG_RECORD_LABEL: metadata.DBG_LABEL,
}


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

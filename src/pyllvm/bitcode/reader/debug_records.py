"""Reads DEBUG_RECORD records (since LLVM 19): debug information about variables and labels before an instruction."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_DECLARE_VALUE,
    DBG_LABEL,
    DBG_VALUE,
    DebugRecord,
    MDNode,
    Metadata,
    ValueAsMetadata,
)
from pyllvm.tables import records

_KINDS: Final[dict[int, str]] = {
    records.FUNC_CODE_DEBUG_RECORD_VALUE: DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE: DBG_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE: DBG_DECLARE,
    records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE: DBG_DECLARE_VALUE,
    records.FUNC_CODE_DEBUG_RECORD_ASSIGN: DBG_ASSIGN,
    records.FUNC_CODE_DEBUG_RECORD_LABEL: DBG_LABEL,
}


@final
class DebugRecordReader:
    """Reads the debug records of one module's functions."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        self.state = state
        self.cursor = cursor
        self.operands = operands

    def _metadata(self, number: int) -> Metadata:
        found = self.state.metadata.existing(number)
        if found is None:
            raise self.cursor.error("Invalid dbg record: no such metadata", self.cursor.code)
        return found

    def _node(self, number: int) -> MDNode:
        found = self._metadata(number)
        if not isinstance(found, MDNode):
            raise self.cursor.error("Invalid dbg record: no metadata node", self.cursor.code)
        return found

    def read(self, code: int, ops: list[int]) -> DebugRecord:
        """[location, variable, expression, value, (assign id, address expression, address)?], or [location, label]"""
        kind = _KINDS[code]
        location = self._node(ops[0])
        if kind == DBG_LABEL:
            return DebugRecord(kind, None, self._node(ops[1]), None, location)
        variable = self._node(ops[1])
        expression = self._node(ops[2])
        value: Metadata
        if code == records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE:
            value = ValueAsMetadata.get(self.state.context, self.operands.first(ops, 3))
        else:
            value = self._metadata(ops[3])
        made = DebugRecord(kind, value, variable, expression, location)
        if kind == DBG_ASSIGN:
            made.assign_id = self._node(ops[4])
            made.address_expression = self._node(ops[5])
            made.address = self._metadata(ops[6])
        return made

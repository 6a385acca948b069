"""Writes DEBUG_RECORD records (since LLVM 19): debug information about variables and labels before an instruction."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.numbers import metadata_id_plus_one, value_id
from pyllvm.bitcode.writer.operands import ChapterWriter
from pyllvm.ir.metadata import (
    DBG_ASSIGN,
    DBG_DECLARE,
    DBG_DECLARE_VALUE,
    DBG_LABEL,
    DBG_VALUE,
    DebugRecord,
    Metadata,
    ValueAsMetadata,
)
from pyllvm.tables import records


@final
class DebugRecordWriter(ChapterWriter):
    """Writes the debug records of one module's functions."""

    def write(self, debug_record: DebugRecord) -> None:
        """[location, variable, expression, value, (assign id, address expression, address)?], or [location, label]"""
        stream = self.stream
        writer = self.operands
        kind = debug_record.kind
        record = [self._metadata_id(debug_record.debug_location), self._metadata_id(debug_record.variable)]
        if kind == DBG_LABEL:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_LABEL, record)
            return
        record.append(self._metadata_id(debug_record.expression))
        location = debug_record.location
        if kind == DBG_VALUE:
            if isinstance(location, ValueAsMetadata):
                number = value_id(location.value)
                if number < writer.number:
                    record.append(writer.number - number)
                    abbreviation = self.abbreviations.debug_record_value
                    stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE, record, abbreviation)
                    return
            record.append(self._metadata_id(location))
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_VALUE, record)
            return
        record.append(self._metadata_id(location))
        if kind == DBG_DECLARE:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_DECLARE, record)
        elif kind == DBG_DECLARE_VALUE:
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE, record)
        elif kind == DBG_ASSIGN:
            record.append(self._metadata_id(debug_record.assign_id))
            record.append(self._metadata_id(debug_record.address_expression))
            record.append(self._metadata_id(debug_record.address))
            stream.emit_record(records.FUNC_CODE_DEBUG_RECORD_ASSIGN, record)

    def _metadata_id(self, metadata: Metadata | None) -> int:
        return metadata_id_plus_one(metadata) - 1

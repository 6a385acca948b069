"""Parses debug records: `#dbg_value(...)` and its like."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.metadata_forward import ForwardMetadata
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.text_error import place_of_item
from pyllvm.ir.debug_info.debug_info import is_location
from pyllvm.ir.metadata import DebugRecord, MDNode, MDString, Metadata
from pyllvm.tables.debug_info_versions import ONLY_LOCATIONS_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE, DECLARED_VALUES

RECORD_NODES: Final[dict[str, tuple[bool, ...]]] = {
    "value": (False, True, True, True),
    "declare": (False, True, True, True),
    "declare_value": (False, True, True, True),
    "assign": (False, True, True, True, False, True, True),
    "label": (True, True),
}
"""Which operands of each kind of debug record must be nodes."""


@final
class DebugRecordBuilder:
    """Creates debug records."""

    def __init__(self, state: State, forward: ForwardMetadata) -> None:
        self.state: Final = state
        self.forward: Final = forward
        self.records: list[DebugRecord] = []
        # Where each begins.
        self._starts: list[int] = []

    def record(self, word: bytes, operands: list[object], start: int, first: int, end: int) -> DebugRecord:
        """`#dbg_value(...)` and its like; `first` is where the operands begin, `end` the closing parenthesis."""
        state = self.state
        state.needs(start, "a debug record", DEBUG_RECORDS_SINCE)
        if state.has_debug_intrinsics:
            state.error(start, "debug record should not appear in a module containing debug info intrinsics")
        state.has_debug_records = True
        kind = word.decode()[4:]
        if kind == "declare_value":
            state.needs(start, "'#dbg_declare_value'", DECLARED_VALUES.since)
        node_operands = RECORD_NODES.get(kind)
        if node_operands is None:
            state.error(start + 1, "expected debug record type here")
        parts: list[Metadata | None] = []
        for number in range(len(node_operands)):
            if number >= len(operands):
                state.error(end, "Expected ',' here")
            operand = operands[number]
            if node_operands[number] and not isinstance(operand, MDNode):
                place = place_of_item(state.data, first, number)
                if isinstance(operand, MDString):
                    state.error(place + 1, "expected integer")
                state.error(place, "expected '!' here")
            if operand is None:
                state.error(place_of_item(state.data, first, number), "expected metadata operand")
            assert isinstance(operand, Metadata)
            parts.append(operand)
        if len(operands) > len(node_operands):
            behind = place_of_item(state.data, first, len(node_operands))
            state.error(state.data.rfind(b",", 0, behind), "Expected ')' here")
        where = parts[-1]
        assert isinstance(where, MDNode)
        if kind == "label":
            label = parts[0]
            assert label is not None
            record = DebugRecord(kind, None, label, None, where)
        else:
            variable = parts[1]
            assert variable is not None
            record = DebugRecord(kind, parts[0], variable, parts[2], where)
            if kind == "assign":
                record._assign_id = parts[3]
                record._address = parts[4]
                record.address_expression = parts[5]
        self.records.append(record)
        self._starts.append(start)
        if state.places is not None:
            state.places.record(record, start, end + 1)
        return record

    def finish(self) -> None:
        """Replace the placeholders by the module's nodes."""
        for record in self.records:
            self._resolve(record)
        if self.state.version >= ONLY_LOCATIONS_SINCE:
            for record, start in zip(self.records, self._starts, strict=True):
                location = record._debug_location  # none where the text may be incomplete
                if location is not None and not is_location(location):
                    self.state.error(start + 1, "invalid debug location")

    def _resolve(self, record: DebugRecord) -> None:
        record._location = self.forward.resolved_metadata(record._location)
        variable = self.forward.resolved_metadata(record._variable)
        assert variable is not None
        record._variable = variable
        record.expression = self.forward.resolved_metadata(record.expression)
        if record._debug_location is not None:
            record._debug_location = self.forward.resolved_node(record._debug_location)
        if record.kind == "assign":
            record._assign_id = self.forward.resolved_metadata(record._assign_id)
            record._address = self.forward.resolved_metadata(record._address)
            record.address_expression = self.forward.resolved_metadata(record.address_expression)

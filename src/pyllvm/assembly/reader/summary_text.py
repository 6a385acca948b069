"""Parses ThinLTO summary entries into labels and values; summary_index.py interprets them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.summary_index import SummaryBuilder, SummaryEntry, SummaryError, SummaryNode
from pyllvm.schema.decimal_text import number_of_digits


@final
class SummaryTextBuilder:
    """Reads `^0 = module: (...)` and its like."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.entries: Final = SummaryBuilder()

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        values = self.stack.values
        starts = self.stack.starts
        start = starts[base]
        text = values[base + c.ANY_SUMMARY_TEXT]
        if action == a.SUMMARY_FIELD:
            node = values[base + c.SUMMARY_FIELD_SUMMARY_VALUE]
            assert isinstance(node, SummaryNode)
            assert isinstance(text, bytes)
            node.label = text_of_bytes(text)
            node.label_position = start
            return node
        if action == a.SUMMARY_INTEGER:
            assert isinstance(text, bytes)
            return SummaryNode(start, number=integer_value(text))
        if action == a.SUMMARY_STRING or action == a.SUMMARY_WORD:
            assert isinstance(text, bytes)
            return SummaryNode(start, word=text_of_bytes(text))
        if action == a.SUMMARY_REFERENCE:
            assert isinstance(text, bytes)
            return SummaryNode(start, reference=number_of_digits(text))
        if action == a.SUMMARY_FLAGGED_REFERENCE:
            number = values[base + c.SUMMARY_FLAGGED_REFERENCE_SUMMARY_ID]
            assert isinstance(text, bytes)
            assert isinstance(number, bytes)
            return SummaryNode(start, word=text_of_bytes(text), reference=int(number))
        if action == a.SUMMARY_TUPLE or action == a.SUMMARY_LIST:
            return SummaryNode(start, items=_nodes(values[base + c.SUMMARY_GROUP_SUMMARY_ITEMS]))
        label = values[base + c.SUMMARY_ENTRIES_SUMMARY_LABEL]
        assert isinstance(text, bytes)
        assert isinstance(label, bytes)
        value: SummaryNode
        if action == a.SUMMARY_ENTRY:
            value = SummaryNode(
                starts[base + c.SUMMARY_ENTRY_OPENING], items=_nodes(values[base + c.SUMMARY_ENTRY_SUMMARY_ITEMS])
            )
        else:
            assert action == a.SUMMARY_ENTRY_INTEGER
            digits = values[base + c.SUMMARY_ENTRY_INTEGER_INTEGER]
            assert isinstance(digits, bytes)
            value = SummaryNode(starts[base + c.SUMMARY_ENTRY_INTEGER_INTEGER], number=integer_value(digits))
        self.entries.add(
            SummaryEntry(
                number_of_digits(text), text_of_bytes(label), value, starts[base + c.SUMMARY_ENTRY_INTEGER_SUMMARY_LABEL]
            )
        )
        return None

    def finish(self) -> None:
        """Build the index, if there are entries."""
        if not self.entries.entries:
            return
        try:
            self.state.module.summary = self.entries.finish(self.state.module)
        except SummaryError as error:
            self.state.error(error.position, str(error))


def _nodes(items: object) -> list[SummaryNode]:
    if items is None:
        return []
    assert isinstance(items, list)
    nodes: list[SummaryNode] = items
    return nodes

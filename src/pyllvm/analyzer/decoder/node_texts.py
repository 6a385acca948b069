"""Decodes the nodes of debug information by the layouts of `tables/metadata_nodes.py`, which the reader and the writer use."""

from __future__ import annotations

from typing import final

from pyllvm.analyzer.decoder.operands import Field
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.schema.kinds import Named
from pyllvm.schema.layout import (
    BitsSlot,
    ChoiceSlot,
    FieldSlot,
    Layout,
    PackedSlot,
    ReferencesTail,
    SignSlot,
    Slot,
    WidePairTail,
    WideTail,
)
from pyllvm.schema.node import NodeSpec
from pyllvm.schema.sides import MetadataSource, MetadataText, RecordError


@final
class ShownMetadata(str):
    """Metadata as a dump shows it."""

    __slots__ = ()


@final
class NodeDecoder(MetadataSource):
    """Decodes the records of nodes in one module."""

    def __init__(self, state: ModuleState) -> None:
        self.state = state
        self.llvm_version = state.llvm_version
        self._text = _References()

    def metadata(self, id_plus_one: int) -> object | None:
        """The metadata of a number plus one, `!7` or a string; None for 0."""
        return self.metadata_not_null(id_plus_one - 1) if id_plus_one else None

    def metadata_not_null(self, id: int) -> object:
        """The metadata of a number."""
        return ShownMetadata(self.state.metadata_text(id))

    def string(self, id_plus_one: int) -> object | None:
        """The metadata of a number plus one: a string, if the record is not malformed."""
        return self.metadata(id_plus_one)

    def decode(self, spec: NodeSpec, record: list[int]) -> list[Field] | None:
        """The fields of a node's record in their order; None if no layout accepts the record."""
        if not record:
            return None
        for layout in spec.layouts:
            if layout.takes(record, self.llvm_version):
                break
        else:
            return None
        operands: list[object] = spec.defaults.copy()
        try:
            layout.read(record, operands, self)
        except (RecordError, IndexError, OverflowError, ValueError):
            return None
        return self._fields(spec, layout, record, operands)

    def _fields(self, spec: NodeSpec, layout: Layout, record: list[int], operands: list[object]) -> list[Field]:
        head = record[0]
        fields = [Field("distinct", str(head & 1))]
        rest = head & ~1
        for head_bit in layout.bits:
            fields.append(Field(spec.fields[head_bit.index].name, str(head >> head_bit.bit & 1)))
            rest &= ~(1 << head_bit.bit)
        if rest:
            fields.append(Field("form", str(rest)))
        at = self._slots(spec, layout.slots, record, 1, operands, fields)
        tail = layout.tail
        if isinstance(tail, ReferencesTail):
            for value in operands[len(spec.fields) :]:
                fields.append(Field("operand", self._text.metadata(value)))
            at = len(record)
        elif isinstance(tail, WideTail):
            fields.append(self._field(spec, tail.index, operands))
            at = len(record)
        elif isinstance(tail, WidePairTail):
            for index, width_index in zip(tail.indexes, tail.width_indexes, strict=True):
                at += 1 + (record[at] >> 32)
                fields.append(self._field(spec, width_index, operands))
                fields.append(self._field(spec, index, operands))
            at = self._slots(spec, layout.trailing, record, at, operands, fields)
        for position in range(at, len(record)):
            fields.append(Field(f"op{position}", str(record[position])))
        return fields

    def _slots(
        self, spec: NodeSpec, slots: list[Slot], record: list[int], at: int, operands: list[object], fields: list[Field]
    ) -> int:
        for slot in slots:
            if at >= len(record):
                break
            self._slot(spec, slot, record[at], operands, fields)
            at += 1
        return at

    def _slot(self, spec: NodeSpec, slot: Slot, operand: int, operands: list[object], fields: list[Field]) -> None:
        if isinstance(slot, (FieldSlot, SignSlot)):
            fields.append(self._field(spec, slot.index, operands))
        elif isinstance(slot, PackedSlot):
            for index in slot.indexes:
                fields.append(self._field(spec, index, operands))
        elif isinstance(slot, ChoiceSlot):
            index = slot.second if operand >> 63 else slot.first
            fields.append(self._field(spec, index, operands))
        elif isinstance(slot, BitsSlot):
            fields.append(Field(_label(spec, slot), str(operand)))
        else:
            fields.append(Field("unused", str(operand)))

    def _field(self, spec: NodeSpec, index: int, operands: list[object]) -> Field:
        row = spec.fields[index]
        value = operands[index]
        if value is None:
            return Field(row.name, "null")
        if isinstance(value, ShownMetadata):
            return Field(row.name, value)
        if isinstance(value, bool):
            return Field(row.name, str(int(value)))
        kind = row.kind
        if isinstance(kind, Named) and isinstance(value, int):
            # Text has a character for a calling convention without a name.
            return Field(row.name, kind.table.shown(value, self.llvm_version))
        return Field(row.name, kind.show(value, self.llvm_version, self._text))


def _label(spec: NodeSpec, slot: BitsSlot) -> str:
    """The name of some bits of a field."""
    for label in spec.labels:
        if label.index == slot.index and label.mask == slot.mask and label.shift == slot.shift:
            return label.name
    return spec.fields[slot.index].name


@final
class _References(MetadataText):
    """How the fields of nodes spell metadata: by its number."""

    def metadata(self, metadata: object | None) -> str:
        """The number of metadata, or its text if it is a string."""
        return metadata if isinstance(metadata, ShownMetadata) else "null"

    def string_text(self, metadata: object) -> str:
        """The text of a metadata string."""
        return metadata if isinstance(metadata, ShownMetadata) else ""

    def integer(self, metadata: object, signed: bool) -> int | None:
        """No number: constants are shown where they are defined."""
        return None

    def expression_integer(self, metadata: object) -> int | None:
        """No number: expressions are shown where they are defined."""
        return None

"""Writes the operands of instructions: value numbers, relative to the instruction's own.

The number of a value that is defined later is negative, and its type follows. Each chapter of instructions has a class derived
from `ChapterWriter`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.numbers import metadata_id, type_id, value_id
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.value import Value

_MASK_32: Final = 0xFFFFFFFF


def encoded_alignment(alignment: int) -> int:
    """An alignment in bytes encoded as its logarithm plus one; 0 for none."""
    return alignment.bit_length()


@final
class OperandWriter:
    """Collects one instruction's `record`; `number` is the instruction's value number, or the next value's if it has no value."""

    def __init__(self, enumerator: ValueEnumerator) -> None:
        self.enumerator = enumerator
        self.record: list[int] = []
        self.number = 0

    def push(self, value: Value) -> None:
        """Append a value's number."""
        if isinstance(value, MetadataAsValue):
            self.record.append((self.number - metadata_id(value.metadata)) & _MASK_32)
        else:
            self.record.append((self.number - value_id(value)) & _MASK_32)

    def push_with_type(self, value: Value) -> bool:
        """Append a value's number, and its type if it is defined later; return whether the type was appended."""
        if isinstance(value, MetadataAsValue):
            number = metadata_id(value.metadata)
        else:
            number = value_id(value)
        own = self.number
        if number < own:
            self.record.append(own - number)
            return False
        self.record.append((own - number) & _MASK_32)
        self.record.append(type_id(value.type))
        return True


class ChapterWriter:
    """Writes some instructions of one module: a method fills the record, which is empty before, and writes it."""

    def __init__(self, stream: BitstreamWriter, operands: OperandWriter, abbreviations: StandardAbbreviations) -> None:
        self.stream = stream
        self.operands = operands
        self.abbreviations = abbreviations
        self.version = operands.enumerator.version
        self.record: list[int] = operands.record

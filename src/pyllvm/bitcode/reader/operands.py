"""Reads the operands of instructions: values by number. Since module version 1, numbers are relative to the next value's.

Each chapter of instructions has a class derived from `ChapterReader`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitcode.reader.values import PendingConstant
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import Constant
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.metadata import MDTuple, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.types import LABEL, METADATA, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.features import TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.instruction_bits import BUNDLE_METADATA

_WRAP: Final = 1 << 32
_MASK: Final = _WRAP - 1


@final
class OperandReader:
    """Reads the operands of one record after the other; `at` is the position of the next one."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor) -> None:
        self.state = state
        self.cursor = cursor
        self.table = state.table
        self.values = state.table.values
        self.is_relative = state.module_version >= 1
        self.blocks: list[BasicBlock] = []
        self.at = 0

    def start_function(self, blocks: list[BasicBlock]) -> None:
        """Use the blocks of another function from here on."""
        self.blocks = blocks
        self.is_relative = self.state.module_version >= 1

    def first(self, ops: list[int], at: int) -> Value:
        """The value at position `at`, followed by its type if it is a forward reference."""
        number = ops[at]
        values = self.values
        next_number = len(values)
        if self.is_relative:
            number = next_number - number
            if number < 0:
                number &= _MASK
        if number < next_number:
            self.at = at + 1
            value = values[number]
            if isinstance(value, PendingConstant):
                return self.table.make(number)
            return value
        self.at = at + 2
        return self.forward(number, self.state.type(ops[at + 1]))

    def next(self, ops: list[int]) -> Value:
        """The next value, followed by its type if it is a forward reference."""
        return self.first(ops, self.at)

    def next_of_type(self, ops: list[int], type: Type) -> Value:
        """The next value; its type is known."""
        at = self.at
        self.at = at + 1
        return self.value_of_type(ops[at], type)

    def value_of_type(self, number: int, type: Type) -> Value:
        """The value of an operand; its type is known."""
        if self.is_relative:
            number = len(self.values) - number
            if number < 0:
                number &= _MASK
        return self.absolute(number, type)

    def absolute(self, number: int, type: Type) -> Value:
        """The value with that absolute number; its type is known."""
        values = self.values
        if number < len(values):
            if number < 0:
                raise self.cursor.error("Invalid record", self.cursor.code)
            kind = type.kind
            if kind == METADATA:
                return self.metadata(number)
            value = values[number]
            if isinstance(value, PendingConstant):
                value = self.table.make(number)
            if value.type is not type:
                raise self.cursor.error("Invalid record", self.cursor.code)
            return value
        return self.forward(number, type)

    def forward(self, number: int, type: Type) -> Value:
        """A forward reference to the value of that number."""
        if type.kind == METADATA:
            return self.metadata(number)
        return self.table.forward_reference(number, type)

    def argument(self, operand: int, type: Type) -> Value:
        """A call's argument; for a parameter of type label, the operand is a block."""
        if type.kind == LABEL:
            return self.blocks[operand]
        return self.value_of_type(operand, type)

    def metadata(self, number: int) -> Value:
        """Metadata as a value."""
        return MetadataAsValue.get(self.state.context, self.wrapped_metadata(number))

    def metadata_argument(self, number: int) -> Metadata:
        """The metadata of a call's argument that is metadata."""
        if self.is_relative:
            number = len(self.values) - number
            if number < 0:
                number &= _MASK
        if number < 0:
            raise self.cursor.error("Invalid record", self.cursor.code)
        return self.wrapped_metadata(number)

    def wrapped_metadata(self, number: int) -> Metadata:
        """The metadata that a value wraps; as in LLVM, a tuple of a single constant is replaced by the constant."""
        context = self.state.context
        found: Metadata | None = self.state.metadata.existing(number)
        if found is None:
            if number < self.cursor.size >> 3:
                raise self.cursor.error("Invalid function metadata: outgoing forward refs", self.cursor.code)
            # The file is too small for so many nodes: LLVM does not expect this one, and takes an empty tuple.
            found = MDTuple.get(context, [])
        if isinstance(found, MDTuple) and len(found.operands) == 1:
            operand = found.operands[0]
            if operand is None:
                found = MDTuple.get(context, [])
            elif isinstance(operand, ValueAsMetadata) and isinstance(operand.value, Constant):
                found = operand
        return found

    def bundle_operand(self, ops: list[int]) -> Value:
        """A value of an operand bundle, or BUNDLE_METADATA followed by metadata."""
        at = self.at
        if ops[at] != BUNDLE_METADATA:
            return self.first(ops, at)
        number = ops[at + 1]
        if self.is_relative:
            number = (len(self.values) - number) & _MASK
        self.at = at + 2
        return self.metadata(number)


class ChapterReader:
    """Reads the records of some instructions of one module: a method takes a record's operands and returns the instruction."""

    def __init__(self, state: ReaderState, cursor: BitstreamCursor, operands: OperandReader) -> None:
        self.state = state
        self.cursor = cursor
        self.operands = operands
        context = state.context
        self.void: Type = context.void
        self.boolean: Type = context.integer(1)
        self.token: Type = context.token

    def differs_from_pointee(self, pointer: PointerType, type: Type) -> bool:
        """Whether a typed pointer points to another type, which LLVM refuses as long as it keeps typed pointers."""
        pointee = pointer.pointee
        return pointee is not None and pointee is not type and self.state.reading_version <= TYPED_POINTERS_KEPT_UNTIL

    def invalid(self, message: str = "Invalid record") -> PyllvmError:
        """The error for the record that is being read."""
        return self.cursor.error(message, self.cursor.code)

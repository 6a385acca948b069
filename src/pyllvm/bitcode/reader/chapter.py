"""The base of the instruction readers: each chapter of instructions has a class derived from it."""

from __future__ import annotations

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.types import PointerType, Type
from pyllvm.tables.features import TYPED_POINTERS_KEPT_UNTIL


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

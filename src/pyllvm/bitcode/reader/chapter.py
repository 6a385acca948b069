"""The base of the instruction readers: each chapter of instructions has a class derived from it."""

from __future__ import annotations

from pyllvm.bitcode.reader.operands import OperandReader
from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.types import Type


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

    def invalid(self, message: str = "Invalid record") -> PyllvmError:
        """The error for the record that is being read."""
        return self.cursor.error(message, self.cursor.code)

"""The base of the instruction writers: each chapter of instructions has a class derived from it."""

from __future__ import annotations

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.operands import OperandWriter
from pyllvm.bitstream.writer import BitstreamWriter


class ChapterWriter:
    """Writes some instructions of one module: a method fills the record, which is empty before, and writes it."""

    def __init__(self, stream: BitstreamWriter, operands: OperandWriter, abbreviations: StandardAbbreviations) -> None:
        self.stream = stream
        self.operands = operands
        self.abbreviations = abbreviations
        self.version = operands.enumerator.version
        self.record: list[int] = operands.record

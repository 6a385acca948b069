"""Builds small modules record by record, so that tests can write forms that no LLVM at hand writes."""

from __future__ import annotations

from pyllvm.bitcode import read_bitcode
from pyllvm.bitstream.abbreviation import Abbreviation, AbbreviationOperand
from pyllvm.bitstream.stream_numbers import BLOB, LITERAL
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.module import Module
from pyllvm.tables import records

WIDTH = 3
# A module with a block of every common kind.
TWO_FUNCTIONS = """\
@g = global i32 5
declare void @ext(i32) #0
define i32 @0(i32 %x) #0 {
entry:
  %y = add i32 %x, 77
  call void @ext(i32 %y), !foo !0
  ret i32 %y
}
define i32 @f(i32 %x) {
  %y = mul i32 %x, 99
  ret i32 %y
}
attributes #0 = { nounwind }
!a = !{!0}
!0 = !{!"x"}
"""


class ModuleBits:
    """A writer of one module: blocks are context managers, records are lists."""

    def __init__(self, producer: str = "", version: int | None = None) -> None:
        self.writer = BitstreamWriter()
        self.writer.emit_bytes(b"BC\xc0\xde")
        if producer:
            with self.block(records.IDENTIFICATION_BLOCK_ID):
                self.record(records.IDENTIFICATION_CODE_STRING, list(producer.encode()))
                self.record(records.IDENTIFICATION_CODE_EPOCH, [0])
        self.writer.enter_block(records.MODULE_BLOCK_ID, WIDTH)
        if version is not None:
            self.record(records.MODULE_CODE_VERSION, [version])

    def block(self, block_id: int) -> Block:
        """A block for a `with` statement."""
        return Block(self.writer, block_id)

    def record(self, code: int, operands: list[int]) -> None:
        """An unabbreviated record."""
        self.writer.emit_record(code, operands)

    def records(self, block_id: int, *rows: tuple[int, list[int]]) -> None:
        """A block with these records."""
        with self.block(block_id):
            for code, operands in rows:
                self.record(code, operands)

    def end(self, strings: bytes | None = None) -> bytes:
        """The file, with a string table where one is given."""
        self.writer.end_block()
        if strings is not None:
            with self.block(records.STRTAB_BLOCK_ID):
                blob = Abbreviation([AbbreviationOperand(LITERAL, records.STRTAB_BLOB), AbbreviationOperand(BLOB)])
                number = self.writer.define_abbreviation(blob)
                self.writer.emit_record_with_blob(records.STRTAB_BLOB, [], strings, number)
        return self.writer.getvalue()

    def read(self, strings: bytes | None = None) -> Module:
        """The module that the reader makes of it."""
        return read_bitcode(self.end(strings))


class Block:
    """A block that ends with its `with` statement."""

    def __init__(self, writer: BitstreamWriter, block_id: int) -> None:
        self.writer = writer
        self.block_id = block_id

    def __enter__(self) -> None:
        self.writer.enter_block(self.block_id, WIDTH)

    def __exit__(self, *_: object) -> None:
        self.writer.end_block()


def chars(text: str) -> list[int]:
    """A string as a record has it."""
    return list(text.encode())


def text(module: Module) -> str:
    """The module's text without its header."""
    printed = str(module)
    return printed.split("\n\n", 1)[1] if printed.startswith("; ModuleID") else printed

"""Describes a bitstream file in one line: its producer, LLVM version and contents."""

from __future__ import annotations

from typing import final

from pyllvm.analyzer.json_dump import wrapper_fields
from pyllvm.analyzer.stream import LLVM_IR, Stream
from pyllvm.bitstream.cursor import BitstreamCursor, last_blob, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, RECORD
from pyllvm.tables import records
from pyllvm.tables.compilers import llvm_version_of_writer, producer_in_symbol_table


@final
class Identity:
    """The facts about a file. `epoch`, `modules`, pointers, tables, `summary` and `triples` exist only for LLVM IR."""

    __slots__ = (
        "epoch",
        "kind",
        "modules",
        "opaque_pointers",
        "producer",
        "string_table",
        "summary",
        "symbol_table",
        "symbol_table_producer",
        "triples",
        "typed_pointers",
        "wrapper",
    )

    def __init__(self, stream: Stream) -> None:
        self.kind = stream.kind
        self.wrapper = stream.wrapper
        self.producer: str = ""
        self.symbol_table_producer: str = ""
        self.epoch: int | None = None
        self.modules: int = 0
        self.typed_pointers: bool = False
        self.opaque_pointers: bool = False
        self.string_table: bool = False
        self.symbol_table: bool = False
        self.summary: str = "none"
        """The kind of module summary: "none", "thin", "full" or "combined"."""
        self.triples: list[str] = []

    @property
    def llvm_version(self) -> int | None:
        """The major version of the LLVM whose bitcode this is; None if nothing in the file names it."""
        return llvm_version_of_writer(self.producer, self.symbol_table_producer)

    @property
    def pointers(self) -> str | None:
        """The kind of pointer types: "typed", "opaque" or "mixed"; None if the modules have no pointer type."""
        if self.typed_pointers and self.opaque_pointers:
            return "mixed"
        if self.typed_pointers:
            return "typed"
        return "opaque" if self.opaque_pointers else None

    def fields(self) -> dict[str, object]:
        """Return the identity for JSON."""
        fields: dict[str, object] = {"stream": self.kind, "wrapper": wrapper_fields(self.wrapper)}
        if self.kind == LLVM_IR:
            fields.update(
                {
                    "producer": self.producer or None,
                    "epoch": self.epoch,
                    "llvm_version": self.llvm_version,
                    "pointers": self.pointers,
                    "modules": self.modules,
                    "string_table": self.string_table,
                    "symbol_table": self.symbol_table,
                    "summary": self.summary,
                    "triples": self.triples,
                }
            )
        return fields

    def line(self) -> str:
        """Return the identity as one line of text."""
        words = [self.kind]
        if self.kind == LLVM_IR:
            version = self.llvm_version
            words.append(f"producer {self.producer}" if self.producer else "no producer named")
            if self.epoch is not None:
                words.append(f"epoch {self.epoch}")
            words.append(f"LLVM {version}" if version is not None else "LLVM version unknown")
            words.append(f"{self.pointers} pointers" if self.pointers else "no pointers")
        words.append("wrapper" if self.wrapper is not None else "no wrapper")
        if self.kind == LLVM_IR:
            words.append("1 module" if self.modules == 1 else f"{self.modules} modules")
            words.append("symbol table" if self.symbol_table else "no symbol table")
            words.append(_SUMMARIES[self.summary])
            words.append(" ".join(self.triples) if self.triples else "no triple")
        return ", ".join(words)


_SUMMARIES = {"none": "no summary", "thin": "ThinLTO summary", "full": "full LTO summary", "combined": "combined ThinLTO summary"}


def identify(stream: Stream) -> Identity:
    """Collect the facts about a stream. It skips function bodies and other blocks that hold none."""
    identity = Identity(stream)
    if stream.kind != LLVM_IR:
        return identity
    cursor = stream.cursor
    symbols = b""
    while True:
        event = cursor.advance()
        if event == END_OF_STREAM:
            return identity
        block_id = cursor.block_id
        if block_id == records.IDENTIFICATION_BLOCK_ID:
            _read_identification(cursor, identity)
        elif block_id == records.MODULE_BLOCK_ID:
            identity.modules += 1
            _read_module(cursor, identity)
        else:
            identity.string_table |= block_id == records.STRTAB_BLOCK_ID
            identity.symbol_table |= block_id == records.SYMTAB_BLOCK_ID
            if block_id == records.SYMTAB_BLOCK_ID:
                symbols = last_blob(cursor)
            elif block_id == records.STRTAB_BLOCK_ID:
                # The symbol table is before the strings that it uses.
                identity.symbol_table_producer = producer_in_symbol_table(symbols, last_blob(cursor))
            else:
                cursor.skip_block()


def _read_identification(cursor: BitstreamCursor, identity: Identity) -> None:
    cursor.enter_block()
    while cursor.next_record():
        if cursor.code == records.IDENTIFICATION_CODE_STRING and not identity.producer:
            identity.producer = cursor.producer = text_of_operands(cursor.operands)
        elif cursor.code == records.IDENTIFICATION_CODE_EPOCH and cursor.operands:
            identity.epoch = cursor.operands[0]


def _read_module(cursor: BitstreamCursor, identity: Identity) -> None:
    cursor.enter_block()
    while (event := cursor.advance()) != END_BLOCK:
        if event == RECORD:
            if cursor.code == records.MODULE_CODE_TRIPLE:
                triple = text_of_operands(cursor.operands)
                if triple not in identity.triples:
                    identity.triples.append(triple)
            continue
        block_id = cursor.block_id
        if block_id == records.TYPE_BLOCK_ID_NEW:
            _read_types(cursor, identity)
            continue
        if block_id == records.MODULE_STRTAB_BLOCK_ID:
            identity.summary = "combined"
        elif block_id == records.GLOBALVAL_SUMMARY_BLOCK_ID and identity.summary == "none":
            identity.summary = "thin"
        elif block_id == records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID:
            identity.summary = "full"
        cursor.skip_block()


def _read_types(cursor: BitstreamCursor, identity: Identity) -> None:
    cursor.enter_block()
    while cursor.next_record():
        if cursor.code == records.TYPE_CODE_POINTER:
            identity.typed_pointers = True
        elif cursor.code == records.TYPE_CODE_OPAQUE_POINTER:
            identity.opaque_pointers = True

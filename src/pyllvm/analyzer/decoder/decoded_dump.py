"""The dump that a person can read: a tree of blocks, with each record's operands by name and meaning, one record a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from pyllvm.analyzer.decoder.decoder import DecodedRecord, Decoder
from pyllvm.analyzer.lines import BLOCK, DEFINED, FIELD, NOTE, RECORD, STRING, TEXT, UNKNOWN, Look, Piece, laid_out
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Visitor
from pyllvm.analyzer.text_dump import DumpOptions, escaped, hash_note, is_printable
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK
from pyllvm.bitstream.wrapper import Wrapper
from pyllvm.schema.text import escape
from pyllvm.tables.records import MODULE_BLOCK_ID, MODULE_CODE_HASH

_CHUNK: Final = 1 << 17


def wrapper_line(wrapper: Wrapper) -> bytes:
    """The dump's line for a wrapper header."""
    return (
        f"WRAPPER version={wrapper.version} offset={wrapper.offset} size={wrapper.size} cpu_type=0x{wrapper.cpu_type:x}\n"
    ).encode()


@final
class DecodedDump(Visitor):
    """Writes the dump of a stream to `sink` in pieces; call `flush` at the end to write the rest."""

    __slots__ = ("_decoder", "_depth", "_held", "_hidden", "_line", "_look", "_options", "_parts", "_sink", "_starts")

    def __init__(
        self, sink: Callable[[bytes], None], cursor: BitstreamCursor, names: Names, options: DumpOptions, look: Look
    ) -> None:
        self._sink: Callable[[bytes], None] = sink
        self._options: DumpOptions = options
        self._look: Look = look
        self._decoder: Decoder = Decoder(cursor, names)
        self._parts: list[str] = []
        self._held: int = 0
        self._depth: int = 0
        self._hidden: int = -1
        """The depth of the BLOCKINFO block whose contents are not shown; -1 outside one."""
        self._starts: list[int] = []
        self._line: list[Piece] = []

    def flush(self) -> None:
        """Write the buffered output."""
        data = "".join(self._parts).encode("utf-8", "surrogateescape")
        self._parts = []
        self._held = 0
        self._sink(data)

    # --- lines -----------------------------------------------------------------------------------------------------

    def _piece(self, kind: str, text: str) -> None:
        self._line.append(Piece(kind, " " + text if self._line else text))

    def _end_line(self) -> None:
        line = laid_out(self._line, self._depth, self._look)
        self._line = []
        self._parts.append(line)
        self._held += len(line)
        if self._held >= _CHUNK:
            self.flush()

    # --- items -----------------------------------------------------------------------------------------------------

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        block_id = cursor.current_block
        subject = self._decoder.enter_block(cursor)
        if self._hidden < 0:
            name = escape(self._decoder.block_name(block_id, cursor))
            self._piece(BLOCK, f"{name}({block_id})" if not self._options.symbolic else name)
            if subject:
                self._piece(DEFINED, subject)
            notes = "1 word" if cursor.block_words == 1 else f"{cursor.block_words} words"
            if self._options.offsets:
                notes = f"offset {start}, {notes}, abbreviation ids of {cursor.abbreviation_width} bits"
            self._piece(NOTE, f"({notes})")
            self._end_line()
        if block_id == BLOCKINFO_BLOCK and self._hidden < 0 and not self._options.dump_blockinfo:
            self._hidden = self._depth
        self._depth += 1
        self._starts.append(cursor.position >> 3)

    def end_block(self, cursor: BitstreamCursor) -> None:
        self._depth -= 1
        self._starts.pop()
        self._decoder.end_block()
        if self._depth == self._hidden:
            self._hidden = -1

    def define_abbreviation(self, cursor: BitstreamCursor) -> None:
        text = self._decoder.abbreviation(cursor)
        if self._hidden < 0:
            self._piece(NOTE, escape(text))
            self._end_line()

    def record(self, cursor: BitstreamCursor) -> None:
        decoded = self._decoder.record(cursor)
        if self._hidden >= 0:
            return
        self._place(cursor)
        if decoded.defined:
            self._piece(DEFINED, f"{decoded.defined} =")
        name = escape(decoded.name)
        self._piece(
            UNKNOWN if name.startswith("UnknownCode") else RECORD, name if self._options.symbolic else f"{name}({cursor.code})"
        )
        for field in decoded.fields:
            text = field.text
            self._piece(FIELD, field.name + "=")
            self._line.append(Piece(STRING if text.startswith('"') else TEXT, text))
        if self._options.check_hash is not None and cursor.code == MODULE_CODE_HASH and cursor.current_block == MODULE_BLOCK_ID:
            self._piece(NOTE, hash_note(cursor, self._options.check_hash, self._starts[-1]).strip())
        self._end_line()
        self._write_blob(cursor, decoded)

    def _place(self, cursor: BitstreamCursor) -> None:
        """With --offsets: where the record starts, its bits, its abbreviation."""
        if not self._options.offsets:
            return
        start = cursor.record_start
        used = f", abbreviation {cursor.abbreviation_id}" if cursor.abbreviation is not None else ""
        self._piece(NOTE, f"{start}: {cursor.position - start} bits{used}:")

    def _write_blob(self, cursor: BitstreamCursor, decoded: DecodedRecord) -> None:
        blob = cursor.blob
        if blob is None:
            return
        self._depth += 1
        for line in decoded.blob_lines:
            self._piece(STRING, line)
            self._end_line()
        if not decoded.blob_lines and blob:
            if is_printable(blob) or self._options.show_binary_blobs:
                self._piece(STRING, '"' + escaped(blob).decode("ascii") + '"')
            else:
                self._piece(NOTE, f"{len(blob)} bytes that are not text")
            self._end_line()
        self._depth -= 1

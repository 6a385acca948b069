"""Writes a whole bitstream as an object of JSON while reading it: blocks, records, operands, abbreviations, bits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Visitor
from pyllvm.analyzer.stream import Stream
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import FIRST_ABBREVIATION
from pyllvm.bitstream.wrapper import Wrapper
from pyllvm.diagnostics import BitcodeLocation, Diagnostic

if TYPE_CHECKING:
    from pyllvm.analyzer.decoder.decoder import DecodedRecord, Decoder

_CHUNK: Final = 1 << 16


@final
class JsonDump(Visitor):
    """Writes the object to `sink` in pieces; only the open blocks are held in memory.

    Call `begin` first and `finish` last. `finish` closes what is open, so the object is complete even if the stream is not;
    then it has an "error". With a `decoder`, blocks and records have the names that the decoded dump shows, and each record
    has its operands as "fields".
    """

    __slots__ = ("_abbreviations", "_decoder", "_first", "_held", "_names", "_parts", "_sink")

    def __init__(self, sink: Callable[[bytes], None], names: Names, decoder: Decoder | None = None) -> None:
        self._sink = sink
        self._names = names
        self._decoder = decoder
        self._parts: list[str] = []
        self._held: int = 0
        self._first: list[bool] = [True]
        self._abbreviations: list[int] = []

    def begin(self, stream: Stream, filename: str) -> None:
        """Write the fields of the stream, which come before its blocks."""
        self._write(
            f'{{"file": {json.dumps(filename)}, "stream": {json.dumps(stream.kind)},'
            f' "wrapper": {json.dumps(wrapper_fields(stream.wrapper))}, "bits": {stream.cursor.size},'
            f' "blocks": ['
        )

    def finish(self, error: Diagnostic | None) -> None:
        """Write the end of the document, with the error if there is one."""
        while len(self._first) > 1:
            self._first.pop()
            self._write("]}")
        self._write("]")
        if error is not None:
            self._write(f', "error": {json.dumps(error_fields(error))}')
        self._write("}")
        self._flush()

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._held += len(text)
        if self._held >= _CHUNK:
            self._flush()

    def _flush(self) -> None:
        self._sink("".join(self._parts).encode("utf-8", "surrogateescape"))
        self._parts.clear()
        self._held = 0

    def _element(self) -> str:
        """Return the separator before the next element of the innermost list."""
        if self._first[-1]:
            self._first[-1] = False
            return "\n"
        return ",\n"

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        block_id = cursor.current_block
        decoder = self._decoder
        name = self._names.block(block_id, cursor.block_info)
        subject = ""
        if decoder is not None:
            of = decoder.enter_block(cursor)
            subject = f' "of": {json.dumps(of)},' if of else ""
            name = decoder.block_name(block_id, cursor)
        inherited = cursor.block_info.entries.get(block_id)
        self._abbreviations.append(len(inherited.abbreviations) if inherited is not None else 0)
        self._write(
            f'{self._element()}{{"block": {block_id}, "name": {json.dumps(name)},{subject} "offset": {start},'
            f' "words": {cursor.block_words}, "abbreviation_width": {cursor.abbreviation_width}, "contents": ['
        )
        self._first.append(True)

    def end_block(self, cursor: BitstreamCursor) -> None:
        if self._decoder is not None:
            self._decoder.end_block()
        self._abbreviations.pop()
        self._first.pop()
        self._write(f'], "end": {cursor.position}}}')

    def define_abbreviation(self, cursor: BitstreamCursor) -> None:
        abbreviation = cursor.abbreviation
        assert abbreviation is not None
        operands = ", ".join(
            [
                f'{{"{operand.name}": {operand.value}}}' if operand.has_value else f'"{operand.name}"'
                for operand in abbreviation.operands
            ]
        )
        if self._decoder is not None:
            self._decoder.abbreviation(cursor)
        number = self._abbreviations[-1] + FIRST_ABBREVIATION
        self._abbreviations[-1] += 1
        self._write(f'{self._element()}{{"abbreviation": {number}, "offset": {cursor.record_start}, "operands": [{operands}]}}')

    def record(self, cursor: BitstreamCursor) -> None:
        code = cursor.code
        name = self._names.record(code, cursor.current_block, cursor.block_info)
        decoded: DecodedRecord | None = None
        if self._decoder is not None:
            decoded = self._decoder.record(cursor)
            name = decoded.name
        abbreviation = cursor.abbreviation
        used = "null" if abbreviation is None else str(cursor.abbreviation_id)
        start = cursor.record_start
        text = (
            f'{self._element()}{{"record": {code}, "name": {json.dumps(name)}, "offset": {start},'
            f' "bits": {cursor.position - start}, "abbreviation": {used}, "operands": {cursor.operands}'
        )
        if abbreviation is not None and abbreviation.has_array:
            characters = [operand & 0xFF for operand in cursor.operands[len(abbreviation.encodings) - 1 :]]
            if characters and min(characters) >= 0x20 and max(characters) < 0x7F:
                text += f', "string": {json.dumps(bytes(characters).decode("ascii"))}'
        if cursor.blob is not None:
            text += f', "blob": "{cursor.blob.hex()}"'
        if decoded is not None:
            text += _decoded_text(decoded)
        self._write(text + "}")


def _decoded_text(decoded: DecodedRecord) -> str:
    """The text that a decoded record adds to its object: the value it defines, its fields in order, the lines of its blob."""
    text = f', "defines": {json.dumps(decoded.defined)}' if decoded.defined else ""
    fields = [f'{{"name": {json.dumps(field.name)}, "value": {_value_text(field.text)}}}' for field in decoded.fields]
    text += f', "fields": [{", ".join(fields)}]'
    return text + f', "lines": {json.dumps(decoded.blob_lines)}' if decoded.blob_lines else text


def _value_text(text: str) -> str:
    """A field's value: a number as a number."""
    digits = text.removeprefix("-")
    return text if digits.isascii() and digits.isdigit() else json.dumps(text)


def wrapper_fields(wrapper: Wrapper | None) -> dict[str, int] | None:
    """Return a wrapper header for JSON."""
    if wrapper is None:
        return None
    return {"version": wrapper.version, "offset": wrapper.offset, "size": wrapper.size, "cpu_type": wrapper.cpu_type}


def error_text(filename: str, error: Diagnostic) -> str:
    """An object of JSON for a file that is not a bitstream."""
    return json.dumps({"file": filename, "error": error_fields(error)})


def error_fields(error: Diagnostic) -> dict[str, object]:
    """Return a diagnostic about a bitstream for JSON."""
    fields: dict[str, object] = {"message": error.message}
    where = error.where
    if isinstance(where, BitcodeLocation):
        fields["bit"] = where.bit_offset
        fields["blocks"] = where.block_path
        if where.record_code is not None:
            fields["record"] = where.record_code
    return fields

"""The JSON document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyllvm.analyzer.decoder.decoder import Decoder
from pyllvm.analyzer.json_dump import JsonDump
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import LLVM_IR, open_stream
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Fixed, Literal, Vbr
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError
from rows import each_row

DATA = Path(__file__).parents[1] / "data"


def stream_data() -> bytes:
    """A module that has one of everything."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_blockinfo_block()
    writer.define_blockinfo_abbreviation(17, Abbreviation([Literal(21), ArrayOf, Fixed(7)]))
    writer.end_block()
    writer.enter_block(8, 3)
    writer.emit_record(1, [2**64 - 1])
    writer.enter_block(17, 4)
    writer.define_abbreviation(Abbreviation([Fixed(3), Vbr(6), Blob]))
    writer.emit_record(21, list(b'"x"'), 4)
    writer.emit_record_with_blob(7, [8], b"\0\xff", 5)
    writer.end_block()
    writer.end_block()
    return writer.getvalue()


def document_of(data: bytes, filename: str = "x.bc") -> Any:
    """The document, parsed, and whether there was an error."""
    pieces: list[bytes] = []
    stream = open_stream(data)
    document = JsonDump(pieces.append, Names(LLVM_IR, 19))
    document.begin(stream, filename)
    try:
        walk(stream.cursor, Statistics(), document)
    except PyllvmError as error:
        document.finish(error.diagnostic)
    else:
        document.finish(None)
    return json.loads(b"".join(pieces))


def test_the_whole_document() -> None:
    data = stream_data()
    document = document_of(data)
    info, module = document.pop("blocks")
    assert document == {"file": "x.bc", "stream": "LLVM IR", "wrapper": None, "bits": len(data) * 8}
    assert info["name"] == "BLOCKINFO_BLOCK"
    assert info["contents"][0]["operands"] == [17]
    assert info["contents"][1]["operands"] == [{"literal": 21}, "array", {"fixed": 7}]
    assert (module["block"], module["name"], module["abbreviation_width"]) == (8, "MODULE_BLOCK", 3)
    version, types = module["contents"]
    assert (version["record"], version["name"], version["operands"]) == (1, "VERSION", [2**64 - 1])
    assert (version["abbreviation"], version["offset"]) == (None, module["offset"] + 64)
    definition, function, blob = types["contents"]
    assert definition["abbreviation"] == 5
    assert definition["operands"] == [{"fixed": 3}, {"vbr": 6}, "blob"]
    assert (function["abbreviation"], function["operands"], function["string"]) == (4, [34, 120, 34], '"x"')
    assert (blob["operands"], blob["blob"]) == ([8], "00ff")
    assert function["offset"] + function["bits"] == blob["offset"]
    assert types["end"] + 32 == module["end"] == len(data) * 8


@each_row("length", range(8, len(stream_data()), 4))
def test_a_stream_that_is_cut_short_makes_a_whole_document(length: int) -> None:
    data = stream_data()[:length]
    if length == 20:
        # The stream is cut between its blocks: that is no error.
        assert "error" not in document_of(data)
        return
    error = document_of(data)["error"]
    assert error["message"]
    assert 0 < error["bit"] <= length * 8


def test_the_error_names_the_blocks() -> None:
    error = document_of(stream_data()[:-16])["error"]
    assert error["blocks"] == ["MODULE_BLOCK", "TYPE_BLOCK_ID"]


def test_a_long_document_comes_in_large_pieces() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(8, 3)
    for number in range(3000):
        writer.emit_record(1, [number])
    writer.end_block()
    pieces: list[bytes] = []
    stream = open_stream(writer.getvalue())
    document = JsonDump(pieces.append, Names(LLVM_IR, 19))
    document.begin(stream, "x.bc")
    walk(stream.cursor, Statistics(), document)
    document.finish(None)
    assert len(pieces) > 2
    assert all(len(piece) > 1 << 15 for piece in pieces[:-1])


def test_the_wrapper() -> None:
    data = stream_data()
    assert document_of(wrap(data, 5))["wrapper"] == {"version": 0, "offset": 20, "size": len(data), "cpu_type": 5}


def test_file_names_that_are_not_text() -> None:
    assert document_of(stream_data(), "caf\udce9.bc")["file"] == "caf\udce9.bc"


def test_decoded_records_have_fields() -> None:
    pieces: list[bytes] = []
    stream = open_stream((DATA / "sample.bc").read_bytes())
    names = Names(LLVM_IR, 19)
    document = JsonDump(pieces.append, names, Decoder(stream.cursor, names))
    document.begin(stream, "sample.bc")
    walk(stream.cursor, Statistics(), document)
    document.finish(None)
    module = next(block for block in json.loads(b"".join(pieces))["blocks"] if block["name"] == "MODULE_BLOCK")
    function = next(block for block in module["contents"] if block.get("block") == 12)
    assert function["of"] == "@sum"
    load = next(one for one in function["contents"] if one.get("name") == "LOAD")
    assert load["defines"] == "%x"
    assert load["fields"] == [
        {"name": "ptr", "value": "%point (ptr)"},
        {"name": "type", "value": "i32"},
        {"name": "align", "value": 4},
        {"name": "volatile", "value": 0},
    ]
    metadata = next(block for block in module["contents"] if block.get("name") == "METADATA_BLOCK")
    strings = next(one for one in metadata["contents"] if one.get("name") == "STRINGS")
    assert strings["lines"] == ['!0 = "wchar_size"', '!1 = "written by hand"']

"""The dump in llvm-bcanalyzer's form; tests/fidelity compares it with llvm-bcanalyzer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import LLVM_IR, block_info_of, names_version, open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump, escaped, is_printable, wrapper_tag
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, Wrapper
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError
from pyllvm.versions import NEWEST


def written(build: Callable[[BitstreamWriter], None], magic: bytes = BITCODE_MAGIC) -> bytes:
    """A stream of what `build` writes."""
    writer = BitstreamWriter()
    writer.emit_bytes(magic)
    build(writer)
    return writer.getvalue()


def dumped(data: bytes, options: DumpOptions | None = None, version: int = 19) -> str:
    """The dump of a stream."""
    pieces: list[bytes] = []
    stream = open_stream(data)
    names = Names(stream.kind, version)
    dump = TextDump(pieces.append, names, options if options is not None else DumpOptions())
    try:
        walk(stream.cursor, Statistics(), dump)
    finally:
        dump.flush()
    return b"".join(pieces).decode("utf-8", "surrogateescape")


def module(writer: BitstreamWriter) -> None:
    """A small module: blocks in blocks, records with and without abbreviations."""
    writer.enter_blockinfo_block()
    writer.define_blockinfo_abbreviation(17, Abbreviation([Literal(21), Fixed(1), ArrayOf, Fixed(4)]))
    writer.end_block()
    writer.enter_block(8, 3)
    text = writer.define_abbreviation(Abbreviation([Literal(16), ArrayOf, Char6]))
    writer.emit_record(1, [2])
    writer.emit_record(16, list(b"main.c"), text)
    writer.enter_block(17, 4)
    writer.emit_record(1, [2**64 - 1])
    writer.emit_record(21, [0, 1, 2], 4)
    writer.emit_record(25, [1023, 1024])
    writer.end_block()
    writer.emit_record(99, [])
    writer.end_block()


def test_blocks_and_records() -> None:
    assert dumped(written(module)) == (
        "<BLOCKINFO_BLOCK/>\n"
        "<MODULE_BLOCK NumWords=12 BlockCodeSize=3>\n"
        "  <VERSION op0=2/>\n"
        "  <SOURCE_FILENAME abbrevid=4 op0=109 op1=97 op2=105 op3=110 op4=46 op5=99/> record string = 'main.c'\n"
        "  <TYPE_BLOCK_ID NumWords=6 BlockCodeSize=4>\n"
        "    <NUMENTRY op0=-1/>\n"
        "    <FUNCTION abbrevid=4 op0=0 op1=1 op2=2/>\n"
        "    <UnknownCode25 op0=1023 op1=1024/>\n"
        "  </TYPE_BLOCK_ID>\n"
        "  <UnknownCode99/>\n"
        "</MODULE_BLOCK>\n"
    )


def test_numbers_beside_the_names() -> None:
    options = DumpOptions()
    options.symbolic = False
    lines = dumped(written(module), options).splitlines()
    assert lines[1] == "<MODULE_BLOCK BlockID=8 NumWords=12 BlockCodeSize=3>"
    assert lines[2] == "  <VERSION codeid=1 op0=2/>"
    assert "    <UnknownCode25 op0=1023 op1=1024/>" in lines
    assert lines[-1] == "</MODULE_BLOCK>"


def test_records_of_many_abbreviations_have_their_own_heads() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(8, 7)
        numbers = [writer.define_abbreviation(Abbreviation([Fixed(7), Fixed(3)])) for _ in range(40)]
        for code, number in ((2, numbers[-4]), (3, numbers[0]), (3, numbers[-4]), (2, numbers[0])):
            writer.emit_record(code, [3], number)
        writer.end_block()

    heads = [line.strip() for line in dumped(written(build)).splitlines()[1:-1]]
    expected = ["<TRIPLE abbrevid=40", "<DATALAYOUT abbrevid=4", "<DATALAYOUT abbrevid=40", "<TRIPLE abbrevid=4"]
    assert [line.partition(" op0")[0] for line in heads] == expected


def test_a_later_blockinfo_names_records_anew() -> None:
    def build(writer: BitstreamWriter) -> None:
        for name in (b"first", b"second"):
            writer.enter_block(0, 3)
            writer.emit_record(1, [100])
            writer.emit_record(2, list(b"block"))
            writer.emit_record(3, [7, *name])
            writer.end_block()
            writer.enter_block(100, 3)
            writer.emit_record(7, [])
            writer.end_block()

    assert [line.strip() for line in dumped(written(build)).splitlines() if "  <" in line] == ["<first/>", "<second/>"]


def test_blockinfo_is_shown_where_asked_for() -> None:
    options = DumpOptions()
    options.dump_blockinfo = True
    assert dumped(written(module), options).startswith(
        "<BLOCKINFO_BLOCK NumWords=2 BlockCodeSize=2>\n  <SETBID op0=17/>\n</BLOCKINFO_BLOCK>\n<MODULE_BLOCK"
    )


def test_offsets() -> None:
    options = DumpOptions()
    options.offsets = True
    data = written(module)
    lines = dumped(data, options).splitlines()
    assert lines[1].startswith("<MODULE_BLOCK offset=160 NumWords=")
    offset = int(lines[2].removeprefix("  <VERSION offset=").removesuffix(" op0=2/>"))
    cursor = open_stream(data).cursor
    cursor.advance()
    cursor.enter_block()
    cursor.advance()
    assert (cursor.record_start, cursor.code) == (offset, 1)


def test_names_from_the_stream() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_blockinfo_block()
        writer.name_block(8, "Größe\0cut")
        writer.name_record(8, 1, "first")
        writer.name_record(8, 1, "never")
        writer.end_block()
        writer.enter_block(8, 3)
        writer.emit_record(1, [])
        writer.emit_record(2, [])
        writer.end_block()

    assert dumped(written(build, b"DIAG")).splitlines()[1:] == [
        "<Größe NumWords=2 BlockCodeSize=3>",
        "  <first/>",
        "  <UnknownCode2/>",
        "</Größe>",
    ]
    assert "  <TRIPLE/>" in dumped(written(build)).splitlines()


def test_blocks_that_no_one_knows() -> None:
    def build(writer: BitstreamWriter) -> None:
        for block_id in (1, 26, 4000000000):
            writer.enter_block(block_id, 3)
            writer.emit_record(4294967295, [])
            writer.end_block()

    lines = dumped(written(build)).splitlines()
    assert [line.split()[0] for line in lines if "NumWords" in line] == [
        "<UnknownBlock1",
        "<UnknownBlock26",
        "<UnknownBlock4000000000",
    ]
    assert lines.count("  <UnknownCode4294967295/>") == 3
    assert lines[-1] == "</UnknownBlock4000000000>"


@pytest.mark.parametrize(("version", "name"), [(13, "CE_GEP"), (18, "CE_GEP"), (19, "UnknownCode12")])
def test_names_are_those_of_the_version(version: int, name: str) -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(11, 3)
        writer.emit_record(12, [])
        writer.end_block()

    assert f"<{name}/>" in dumped(written(build), version=version)


def test_arrays_that_are_not_text_have_no_string() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(8, 3)
        array = writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6), ArrayOf, Vbr(6)]))
        for operands in ([1], [1, 65, 31], [1, 65, 127], [1, 65, 256 + 66]):
            writer.emit_record(1, operands, array)
        writer.end_block()

    assert [line.partition("/>")[2] for line in dumped(written(build)).splitlines()[1:5]] == [
        " record string = ''",
        "",
        "",
        " record string = 'AB'",
    ]


def blobs(*contents: bytes) -> bytes:
    """A string table block with these blobs."""

    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(23, 3)
        blob = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
        for content in contents:
            writer.emit_record_with_blob(1, [], content, blob)
        writer.end_block()

    return written(build)


def test_blobs() -> None:
    assert dumped(blobs(b"text'\"", b"", b"\0\xff")).splitlines()[1:4] == [
        "  <BLOB abbrevid=4/> blob data = 'text'\"'",
        "  <BLOB abbrevid=4/> blob data = ''",
        "  <BLOB abbrevid=4/> blob data = unprintable, 2 bytes.",
    ]


def test_binary_blobs_where_asked_for() -> None:
    options = DumpOptions()
    options.show_binary_blobs = True
    line = dumped(blobs(b"a'\"\\\t\n\0\xfe~"), options).splitlines()[1]
    assert line == "  <BLOB abbrevid=4/> blob data = 'a'\\\"\\\\\\t\\n\\x00\\xFE~'"


def metadata_strings(count: int, offset: int, blob: bytes) -> bytes:
    """A metadata block with one METADATA_STRINGS record."""

    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(8, 3)
        writer.enter_block(15, 3)
        strings = writer.define_abbreviation(Abbreviation([Literal(35), Vbr(6), Vbr(6), Blob]))
        writer.emit_record_with_blob(35, [count, offset], blob, strings)
        writer.end_block()
        writer.end_block()

    return written(build)


def lengths(*sizes: int) -> bytes:
    """The lengths of metadata strings, as they stand before them."""
    writer = BitstreamWriter()
    for size in sizes:
        writer.emit_vbr(size, 6)
    return writer.getvalue()


def test_metadata_strings() -> None:
    data = metadata_strings(3, 4, lengths(3, 0, 2) + b"abc\n\xc3")
    assert dumped(data).splitlines()[2:7] == [
        "    <STRINGS abbrevid=4 op0=3 op1=4/> num-strings = 3 {",
        "      'abc'",
        "      ''",
        "      '\\n\\xC3'",
        "    }",
    ]


@pytest.mark.parametrize(
    ("count", "offset", "blob", "message"),
    [
        (1, 0, b"", "Cannot decode empty blob."),
        (2, 4, lengths(1, 2) + b"ab", "truncated chars"),
        (1, 4, lengths(3) + b"ab", "truncated chars"),
        (1, 0, b"ab", "bad length"),
        (1, 4, b"\xff\xff\xff\xff", "Unexpected end of file reading 2 of 6 bits"),
    ],
)
def test_metadata_strings_that_are_not_there(count: int, offset: int, blob: bytes, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        dumped(metadata_strings(count, offset, blob))
    if message.startswith("Unexpected"):
        assert caught.value.diagnostic.message.startswith("Unexpected end of file")
    else:
        assert caught.value.diagnostic.message == message


def indexed(distance: int) -> bytes:
    """A metadata block with an index that is announced `distance` bits after where it is."""

    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(15, 3)
        offset = writer.define_abbreviation(Abbreviation([Literal(38), Fixed(32), Fixed(32)]))
        writer.emit_record(38, [0, 0], offset)
        after = writer.position
        writer.emit_record(3, [1, 2, 3])
        writer.backpatch_word64(after - 64, writer.position - after + distance)
        writer.emit_record(39, [])
        writer.end_block()

    return written(build)


def test_metadata_index() -> None:
    assert "  <INDEX (offset match)/>\n" in dumped(indexed(0))
    start = dumped(indexed(5)).partition("<INDEX (offset mismatch: ")[2].partition(")")[0].split(" vs ")
    assert int(start[0]) == int(start[1]) + 5


def test_a_metadata_index_offset_of_another_shape() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(15, 3)
        writer.emit_record(38, [1])
        writer.end_block()

    assert "<INDEX_OFFSET op0=1(Invalid record)/>" in dumped(written(build))


def test_module_hash() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(8, 3)
        start = writer.position // 8
        writer.emit_record(1, [2])
        writer.enter_block(17, 3)
        writer.end_block()
        digest = hashlib.sha1(b"table" + writer.written_since(start)).digest()
        writer.emit_record(17, [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 20, 4)])
        writer.emit_record(17, [1])
        writer.end_block()

    options = DumpOptions()
    options.check_hash = b"table"
    assert dumped(written(build), options).count("(match)/>") == 1
    assert "<HASH op0=1 (invalid)/>" in dumped(written(build), options)
    options.check_hash = b"other"
    assert "(!mismatch!)/>" in dumped(written(build), options)
    assert "match" not in dumped(written(build))


def test_what_is_readable_comes_before_the_error() -> None:
    data = written(module)[:-12]
    pieces: list[bytes] = []
    stream = open_stream(data)
    dump = TextDump(pieces.append, Names(LLVM_IR, 19), DumpOptions())
    with pytest.raises(PyllvmError):
        walk(stream.cursor, Statistics(), dump)
    dump.flush()
    assert dumped(written(module)).startswith(b"".join(pieces).decode())
    assert b"    <NUMENTRY op0=-1/>\n" in b"".join(pieces)


def test_more_operands_than_there_are_prepared_names_for() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(8, 3)
        writer.emit_record(1, list(range(3000)))
        writer.end_block()

    assert dumped(written(build)).endswith(" op2999=2999/>\n</MODULE_BLOCK>\n")


def test_the_wrapper() -> None:
    assert wrapper_tag(Wrapper(0, 20, 256, 0x1000007)) == (
        b"<BITCODE_WRAPPER_HEADER Magic=0x0b17c0de Version=0x00000000 Offset=0x00000014 Size=0x00000100 CPUType=0x01000007/>\n"
    )


def test_block_info_of_another_file() -> None:
    def names(writer: BitstreamWriter) -> None:
        writer.enter_block(70, 3)
        writer.end_block()
        writer.enter_blockinfo_block()
        writer.name_block(70, "SEVENTY")
        writer.end_block()

    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(70, 3)
        writer.end_block()

    pieces: list[bytes] = []
    stream = open_stream(written(build))
    stream.cursor.block_info = block_info_of(written(names))
    dump = TextDump(pieces.append, Names(LLVM_IR, 19), DumpOptions())
    walk(stream.cursor, Statistics(), dump)
    dump.flush()
    assert b"".join(pieces).startswith(b"<SEVENTY ")


def test_the_producer_chooses_the_names() -> None:
    def build(writer: BitstreamWriter) -> None:
        writer.enter_block(13, 5)
        writer.emit_record(1, list(b"LLVM14.0.6"))
        writer.end_block()

    stream = open_stream(written(build))
    position = stream.cursor.position
    assert names_version(stream) == 14
    assert stream.cursor.position == position
    assert names_version(open_stream(written(module))) == NEWEST
    assert names_version(open_stream(written(module)[:16])) == NEWEST


def test_escapes() -> None:
    assert escaped(b"plain") == b"plain"
    assert escaped(b'\x00"\\\t\n\r\x7f') == b'\\x00\\"\\\\\\t\\n\\x0D\\x7F'
    assert is_printable(b" ~")
    assert not is_printable(b"\n")

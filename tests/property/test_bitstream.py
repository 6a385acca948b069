"""Random streams: what the writer writes, the cursor reads, the dump shows; and streams that were tampered with.

PYLLVM_PROPERTY_EXAMPLES sets how many are tried; 10,000 is a full run.
"""

from __future__ import annotations

import contextlib
import json
import os
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pyllvm.analyzer.identify import identify
from pyllvm.analyzer.json_dump import JsonDump
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import LLVM_IR, UNKNOWN, open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump
from pyllvm.bitstream.abbreviation import Abbreviation, AbbreviationOperand, ArrayOf, Blob, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import (
    ARRAY,
    BLOB,
    CHAR6,
    CHAR6_ALPHABET,
    END_BLOCK,
    END_OF_STREAM,
    ENTER_SUBBLOCK,
    FIXED,
    LITERAL,
    RECORD,
)
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError

EXAMPLES = int(os.environ.get("PYLLVM_PROPERTY_EXAMPLES", "200"))
generously = settings(max_examples=EXAMPLES, deadline=None)

Record = tuple[int, list[int], bytes | None]
"""A record: code, operands, blob."""
Block = tuple[int, list[object]]
"""A block: id, and the records and blocks in it."""


class Maker:
    """Makes a random stream and remembers what is in it.

    llvm-bcanalyzer keeps a table up to the largest record code: for it, codes want to be short.
    """

    def __init__(self, source: random.Random, code_bits: int = 32) -> None:
        self.source = source
        self.code_bits = code_bits
        self.writer = BitstreamWriter()
        self.described: dict[int, list[Abbreviation]] = {}

    def stream(self) -> tuple[bytes, list[object]]:
        """The bytes of a stream, and its top-level blocks."""
        self.writer.emit_bytes(BITCODE_MAGIC)
        blocks: list[object] = []
        for _ in range(self.source.randrange(4)):
            if self.source.random() < 0.4:
                self.blockinfo()
            blocks.append(self.block(0))
        return self.writer.getvalue(), blocks

    def blockinfo(self) -> None:
        """A BLOCKINFO block with abbreviations and names."""
        self.writer.enter_blockinfo_block()
        self.described = {}
        for _ in range(self.source.randrange(4)):
            block_id = self.source.choice((8, 9, 17, 300))
            abbreviation = self.abbreviation()
            self.writer.define_blockinfo_abbreviation(block_id, abbreviation)
            self.described.setdefault(block_id, []).append(abbreviation)
            if self.source.random() < 0.3:
                self.writer.name_block(block_id, self.source.choice(("NAMED", "größe", "")))
                self.writer.name_record(block_id, self.source.randrange(5), "RECORD")
        self.writer.end_block()

    def block(self, depth: int) -> Block:
        """A block with records and blocks in it."""
        source = self.source
        block_id = source.choice((8, 9, 17, 300, 2**32 - 1))
        known = list(self.described.get(block_id, ()))
        # Wide enough for every abbreviation that it can come to have.
        self.writer.enter_block(block_id, source.choice((6, 7, 32)))
        contents: list[object] = []
        for _ in range(source.randrange(8)):
            choice = source.random()
            if choice < 0.15 and depth < 6:
                contents.append(self.block(depth + 1))
            elif choice < 0.35 and len(known) < 40:
                abbreviation = self.abbreviation()
                assert self.writer.define_abbreviation(abbreviation) == len(known) + 4
                known.append(abbreviation)
            elif choice < 0.7 and known:
                number = source.randrange(len(known))
                contents.append(self.abbreviated(known[number], number + 4))
            else:
                record: Record = (self.number(self.code_bits), [self.number(64) for _ in range(source.randrange(12))], None)
                self.writer.emit_record(record[0], record[1])
                contents.append(record)
        self.writer.end_block()
        return block_id, contents

    def number(self, width: int) -> int:
        """A number of at most so many bits; small ones are as likely as large ones."""
        return self.source.getrandbits(self.source.randrange(width + 1))

    def scalar(self, code: bool = False) -> AbbreviationOperand:
        """An operand that is one number."""
        kind = self.source.randrange(4)
        if kind == 0:
            return Literal(self.number(self.code_bits if code else 64))
        if kind == 1:
            return Fixed(self.source.randrange(1, 33))
        if kind == 2:
            return Vbr(self.source.randrange(2, 33))
        return Char6

    def abbreviation(self) -> Abbreviation:
        """An abbreviation of any shape."""
        operands = [self.scalar(code=True)]
        operands += [self.scalar() for _ in range(self.source.randrange(5))]
        end = self.source.randrange(4)
        if end == 0:
            element = self.scalar()
            operands += [ArrayOf, Fixed(8) if element.encoding == LITERAL else element]
        elif end == 1:
            operands.append(Blob)
        return Abbreviation(operands)

    def value(self, operand: AbbreviationOperand, code: bool = False) -> int:
        """A value that an operand can have."""
        if operand.encoding == LITERAL:
            return operand.value
        if operand.encoding == FIXED:
            return self.number(min(operand.value, self.code_bits) if code else operand.value)
        if operand.encoding == CHAR6:
            return self.source.choice(CHAR6_ALPHABET)
        return self.number(self.code_bits if code else 64)

    def abbreviated(self, abbreviation: Abbreviation, number: int) -> Record:
        """A record by an abbreviation."""
        operands = list(abbreviation.operands)
        code = self.value(operands[0], code=True)
        values: list[int] = []
        blob: bytes | None = None
        for at, operand in enumerate(operands[1:], 1):
            if operand.encoding == ARRAY:
                values += [self.value(operands[at + 1]) for _ in range(self.source.randrange(70))]
                break
            if operand.encoding == BLOB:
                blob = self.source.randbytes(self.source.randrange(70))
            else:
                values.append(self.value(operand))
        if blob is None:
            self.writer.emit_record(code, values, number)
        else:
            self.writer.emit_record_with_blob(code, values, blob, number)
        return code, values, blob


def read_back(data: bytes) -> list[object]:
    """The top-level blocks of a stream, as the cursor reads them."""
    cursor = BitstreamCursor(data)
    assert cursor.read_fixed(32) == int.from_bytes(BITCODE_MAGIC, "little")
    top: list[object] = []
    open_blocks = [top]
    while (event := cursor.advance()) != END_OF_STREAM:
        if event == ENTER_SUBBLOCK:
            contents: list[object] = []
            open_blocks[-1].append((cursor.block_id, contents))
            open_blocks.append(contents)
            cursor.enter_block()
        elif event == END_BLOCK:
            open_blocks.pop()
        else:
            assert event == RECORD
            open_blocks[-1].append((cursor.code, cursor.operands, cursor.blob))
    assert cursor.position == len(data) * 8
    return top


def dumped(data: bytes) -> bytes:
    """The dump of a stream, up to the error if there is one, and all else that can be asked of it."""
    pieces: list[bytes] = []
    failures: list[str] = []
    options = DumpOptions()
    options.dump_blockinfo = options.show_binary_blobs = options.offsets = True
    options.check_hash = b""
    try:
        stream = open_stream(data)
    except PyllvmError:
        return b""
    dump = TextDump(pieces.append, Names(LLVM_IR, 19), options)
    try:
        walk(stream.cursor, Statistics(), dump)
    except PyllvmError as error:
        failures.append(error.diagnostic.message)
    dump.flush()
    document: list[bytes] = []
    stream = open_stream(data)
    visitor = JsonDump(document.append, Names(LLVM_IR, 19))
    visitor.begin(stream, "file")
    try:
        walk(stream.cursor, Statistics(), visitor)
    except PyllvmError as error:
        # The text dump looks into metadata strings; the document does not.
        assert failures
        visitor.finish(error.diagnostic)
    else:
        visitor.finish(None)
    json.loads(b"".join(document))
    with contextlib.suppress(PyllvmError):
        identify(open_stream(data)).line()
    return b"".join(pieces)


def shown(blocks: list[object]) -> list[tuple[int, list[int]]]:
    """The records of a stream as numbers, in the order in which they are dumped."""
    records: list[tuple[int, list[int]]] = []
    for block in blocks:
        assert isinstance(block, tuple)
        if len(block) == 2:
            records += shown(block[1])
        else:
            records.append((block[0], block[1]))
    return records


@generously
@given(st.integers(min_value=0, max_value=2**64))
def test_what_is_written_is_read_and_dumped(seed: int) -> None:
    data, blocks = Maker(random.Random(seed)).stream()
    assert read_back(data) == blocks
    pieces: list[bytes] = []
    dump = TextDump(pieces.append, Names(UNKNOWN, 19), DumpOptions())
    stream = open_stream(data)
    walk(stream.cursor, Statistics(), dump)
    dump.flush()
    lines = [line for line in b"".join(pieces).split(b"\n") if b"/>" in line and b"BLOCKINFO_BLOCK" not in line]
    assert len(lines) == len(shown(blocks))
    for line, (_, operands) in zip(lines, shown(blocks), strict=True):
        words = line.partition(b"/>")[0].split()
        signed = [operand - 2**64 if operand >= 2**63 else operand for operand in operands]
        assert [word for word in words if word.startswith(b"op")] == [
            f"op{at}={operand}".encode() for at, operand in enumerate(signed)
        ]


@generously
@given(st.integers(min_value=0, max_value=2**64), st.integers(min_value=1, max_value=64))
def test_vbr(value: int, width: int) -> None:
    value &= 2**64 - 1
    width = 2 + width % 31
    writer = BitstreamWriter()
    writer.emit_fixed(1, 1 + width % 13)
    writer.emit_vbr64(value, width)
    end = writer.position
    cursor = BitstreamCursor(writer.getvalue())
    cursor.read_fixed(1 + width % 13)
    assert cursor.read_vbr64(width) == value
    assert cursor.position == end


def tampered(data: bytes, source: random.Random) -> bytes:
    """The stream with bits flipped, bytes overwritten, a stretch repeated or the end cut off."""
    changed = bytearray(data)
    for _ in range(source.randrange(1, 5)):
        if not changed:
            break
        at = source.randrange(len(changed))
        how = source.randrange(5)
        if how == 0:
            changed[at] ^= 1 << source.randrange(8)
        elif how == 1:
            changed[at] = source.choice((0, 0xFF, 0x7F, 0x80))
        elif how == 2:
            word = at & ~3
            changed[word : word + 4] = source.choice((b"\xff" * 4, b"\0" * 4, b"\xff\xff\xff\x7f", b"\1\0\0\0"))
        elif how == 3:
            changed[at:at] = changed[at : at + source.randrange(64)]
        else:
            del changed[at:]
    return bytes(changed)


@generously
@given(st.integers(min_value=0, max_value=2**64))
def test_streams_that_were_tampered_with(seed: int) -> None:
    source = random.Random(seed)
    data, _ = Maker(source).stream()
    assert len(dumped(tampered(data, source))) < 100 * len(data) + 100_000


@generously
@given(st.binary(max_size=400))
def test_streams_of_anything(data: bytes) -> None:
    dumped(BITCODE_MAGIC + data)

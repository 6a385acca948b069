"""llvm-bcanalyzer's ``-dump``: prints the stream as indented tags, byte for byte. Hot: compiled by mypyc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Visitor
from pyllvm.bitstream.abbreviation import Abbreviation
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK
from pyllvm.bitstream.wrapper import Wrapper
from pyllvm.diagnostics import PyllvmError
from pyllvm.tables import records

_CHUNK: Final = 1 << 18
_TEN: Final = [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9"]
_HUNDRED: Final = [ten + one for ten in _TEN for one in _TEN]
# The last three digits of a number.
_DIGITS: Final = [hundred + rest for hundred in _TEN for rest in _HUNDRED]
_NUMBERS: Final = [*_TEN, *_HUNDRED[10:], *_DIGITS[100:]]
_OPERANDS: Final = [b" op" + number + b"=" for number in _NUMBERS[:256]]
# The texts of frequent operands: of the first ones of a record, if they are small. Each is made when it is first needed.
_WIDE: Final = 16
_SMALL: Final = 512
_FREQUENT: Final = [b""] * (_WIDE * _SMALL)
# The bits of the abbreviation in a place in the list of heads, and the codes that have places there.
_ABBREVIATION_BITS: Final = 5
_COMMON_CODES: Final = 1024
_THOUSAND: Final = 1000
_MILLION: Final = 1_000_000
_NEGATIVE: Final = 1 << 63
_WRAP: Final = 1 << 64
_PLAIN: Final = bytes([byte for byte in range(0x20, 0x7F) if byte not in b'"\\'])
_PRINTABLE: Final = bytes(range(0x20, 0x7F))


def _escapes() -> list[bytes]:
    """Return the form of each byte in a quoted string."""
    escapes: list[bytes] = []
    for byte in range(256):
        if byte in _PLAIN:
            escapes.append(bytes([byte]))
        elif byte in b'"\\':
            escapes.append(b"\\" + bytes([byte]))
        elif byte == 9:
            escapes.append(b"\\t")
        elif byte == 10:
            escapes.append(b"\\n")
        else:
            escapes.append(f"\\x{byte:02X}".encode())
    return escapes


_ESCAPES: Final[list[bytes]] = []
"""The forms, once a string has a byte that is not plain."""


def escaped(data: bytes) -> bytes:
    """Escape bytes for a quoted string: unprintable ones become hexadecimal escapes."""
    if not data.translate(None, _PLAIN):
        return data
    if not _ESCAPES:
        _ESCAPES.extend(_escapes())
    return b"".join([_ESCAPES[byte] for byte in data])


def is_printable(data: bytes) -> bool:
    """Whether all bytes are printable ASCII."""
    return not data.translate(None, _PRINTABLE)


def wrapper_tag(wrapper: Wrapper) -> bytes:
    """Return the dump's line for a wrapper header."""
    return (
        f"<BITCODE_WRAPPER_HEADER Magic=0x0b17c0de Version=0x{wrapper.version:08x} Offset=0x{wrapper.offset:08x}"
        f" Size=0x{wrapper.size:08x} CPUType=0x{wrapper.cpu_type:08x}/>\n"
    ).encode()


@final
class DumpOptions:
    """The options that change ``-dump``."""

    __slots__ = ("check_hash", "dump_blockinfo", "offsets", "show_binary_blobs", "symbolic")

    def __init__(self) -> None:
        self.dump_blockinfo: bool = False
        """Dump the contents of BLOCKINFO blocks."""
        self.symbolic: bool = True
        """Omit numbers that have a name."""
        self.show_binary_blobs: bool = False
        """Print unprintable blobs in hexadecimal."""
        self.offsets: bool = False
        """Print the bit at which each block and record starts (not an option of llvm-bcanalyzer)."""
        self.check_hash: bytes | None = None
        """The string table that a module's hash covers; if given, the dump reports whether the hash matches."""


@final
class TextDump(Visitor):
    """Writes the dump of a stream to `sink` in pieces; call `flush` at the end to write the rest."""

    __slots__ = (
        "_block_heads",
        "_block_id",
        "_block_start_byte",
        "_dumping",
        "_heads",
        "_indent",
        "_names",
        "_options",
        "_out",
        "_sink",
        "_stack",
    )

    def __init__(self, sink: Callable[[bytes], None], names: Names, options: DumpOptions) -> None:
        self._sink: Callable[[bytes], None] = sink
        self._names: Names = names
        self._options: DumpOptions = options
        self._out: BytesWriter = BytesWriter()
        self._block_heads: dict[tuple[int, int], list[bytes]] = {}
        """The texts before the operands of records, by the id of the block and its depth."""
        self._heads: list[bytes] = []
        """The texts of the current block, by code and abbreviation; empty where there was no such record yet."""
        self._stack: list[_OpenBlock] = []
        self._dumping: bool = True
        self._indent: bytes = b""
        self._block_id: int = -1
        self._block_start_byte: int = 0

    def flush(self) -> None:
        """Write the buffered output."""
        data = self._out.getvalue()
        self._out.truncate(0)
        self._sink(data)

    def text(self, text: bytes) -> None:
        """Add text to the output."""
        self._out.write(text)

    def blockinfo(self, cursor: BitstreamCursor) -> None:
        if not self._options.dump_blockinfo:
            self._out.write(b"  " * len(self._stack))
            self._out.write(b"<BLOCKINFO_BLOCK/>\n")

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        block_id = cursor.current_block
        if block_id == BLOCKINFO_BLOCK:
            # The block has just defined new names.
            self._block_heads = {}
        depth = len(self._stack)
        name = self._names.block(block_id, cursor.block_info)
        shown = f"UnknownBlock{block_id}" if name is None else name
        block = _OpenBlock(block_id, shown.encode("utf-8", "surrogateescape"), cursor.position >> 3)
        block.dumping = block_id != BLOCKINFO_BLOCK or self._options.dump_blockinfo
        self._stack.append(block)
        self._open(block)
        if block.dumping:
            number = f" BlockID={block_id}" if name is not None and not self._options.symbolic else ""
            offset = f" offset={start}" if self._options.offsets else ""
            self._out.write(b"  " * depth)
            self._out.write(b"<" + block.shown)
            self._out.write(
                f"{number}{offset} NumWords={cursor.block_words} BlockCodeSize={cursor.abbreviation_width}>\n".encode()
            )

    def end_block(self, cursor: BitstreamCursor) -> None:
        block = self._stack.pop()
        if block.dumping:
            self._out.write(b"  " * len(self._stack))
            self._out.write(b"</" + block.shown + b">\n")
        if self._stack:
            self._open(self._stack[-1])
        if len(self._out) >= _CHUNK:
            self.flush()

    def _open(self, block: _OpenBlock) -> None:
        """Set the state for a block: when it is entered, and when a block inside it has ended."""
        block_id = block.block_id
        self._block_id = block_id
        self._dumping = block.dumping
        self._indent = b"  " * len(self._stack)
        self._block_start_byte = block.start_byte
        key = (block_id, len(self._stack))
        heads = self._block_heads.get(key)
        if heads is None:
            heads = []
            self._block_heads[key] = heads
        self._heads = heads

    def _head(self, cursor: BitstreamCursor) -> bytes:
        """The text before the operands of records like the cursor's current record."""
        code = cursor.code
        name = self._names.record(code, self._block_id, cursor.block_info)
        if name is None:
            tag = f"<UnknownCode{code}"
        elif self._options.symbolic:
            tag = f"<{name}"
        else:
            tag = f"<{name} codeid={code}"
        head = self._indent + tag.encode("utf-8", "surrogateescape")
        if cursor.abbreviation is None or self._options.offsets:
            return head
        return head + _abbreviation_text(cursor)

    def record(self, cursor: BitstreamCursor) -> None:
        if not self._dumping:
            return
        out = self._out
        code = cursor.code
        abbreviation = cursor.abbreviation
        place: i64 = -1
        if code < _COMMON_CODES and cursor.abbreviation_id < 1 << _ABBREVIATION_BITS:
            place = code << _ABBREVIATION_BITS | cursor.abbreviation_id
        heads = self._heads
        head = heads[place] if 0 <= place < len(heads) else b""
        if len(head) == 0:
            head = self._head(cursor)
            if place >= 0:
                _put(heads, place, head)
        out.write(head)
        if self._options.offsets:
            out.write(b" offset=")
            out.write(str(cursor.record_start).encode())
            if abbreviation is not None:
                out.write(_abbreviation_text(cursor))
        operands = cursor.operands
        _write_operands(out, operands)
        if self._block_id == records.METADATA_BLOCK_ID:
            self._note_metadata_index(cursor)
        elif self._block_id == records.MODULE_BLOCK_ID and code == records.MODULE_CODE_HASH:
            self._note_hash(cursor)
        out.write(b"/>")
        if abbreviation is not None and abbreviation.has_array:
            _write_string(out, operands, abbreviation)
        blob = cursor.blob
        if blob is not None:
            self._write_blob(cursor, blob)
        out.append(10)
        if len(out) >= _CHUNK:
            self.flush()

    def _note_metadata_index(self, cursor: BitstreamCursor) -> None:
        """Report whether the index is where the record before it announced it."""
        operands = cursor.operands
        if cursor.code == records.METADATA_INDEX_OFFSET:
            if len(operands) != 2:
                self._out.write(b"(Invalid record)")
            else:
                offset = (operands[0] + (operands[1] << 32)) & (_WRAP - 1)
                self._stack[-1].index_position = (cursor.position + offset) & (_WRAP - 1)
        elif cursor.code == records.METADATA_INDEX:
            expected = self._stack[-1].index_position
            if expected == cursor.record_start:
                self._out.write(b" (offset match)")
            else:
                self._out.write(f" (offset mismatch: {expected} vs {cursor.record_start})".encode())

    def _note_hash(self, cursor: BitstreamCursor) -> None:
        """Report whether the module's hash matches its bytes, if that was requested."""
        table = self._options.check_hash
        if table is not None:
            self._out.write(hash_note(cursor, table, self._block_start_byte).encode())

    def _write_blob(self, cursor: BitstreamCursor, blob: bytes) -> None:
        out = self._out
        if self._block_id == records.METADATA_BLOCK_ID and cursor.code == records.METADATA_STRINGS:
            self._write_metadata_strings(cursor, blob)
        elif self._options.show_binary_blobs:
            out.write(b" blob data = '")
            out.write(escaped(blob))
            out.append(39)
        elif is_printable(blob):
            out.write(b" blob data = '")
            out.write(blob)
            out.append(39)
        else:
            out.write(f" blob data = unprintable, {len(blob)} bytes.".encode())

    def _write_metadata_strings(self, cursor: BitstreamCursor, blob: bytes) -> None:
        if not blob:
            raise cursor.error("Cannot decode empty blob.", records.METADATA_STRINGS)
        if len(cursor.operands) != 2:
            raise cursor.error("Decoding metadata strings blob needs two record entries.", records.METADATA_STRINGS)
        count = cursor.operands[0] & 0xFFFFFFFF
        offset = cursor.operands[1] & 0xFFFFFFFF
        out = self._out
        out.write(f" num-strings = {count} {{\n".encode())
        lengths = BitstreamCursor(blob, 0, offset)
        at = offset
        while True:
            if lengths.at_end:
                raise cursor.error("bad length", records.METADATA_STRINGS)
            try:
                length = lengths.read_vbr(6)
            except PyllvmError as error:
                raise cursor.error(error.diagnostic.message, records.METADATA_STRINGS) from None
            if len(blob) - at < length:
                raise cursor.error("truncated chars", records.METADATA_STRINGS)
            out.write(self._indent)
            out.write(b"  '")
            out.write(escaped(blob[at : at + length]))
            out.write(b"'\n")
            if len(out) >= _CHUNK:
                self.flush()
            at += length
            count -= 1
            if count == 0:
                break
        out.write(self._indent)
        out.append(125)


def _put(heads: list[bytes], place: i64, head: bytes) -> None:
    """Put a text in its place, after as many empty ones as it needs."""
    while len(heads) <= place:
        heads.append(b"")
    heads[place] = head


def _abbreviation_text(cursor: BitstreamCursor) -> bytes:
    return f" abbrevid={cursor.abbreviation_id}".encode()


def hash_note(cursor: BitstreamCursor, table: bytes, block_start: int) -> str:
    """Whether a module's hash matches its bytes; `table` is the string table, `block_start` the byte where the module starts."""
    if len(cursor.operands) != 5:
        return " (invalid)"
    end = cursor.record_start + cursor.abbreviation_width
    # Imported only here: it takes as long as the rest of the dump of a small file.
    import hashlib

    hashed = hashlib.sha1(table, usedforsecurity=False)
    hashed.update(cursor.bytes_between(block_start * 8, end))
    recorded = b"".join([(operand & 0xFFFFFFFF).to_bytes(4, "big") for operand in cursor.operands])
    return " (match)" if hashed.digest() == recorded else " (!mismatch!)"


@final
class _OpenBlock:
    """A block that the dump has entered and not left."""

    __slots__ = ("block_id", "dumping", "index_position", "shown", "start_byte")

    def __init__(self, block_id: int, shown: bytes, start_byte: int) -> None:
        self.block_id = block_id
        self.shown = shown
        self.start_byte = start_byte
        self.dumping: bool = True
        self.index_position: int = 0
        """The bit at which a metadata index must start, according to the record that announces it."""


def _write_operands(out: BytesWriter, operands: list[int]) -> None:
    """Write the operands of a record; the texts of frequent ones are kept."""
    frequent = _FREQUENT
    index: i64 = -1
    for operand in operands:
        index += 1
        number: i64 = operand if operand < _MILLION else _MILLION
        if number < _SMALL and index < _WIDE:
            at: i64 = index * _SMALL + number
            found = frequent[at]
            if len(found) == 0:
                found = f" op{index}={number}".encode()
                frequent[at] = found
            out.write(found)
            continue
        if index < 256:
            out.write(_OPERANDS[index])
        else:
            out.write(b" op" + str(index).encode() + b"=")
        if number < _THOUSAND:
            out.write(_NUMBERS[number])
        elif number < _MILLION:
            out.write(_NUMBERS[number // _THOUSAND])
            out.write(_DIGITS[number % _THOUSAND])
        elif operand < _NEGATIVE:
            out.write(str(operand).encode())
        else:
            out.write(str(operand - _WRAP).encode())


def _write_string(out: BytesWriter, operands: list[int], abbreviation: Abbreviation) -> None:
    """Print a printable array as text as well."""
    start: i64 = len(abbreviation.encodings) - 1
    index: i64 = start
    count: i64 = len(operands)
    while index < count:
        byte: i64 = operands[index] & 0xFF
        if byte < 0x20 or byte > 0x7E:
            return
        index += 1
    out.write(b" record string = '")
    index = start
    while index < count:
        out.append(operands[index] & 0xFF)
        index += 1
    out.append(39)

"""Reads a bitstream: a cursor over bits that walks blocks and decodes records. Hot: compiled by mypyc.

Bits are loaded eight bytes at a time from a copy of the stream that is padded with zeros, so no load needs a bounds check.
The cursor detects a field that runs past the end after it has read the field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.strings import BytesWriter, read_i64_le
from mypy_extensions import i64, u8

from pyllvm.bitstream.abbreviation import MANY_OPERANDS, Abbreviation, AbbreviationOperand, BlockInfo, BlockInfoEntry
from pyllvm.bitstream.stream_numbers import (
    BLOB,
    BLOCK_ID_WIDTH,
    BLOCK_SIZE_WIDTH,
    BLOCKINFO_BLOCK,
    BLOCKNAME,
    CHAR6,
    CHAR6_ALPHABET,
    CODE_LENGTH_WIDTH,
    DEFINE_ABBREV,
    END_BLOCK,
    END_OF_STREAM,
    ENTER_SUBBLOCK,
    FIRST_ABBREVIATION,
    FIXED,
    LITERAL,
    MAXIMUM_WIDTH,
    RECORD,
    SETBID,
    SETRECORDNAME,
    TOP_LEVEL_WIDTH,
    UNABBREV_RECORD,
    VBR,
)
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.limits import ABBREVIATED_OPERANDS, NESTED_BLOCKS

_PADDING: Final = bytes(16)
_RECORD: Final = " record"
_BIT_63: Final = 0x8000000000000000
_ONES: Final = 0xFFFFFFFFFFFF
"""Shift it right for a mask of up to 48 bits. A 1 shifted left would overflow: mypyc makes the literal a C int of 32 bits."""
# The bits of a code and a count of operands, VBR6 each, which tell that one of them is above 31.
_LONG_HEAD: Final = 1 << 5 | 1 << 11
# The bits of numbers that are read without a call.
_SHORT_VBR: Final = 62
# The greatest width of a field of which two are such a number.
_HALF_VBR: Final = 31


def _unsigned(bits: i64) -> int:
    """Return the 64 bits as an unsigned number: a native integer may be negative, Python's own may be too large."""
    low: int = bits & 0x7FFFFFFFFFFFFFFF
    if (bits >> 63) & 1:
        return low + _BIT_63
    return low


@final
class BitstreamCursor:
    """A position in a bitstream, and the scopes of the enclosing blocks.

    The stream is `data` from `start_byte` up to `end_byte` (None: up to the end). `block_info` is the BLOCKINFO that applies at
    its start (None: none). `advance` moves to the next item of the current block. Positions are bit offsets from
    `start_byte`. After RECORD, `operands` is a new list, which the consumer may keep. All methods that read raise PyllvmError,
    in LLVM's words, if the stream is malformed.
    """

    __slots__ = (
        "_abbreviation_stack",
        "_abbreviations",
        "_base",
        "_block_ids",
        "_data",
        "_end",
        "_end_stack",
        "_inherited",
        "_inherited_stack",
        "_next",
        "_pos",
        "_record_start",
        "_repeated",
        "_width",
        "_width_stack",
        "abbreviation",
        "abbreviation_id",
        "automatic_blockinfo",
        "blob",
        "block_id",
        "block_info",
        "block_names",
        "block_start",
        "block_words",
        "code",
        "end_message",
        "has_wrong_length",
        "keeps_text",
        "name_invalid_record",
        "name_of_record",
        "operands",
        "producer",
        "reads_outside_blocks",
        "report_abbreviations",
        "text",
    )

    def __init__(
        self, data: bytes, start_byte: int = 0, end_byte: int | None = None, block_info: BlockInfo | None = None
    ) -> None:
        end = len(data) if end_byte is None else min(end_byte, len(data))
        # A slice of all of it would be a copy in compiled code.
        stream = data if start_byte == 0 and end == len(data) else data[start_byte:end]
        size: i64 = len(stream)
        self._data: bytes = stream + _PADDING
        self._end: i64 = size * 8
        # Where the positions in LLVM's messages count from.
        self._base: i64 = 0
        self._pos: i64 = 0
        self._next: i64 = 0
        self._width: i64 = TOP_LEVEL_WIDTH
        # The predefined abbreviations of the current block, which all blocks of its id share; and those the block defines.
        self._inherited: list[Abbreviation] = []
        self._abbreviations: list[Abbreviation] = []
        self._width_stack: list[int] = []
        self._inherited_stack: list[list[Abbreviation]] = []
        self._abbreviation_stack: list[list[Abbreviation]] = []
        self._block_ids: list[int] = []
        # Where the open blocks end, by the lengths in their headers.
        self._end_stack: list[int] = []
        self._record_start: i64 = 0
        # The operands so far of records whose abbreviations have very many: one number for all cursors on the stream.
        self._repeated: list[int] = [0]
        self.block_info: BlockInfo = block_info if block_info is not None else BlockInfo()
        """The contents of the last BLOCKINFO block."""
        self.block_names: dict[int, str] = {}
        """Names of blocks for error messages; the consumer sets them when it knows the kind of stream."""
        self.producer: str = ""
        """The stream's producer for error messages; the consumer sets it when it knows it."""
        self.name_invalid_record: Callable[[int, int | None, str], str] | None = None
        """Returns the message for a malformed record, by block and code; the consumer sets it."""
        self.name_of_record: Callable[[int, int], str] | None = None
        """Returns the name of a record for error messages, by block and code; the consumer sets it."""
        self.automatic_blockinfo: bool = True
        """Whether `advance` reads BLOCKINFO blocks itself instead of returning them."""
        self.report_abbreviations: bool = False
        """Whether `advance` returns DEFINE_ABBREV after each definition; `abbreviation` then holds the definition."""
        self.end_message: str = "Premature end of bitstream"
        """The error message if the stream ends within a block; the consumer sets it when it knows the kind of stream."""
        self.reads_outside_blocks: bool = False
        """Whether `advance` takes records and definitions outside of all blocks for what they are."""
        self.block_id: int = 0
        """After ENTER_SUBBLOCK: the id of the block that `enter_block` or `skip_block` will enter or skip."""
        self.block_start: int = 0
        """After ENTER_SUBBLOCK: the bit after the block's id; `enter_block_at` on another cursor takes it."""
        self.block_words: int = 0
        """After `enter_block`: the length in the block's header, in 32-bit words."""
        self.has_wrong_length: bool = False
        """Whether a block that was read to its end did not end where its header states."""
        self.code: int = 0
        self.operands: list[int] = []
        """The record's operands, unsigned, with an array's elements; a blob is not among them."""
        self.blob: bytes | None = None
        self.keeps_text: bool = False
        """Whether an array of characters is read into `text` and not into `operands`."""
        self.text: bytes | None = None
        self.abbreviation_id: int = UNABBREV_RECORD
        """The abbreviation id of the last record."""
        self.abbreviation: Abbreviation | None = None
        """The abbreviation of the last record, None if it has none; after DEFINE_ABBREV, the new one."""

    # Position

    @property
    def position(self) -> int:
        """The next bit to read."""
        return self._pos

    @property
    def size(self) -> int:
        """The length of the stream in bits."""
        return self._end

    @property
    def record_start(self) -> int:
        """The bit at which the last item that `advance` returned starts, including its abbreviation id."""
        return self._record_start

    @property
    def record_bits(self) -> int:
        """The length of the last record in bits, including its abbreviation id."""
        return self._pos - self._record_start

    @property
    def at_end(self) -> bool:
        """Whether every bit has been read."""
        return self._pos >= self._end

    @property
    def depth(self) -> int:
        """The number of open blocks."""
        return len(self._block_ids)

    @property
    def current_block(self) -> int:
        """The id of the innermost open block, -1 outside all blocks."""
        return self._block_ids[-1] if self._block_ids else -1

    @property
    def abbreviation_width(self) -> int:
        """The width of an abbreviation id in the current block."""
        return self._width

    def seek(self, bit: int) -> None:
        """Move to another bit of the current block. Scopes do not change."""
        if bit < 0 or bit > self._end:
            raise self.error(f"can't skip to bit {bit} from {self._pos}")
        self._pos = bit

    def limit(self, begin: int, end: int) -> None:
        """Read only up to the bit `end`, as if the stream began at the bit `begin`: LLVM's messages count from there."""
        self._base = begin
        self._end = min(self._end, end)

    def bytes_between(self, start_bit: int, end_bit: int) -> bytes:
        """Return the bytes of the stream between two bit positions on byte boundaries."""
        return self._data[start_bit >> 3 : min(end_bit, self._end) >> 3]

    def block_path(self) -> list[str]:
        """Return the open blocks from the outermost in, by name if the name is known, else by id."""
        return [self.block_name(block_id) for block_id in self._block_ids]

    def block_name(self, block_id: int) -> str:
        """Return the name of a block for messages."""
        entry = self.block_info.entries.get(block_id)
        if entry is not None and entry.name:
            return entry.name
        if block_id == BLOCKINFO_BLOCK:
            return "BLOCKINFO_BLOCK"
        return self.block_names.get(block_id, f"#{block_id}")

    def location(self, record_code: int | None = None) -> BitcodeLocation:
        """Return the location of the last record, for a diagnostic."""
        start: int = self._record_start
        name = ""
        if record_code is not None and self.name_of_record is not None and self._block_ids:
            name = self.name_of_record(self._block_ids[-1], record_code)
        return BitcodeLocation(start, self.block_path(), record_code, self.producer, name)

    def error(self, message: str, record_code: int | None = None) -> PyllvmError:
        """Return an error at the last record, for the caller to raise."""
        if message.endswith(_RECORD) and self.name_invalid_record is not None and self._block_ids:
            message = self.name_invalid_record(self._block_ids[-1], record_code, message)
        return PyllvmError(Diagnostic("error", message, self.location(record_code)))

    def _error_here(self, message: str, bit: i64) -> PyllvmError:
        position: int = bit
        where = BitcodeLocation(position, self.block_path(), None, self.producer)
        return PyllvmError(Diagnostic("error", message, where))

    def _end_of_file(self, pos: i64, width: i64) -> PyllvmError:
        """Return LLVM's error for a field of `width` bits at `pos` that runs past the end; LLVM reads whole words."""
        left_in_word: i64 = (64 - (pos & 63)) & 63
        available: i64 = self._end - pos
        size: int = (self._end - self._base) >> 3
        if available <= left_in_word or available <= 0:
            return self._error_here(f"Unexpected end of file reading {size} of {size} bytes", pos)
        got: int = available - left_in_word
        wanted: int = width - left_in_word
        return self._error_here(f"Unexpected end of file reading {got} of {wanted} bits", pos)

    # Fields

    def read_fixed(self, width: int) -> int:
        """Read a field of 1 to 32 bits."""
        if width < 1 or width > MAXIMUM_WIDTH:
            raise self._error_here(f"can't read more than {MAXIMUM_WIDTH} at a time, trying to read {width}", self._pos)
        value: int = self._fixed(width)
        return value

    def read_vbr(self, width: int) -> int:
        """Read a VBR field whose value has at most 32 bits."""
        value: int = self._vbr32(width)
        return value

    def read_vbr64(self, width: int) -> int:
        """Read a VBR field whose value has at most 64 bits."""
        bits: i64 = self._vbr64(self._pos, width)
        self._pos = self._next
        return _unsigned(bits)

    def align(self) -> None:
        """Move to the next multiple of 32 bits, or to the end if that is nearer."""
        self._pos = (self._pos + 31) & ~31
        if self._pos > self._end:
            self._pos = self._end

    def _fixed(self, width: i64) -> i64:
        pos: i64 = self._pos
        if pos + width > self._end:
            raise self._end_of_file(pos, width)
        self._pos = pos + width
        word: i64 = read_i64_le(self._data, pos >> 3)
        return (word >> (pos & 7)) & (_ONES >> (48 - width))

    def _vbr32(self, width: i64) -> i64:
        pos: i64 = self._pos
        mask: i64 = _ONES >> (48 - width)
        high: i64 = mask - (mask >> 1)
        result: i64 = 0
        shift: i64 = 0
        while True:
            if pos + width > self._end:
                raise self._end_of_file(pos, width)
            piece: i64 = (read_i64_le(self._data, pos >> 3) >> (pos & 7)) & mask
            pos += width
            result |= (piece & (high - 1)) << shift
            if piece & high == 0:
                self._pos = pos
                return result & 0xFFFFFFFF
            shift += width - 1
            if shift >= 32:
                raise self._error_here("Unterminated VBR", self._pos)
            if width == 1 and pos >= self._end:
                raise self._end_of_file(pos, width)

    def _vbr64(self, pos: i64, width: i64) -> i64:
        """Return the value of the VBR field at `pos`, and set `_next` to the bit after it.

        In interpreted Python, bits above the 64 may be set.
        """
        mask: i64 = _ONES >> (48 - width)
        high: i64 = mask - (mask >> 1)
        end: i64 = self._end
        data = self._data
        start: i64 = pos
        result: i64 = 0
        shift: i64 = 0
        while True:
            if pos + width > end:
                raise self._end_of_file(pos, width)
            piece: i64 = (read_i64_le(data, pos >> 3) >> (pos & 7)) & mask
            pos += width
            result |= (piece & (high - 1)) << shift
            if piece & high == 0:
                self._next = pos
                return result
            shift += width - 1
            if shift >= 64:
                raise self._error_here("Unterminated VBR", start)

    # Blocks

    def advance(self) -> int:
        """Move to the next item: END_BLOCK, ENTER_SUBBLOCK, RECORD or END_OF_STREAM (DEFINE_ABBREV on request)."""
        while True:
            pos: i64 = self._pos
            self._record_start = pos
            if pos >= self._end:
                if self._block_ids:
                    raise self.error(self.end_message)
                return END_OF_STREAM
            width: i64 = self._width
            if pos + width > self._end:
                raise self._end_of_file(pos, width)
            abbreviation_id: i64 = (read_i64_le(self._data, pos >> 3) >> (pos & 7)) & (_ONES >> (48 - width))
            self._pos = pos + width
            if abbreviation_id >= UNABBREV_RECORD and self._block_ids:
                self._read_record(abbreviation_id)
                return RECORD
            if abbreviation_id == ENTER_SUBBLOCK:
                block_id: int = self._vbr32(BLOCK_ID_WIDTH)
                self.block_id = block_id
                start: int = self._pos
                self.block_start = start
                if block_id == BLOCKINFO_BLOCK and self.automatic_blockinfo:
                    self.read_blockinfo_block()
                    continue
                return ENTER_SUBBLOCK
            if not self._block_ids:
                if abbreviation_id == END_BLOCK or not self.reads_outside_blocks:
                    raise self.error("Invalid record at top-level")
                if abbreviation_id == UNABBREV_RECORD:
                    self._read_record(abbreviation_id)
                    return RECORD
            if abbreviation_id == END_BLOCK:
                self.align()
                self._width = self._width_stack.pop()
                self._inherited = self._inherited_stack.pop()
                self._abbreviations = self._abbreviation_stack.pop()
                self._block_ids.pop()
                if self._end_stack.pop() != self._pos:
                    self.has_wrong_length = True
                return END_BLOCK
            self._define_abbreviation()
            if self.report_abbreviations:
                return DEFINE_ABBREV

    def enter_block(self) -> None:
        """After ENTER_SUBBLOCK: enter the block."""
        self.enter_block_at(self._pos, self.block_id)

    def enter_block_at(self, block_start: int, block_id: int) -> None:
        """Enter the block whose id ends at the bit `block_start`, wherever the cursor is."""
        if len(self._block_ids) >= NESTED_BLOCKS:
            raise self.error(f"blocks nest deeper than {NESTED_BLOCKS}")
        self.seek(block_start)
        width: i64 = self._vbr32(CODE_LENGTH_WIDTH)
        if width > MAXIMUM_WIDTH:
            raise self.error(f"can't read more than {MAXIMUM_WIDTH} at a time, trying to read {width}")
        self.align()
        self.block_words = self._fixed(BLOCK_SIZE_WIDTH)
        if width == 0:
            raise self.error("can't enter sub-block: current code size is 0")
        if self._pos >= self._end:
            raise self.error("can't enter sub block: already at end of stream")
        self._block_ids.append(block_id)
        end: int = self._pos + self.block_words * 32
        self._end_stack.append(end)
        self._width_stack.append(self._width)
        self._inherited_stack.append(self._inherited)
        self._abbreviation_stack.append(self._abbreviations)
        self._width = width
        self._inherited = self.block_info.abbreviations(block_id)
        self._abbreviations = []

    def next_record(self) -> bool:
        """Read the next record of the block, past the blocks inside it; False at its end."""
        while True:
            what = self.advance()
            if what == RECORD:
                return True
            if what == END_BLOCK:
                return False
            if what != ENTER_SUBBLOCK:
                raise self.error("Malformed block")
            self.skip_block()

    def skip_block(self) -> None:
        """After ENTER_SUBBLOCK: skip the block, by the length in its header."""
        self._vbr32(CODE_LENGTH_WIDTH)
        self.align()
        words: i64 = self._fixed(BLOCK_SIZE_WIDTH)
        target: i64 = self._pos + words * 32
        if self._pos >= self._end:
            raise self.error("can't skip block: already at end of stream")
        if target > self._end:
            raise self.error(f"can't skip to bit {target - self._base} from {self._pos - self._base}")
        self._pos = target

    def block_end(self) -> int:
        """After ENTER_SUBBLOCK: the bit after the block, by the length in its header; it may be after the end of the stream."""
        position: i64 = self._pos
        self._vbr32(CODE_LENGTH_WIDTH)
        self.align()
        words: i64 = self._fixed(BLOCK_SIZE_WIDTH)
        end: int = self._pos + words * 32
        self._pos = position
        return end

    def continue_in(self, data: bytes, bit: int) -> None:
        """Read on at this bit of another part of the stream, in the same blocks. Positions count from the start of that part."""
        size: i64 = len(data)
        self._data = data + _PADDING
        self._end = size * 8
        self._pos = bit

    def leave_block(self) -> None:
        """Read to the end of the current block, with its subblocks, and leave it."""
        depth = len(self._block_ids)
        while len(self._block_ids) >= depth:
            if self.advance() == ENTER_SUBBLOCK:
                self.skip_block()

    def fork(self) -> BitstreamCursor:
        """Return another cursor on the same bits, outside all blocks, with the block information that applies here.

        The two share the bits, so cursors for many modules of a file need no copies of it.
        """
        other = BitstreamCursor(b"", 0, None, self.block_info)
        other._data = self._data
        other._end = self._end
        other._base = self._base
        other.end_message = self.end_message
        other._repeated = self._repeated
        other.block_names = self.block_names
        other.producer = self.producer
        other.name_invalid_record = self.name_invalid_record
        other.name_of_record = self.name_of_record
        return other

    # Abbreviations and BLOCKINFO

    def _define_abbreviation(self) -> None:
        count: i64 = self._vbr32(5)
        if count > self._end - self._pos:
            raise self.error("Size is not plausible")
        operands: list[AbbreviationOperand] = []
        while count > 0:
            count -= 1
            if self._fixed(1) == 1:
                operands.append(AbbreviationOperand(LITERAL, self.read_vbr64(8)))
                continue
            encoding: int = self._fixed(3)
            if encoding < FIXED or encoding > BLOB:
                raise self.error("Invalid encoding")
            if encoding in (FIXED, VBR):
                width = self.read_vbr64(5)
                if width > MAXIMUM_WIDTH:
                    raise self.error("Fixed or VBR abbrev record with size > MaxChunkData")
                # A field of no bits is a literal zero, as in LLVM; array elements cannot have zero bits.
                operands.append(AbbreviationOperand(encoding if width else LITERAL, width))
            else:
                operands.append(AbbreviationOperand(encoding))
        if not operands:
            raise self.error("Abbrev record with no operands")
        abbreviation = Abbreviation(operands)
        self.abbreviation = abbreviation
        self._abbreviations.append(abbreviation)

    def read_blockinfo_block(self) -> None:
        """After ENTER_SUBBLOCK of a BLOCKINFO block: read the whole block into a new `block_info`."""
        self.enter_block()
        info = BlockInfo()
        entry: BlockInfoEntry | None = None
        report = self.report_abbreviations
        automatic = self.automatic_blockinfo
        self.report_abbreviations = True
        self.automatic_blockinfo = False
        while True:
            event = self.advance()
            if event == END_BLOCK:
                break
            if event == ENTER_SUBBLOCK:
                self.skip_block()
                continue
            if event == RECORD and self.code == SETBID:
                if not self.operands:
                    raise self.error("Malformed BlockInfoBlock", self.code)
                entry = info.entry(self.operands[0] & 0xFFFFFFFF)
                continue
            if event == RECORD and self.code != BLOCKNAME and self.code != SETRECORDNAME:
                continue
            if entry is None:
                raise self.error("Malformed BlockInfoBlock", self.code if event == RECORD else None)
            if event == DEFINE_ABBREV:
                entry.abbreviations.append(self._abbreviations.pop())
            elif self.code == BLOCKNAME:
                entry.name = text_of_operands(self.operands)
            elif not self.operands:
                raise self.error("Malformed BlockInfoBlock", self.code)
            else:
                entry.record_names.setdefault(self.operands[0] & 0xFFFFFFFF, text_of_operands(self.operands, 1))
        self.report_abbreviations = report
        self.automatic_blockinfo = automatic
        self.block_info = info

    # Records

    def _read_record(self, abbreviation_id: i64) -> None:
        operands: list[int] = []
        self.operands = operands
        self.blob = None
        self.text = None
        self.abbreviation_id = abbreviation_id
        if abbreviation_id == UNABBREV_RECORD:
            self.abbreviation = None
            pos: i64 = self._pos
            head: i64 = read_i64_le(self._data, pos >> 3) >> (pos & 7)
            count: i64
            if head & _LONG_HEAD == 0 and pos + 12 <= self._end:
                self.code = head & 31
                count = (head >> 6) & 31
                self._pos = pos + 12
            else:
                self.code = self._vbr32(6)
                count = self._vbr32(6)
            if count > 0:
                if count >= self._end:
                    raise self._implausible()
                self._read_vbrs(operands, count, 6)
            return
        index: i64 = abbreviation_id - FIRST_ABBREVIATION
        abbreviations = self._inherited
        shared: i64 = len(abbreviations)
        if index >= shared:
            index -= shared
            abbreviations = self._abbreviations
            if index >= len(abbreviations):
                raise self.error("Invalid abbrev number")
        abbreviation = abbreviations[index]
        self.abbreviation = abbreviation
        if abbreviation.is_special:
            self._check_special(abbreviation)
            if abbreviation.only_literals is not None:
                self.code = abbreviation.literals[0] & 0xFFFFFFFF
                operands.extend(abbreviation.only_literals)
                return
        self._read_scalars(abbreviation, operands)
        if abbreviation.has_array:
            length: i64 = self._vbr32(6)
            if length == 0:
                return
            encoding = abbreviation.element_encoding
            width: i64 = abbreviation.element_width
            if encoding == CHAR6:
                width = 6
            if length >= self._end:
                raise self._implausible()
            left: i64 = self._end - self._pos
            if encoding != VBR and length * width > left:
                raise self._end_of_file(self._pos + left // width * width, width)
            if encoding == VBR:
                self._read_vbrs(operands, length, width)
            elif self.keeps_text and width <= 8:
                self._read_text(length, width, encoding == CHAR6)
            elif encoding == FIXED:
                self._read_fixeds(operands, length, width)
            else:
                self._read_char6s(operands, length)

    def _check_special(self, abbreviation: Abbreviation) -> None:
        if abbreviation.problem:
            raise self.error(abbreviation.problem)
        if len(abbreviation.literals) > MANY_OPERANDS:
            self._repeated[0] += len(abbreviation.literals)
            if self._repeated[0] > ABBREVIATED_OPERANDS:
                raise self.error(f"more than {ABBREVIATED_OPERANDS} operands of records with very long abbreviations")

    def _implausible(self) -> PyllvmError:
        return self.error("Size is not plausible")

    def _read_scalars(self, abbreviation: Abbreviation, operands: list[int]) -> None:
        """Read the operands before the array; the first is the record's code."""
        data = self._data
        pos: i64 = self._pos
        end: i64 = self._end
        encodings = abbreviation.encodings
        widths = abbreviation.widths
        count: i64 = len(encodings)
        index: i64 = 0
        while index < count:
            encoding: i64 = encodings[index]
            width: i64 = widths[index]
            value: int
            if encoding == LITERAL:
                value = abbreviation.literals[index]
            elif encoding == FIXED:
                value = (read_i64_le(data, pos >> 3) >> (pos & 7)) & (_ONES >> (48 - width))
                pos += width
            elif encoding == VBR:
                mask: i64 = _ONES >> (48 - width)
                high: i64 = mask - (mask >> 1)
                piece: i64 = (read_i64_le(data, pos >> 3) >> (pos & 7)) & mask
                if piece & high == 0:
                    value = piece
                    pos += width
                else:
                    second: i64 = (read_i64_le(data, (pos + width) >> 3) >> ((pos + width) & 7)) & mask
                    if second & high == 0 and width <= _HALF_VBR:
                        value = (piece & (high - 1)) | (second << (width - 1))
                        pos += width + width
                    else:
                        bits: i64 = self._vbr64(pos, width)
                        value = _unsigned(bits)
                        pos = self._next
            elif encoding == CHAR6:
                value = CHAR6_ALPHABET[(read_i64_le(data, pos >> 3) >> (pos & 7)) & 63]
                width = 6
                pos += 6
            else:
                self._pos = pos
                self._read_blob()
                pos = self._pos
                index += 1
                continue
            if pos > end:
                raise self._end_of_file(pos - width, width)
            if index > 0:
                operands.append(value)
            else:
                self.code = value & 0xFFFFFFFF
            index += 1
        self._pos = pos

    def _read_blob(self) -> None:
        length: i64 = self._vbr32(6)
        self._pos = (self._pos + 31) & ~31
        after: i64 = self._pos + ((length + 3) & ~3) * 8
        if after > self._end:
            raise self.error("Blob ends too soon")
        start: i64 = self._pos >> 3
        self.blob = self._data[start : start + length]
        self._pos = after

    def _read_vbrs(self, operands: list[int], count: i64, width: i64) -> None:
        data = self._data
        pos: i64 = self._pos
        end: i64 = self._end
        mask: i64 = _ONES >> (48 - width)
        high: i64 = mask - (mask >> 1)
        low: i64 = high - 1
        step: i64 = width - 1
        while count > 0:
            piece: i64 = (read_i64_le(data, pos >> 3) >> (pos & 7)) & mask
            if piece & high == 0:
                pos += width
                if pos > end:
                    raise self._end_of_file(pos - width, width)
                operands.append(piece)
            else:
                start: i64 = pos
                result: i64 = piece & low
                shift: i64 = step
                pos += width
                while True:
                    if shift + step > _SHORT_VBR or pos + width > end:
                        bits: i64 = self._vbr64(start, width)
                        pos = self._next
                        operands.append(_unsigned(bits))
                        break
                    piece = (read_i64_le(data, pos >> 3) >> (pos & 7)) & mask
                    pos += width
                    result |= (piece & low) << shift
                    if piece & high == 0:
                        operands.append(result)
                        break
                    shift += step
            count -= 1
        self._pos = pos

    def _read_fixeds(self, operands: list[int], count: i64, width: i64) -> None:
        data = self._data
        pos: i64 = self._pos
        mask: i64 = _ONES >> (48 - width)
        while count > 0:
            operands.append((read_i64_le(data, pos >> 3) >> (pos & 7)) & mask)
            pos += width
            count -= 1
        self._pos = pos

    def _read_char6s(self, operands: list[int], count: i64) -> None:
        data = self._data
        pos: i64 = self._pos
        while count > 0:
            operands.append(CHAR6_ALPHABET[(read_i64_le(data, pos >> 3) >> (pos & 7)) & 63])
            pos += 6
            count -= 1
        self._pos = pos

    def _read_text(self, count: i64, width: i64, is_char6: bool) -> None:
        data = self._data
        pos: i64 = self._pos
        mask: i64 = _ONES >> (48 - width)
        text = BytesWriter()
        while count > 0:
            character: i64 = (read_i64_le(data, pos >> 3) >> (pos & 7)) & mask
            if is_char6:
                character = CHAR6_ALPHABET[character]
            text.append(u8(character))
            pos += width
            count -= 1
        self._pos = pos
        self.text = text.getvalue()


def text_of_operands(operands: list[int], start: int = 0) -> str:
    """The string whose bytes are the operands from `start` on."""
    if start:
        operands = operands[start:]
    try:
        return bytes(operands).decode("utf-8", "surrogateescape")
    except ValueError:
        # LLVM uses the low byte of each operand.
        return bytes([operand & 0xFF for operand in operands]).decode("utf-8", "surrogateescape")


def last_blob(cursor: BitstreamCursor) -> bytes:
    """Read the block that begins at the cursor, and return the last blob in its records; empty if there is none."""
    cursor.enter_block()
    blob = b""
    while cursor.next_record():
        if cursor.blob is not None:
            blob = cursor.blob
    return blob

"""Writes a bitstream: fields, blocks, abbreviations, records. Hot: compiled by mypyc.

Bits collect in a native integer and move to a byte buffer four bytes at a time. Values that become known only later
(block lengths, offsets) are back-patched in the buffer.
"""

from __future__ import annotations

from typing import Final, final

from librt.strings import BytesWriter, write_i32_le
from mypy_extensions import i32, i64

from pyllvm.bitstream import stream_numbers
from pyllvm.bitstream.abbreviation import Abbreviation, BlockInfo


def _char6_codes() -> bytes:
    codes = bytearray([255]) * 256
    for code, character in enumerate(stream_numbers.CHAR6_ALPHABET):
        codes[character] = code
    return bytes(codes)


_CHAR6_CODES: Final = _char6_codes()
_MASK_64: Final = 0xFFFFFFFFFFFFFFFF
_BIT_47: Final = 0x800000000000
"""Shift it right for one bit. A 1 shifted left would overflow: mypyc makes the literal a C int of 32 bits."""
_PIECE: Final = 1 << 20
"""The size in bytes from which `set_aside` moves what was written."""
_LAST_NATIVE: Final = (1 << 62) - 1
"""Values up to this are written with native arithmetic. The next one would be a big integer in each comparison."""


@final
class BitstreamWriter:
    """A bitstream that is being written.

    Operands are unsigned 64-bit numbers; negative ones are converted to two's complement. A record that does not fit its
    abbreviation is the caller's mistake and raises ValueError.
    """

    __slots__ = (
        "_abbreviation_stack",
        "_abbreviations",
        "_bits",
        "_buffer",
        "_described_block",
        "_length_stack",
        "_pieces",
        "_pieces_size",
        "_value",
        "_width",
        "_width_stack",
        "block_info",
    )

    def __init__(self) -> None:
        self._buffer: BytesWriter = BytesWriter()
        # The pieces that were set aside; they precede the buffer.
        self._pieces: list[bytes] = []
        self._pieces_size = 0
        self._value: i64 = 0
        self._bits: i64 = 0
        self._width: i64 = stream_numbers.TOP_LEVEL_WIDTH
        self._abbreviations: list[Abbreviation] = []
        self._width_stack: list[int] = []
        self._abbreviation_stack: list[list[Abbreviation]] = []
        self._length_stack: list[int] = []
        self._described_block: int = -1
        self.block_info: BlockInfo = BlockInfo()

    @property
    def position(self) -> int:
        """The position of the next bit."""
        whole: i64 = self._whole_bytes()
        return whole * 8 + self._bits

    def _whole_bytes(self) -> int:
        return self._pieces_size + len(self._buffer)

    @property
    def abbreviation_width(self) -> int:
        """The width of an abbreviation id in the current block."""
        return self._width

    def getvalue(self) -> bytes:
        """Return the stream so far, padded to a whole word."""
        return b"".join(self.pieces())

    def pieces(self) -> list[bytes]:
        """The stream as `getvalue` returns it, in one or more pieces. Joining a long stream's pieces takes twice its memory."""
        self.flush_to_word()
        return [*self._pieces, self._buffer.getvalue()]

    def set_aside(self) -> None:
        """Let what was written so far be a piece, if it is large. Call it where little of it is patched any more."""
        if len(self._buffer) >= _PIECE:
            self._pieces_size += len(self._buffer)
            self._pieces.append(self._buffer.getvalue())
            self._buffer = BytesWriter()

    def written_since(self, byte: int) -> bytes:
        """Return the whole words written from this byte on; a module's hash covers them."""
        return b"".join([*self._pieces, self._buffer.getvalue()])[byte:]

    # Fields

    def emit_fixed(self, value: int, width: int) -> None:
        """Write a field of 1 to 32 bits. Raises ValueError if the value does not fit."""
        if width < 1 or width > 32 or value < 0 or value >> width:
            raise ValueError(f"{value} does not fit a field of {width} bits")
        self._emit(value, width)

    def emit_vbr(self, value: int, width: int) -> None:
        """Write a VBR field; the same bits as `emit_vbr64`."""
        self.emit_vbr64(value, width)

    def emit_vbr64(self, value: int, width: int) -> None:
        """Write a VBR field for a value of up to 64 bits."""
        if value < 0:
            value &= _MASK_64
        if value <= _LAST_NATIVE:
            self._emit_vbr(value, width)
            return
        high = 1 << (width - 1)
        while value >= high:
            self._emit((value & (high - 1)) | high, width)
            value >>= width - 1
        self._emit(value, width)

    def flush_to_word(self) -> None:
        """Write zero bits up to the next multiple of 32."""
        if self._bits:
            self._write_word(self._value)
            self._bits = 0
            self._value = 0

    def emit_bytes(self, data: bytes) -> None:
        """Write bytes unchanged at a word boundary, and zeros up to the next one."""
        self.flush_to_word()
        self._buffer.write(data)
        self._buffer.write(bytes(-len(data) & 3))

    def backpatch_word(self, bit: int, value: int) -> None:
        """Set the 32 bits at a bit position that is already written and holds zeros."""
        span = (value & 0xFFFFFFFF) << (bit & 7)
        at: i64 = bit >> 3
        whole: i64 = self._whole_bytes()
        aside: i64 = self._pieces_size
        while span:
            if at >= whole:
                raise ValueError(f"bit {bit} is not written yet")
            if at < aside:
                self._patch_piece(at, span & 0xFF)
            else:
                self._buffer[at - aside] = self._buffer[at - aside] | (span & 0xFF)
            span >>= 8
            at += 1

    def _patch_piece(self, at: int, bits: int) -> None:
        """Set bits of one byte that was set aside."""
        for index in range(len(self._pieces)):
            piece = self._pieces[index]
            if at < len(piece):
                self._pieces[index] = piece[:at] + bytes([piece[at] | bits]) + piece[at + 1 :]
                return
            at -= len(piece)

    def backpatch_word64(self, bit: int, value: int) -> None:
        """Set the 64 bits at a bit position that is already written and holds zeros."""
        self.backpatch_word(bit, value & 0xFFFFFFFF)
        self.backpatch_word(bit + 32, value >> 32)

    def _write_word(self, word: i64) -> None:
        if word >= 0x80000000:
            word -= 0x100000000
        write_i32_le(self._buffer, i32(word))

    def _emit(self, value: i64, width: i64) -> None:
        total: i64 = self._value | (value << self._bits)
        bits: i64 = self._bits + width
        if bits >= 32:
            self._write_word(total & 0xFFFFFFFF)
            total >>= 32
            bits -= 32
        self._value = total
        self._bits = bits

    def _emit_vbr(self, value: i64, width: i64) -> None:
        high: i64 = _BIT_47 >> (48 - width)
        # Chunks that fit 32 bits together are written at once.
        chunks: i64 = 0
        filled: i64 = 0
        while value >= high:
            chunks |= ((value & (high - 1)) | high) << filled
            filled += width
            value >>= width - 1
            if filled + width > 32:
                self._emit(chunks, filled)
                chunks = 0
                filled = 0
        self._emit(chunks | value << filled, filled + width)

    # Blocks

    def enter_block(self, block_id: int, abbreviation_width: int) -> None:
        """Start a block. `end_block` fills in its length."""
        self._emit(stream_numbers.ENTER_SUBBLOCK, self._width)
        self._emit_vbr(block_id, stream_numbers.BLOCK_ID_WIDTH)
        self._emit_vbr(abbreviation_width, stream_numbers.CODE_LENGTH_WIDTH)
        self.flush_to_word()
        self._length_stack.append(self._whole_bytes())
        self._width_stack.append(self._width)
        self._abbreviation_stack.append(self._abbreviations)
        self._emit(0, 32)
        self._width = abbreviation_width
        self._abbreviations = list(self.block_info.abbreviations(block_id))

    def end_block(self) -> None:
        """End the innermost block."""
        self._emit(stream_numbers.END_BLOCK, self._width)
        self.flush_to_word()
        start = self._length_stack.pop()
        words = (self._whole_bytes() - start) // 4 - 1
        self.backpatch_word(start * 8, words)
        self._width = self._width_stack.pop()
        self._abbreviations = self._abbreviation_stack.pop()

    def enter_blockinfo_block(self) -> None:
        """Start a BLOCKINFO block; its contents replace the contents of an earlier one."""
        self.enter_block(stream_numbers.BLOCKINFO_BLOCK, stream_numbers.TOP_LEVEL_WIDTH)
        self.block_info = BlockInfo()
        self._described_block = -1

    def define_blockinfo_abbreviation(self, block_id: int, abbreviation: Abbreviation) -> int:
        """In a BLOCKINFO block: define an abbreviation for the blocks with this id. Returns the abbreviation's id there."""
        self._describe_block(block_id)
        self._emit_definition(abbreviation)
        entry = self.block_info.entry(block_id)
        entry.abbreviations.append(abbreviation)
        return len(entry.abbreviations) - 1 + stream_numbers.FIRST_ABBREVIATION

    def name_block(self, block_id: int, name: str) -> None:
        """In a BLOCKINFO block: name the blocks with this id."""
        self._describe_block(block_id)
        self.emit_record(stream_numbers.BLOCKNAME, list(name.encode("utf-8", "surrogateescape")))

    def name_record(self, block_id: int, code: int, name: str) -> None:
        """In a BLOCKINFO block: name the records with this code in the blocks with this id."""
        self._describe_block(block_id)
        self.emit_record(stream_numbers.SETRECORDNAME, [code, *name.encode("utf-8", "surrogateescape")])

    def _describe_block(self, block_id: int) -> None:
        if self._described_block != block_id:
            self.emit_record(stream_numbers.SETBID, [block_id])
            self._described_block = block_id

    # Abbreviations

    def define_abbreviation(self, abbreviation: Abbreviation) -> int:
        """Define an abbreviation in the current block. Returns its id."""
        self._emit_definition(abbreviation)
        self._abbreviations.append(abbreviation)
        return len(self._abbreviations) - 1 + stream_numbers.FIRST_ABBREVIATION

    def _emit_definition(self, abbreviation: Abbreviation) -> None:
        if abbreviation.problem:
            raise ValueError(abbreviation.problem)
        self._emit(stream_numbers.DEFINE_ABBREV, self._width)
        self._emit_vbr(len(abbreviation.operands), 5)
        for operand in abbreviation.operands:
            if operand.encoding == stream_numbers.LITERAL:
                self._emit(1, 1)
                self.emit_vbr64(operand.value, 8)
                continue
            self._emit(0, 1)
            self._emit(operand.encoding, 3)
            if operand.encoding == stream_numbers.FIXED or operand.encoding == stream_numbers.VBR:
                self._emit_vbr(operand.value, 5)

    # Records

    def emit_record(self, code: int, operands: list[int], abbreviation: int = 0) -> None:
        """Write a record with the abbreviation of this id; 0 means without one."""
        if abbreviation:
            self._emit_abbreviated(code, operands, None, abbreviation)
            return
        self._emit(stream_numbers.UNABBREV_RECORD, self._width)
        self._emit_vbr(code, 6)
        self._emit_vbr(len(operands), 6)
        for operand in operands:
            if 0 <= operand < 32:
                self._emit(operand, 6)
            else:
                self.emit_vbr64(operand, 6)

    def emit_record_with_blob(self, code: int, operands: list[int], blob: bytes, abbreviation: int) -> None:
        """Write a record whose abbreviation ends in a blob, or in an array that holds the bytes of `blob`."""
        self._emit_abbreviated(code, operands, blob, abbreviation)

    def _emit_abbreviated(self, code: int, operands: list[int], blob: bytes | None, abbreviation_id: int) -> None:
        index = abbreviation_id - stream_numbers.FIRST_ABBREVIATION
        if index < 0 or index >= len(self._abbreviations):
            raise ValueError(f"no abbreviation {abbreviation_id} in this block")
        abbreviation = self._abbreviations[index]
        encodings = abbreviation.encodings
        widths = abbreviation.widths
        self._emit(abbreviation_id, self._width)
        self._emit_scalar(abbreviation, 0, code)
        used = 0
        given = len(operands)
        for slot in range(1, len(encodings)):
            encoding: i64 = encodings[slot]
            if encoding == stream_numbers.BLOB:
                data = blob if blob is not None else bytes(operands[used:])
                if blob is None:
                    used = given
                self._emit_vbr(len(data), 6)
                self.emit_bytes(data)
                blob = None
                continue
            if used >= given:
                raise ValueError(f"record code {code} has too few operands for its abbreviation")
            if encoding == stream_numbers.FIXED:
                operand = operands[used]
                width: i64 = widths[slot]
                if operand < 0 or operand >> widths[slot]:
                    raise ValueError(f"{operand} does not fit a field of {width} bits")
                if width:
                    self._emit(operand, width)
            else:
                self._emit_scalar(abbreviation, slot, operands[used])
            used += 1
        if abbreviation.has_array:
            if blob is not None:
                self._emit_characters(abbreviation, blob)
                blob = None
            else:
                self._emit_elements(abbreviation, operands, used)
                used = given
        if used != given or blob is not None:
            raise ValueError(f"record code {code} has more operands than its abbreviation")

    def _emit_scalar(self, abbreviation: Abbreviation, slot: int, value: int) -> None:
        encoding: i64 = abbreviation.encodings[slot]
        if encoding == stream_numbers.LITERAL:
            if value != abbreviation.literals[slot] and value & _MASK_64 != abbreviation.literals[slot]:
                raise ValueError(f"{value} does not match the abbreviation's literal {abbreviation.literals[slot]}")
            return
        width = abbreviation.widths[slot]
        if encoding == stream_numbers.CHAR6:
            self._emit(_char6(value), 6)
        elif width == 0:
            return
        elif encoding == stream_numbers.FIXED:
            self.emit_fixed(value, width)
        else:
            self.emit_vbr64(value, width)

    def _emit_characters(self, abbreviation: Abbreviation, data: bytes) -> None:
        """The same as `_emit_elements` for bytes; names are most of some modules."""
        width: i64 = abbreviation.element_width
        encoding = abbreviation.element_encoding
        is_char6 = encoding == stream_numbers.CHAR6
        if is_char6:
            width = 6
        elif encoding != stream_numbers.FIXED or width < 7 or width > 8:
            self._emit_elements(abbreviation, list(data), 0)
            return
        count: i64 = len(data)
        self._emit_vbr(count, 6)
        total: i64 = self._value
        bits: i64 = self._bits
        index: i64 = 0
        while index < count:
            code: i64 = data[index]
            if is_char6:
                code = _CHAR6_CODES[code]
                if code == 255:
                    raise ValueError(f"character {data[index]} has no 6-bit code")
            elif code >> width:
                raise ValueError(f"{code} does not fit a field of {width} bits")
            total |= code << bits
            bits += width
            if bits >= 32:
                self._write_word(total & 0xFFFFFFFF)
                total >>= 32
                bits -= 32
            index += 1
        self._value = total
        self._bits = bits

    def _emit_elements(self, abbreviation: Abbreviation, elements: list[int], start: int) -> None:
        count = len(elements) - start
        self._emit_vbr(count, 6)
        width = abbreviation.element_width
        encoding = abbreviation.element_encoding
        index = start
        end = len(elements)
        if encoding == stream_numbers.CHAR6:
            while index < end:
                self._emit(_char6(elements[index]), 6)
                index += 1
        elif width == 0:
            return
        elif encoding == stream_numbers.FIXED:
            while index < end:
                self.emit_fixed(elements[index], width)
                index += 1
        else:
            while index < end:
                self.emit_vbr64(elements[index], width)
                index += 1


def is_char6(text: bytes) -> bool:
    """Whether every byte can be written as char6."""
    return all(_CHAR6_CODES[byte] != 255 for byte in text)


def _char6(character: int) -> int:
    code = _CHAR6_CODES[character] if 0 <= character <= 255 else 255
    if code == 255:
        raise ValueError(f"character {character} has no 6-bit code")
    return code

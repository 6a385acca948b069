"""Follows a walk over a bitstream, and explains each record: its name, what it defines, its operands by name and meaning.

Malformed records never stop it: what it cannot explain stays a number. Its time and memory grow with the size of the file.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final, final

from pyllvm.analyzer.decoder.blobs import metadata_strings, quoted_bytes, string_table_lines, symbol_table_lines
from pyllvm.analyzer.decoder.node_texts import NodeDecoder
from pyllvm.analyzer.decoder.operands import Field, OperandDecoder
from pyllvm.analyzer.decoder.scan import Budget, result_type, scan_function, scan_module
from pyllvm.analyzer.decoder.shown_types import UNKNOWN, short
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.analyzer.decoder.words import group_texts, place_text
from pyllvm.analyzer.record_names import Names
from pyllvm.bitstream.abbreviation import AbbreviationOperand
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import BLOCKINFO_BLOCK, ENTER_SUBBLOCK, FIRST_ABBREVIATION, LITERAL
from pyllvm.diagnostics import PyllvmError
from pyllvm.schema.record_shape import RecordShape
from pyllvm.schema.text import quoted
from pyllvm.tables import records
from pyllvm.tables.compilers import llvm_version_of_writer
from pyllvm.tables.metadata_nodes import NODES_BY_CODE
from pyllvm.tables.record_shapes import BLOCKINFO_SHAPES, RECORD_SHAPES

_LONGEST_TEXT: Final = 80
_SCANS: Final = 2
"""How often the bits of a file may be read ahead: once at the beginning of its modules, once where functions begin."""
_SUMMARIES: Final = (records.GLOBALVAL_SUMMARY_BLOCK_ID, records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID)
_NO_METADATA: Final = frozenset((
    records.METADATA_NAME,
    records.METADATA_KIND,
    records.METADATA_NAMED_NODE,
    records.METADATA_STRINGS,
    records.METADATA_GLOBAL_DECL_ATTACHMENT,
    records.METADATA_INDEX_OFFSET,
    records.METADATA_INDEX,
    records.METADATA_ATTACHMENT,
))  # fmt: skip
_NO_TYPES: Final = frozenset((records.TYPE_CODE_NUMENTRY, records.TYPE_CODE_STRUCT_NAME))
_STRING_TABLE_WIDTH: Final = 64


@final
class DecodedRecord:
    """A record: its name, what it defines (`%3`, `!7`, `i32`; "" for nothing), its fields, and the lines of its blob."""

    __slots__ = ("blob_lines", "defined", "fields", "name")

    def __init__(self, name: str, fields: list[Field]) -> None:
        self.name = name
        self.defined: str = ""
        self.fields = fields
        self.blob_lines: list[str] = []


@final
class Decoder:
    """Explains the records of one stream. Call its methods as the walk reaches each item."""

    def __init__(self, cursor: BitstreamCursor, names: Names) -> None:
        self._names = names
        self._is_llvm_ir = names.is_llvm_ir
        self._llvm_version = names.llvm_version
        self._budget = Budget(cursor.size * _SCANS)
        self._string_tables: list[tuple[int, bytes]] = _string_tables(cursor) if self._is_llvm_ir else []
        self._blocks: list[int] = []
        self._abbreviations: list[int] = []
        # In a BLOCKINFO block: the block that the abbreviations are for, and how many each has.
        self._described_block: int = -1
        self._described: dict[int, int] = {}
        self._start_module(b"")

    def _start_module(self, string_table: bytes) -> None:
        self._state = ModuleState(self._llvm_version, string_table)
        self._operands = OperandDecoder(self._state)
        self._nodes = NodeDecoder(self._state)

    def block_name(self, block_id: int, cursor: BitstreamCursor) -> str:
        """The name of a block, also where llvm-bcanalyzer prints none."""
        name = self._names.shown_block(block_id, cursor.block_info)
        return f"UnknownBlock{block_id}" if name is None else name

    def record_name(self, code: int, block_id: int, cursor: BitstreamCursor) -> str:
        """The name of a record, also where llvm-bcanalyzer prints none."""
        name = self._names.shown_record(code, block_id, cursor.block_info)
        return f"UnknownCode{code}" if name is None else name

    # --- blocks ----------------------------------------------------------------------------------------------------

    def enter_block(self, cursor: BitstreamCursor) -> str:
        """The walk has entered a block. The result says of what it is: the function of a body; else ""."""
        block_id = cursor.current_block
        parent = self._blocks[-1] if self._blocks else -1
        self._blocks.append(block_id)
        inherited = cursor.block_info.entries.get(block_id)
        self._abbreviations.append(len(inherited.abbreviations) if inherited is not None else 0)
        if not self._is_llvm_ir:
            return ""
        if block_id == BLOCKINFO_BLOCK:
            self._described = {}
            self._described_block = -1
        elif block_id == records.MODULE_BLOCK_ID and parent == -1:
            self._enter_module(cursor)
        elif block_id == records.FUNCTION_BLOCK_ID and parent == records.MODULE_BLOCK_ID:
            function = self._state.enter_function()
            scan_function(_fork(cursor), self._state, function, self._budget)
            return "" if function is None else function.text
        elif block_id == records.CONSTANTS_BLOCK_ID:
            self._state.current_type = UNKNOWN
        return ""

    def _enter_module(self, cursor: BitstreamCursor) -> None:
        self._start_module(self._strings_after(cursor.position))
        scan_module(_fork(cursor), self._state, self._budget)

    def end_block(self) -> None:
        """The walk has left a block."""
        if not self._blocks:
            return
        block_id = self._blocks.pop()
        self._abbreviations.pop()
        if block_id == records.FUNCTION_BLOCK_ID and self._blocks and self._blocks[-1] == records.MODULE_BLOCK_ID:
            self._state.leave_function()

    # --- abbreviations ---------------------------------------------------------------------------------------------

    def abbreviation(self, cursor: BitstreamCursor) -> str:
        """The definition of an abbreviation that the walk has just read: its id, its record, the encodings of the operands."""
        block_id = self._blocks[-1]
        if block_id == BLOCKINFO_BLOCK:
            block_id = self._described_block
            number = self._described.get(block_id, 0)
            self._described[block_id] = number + 1
        else:
            number = self._abbreviations[-1]
            self._abbreviations[-1] += 1
        abbreviation = cursor.abbreviation
        assert abbreviation is not None
        encodings = list(abbreviation.operands)
        name = "any record"
        if encodings and encodings[0].encoding == LITERAL:
            name = self.record_name(encodings[0].value, block_id, cursor)
            encodings = encodings[1:]
        texts = [_encoding(one) for one in encodings]
        if len(texts) > 1 and texts[-2] == "array":
            texts[-2:] = [f"array of {texts[-1]}"]
        return f"ABBREVIATION {number + FIRST_ABBREVIATION} = {name}: {', '.join(texts)}".rstrip(": ")

    # --- records ---------------------------------------------------------------------------------------------------

    def record(self, cursor: BitstreamCursor) -> DecodedRecord:
        """Explain the record that the walk has just read."""
        block_id = self._blocks[-1]
        code = cursor.code
        operands = cursor.operands
        name = self.record_name(code, block_id, cursor)
        if not self._is_llvm_ir and block_id != BLOCKINFO_BLOCK:
            return DecodedRecord(name, _unexplained(cursor))
        state = self._state
        spec = NODES_BY_CODE.get(code) if block_id == records.METADATA_BLOCK_ID else None
        if spec is not None:
            node_fields = self._nodes.decode(spec, operands)
            decoded = DecodedRecord(name, _unexplained(cursor) if node_fields is None else node_fields)
            self._define_metadata(decoded)
            return decoded
        shape = self._shape(block_id, code)
        version = state.summary_version if block_id in _SUMMARIES else state.version
        fields = _unexplained(cursor) if shape is None else self._operands.decode(shape, operands, version)
        decoded = DecodedRecord(name, fields)
        if block_id == records.FUNCTION_BLOCK_ID:
            if shape is None or shape.is_instruction:
                self._define_value(decoded, shape)
        elif block_id == records.CONSTANTS_BLOCK_ID:
            # Readers take a constant that they do not know for undef; unknown metadata defines nothing.
            self._note_constant(decoded, code, operands)
        elif block_id == records.METADATA_BLOCK_ID:
            if shape is not None:
                self._note_metadata(decoded, code, cursor)
        else:
            self._note(decoded, block_id, code, cursor)
        return decoded

    def _shape(self, block_id: int, code: int) -> RecordShape | None:
        if block_id == BLOCKINFO_BLOCK:
            return BLOCKINFO_SHAPES.get(code)
        rows = RECORD_SHAPES.get(block_id)
        return None if rows is None else rows.get(code)

    def _define_value(self, decoded: DecodedRecord, shape: RecordShape | None) -> None:
        state = self._state
        at = state.next_instruction
        if state.defining[at] if at < len(state.defining) else result_type(shape, self._operands) is not None:
            value = state.value(state.next_value)
            decoded.defined = f"value {state.next_value}" if value is None else value.text
            state.next_value += 1
        state.next_instruction += 1

    def _note_constant(self, decoded: DecodedRecord, code: int, operands: list[int]) -> None:
        state = self._state
        if code == records.CST_CODE_SETTYPE:
            state.current_type = (state.types.type(operands[0]) if operands else None) or UNKNOWN
            return
        decoded.defined = f"#{state.next_constant}"
        state.next_constant += 1
        if len(self._blocks) > 1 and self._blocks[-2] == records.FUNCTION_BLOCK_ID:
            state.next_value += 1

    def _define_metadata(self, decoded: DecodedRecord) -> None:
        decoded.defined = f"!{self._state.metadata}"
        self._state.metadata += 1

    def _note_metadata(self, decoded: DecodedRecord, code: int, cursor: BitstreamCursor) -> None:
        state = self._state
        operands = cursor.operands
        if code == records.METADATA_STRINGS and cursor.blob is not None:
            for string in metadata_strings(cursor.blob, operands):
                number = state.metadata
                decoded.blob_lines.append(f"!{number} = {quoted_bytes(string)}")
                # Other records show only the beginning of a long string, as often as they use it.
                text = quoted_bytes(string[:_LONGEST_TEXT])
                state.strings[number] = text if len(string) <= _LONGEST_TEXT else f"{text}..."
                state.metadata += 1
        elif code == records.METADATA_KIND:
            self._note_kind(operands)
        elif code == records.METADATA_STRING_OLD:
            state.strings[state.metadata] = short(decoded.fields[0].text, _LONGEST_TEXT) if decoded.fields else '""'
            self._define_metadata(decoded)
        elif code == records.METADATA_VALUE and len(operands) == 2 and operands[1] < state.module_values:
            type = state.types.type(operands[0]) or UNKNOWN
            state.strings[state.metadata] = short(f"{type.text} {self._operands.text_of(operands[1])}", _LONGEST_TEXT)
            self._define_metadata(decoded)
        elif code not in _NO_METADATA:
            self._define_metadata(decoded)

    def _note_kind(self, operands: list[int]) -> None:
        if operands:
            self._state.kinds[operands[0]] = short(text_of_operands(operands, 1), _LONGEST_TEXT)

    def _note(self, decoded: DecodedRecord, block_id: int, code: int, cursor: BitstreamCursor) -> None:
        """Keep what records of the module's tables state, for the records that use it."""
        state = self._state
        operands = cursor.operands
        if block_id == records.MODULE_BLOCK_ID:
            self._note_module(code, operands)
        elif block_id == records.TYPE_BLOCK_ID_NEW:
            if code not in _NO_TYPES:
                type = state.types.type(state.next_type)
                decoded.defined = f"type {state.next_type}" if type is None else type.text
                state.next_type += 1
        elif block_id == records.PARAMATTR_GROUP_BLOCK_ID:
            if len(operands) > 1 and code == records.PARAMATTR_GRP_CODE_ENTRY:
                words = " ".join(group_texts(state, operands, 2)[0])
                state.attribute_groups[operands[0]] = f"{place_text(operands[1])}: {short(words, _LONGEST_TEXT)}"
        elif block_id == records.PARAMATTR_BLOCK_ID:
            self._note_attribute_list(decoded, code, operands)
        elif block_id == records.METADATA_KIND_BLOCK_ID:
            self._note_kind(operands)
        elif block_id == records.OPERAND_BUNDLE_TAGS_BLOCK_ID:
            state.bundle_tags.append(short(text_of_operands(operands), _LONGEST_TEXT))
        elif block_id == records.SYNC_SCOPE_NAMES_BLOCK_ID:
            state.scopes.append(short(text_of_operands(operands), _LONGEST_TEXT))
        elif block_id in _SUMMARIES:
            self._note_summary(code, operands)
        elif block_id == records.MODULE_STRTAB_BLOCK_ID:
            if code == records.MST_CODE_ENTRY and operands:
                state.modules[operands[0]] = short(quoted(text_of_operands(operands, 1)), _LONGEST_TEXT)
        elif block_id == records.SYMTAB_BLOCK_ID and cursor.blob is not None:
            decoded.blob_lines = symbol_table_lines(cursor.blob, self._strings_after(cursor.position))
        elif block_id == records.STRTAB_BLOCK_ID and cursor.blob is not None:
            decoded.blob_lines = string_table_lines(cursor.blob, _STRING_TABLE_WIDTH)
        elif block_id == records.IDENTIFICATION_BLOCK_ID and code == records.IDENTIFICATION_CODE_STRING:
            self._llvm_version = llvm_version_of_writer(text_of_operands(operands)) or self._llvm_version
        elif block_id == BLOCKINFO_BLOCK and code == 1 and operands:
            self._described_block = operands[0]

    def _note_module(self, code: int, operands: list[int]) -> None:
        state = self._state
        if code == records.MODULE_CODE_SECTIONNAME:
            state.sections.append(short(text_of_operands(operands), _LONGEST_TEXT))
        elif code == records.MODULE_CODE_GCNAME:
            state.collectors.append(short(text_of_operands(operands), _LONGEST_TEXT))
        elif code == records.MODULE_CODE_VERSION and operands:
            state.version = operands[0]
        elif code == records.MODULE_CODE_COMDAT:
            name = text_of_operands(operands, 2)
            if state.version >= 2:
                name = (state.string(operands[0], operands[1]) if len(operands) > 1 else None) or ""
            state.comdats.append(short(name, _LONGEST_TEXT))

    def _note_attribute_list(self, decoded: DecodedRecord, code: int, operands: list[int]) -> None:
        state = self._state
        texts: list[str] = []
        if code == records.PARAMATTR_CODE_ENTRY:
            for group in operands[:_LONGEST_TEXT]:
                texts.append(state.attribute_groups.get(group, f"group {group}"))
        else:
            texts = [field.text for field in decoded.fields[:_LONGEST_TEXT]]
        state.attribute_lists.append("; ".join(texts))
        decoded.defined = f"list {len(state.attribute_lists)}"

    def _note_summary(self, code: int, operands: list[int]) -> None:
        state = self._state
        if code == records.FS_VERSION and operands:
            state.summary_version = operands[0]
        elif code == records.FS_VALUE_GUID and len(operands) > 1:
            guid = operands[1] << 32 | operands[2] if len(operands) > 2 else operands[1]
            state.guids[operands[0]] = str(guid)

    def _strings_after(self, position: int) -> bytes:
        for start, strings in self._string_tables:
            if start > position:
                return strings
        return b""


def _fork(cursor: BitstreamCursor) -> BitstreamCursor:
    """Another cursor in the block that this one has just entered."""
    other = cursor.fork()
    other.enter_block_at(cursor.block_start, cursor.current_block)
    return other


def _string_tables(cursor: BitstreamCursor) -> list[tuple[int, bytes]]:
    """The string tables of a file, each with the bit at which its block starts; each belongs to the modules before it."""
    found: list[tuple[int, bytes]] = []
    probe = cursor.fork()
    with suppress(PyllvmError):
        probe.seek(cursor.position)
        while not probe.at_end and probe.advance() == ENTER_SUBBLOCK:
            start = probe.block_start
            if probe.block_id != records.STRTAB_BLOCK_ID:
                probe.skip_block()
                continue
            probe.enter_block()
            while probe.next_record():
                if probe.blob is not None:
                    found.append((start, probe.blob))
    return found


def _unexplained(cursor: BitstreamCursor) -> list[Field]:
    """The operands by number, and an array of printable characters as text."""
    operands = cursor.operands
    abbreviation = cursor.abbreviation
    end = len(operands)
    fields: list[Field] = []
    if abbreviation is not None and abbreviation.has_array:
        start = len(abbreviation.encodings) - 1
        characters = bytes([operand & 0xFF for operand in operands[start:]])
        if characters and min(characters) >= 0x20 and max(characters) < 0x7F:
            end = start
            fields.append(Field("string", quoted_bytes(characters)))
    return [Field(f"op{at}", str(operands[at])) for at in range(end)] + fields


def _encoding(operand: AbbreviationOperand) -> str:
    if operand.encoding == LITERAL:
        return str(operand.value)
    return f"{operand.name}({operand.value})" if operand.has_value else operand.name

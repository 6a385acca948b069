"""A bitcode file: the wrapper, the top-level blocks, and the modules that are in it, which are read later."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.unknown import is_newer, may_know_more
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, end_of_blocks, stream_bounds
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.tables import records
from pyllvm.tables.compilers import is_written_without_llvm, llvm_version_of_writer, producer_in_symbol_table
from pyllvm.tables.features import (
    OPAQUE_POINTERS_ON_REQUEST_SINCE,
    OPAQUE_POINTERS_SINCE,
    TYPED_POINTERS_KEPT_UNTIL,
    TYPED_POINTERS_UNTIL,
)
from pyllvm.versions import NEWEST, NEXT, OLDEST

CURRENT_EPOCH: Final = 0
_MAGIC_BITS: Final = 32
_WORD_BITS: Final = 32
# LLVM reads an epoch as a number of 32 bits.
_UNSIGNED: Final = (1 << 32) - 1
_TOP_LEVEL_ID_BITS: Final = 2
# The least number of bits that can hold a module.
_SMALLEST_REST: Final = 64
# The assumed producer of a file without an identification block. LLVM 3.8 introduced it; older files are read as OLDEST.
_BEFORE_IDENTIFICATION: Final = OLDEST
# The beginning of an LLVM producer string, and the word that it contains if this LLVM was not released.
_LLVM: Final = "LLVM"
_UNRELEASED: Final = "git"


def _record_name(block_id: int, code: int) -> str:
    """The name of a record in messages, such as "CALL"; "" if it is not known."""
    block = records.BLOCKS.get(block_id)
    record = None if block is None else block.records.get(code)
    return "" if record is None else record.name.removeprefix("INST_")


_BLOCK_NAMES: Final[dict[int, str]] = {
    records.MODULE_BLOCK_ID: "MODULE_BLOCK",
    records.PARAMATTR_BLOCK_ID: "PARAMATTR_BLOCK",
    records.PARAMATTR_GROUP_BLOCK_ID: "PARAMATTR_GROUP_BLOCK",
    records.CONSTANTS_BLOCK_ID: "CONSTANTS_BLOCK",
    records.FUNCTION_BLOCK_ID: "FUNCTION_BLOCK",
    records.IDENTIFICATION_BLOCK_ID: "IDENTIFICATION_BLOCK",
    records.VALUE_SYMTAB_BLOCK_ID: "VALUE_SYMTAB",
    records.METADATA_BLOCK_ID: "METADATA_BLOCK",
    records.METADATA_ATTACHMENT_ID: "METADATA_ATTACHMENT",
    records.TYPE_BLOCK_ID_NEW: "TYPE_BLOCK",
    records.USELIST_BLOCK_ID: "USELIST_BLOCK",
    records.MODULE_STRTAB_BLOCK_ID: "MODULE_STRTAB_BLOCK",
    records.GLOBALVAL_SUMMARY_BLOCK_ID: "GLOBALVAL_SUMMARY_BLOCK",
    records.OPERAND_BUNDLE_TAGS_BLOCK_ID: "OPERAND_BUNDLE_TAGS_BLOCK",
    records.METADATA_KIND_BLOCK_ID: "METADATA_KIND_BLOCK",
    records.STRTAB_BLOCK_ID: "STRTAB_BLOCK",
    records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID: "FULL_LTO_GLOBALVAL_SUMMARY_BLOCK",
    records.SYMTAB_BLOCK_ID: "SYMTAB_BLOCK",
    records.SYNC_SCOPE_NAMES_BLOCK_ID: "SYNC_SCOPE_NAMES_BLOCK",
}


@final
class FoundModule:
    """A MODULE block of the file, with the data of the blocks around it."""

    def __init__(self, start: int, end: int, identification_word: int, identification: int) -> None:
        self.start = start
        self.end = end
        self.identification_word = identification_word
        """Where the module begins, with its identification if it has one."""
        self.identification = identification
        """The bit after the id of its identification block; -1 if there is none."""
        self.producer = ""
        self.epoch = 0
        self.string_table = b""
        self.symbol_table = b""
        self.has_string_table = False
        self.unknown: Final[list[str]] = []
        """The unknown things outside the module's block, for the first module those in the file."""
        self.has_typed_pointers = False
        self.has_opaque_pointers = False
        """The kind of the module's first pointer type; both are False without a pointer type."""

    @property
    def named_version(self) -> int | None:
        """The major version of the LLVM that the file names; None if it names none."""
        return llvm_version_of_writer(self.producer, producer_in_symbol_table(self.symbol_table, self.string_table))


def is_foreign(found: FoundModule) -> bool:
    return is_written_without_llvm(found.producer, producer_in_symbol_table(found.symbol_table, found.string_table))


def is_mixed(found: FoundModule, version: int) -> bool:
    """Whether forms of several versions may occur: of a guessed version, or an LLVM told to use typed pointers, or unreleased."""
    if not found.has_typed_pointers:
        return False
    named = found.named_version
    if named is None or named > version or version > TYPED_POINTERS_KEPT_UNTIL:
        return True
    # Typed pointers were still the usual ones while LLVM 15 was made.
    is_released = found.producer.startswith(_LLVM) and _UNRELEASED not in found.producer
    return named == OPAQUE_POINTERS_SINCE and not is_released


def is_in_own_forms(found: FoundModule, version: int, chosen: int | None) -> bool:
    """Whether an LLVM that is known wrote a module, with the forms of this version alone. `chosen` is as for `version_of`."""
    is_newer_one = chosen is None and is_newer(found.producer)
    return not (is_foreign(found) or is_mixed(found, version) or is_newer_one)


def version_of(found: FoundModule, assumed: int | None = None, chosen: int | None = None) -> int:
    """The LLVM version of a module: the nearest known version to its producer's that has the module's kind of pointers.

    A module that does not name its producer has version `assumed`, or the newest. `chosen` replaces the producer's version.
    """
    version = found.named_version if chosen is None else chosen
    is_guessed = version is None
    version = min(max(version, OLDEST), NEXT) if version is not None else _guessed_version(found, assumed)
    if found.has_typed_pointers:
        # LLVM 15 and 16 write typed pointers for some targets and on request.
        return min(version, OPAQUE_POINTERS_SINCE - 1 if is_guessed else TYPED_POINTERS_UNTIL)
    if found.has_opaque_pointers and version < OPAQUE_POINTERS_ON_REQUEST_SINCE:
        return OPAQUE_POINTERS_SINCE
    return version


def _guessed_version(found: FoundModule, assumed: int | None) -> int:
    """The version of a file in which nothing names it."""
    # ThinLTO indexes and Apple's Metal compiler do not name their producer. String tables were introduced long after
    # identification blocks.
    newest = NEWEST if assumed is None else assumed
    return newest if found.has_string_table or found.has_opaque_pointers else _BEFORE_IDENTIFICATION


@final
class BitcodeFile:
    """The modules of a file, in order, found by the lengths of the blocks. PyllvmError if the file is malformed around them."""

    def __init__(self, data: bytes) -> None:
        begin, end = stream_bounds(data)
        if not data:
            raise PyllvmError(Diagnostic("error", "file too small to contain bitcode header"))
        if len(data) & 3:
            raise PyllvmError(Diagnostic("error", "Invalid bitcode signature"))
        if data[begin : begin + 4] != BITCODE_MAGIC:
            raise PyllvmError(Diagnostic("error", "file doesn't start with bitcode header", BitcodeLocation(0, [])))
        # A bitstream consists of 32-bit words; bytes after the last whole word are padding.
        self._size = ((end - begin) & ~3) * 8
        self._start = BitstreamCursor(data, begin, end_of_blocks(data, begin, begin + ((end - begin) & ~3)))
        self._start.block_names = _BLOCK_NAMES
        self._start.name_of_record = _record_name
        self._unknown_blocks: list[int] = []
        # The bit after the id of the last identification block that was found.
        self._identification = -1
        self._start.end_message = "Malformed block"
        self.data: Final = data
        self.modules: Final[list[FoundModule]] = self._found()

    @property
    def only_module(self) -> FoundModule | None:
        """The module of a file that has one; None if there are several, or none."""
        return self.modules[0] if len(self.modules) == 1 else None

    def version(self, assumed: int | None = None, chosen: int | None = None) -> int:
        """The newest LLVM version of the modules; the arguments are the same as for `version_of`."""
        return max([version_of(found, assumed, chosen) for found in self.modules], default=OLDEST)

    @property
    def has_opaque_pointers(self) -> bool:
        """Whether a module has `ptr` as its first pointer type."""
        return any(found.has_opaque_pointers for found in self.modules)

    @property
    def is_newer(self) -> bool:
        """Whether an LLVM newer than all that is known wrote a module."""
        return any(is_newer(found.producer) for found in self.modules)

    @property
    def may_have_unknown(self) -> bool:
        """Whether the writer of a module may know more than pyllvm."""
        return any(may_know_more(found.producer) for found in self.modules)

    def cursor(self) -> BitstreamCursor:
        """A cursor at the first block."""
        cursor = self._start.fork()
        cursor.seek(_MAGIC_BITS)
        return cursor

    def _found(self) -> list[FoundModule]:
        found: list[FoundModule] = []
        try:
            self._find(found)
        except PyllvmError as error:
            where = error.diagnostic.where
            if isinstance(where, BitcodeLocation) and self._identification >= 0:
                where.producer = self._producer()
            raise
        for module in found:
            if module.identification >= 0:
                self._read_identification(module)
            self._find_pointers(module)
        if found:
            found[0].unknown.extend([f"unknown block {block_id} in the file" for block_id in self._unknown_blocks])
        return found

    def _producer(self) -> str:
        """The producer that the last identification names, for the error that ends the search for modules."""
        last = FoundModule(0, self._start.size, 0, self._identification)
        try:
            self._read_identification(last)
        except PyllvmError:
            pass
        return last.producer

    def _find(self, found: list[FoundModule]) -> None:
        """Find the modules by the lengths of the blocks; what is in them is read later."""
        cursor = self.cursor()
        cursor.reads_outside_blocks = True
        cursor.automatic_blockinfo = False
        identification_word = -1
        identification = -1
        is_identified = False  # whether the block before is an identification, which a module follows
        while is_identified or not self._is_padding(cursor):
            byte = cursor.position // 8
            try:
                what = cursor.advance()
            except PyllvmError:
                if cursor.position - cursor.record_start > _TOP_LEVEL_ID_BITS:
                    raise
                # an END_BLOCK outside all blocks
                raise cursor.error("Malformed block") from None
            if what == END_OF_STREAM:
                if is_identified or self._size > cursor.size:
                    # Behind an identification, a module is missing. More zeros than padding has would end a block.
                    raise cursor.error("Malformed block")
                break
            if what == RECORD and not is_identified:
                continue
            if what != ENTER_SUBBLOCK:
                raise cursor.error("Malformed block")
            word = cursor.record_start // 32
            if byte % 4 and cursor.block_id in (records.IDENTIFICATION_BLOCK_ID, records.MODULE_BLOCK_ID):
                # LLVM reads a module from that byte on, behind a record, and so finds no block in it where it begins.
                raise cursor.error("Malformed block")
            if is_identified and cursor.block_id != records.MODULE_BLOCK_ID:
                raise cursor.error("Malformed block")
            is_identified = cursor.block_id == records.IDENTIFICATION_BLOCK_ID
            if is_identified:
                identification = cursor.block_start
                self._identification = identification
                cursor.skip_block()
                identification_word = word
            elif cursor.block_id == records.MODULE_BLOCK_ID:
                start = cursor.block_start
                cursor.skip_block()
                begin = word if identification_word < 0 else identification_word
                found.append(FoundModule(start, cursor.position, begin, identification))
                identification = -1
                identification_word = -1
            elif cursor.block_id == records.STRTAB_BLOCK_ID:
                blob = self._read_blob(cursor, records.STRTAB_BLOB)
                for module in reversed(found):
                    if module.has_string_table:
                        break
                    module.string_table = blob
                    module.has_string_table = True
            elif cursor.block_id == records.SYMTAB_BLOCK_ID:
                blob = self._read_blob(cursor, records.SYMTAB_BLOB)
                if found:
                    found[-1].symbol_table = blob
            else:
                self._unknown_blocks.append(cursor.block_id)
                cursor.skip_block()

    def _find_pointers(self, found: FoundModule) -> None:
        """Find the first pointer type of a module; malformed records are reported when the module is read."""
        cursor = self.cursor()
        try:
            self.enter(cursor, found)
            cursor.enter_block()
            is_in_types = False
            while True:
                what = cursor.advance()
                if what == END_BLOCK or what == END_OF_STREAM:
                    return
                if what == ENTER_SUBBLOCK:
                    if cursor.block_id == records.TYPE_BLOCK_ID_NEW and not is_in_types:
                        is_in_types = True
                        cursor.enter_block()
                    else:
                        cursor.skip_block()
                elif is_in_types and what == RECORD:
                    found.has_typed_pointers = cursor.code == records.TYPE_CODE_POINTER
                    found.has_opaque_pointers = cursor.code == records.TYPE_CODE_OPAQUE_POINTER
                    if found.has_typed_pointers or found.has_opaque_pointers:
                        return
        except PyllvmError:
            return

    def check_lengths(self, found: FoundModule) -> None:
        """Walk over the blocks of a module by the lengths in their headers, as llvm-dis does (BitcodeModule::getLTOInfo)."""
        cursor = self.cursor()
        self.enter(cursor, found)
        cursor.automatic_blockinfo = False
        cursor.enter_block()
        while True:
            what = cursor.advance()
            if what == END_BLOCK:
                return
            if what == ENTER_SUBBLOCK:
                if cursor.block_id in (records.GLOBALVAL_SUMMARY_BLOCK_ID, records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID):
                    return
                cursor.skip_block()

    def _is_padding(self, cursor: BitstreamCursor) -> bool:
        """Whether no block can follow, because too few bits remain: archivers add arbitrary padding."""
        return cursor.position + _SMALLEST_REST >= self._size

    def _read_identification(self, found: FoundModule) -> None:
        """IDENTIFICATION: STRING [char...], EPOCH [number]"""
        cursor = self.cursor()
        cursor.limit(found.identification_word * _WORD_BITS, found.end)
        cursor.enter_block_at(found.identification, records.IDENTIFICATION_BLOCK_ID)
        while cursor.next_record():
            if cursor.code == records.IDENTIFICATION_CODE_STRING:
                found.producer = text_of_operands(cursor.operands)
                cursor.producer = found.producer
            elif cursor.code == records.IDENTIFICATION_CODE_EPOCH:
                if not cursor.operands:
                    raise cursor.error("Invalid record", cursor.code)
                epoch = cursor.operands[0] & _UNSIGNED
                if epoch != CURRENT_EPOCH:
                    raise cursor.error(f"Incompatible epoch: Bitcode '{epoch}' vs current: '{CURRENT_EPOCH}'", cursor.code)
                found.epoch = epoch
            elif may_know_more(found.producer):
                found.unknown.append(f"unknown identification record {cursor.code}")
            else:
                raise cursor.error("Invalid value", cursor.code)

    def _read_blob(self, cursor: BitstreamCursor, code: int) -> bytes:
        cursor.enter_block()
        blob = b""
        while cursor.next_record():
            if cursor.code == code:
                blob = b"" if cursor.blob is None else cursor.blob
        return blob

    def enter(self, cursor: BitstreamCursor, found: FoundModule) -> None:
        """Move the cursor to the module's block, as if it had just reached it."""
        cursor.limit(found.identification_word * _WORD_BITS, found.end)
        cursor.seek(found.start)
        cursor.block_id = records.MODULE_BLOCK_ID
        cursor.block_start = found.start

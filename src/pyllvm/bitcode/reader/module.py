"""Reads a MODULE block: its records and blocks in order, but function bodies only on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.attributes import UnknownAttribute, decode_group, decode_list, decode_old_list
from pyllvm.bitcode.reader.constants import ConstantsReader
from pyllvm.bitcode.reader.found import FoundModule
from pyllvm.bitcode.reader.function import FunctionReader
from pyllvm.bitcode.reader.global_records import GlobalsReader
from pyllvm.bitcode.reader.state import ReaderState, Reading
from pyllvm.bitcode.reader.symbol_table import read_module_symbol_table
from pyllvm.bitcode.reader.types import TypeTableReader
from pyllvm.bitcode.reader.unknown import STRICT_ATTRIBUTE_HINT
from pyllvm.bitcode.reader.use_lists import read_use_lists
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import BLOCK_ID_WIDTH, END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import FUNCTION_INDEX, AttributeList, AttributeSet
from pyllvm.ir.function import Function, missing_operand
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import Type
from pyllvm.migrations.on_reading.older_attributes import UNSAFE_ATOMICS, removed_memory_word, upgraded_attributes
from pyllvm.progress import READ, function_done, functions_found
from pyllvm.tables import records
from pyllvm.tables.attributes import TYPE, AttributeKind
from pyllvm.tables.behavior_versions import OPTIONAL_OPERANDS_TOGETHER_SINCE
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.keywords import MODULE_ASM_PROPERTIES
from pyllvm.tables.metadata_kinds import operand_bundle_tags
from pyllvm.tables.reading_versions import LAYOUT_BEFORE_FUNCTIONS_SINCE, STRICT_CALLS_SINCE, SYMBOL_TABLE_CHECKED_SINCE
from pyllvm.versions import NEXT

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.summary import SummaryReader

NEWEST_MODULE_VERSION: Final = 2
# The bits of the words in which positions are counted.
_WORD: Final = 32
_UNSIGNED: Final = (1 << 64) - 1
# Personality, prefix data and prologue data, and the order in which old LLVMs read them.
_SLOTS: Final = (0, 1, 2)
_SLOTS_APART: Final = ((1,), (2,), (0,))
# Records without facts of their own: the GUIDs in GUIDLIST are also in the metadata, or follow from names.
_WITHOUT_MEANING: Final = (records.MODULE_CODE_METADATA_VALUES_UNUSED, records.MODULE_CODE_GUIDLIST)


@final
class FunctionBody:
    """The position of a function's body; `Function._set_materializer` receives its `read`."""

    def __init__(self, reader: ModuleReader, function: Function, position: int) -> None:
        self.reader = reader
        self.function = function
        self.position = position

    def read(self) -> None:
        """Read the body, and the bodies that its block addresses require."""
        self.reader.read_body(self.function, self.position)


@final
class ModuleReader:
    """Reads one module."""

    def __init__(self, module: Module, cursor: BitstreamCursor, found: FoundModule, reading: Reading) -> None:
        self.module = module
        self.cursor = cursor
        self.state = ReaderState(module, cursor, found.string_table, reading)
        self.globals = GlobalsReader(self.state)
        self.constants = ConstantsReader(self.state)
        self._base = found.identification_word * _WORD
        self._module_start = cursor.block_start
        self._module_width = 0
        self._groups: dict[int, tuple[int, AttributeSet]] = {}
        self._has_named_groups = False
        # By the ids of groups.
        self._unknown_attributes: dict[int, list[UnknownAttribute]] = {}
        self._assembly_properties: dict[str, str] = {}
        self._bodies: list[int] = []
        self._bodies_in_order: Final = reading.wishes.bodies_in_order
        self.positions: dict[Function, int] = {}
        """Where the bodies of functions begin, in bits from the start of the file."""
        # Where the symbol table states that bodies begin.
        self._offsets: dict[Function, int] = {}
        self._has_read_symbols = False
        # Whether the module is read behind the noted bodies, and no other has come: LLVM begins anew there.
        self._is_resumed = False
        # The bit after the last body that was noted.
        self._next_body = -1
        self._symbol_table_word = 0  # VSTOFFSET: its position in 32-bit words, plus one; 0 if no record states it
        self._names_source = False  # whether a record has the name of the source, which may be empty
        self._implicitly_named: list[GlobalValue] = []
        self._body_reader: FunctionReader | None = None
        self._summary: SummaryReader | None = None
        # Only a reader of summaries looks at the hash.
        self._hash_error: PyllvmError | None = None
        self._has_summary = False  # whether there is a block of summaries, not only one of module names
        self._is_reading_bodies = False
        # Whether the uses by functions are still to be put into LLVM's order.
        self.orders_operands = False
        # How many bodies have been read.
        self.bodies_read = 0
        self._has_sync_scopes = False
        # The positions of summaries that are read after the module, and the numbers of their blocks.
        self._late_summaries: list[tuple[int, int]] = []

    @property
    def is_damaged(self) -> bool:
        """Whether a block that has been read did not end where its header states, or a body has named a global."""
        bodies = self._body_reader
        return self.state.names_global or self.cursor.has_wrong_length or (bodies is not None and bodies.cursor.has_wrong_length)

    def read(self) -> None:
        """Read the module's block, at whose start the cursor is; function bodies are read later."""
        cursor = self.cursor
        try:
            cursor.enter_block()
            self._module_width = cursor.abbreviation_width
            self._read_contents()
            self._finish()
        except (IndexError, OverflowError):  # compiled lists raise OverflowError for numbers of 2^63 and more
            raise cursor.error("Invalid record", cursor.code) from None
        except PyllvmError as error:
            if error.diagnostic.where is None:
                raise cursor.error(error.diagnostic.message, cursor.code) from None
            raise

    def _read_contents(self) -> None:
        cursor = self.cursor
        while True:
            what = cursor.advance()
            if what == RECORD:
                self._read_record(cursor.code, cursor.operands)
            elif what == ENTER_SUBBLOCK:
                self._read_block(cursor.block_id)
            elif what == END_BLOCK:
                return
            else:
                raise cursor.error("Malformed block")

    # --- records ---------------------------------------------------------------------------------------------------

    def _read_record(self, code: int, operands: list[int]) -> None:
        module = self.module
        if code == records.MODULE_CODE_GLOBALVAR:
            self.globals.variable(operands)
        elif code == records.MODULE_CODE_FUNCTION:
            self.globals.function(operands)
        elif code in (records.MODULE_CODE_ALIAS, records.MODULE_CODE_ALIAS_OLD, records.MODULE_CODE_IFUNC):
            self.globals.symbol(code, operands)
        elif code == records.MODULE_CODE_COMDAT:
            self.globals.comdat(operands)
        elif code == records.MODULE_CODE_VERSION:
            self._read_version(operands)
        elif code == records.MODULE_CODE_TRIPLE:
            self._check_layout_is_open("target triple")
            module.target_triple = text_of_operands(operands)
        elif code == records.MODULE_CODE_DATALAYOUT:
            self._check_layout_is_open("datalayout")
            module.data_layout = text_of_operands(operands)
            layout = DataLayout(module.data_layout, module.llvm_version).specifications
            self.state.alloca_address_space = layout.alloca_address_space
            self.globals.program_address_space = layout.program_address_space
        elif code == records.MODULE_CODE_ASM:
            self._read_assembly(operands)
        elif code == records.MODULE_CODE_ASM_PROPERTY:
            self._read_assembly_property(operands)
        elif code == records.MODULE_CODE_SECTIONNAME:
            self.globals.sections.append(text_of_operands(operands))
        elif code == records.MODULE_CODE_GCNAME:
            self.globals.garbage_collectors.append(text_of_operands(operands))
        elif code == records.MODULE_CODE_DEPLIB:
            module.dependent_libraries.append(text_of_operands(operands))
        elif code == records.MODULE_CODE_SOURCE_FILENAME:
            module.source_filename = text_of_operands(operands)
            self._names_source = True
        elif code == records.MODULE_CODE_HASH:
            if len(operands) != 5:
                self._hash_error = self.cursor.error(f"Invalid hash length {len(operands)}", code)
                return
            module.hash = operands
            if self._summary is not None:
                self._summary.set_hash(operands)
        elif code == records.MODULE_CODE_VSTOFFSET:
            if not operands:
                raise self.cursor.error("Invalid vstoffset record", code)
            self._symbol_table_word = operands[0]
        elif code == records.MODULE_CODE_PURGEVALS:
            self._purge_values(operands)
        elif code not in _WITHOUT_MEANING:
            if self.state.unknown.is_tolerated and self.globals.may_be_symbol(operands):
                raise self.state.unknown.symbol_error(self.cursor)
            self.state.complain(self.cursor, f"unknown module record {code}")

    def _check_layout_is_open(self, what: str) -> None:
        """Refuse a triple or layout after the first function, which depends on it."""
        module = self.module
        if self._is_resumed:
            return
        if (module.functions or self._bodies) and module.llvm_version >= LAYOUT_BEFORE_FUNCTIONS_SINCE:
            raise self.cursor.error(f"{what} too late in module", self.cursor.code)

    def _read_assembly(self, operands: list[int]) -> None:
        """Read ASM: the assembly that has the properties before it."""
        properties = self._assembly_properties
        self._assembly_properties = {}
        ordered = tuple([(name, properties[name]) for name in MODULE_ASM_PROPERTIES if name in properties])
        self.module.append_assembly(text_of_operands(operands), ordered)

    def _read_assembly_property(self, operands: list[int]) -> None:
        """Read ASM_PROPERTY: a name, a zero, and a value."""
        name, separator, value = text_of_operands(operands).partition("\0")
        if not separator:
            raise self.cursor.error("Invalid record", self.cursor.code)
        self._assembly_properties[name] = value

    def _read_version(self, operands: list[int]) -> None:
        if not operands:
            raise self.cursor.error("Invalid version record", self.cursor.code)
        if operands[0] > NEWEST_MODULE_VERSION:
            raise self.cursor.error("Invalid value", self.cursor.code)
        self.state.module_version = operands[0]

    def _purge_values(self, operands: list[int]) -> None:
        """Read PURGEVALS: from here on, only the first `count` values are known (LLVM up to 2.2)."""
        values = self.state.table.values
        if not operands or operands[0] > len(values):
            raise self.cursor.error("Invalid record", self.cursor.code)
        del values[operands[0] :]

    # --- blocks ----------------------------------------------------------------------------------------------------

    def _read_block(self, block_id: int) -> None:
        cursor = self.cursor
        state = self.state
        if block_id == records.FUNCTION_BLOCK_ID:
            self._skip_body()
            return
        if block_id in (records.STRTAB_BLOCK_ID, records.SYMTAB_BLOCK_ID):
            cursor.skip_block()
            return
        if block_id == records.VALUE_SYMTAB_BLOCK_ID:
            if self._has_read_symbols:
                cursor.skip_block()
                return
            cursor.enter_block()
            read_module_symbol_table(cursor, state, self._offsets, self._implicitly_named)
            self._has_read_symbols = True
        elif block_id == records.CONSTANTS_BLOCK_ID:
            cursor.enter_block()
            self.constants.read_block(cursor)
            self.globals.resolve()
        elif block_id == records.METADATA_BLOCK_ID:
            cursor.enter_block()
            state.metadata.read_block(cursor)
        elif block_id == records.METADATA_KIND_BLOCK_ID:
            cursor.enter_block()
            state.metadata.read_kinds(cursor)
        elif block_id == records.TYPE_BLOCK_ID_NEW:
            self._read_types()
        elif block_id == records.PARAMATTR_GROUP_BLOCK_ID:
            self._read_attribute_groups()
        elif block_id == records.PARAMATTR_BLOCK_ID:
            cursor.enter_block()
            self._read_attribute_lists()
        elif block_id == records.OPERAND_BUNDLE_TAGS_BLOCK_ID:
            self._read_bundle_tags()
        elif block_id == records.SYNC_SCOPE_NAMES_BLOCK_ID:
            self._read_sync_scopes()
        elif block_id == records.USELIST_BLOCK_ID:
            cursor.enter_block()
            self.order_optional_operands()
            read_use_lists(cursor, state, [])
        elif block_id == records.GLOBALVAL_SUMMARY_BLOCK_ID or block_id == records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID:
            if state.module_version < NEWEST_MODULE_VERSION and state.table.values:
                # The values get their names from the symbol table, which comes later.
                self._late_summaries.append((cursor.block_start, block_id))
                cursor.skip_block()
                return
            cursor.enter_block()
            self._has_summary = self._summary_reader().read_block(cursor)
        elif block_id == records.MODULE_STRTAB_BLOCK_ID:
            cursor.enter_block()
            self._summary_reader().read_module_string_table(cursor)
        else:
            state.complain(cursor, f"unknown block {block_id} in a module")
            cursor.skip_block()

    def _read_bundle_tags(self) -> None:
        self.cursor.enter_block()
        if self.state.bundle_tags:
            raise self.cursor.error("Invalid multiple blocks")
        tags = self._read_names("operand bundle")
        self.state.bundle_tags = tags
        # A tag that is fixed in a newer LLVM is not the module's own name.
        fixed = operand_bundle_tags(NEXT)
        self.module.context.bundle_tags.update(dict.fromkeys(tag for tag in tags if tag not in fixed))

    def _read_sync_scopes(self) -> None:
        self.cursor.enter_block()
        if self._has_sync_scopes:
            raise self.cursor.error("Invalid multiple synchronization scope names blocks")
        self._has_sync_scopes = True
        scopes = self._read_names("synchronization scope")
        self.state.sync_scopes = scopes
        if not scopes:
            raise self.cursor.error("Invalid empty synchronization scope names block")
        self.module.context.sync_scopes.update(dict.fromkeys(scopes))

    def _read_types(self) -> None:
        """Read the type table, and learn from it which kind of pointers the module has."""
        state = self.state
        self.cursor.enter_block()
        table = TypeTableReader(state)
        types = table.read()
        if state.types:
            raise self.cursor.error("Invalid multiple blocks")
        state.types.extend(types)
        saw_typed = table.saw_typed_pointer
        is_opaque = not saw_typed and self.module.llvm_version >= OPAQUE_POINTERS_SINCE
        state.has_opaque_pointers = table.saw_opaque_pointer or is_opaque
        state.context.has_typed_pointers = saw_typed
        state.table.folds_all = state.has_opaque_pointers or state.reading_version == self.module.llvm_version
        state.pointees = table.pointees
        state.parameters = table.parameters

    def _read_attribute_groups(self) -> None:
        """Block 10: attribute groups since LLVM 3.3. Up to 2.9 it was the type table, which LLVM does not read since 3.1."""
        cursor = self.cursor
        start = cursor.block_start
        probe = cursor.fork()
        probe.enter_block_at(start, records.PARAMATTR_GROUP_BLOCK_ID)
        # LLVM 2.x did not name itself.
        if not self.module.producer and probe.advance() == RECORD and probe.code == records.TYPE_CODE_NUMENTRY:
            raise cursor.error("LLVM 2.x bitcode is not supported; LLVM 3.0 and newer can be read")
        cursor.enter_block()
        if self._groups or self._has_named_groups:
            raise cursor.error("Invalid multiple blocks")
        while cursor.next_record():
            if cursor.code == records.PARAMATTR_GRP_CODE_ENTRY:
                unknown: list[UnknownAttribute] = []
                group, place, attributes = decode_group(
                    cursor.operands,
                    self._type_or_none,
                    self.state.unknown.last_attributes,
                    unknown,
                    is_tolerant=self.state.unknown.tolerates_attributes,
                )
                self._groups[group] = (place, attributes)
                self._note_typeless(place, attributes)
                removed = None if place == FUNCTION_INDEX else removed_memory_word(attributes, self.module.llvm_version)
                if unknown or removed is not None:
                    self._note_unknown_attributes(group, unknown, removed)
            else:
                self.state.complain(cursor, f"unknown attribute group record {cursor.code}")

    def _note_unknown_attributes(self, group: int, unknown: list[UnknownAttribute], removed: AttributeKind | None) -> None:
        """Note the unknown attributes of a group; PyllvmError if they are not to be left out, or if one was `removed`."""
        if not unknown or removed is not None or not self.state.unknown.tolerates_attributes:
            number = unknown[0].number if removed is None else removed.number
            error = self.cursor.error(f"Unknown attribute kind ({number})", self.cursor.code)
            error.diagnostic.hint = STRICT_ATTRIBUTE_HINT if removed is None else ""
            raise error
        self._unknown_attributes[group] = unknown

    def _note_typeless(self, place: int, attributes: AttributeSet) -> None:
        """Note attributes of parameters that have no type, but name one in the module's version."""
        if place == FUNCTION_INDEX:
            return
        noted = self.state.typeless_attributes
        for attribute in attributes.attributes:
            kind = attribute.kind
            if kind is not None and kind.payload == TYPE and attribute.type is None and kind.word not in noted:
                if self.module.llvm_version >= kind.payload_since:
                    noted.append(kind.word)

    def _type_or_none(self, number: int) -> Type | None:
        types = self.state.types
        return types[number] if number < len(types) else None

    def _read_attribute_lists(self) -> None:
        cursor = self.cursor
        version = self.module.llvm_version
        if self.state.attributes:
            raise cursor.error("Invalid multiple blocks")
        while cursor.next_record():
            if cursor.code == records.PARAMATTR_CODE_ENTRY:
                # LLVM's reader makes a group of each number that a list names.
                self._has_named_groups |= bool(cursor.operands)
                if self._unknown_attributes:
                    found = [attribute for group in cursor.operands for attribute in self._unknown_attributes.get(group, ())]
                    if found:
                        self.state.unknown.attributes_of_lists[len(self.state.attributes) + 1] = found
                made = upgraded_attributes(decode_list(cursor.operands, self._groups), version)
                known = self.module.context.attribute_lists.setdefault(made, made)
                assert isinstance(known, AttributeList)
                self.state.add_attribute_list(known)
                if version >= STRICT_CALLS_SINCE and "strictfp" in made.function:
                    self.state.has_strict_calls = True
                if UNSAFE_ATOMICS in made.function:
                    self.state.has_unsafe_atomics = True
            elif cursor.code == records.PARAMATTR_CODE_ENTRY_OLD:
                self.state.add_attribute_list(decode_old_list(cursor.operands))
            else:
                self.state.complain(cursor, f"unknown attribute record {cursor.code}")

    def _read_names(self, what_of: str) -> list[str]:
        """A block of names: one record of code 1 for each name."""
        cursor = self.cursor
        names: list[str] = []
        while cursor.next_record():
            if cursor.code == records.SYNC_SCOPE_NAME:
                names.append(text_of_operands(cursor.operands))
            else:
                raise cursor.error(f"Invalid {what_of} record", cursor.code)
        return names

    def _summary_reader(self) -> SummaryReader:
        reader = self._summary
        if reader is None:
            from pyllvm.bitcode.reader.summary import SummaryReader  # most modules have none

            reader = SummaryReader(self.module, self.state.string_table, self.state.unknown)
            reader.add_global_values([value for value in self.state.table.values if isinstance(value, GlobalValue)])
            self._summary = reader
            self.module.summary = reader.index
        return reader

    # --- function bodies -------------------------------------------------------------------------------------------

    def _start_bodies(self) -> None:
        """At the first body: all values and metadata of the module are now known."""
        self._finish_module_level()
        cursor = self.cursor.fork()
        cursor.enter_block_at(self._module_start, records.MODULE_BLOCK_ID)
        self._body_reader = FunctionReader(self.state, cursor, self.constants)

    def _skip_body(self) -> None:
        """At a FUNCTION_BLOCK: note where it is. With a symbol table that has come, only the first one is noted.

        The functions in the table are where it states, and what is behind them is read from the last of these on.
        """
        cursor = self.cursor
        start = cursor.block_start
        is_first = self._body_reader is None
        if is_first:
            self._start_bodies()
            if self._symbol_table_word > 1 and not self._has_read_symbols:
                self._read_symbols_at((self._symbol_table_word - 1) * _WORD + self._base)
                cursor.seek(start)
        if is_first or not self._has_read_symbols:
            self._bodies.append(start)
            cursor.skip_block()
            self._next_body = cursor.position
            if self._has_read_symbols and self._symbol_table_word > 1:
                last = max(self._offsets.values(), default=0)
                if last > cursor.size:  # such a number may not fit in the cursor's
                    raise cursor.error(f"can't skip to bit {last} from {cursor.position}")
                cursor.seek(max(last, self._next_body))
                self._is_resumed = True
        else:
            self._is_resumed = False
            cursor.skip_block()

    def _read_symbols_at(self, bit: int) -> None:
        """Read the symbol table at the bit that VSTOFFSET states."""
        cursor = self.cursor
        is_checked = self.state.reading_version >= SYMBOL_TABLE_CHECKED_SINCE
        if bit >= cursor.size:
            # LLVM reads words of 64 bits, from the beginning of the module on.
            byte, size = (bit - self._base) // 64 * 8, (cursor.size - self._base) // 8
            if not is_checked or (byte >= size and (bit - self._base) % 64):
                raise cursor.error(f"Unexpected end of file reading {max(byte, size)} of {size} bytes")
            raise cursor.error("Expected value symbol table subblock")
        cursor.seek(bit)
        if cursor.advance() != ENTER_SUBBLOCK or (is_checked and cursor.block_id != records.VALUE_SYMTAB_BLOCK_ID):
            raise cursor.error("Expected value symbol table subblock")
        cursor.enter_block_at(cursor.block_start, records.VALUE_SYMTAB_BLOCK_ID)
        read_module_symbol_table(cursor, self.state, self._offsets, self._implicitly_named)
        for function, word in self._offsets.items():
            self._offsets[function] = ((word - 1) * _WORD & _UNSIGNED) + self._base  # no function is at word 0
        self._has_read_symbols = True

    def _finish_module_level(self) -> None:
        self.globals.finish()
        if self.state.table.forward:
            raise self.cursor.error("Never resolved value found in module")
        self.state.metadata.finish_module()

    def _read_late_summary(self, start: int, block_id: int) -> None:
        """Read the summary of a module without a string table, now that its values have names."""
        cursor = self.cursor.fork()
        cursor.enter_block_at(start, block_id)
        reader = self._summary_reader()
        self._has_summary = reader.read_block(cursor)
        if self.module.hash:
            reader.set_hash(self.module.hash)

    def _finish(self) -> None:
        if self._body_reader is None:
            self._finish_module_level()
        else:
            self.state.metadata.finish_module()
        for start, block_id in self._late_summaries:
            self._read_late_summary(start, block_id)
        if self.state.unknown.values.are_there:
            self.state.unknown.check_values()
        if self._has_summary:
            if self._hash_error is not None:
                raise self._hash_error
            self._summary_reader().finish(self.state.combined_guids)
        else:
            self.module.summary = None
        if not self._names_source:
            self.module.source_filename = self.module.identifier  # LLVM's default for a module that states none
        self.globals.name_implicit_comdats()
        table = self.state.table
        table.functions_to_read_first = table.functions_to_read[:]
        positions = self._positions_of_bodies()
        functions_found(len(positions))
        for function, position in positions:
            self.positions[function] = position
            function._set_materializer(FunctionBody(self, function, position).read)

    def _positions_of_bodies(self) -> list[tuple[Function, int]]:
        """The functions with bodies, in order, and where these are: as noted, then as the symbol table states, then as found."""
        functions = self.globals.functions_with_bodies
        count = len(self._bodies)
        if count > len(functions):
            raise self.cursor.error("Insufficient function protos")
        noted = self._bodies[:]
        if functions and self._body_reader is None:
            # LLVM begins anew at the last body that the symbol table states, which is in no block then, or has nowhere to begin.
            unseen = "Trying to materialize functions before seeing function blocks"
            raise self.cursor.error("Malformed block" if self._offsets else unseen)
        # The block id follows an abbreviation id; together they start at a multiple of 32 bits.
        before = self._module_width + BLOCK_ID_WIDTH
        found: list[tuple[Function, int]] = []
        offsets = self._offsets if self._symbol_table_word > 1 else {}
        for index, function in enumerate(functions):
            offset = offsets.get(function, -1)
            if index < count:
                found.append((function, noted[index]))
            elif offset >= 0:
                found.append((function, offset + before))
            else:
                # LLVM looks for it behind the bodies that it has noted, and takes what it finds for the functions in order.
                while len(noted) <= index:
                    noted.append(self._found_body())
                found[count:] = [(functions[number], noted[number]) for number in range(count, index)]
                found.append((function, noted[index]))
                count = index + 1
        return found

    def _found_body(self) -> int:
        """Where the next body is, behind those that were noted."""
        if self._next_body >= self.cursor.size:
            raise self.cursor.error("Could not find function in stream")
        cursor = self.cursor.fork()
        cursor.enter_block_at(self._module_start, records.MODULE_BLOCK_ID)
        cursor.seek(self._next_body)
        if cursor.advance() != ENTER_SUBBLOCK:
            raise cursor.error("Expect SubBlock")
        if cursor.block_id != records.FUNCTION_BLOCK_ID:
            raise cursor.error("Expect function block")
        start = cursor.block_start
        cursor.skip_block()
        self._next_body = cursor.position
        return start

    def read_body(self, function: Function, position: int) -> None:
        """Read a body, and then the bodies of the functions whose block addresses it contains."""
        self._read_one_body(function, position)
        if not self._is_reading_bodies:
            self.read_addressed_bodies()

    def order_optional_operands(self) -> None:
        """Give the uses by functions LLVM's order, null pointers in place of missing operands among them.

        LLVM begins with the last function. Before it sets the first operand of a function, it sets all three to null.
        """
        if not self.orders_operands:
            return
        self.orders_operands = False
        is_together = self.module.llvm_version >= OPTIONAL_OPERANDS_TOGETHER_SINCE
        begun: set[Function] = set()
        for slots in (_SLOTS,) if is_together else _SLOTS_APART:
            for function in reversed(self.module.functions):
                missing = missing_operand(function.type)
                index = -1
                for slot, operand in enumerate((function.personality, function.prefix_data, function.prologue_data)):
                    if operand is None:
                        continue
                    index += 1
                    if slot not in slots:
                        continue
                    if function not in begun:
                        begun.add(function)
                        function.use_missing_operands()
                    if operand is missing or not is_together:
                        operand.remove_use(function, index)
                        operand.add_use(function, index)

    def read_bodies(self) -> None:
        """Read all bodies in LLVM's order, on which use lists depend: opt's, or first those with blocks in initializers."""
        if not self._bodies_in_order:
            self.read_addressed_bodies()
        self._is_reading_bodies = True
        try:
            self.module.materialize()
        finally:
            self._is_reading_bodies = False
        self.read_addressed_bodies()

    def read_addressed_bodies(self) -> None:
        """Read the bodies whose blocks have addresses in what was read: in initializers, or in other bodies."""
        table = self.state.table
        self._is_reading_bodies = True
        try:
            while table.functions_to_read or table.users_to_read:
                waiting = table.functions_to_read or table.users_to_read
                function = waiting.pop(0)
                if function.is_declaration:
                    raise self.cursor.error("Never resolved function from blockaddress")
                function.materialize()
        finally:
            self._is_reading_bodies = False

    def _read_one_body(self, function: Function, position: int) -> None:
        reader = self._body_reader
        assert reader is not None
        try:
            reader.read_body(function, position)
            if self.state.unknown.values.are_there:
                self.state.unknown.check_body(function)
            self.bodies_read += 1
            if self.state.unknown.reports_bodies:
                self.state.unknown.report()
            function_done(READ)
        except PyllvmError as error:
            # The cursor is inside some block, and another body may still be read.
            cursor = self.cursor.fork()
            cursor.enter_block_at(self._module_start, records.MODULE_BLOCK_ID)
            self._body_reader = FunctionReader(self.state, cursor, self.constants)
            unknown = self.state.unknown
            if not unknown.is_tolerated:
                raise
            named = unknown.of_body(function, error)
            if not unknown.leave_out_body(function, named):
                raise named from None
            self.state.metadata.abandon_function()
            if unknown.reports_bodies:
                unknown.report()

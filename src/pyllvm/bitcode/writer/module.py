"""Writes a whole module as bitcode: `write_bitcode`, and the records and blocks of the module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.bitcode.attributes import encode_group
from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations, bits_for
from pyllvm.bitcode.writer.constants import ConstantsWriter
from pyllvm.bitcode.writer.context_names import ContextNames
from pyllvm.bitcode.writer.function import FunctionWriter
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.metadata import MetadataWriter
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.operands import encoded_alignment
from pyllvm.bitcode.writer.strings import CHAR6_STRING, SEVEN_BITS, StringTable, encoded, signed_characters, string_encoding
from pyllvm.bitcode.writer.symbol_table import build_symbol_table
from pyllvm.bitcode.writer.types import write_types
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Blob, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.wrapper import wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalAlias, GlobalIFunc, GlobalValue, GlobalVariable
from pyllvm.ir.guids import recorded_guid
from pyllvm.ir.metadata import MDString, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import MACH_O, TargetTriple
from pyllvm.ir.types import PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.progress import WRITTEN, function_done
from pyllvm.tables import features, keywords, records
from pyllvm.tables.bitcode_versions import GUID_LIST_SINCE, TYPES_FIRST_SINCE, VARIABLE_ALIGNMENT_ALONE_SINCE
from pyllvm.tables.linkages import NUMBER_OF_LINKAGE
from pyllvm.tables.module_flags import MODULE_FLAGS
from pyllvm.versions import RELEASES
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.bitcode.writer.summary import SummaryWriter
    from pyllvm.ir.summary import ModuleSummaryIndex

# Numbers of Darwin's mach/machine.h, by architecture.
_CPU_ABI64: Final = 0x01000000
_NO_CPU: Final = 0xFFFFFFFF
_CPU_TYPES: Final[dict[str, int]] = {
    "i386": 7,
    "x86_64": 7 | _CPU_ABI64,
    "arm": 12,
    "thumb": 12,
    "powerpc": 18,
    "powerpc64": 18 | _CPU_ABI64,
}
_MAGIC: Final = 0xDEC04342
_LLVM: Final = "LLVM"
_MODULE_VERSION: Final = 2
_CURRENT_EPOCH: Final = 0
_EXPLICIT_TYPE: Final = 2
_ADDRESS_SPACE_SHIFT: Final = 2


def default_producer(version: int) -> str:
    """The default text of the identification block: the writer and the LLVM version of the bitcode.

    It is as long as LLVM's own (`pyllvm19.1`, `LLVM19.1.7`), because offsets in a module's symbol table depend on it.
    """
    major, minor, _ = RELEASES[version].split(".")
    return f"pyllvm{major}.{minor}"


def write_bitcode(module: Module, wishes: Wishes | None = None, *, producer: str | None = None) -> bytes:
    """The bitcode of a module, byte for byte as LLVM of the module's version writes it.

    The module is written as it is and is not changed: `pyllvm.migrations.bring` converts it to another version. The `wishes`
    are the order of uses, a hash of the module, and when metadata gets an index. `producer` is the identification string; by
    default `default_producer`.
    Raises PyllvmError if LLVM of the module's version cannot represent something in it. Source: LLVM's `WriteBitcodeToFile`.
    """
    return b"".join(bitcode_pieces(module, Wishes() if wishes is None else wishes, producer=producer))


def bitcode_pieces(module: Module, wishes: Wishes, *, producer: str | None = None) -> list[bytes]:
    """The same as `write_bitcode`, in pieces of a megabyte or more: for large output, which need not be in memory twice."""
    version = module.llvm_version
    with module.context.lock:
        module.materialize()
        writer = ModuleWriter(module, version, wishes)
        try:
            pieces = writer.write(default_producer(version) if producer is None else producer)
        finally:
            writer.enumerator.forget()
    triple = TargetTriple(module.target_triple, version)
    if triple.is_darwin or triple.object_format == MACH_O:
        return [wrap(b"".join(pieces), _CPU_TYPES.get(triple.architecture, _NO_CPU))]
    return pieces


def forget_uniqueness(module: Module) -> None:
    """Free what keeps metadata unique, before a module is written that is of no use afterwards: writing takes as much memory."""
    with module.context.lock:
        module.materialize()
        module.context.metadata.clear()


@final
class ModuleWriter:
    """Writes one module."""

    def __init__(self, module: Module, version: int, wishes: Wishes) -> None:
        self.module = module
        self.version = version
        self.wishes: Final = wishes
        self.stream = BitstreamWriter()
        self.strings = StringTable()
        self.data_layout = DataLayout(module.data_layout, version)
        self.names = ContextNames(module, version)
        self.enumerator = ValueEnumerator(module, version, wishes, self.names)
        self._hashed: list[bytes] = []
        self._sections: dict[str, int] = {}
        self._collectors: dict[str, int] = {}
        self._start = 0
        self._symbol_table_offset = 0

    def write(self, producer: str) -> list[bytes]:
        """Write the whole file and return its pieces."""
        stream = self.stream
        stream.emit_fixed(_MAGIC, 32)
        self._start = stream.position
        summary = self.module.summary
        if summary is not None and not (summary.values or summary.flags):
            summary = None
        if summary is not None and not self.enumerator.functions and not self.module.global_variables:
            # a standalone index, as llvm-as writes it: without identification and symbol table
            self._summary_writer(summary).write_combined_module()
            self._write_blob(records.STRTAB_BLOCK_ID, records.STRTAB_BLOB, self.strings.getvalue())
            return stream.pieces()
        self._write_identification(producer)
        self._write_module(summary)
        functions = self.enumerator.functions
        writer = producer.removeprefix(_LLVM) if producer.startswith(_LLVM) else RELEASES[self.version]
        table = build_symbol_table(self.module, functions, self.version, self.strings, writer, self.data_layout)
        if table is not None:
            self._write_blob(records.SYMTAB_BLOCK_ID, records.SYMTAB_BLOB, table)
        self._write_blob(records.STRTAB_BLOCK_ID, records.STRTAB_BLOB, self.strings.getvalue())
        return stream.pieces()

    def _write_blob(self, block: int, code: int, data: bytes) -> None:
        stream = self.stream
        stream.enter_block(block, 3)
        abbreviation = stream.define_abbreviation(Abbreviation([Literal(code), Blob]))
        stream.emit_record_with_blob(code, [], data, abbreviation)
        stream.end_block()

    def _write_identification(self, producer: str) -> None:
        stream = self.stream
        stream.enter_block(records.IDENTIFICATION_BLOCK_ID, 5)
        data = encoded(producer)
        character = Char6 if string_encoding(data) == CHAR6_STRING else Fixed(8)
        string = stream.define_abbreviation(Abbreviation([Literal(records.IDENTIFICATION_CODE_STRING), ArrayOf, character]))
        stream.emit_record(records.IDENTIFICATION_CODE_STRING, list(data), string)
        epoch = stream.define_abbreviation(Abbreviation([Literal(records.IDENTIFICATION_CODE_EPOCH), Vbr(6)]))
        stream.emit_record(records.IDENTIFICATION_CODE_EPOCH, [_CURRENT_EPOCH], epoch)
        stream.end_block()

    # The MODULE block

    def _write_module(self, summary: ModuleSummaryIndex | None) -> None:
        stream = self.stream
        enumerator = self.enumerator
        stream.enter_block(records.MODULE_BLOCK_ID, 3)
        hashed_from = stream.position // 8
        stream.emit_record(records.MODULE_CODE_VERSION, [_MODULE_VERSION])
        abbreviations = StandardAbbreviations(stream, self.version, bits_for(len(enumerator.types) + 1))
        if self.version >= TYPES_FIRST_SINCE:
            write_types(stream, enumerator.types, enumerator.version)
        self._write_attribute_groups()
        self._write_attribute_lists()
        if self.version < TYPES_FIRST_SINCE:
            write_types(stream, enumerator.types, enumerator.version)
        self._write_comdats()
        self._write_module_info()
        constants = ConstantsWriter(stream, enumerator, abbreviations)
        self._write_constants(constants)
        metadata = MetadataWriter(stream, self.module, enumerator, self.names, self.wishes.index_threshold)
        metadata.write_kinds()
        metadata.write_module_metadata()
        names = self.names
        functions = FunctionWriter(stream, enumerator, abbreviations, constants, metadata, self.data_layout, names)
        if self.wishes.preserves_bitcode_order:
            functions.write_use_list_orders(None)
        self._write_names(records.OPERAND_BUNDLE_TAGS_BLOCK_ID, 3, records.OPERAND_BUNDLE_TAG, list(names.bundle_tags))
        self._write_names(records.SYNC_SCOPE_NAMES_BLOCK_ID, 2, records.SYNC_SCOPE_NAME, list(names.sync_scopes))
        offsets: list[int] = []
        for function in self.enumerator.functions:
            if not function.is_declaration:
                offsets.append(stream.position)
                functions.write(function)
                function_done(WRITTEN)
                stream.set_aside()
        if summary is not None:
            self._summary_writer(summary).write_module_block(
                self.module, self.enumerator.functions, self._number_of, len(enumerator.values), self._summary_block()
            )
        self._write_function_offsets(offsets)
        if self.wishes.emits_hash:
            self._write_hash(hashed_from)
        stream.end_block()

    def _add_string(self, text: str) -> int:
        return self.strings.add(encoded(text))

    def _number_of(self, value: Value) -> int:
        return value_id(value)

    def _summary_block(self) -> int:
        """The block of a module that requests ThinLTO: it does unless the module flag ThinLTO is 0."""
        flags = self.module.named_metadata_of(MODULE_FLAGS)
        for flag in [] if flags is None else flags.operands:
            if len(flag.operands) < 3:
                continue
            name, value = flag.operands[1], flag.operands[2]
            if isinstance(name, MDString) and name.text == "ThinLTO" and isinstance(value, ValueAsMetadata):
                if isinstance(value.value, ConstantInt) and value.value.value == 0:
                    return records.FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID
                break
        return records.GLOBALVAL_SUMMARY_BLOCK_ID

    def _write_attribute_groups(self) -> None:
        groups = self.enumerator.attribute_groups
        if not groups:
            return
        stream = self.stream
        stream.enter_block(records.PARAMATTR_GROUP_BLOCK_ID, 3)
        for (place, attributes), number in groups.items():
            record = encode_group(number, place, attributes, self.version, type_id)
            stream.emit_record(records.PARAMATTR_GRP_CODE_ENTRY, record)
        stream.end_block()

    def _write_attribute_lists(self) -> None:
        lists = self.enumerator.attribute_lists
        if not lists:
            return
        groups = self.enumerator.attribute_groups
        stream = self.stream
        stream.enter_block(records.PARAMATTR_BLOCK_ID, 3)
        for attributes in lists:
            stream.emit_record(records.PARAMATTR_CODE_ENTRY, [groups[group] for group in attributes.indexed()])
        stream.end_block()

    def _write_comdats(self) -> None:
        for comdat in self.enumerator.comdats:
            offset, size = self._name(comdat.name)
            kind = keywords.COMDAT_SELECTION_NUMBERS[comdat.selection_kind]
            self.stream.emit_record(records.MODULE_CODE_COMDAT, [offset, size, kind])

    def _name(self, name: str) -> tuple[int, int]:
        """The offset of a name in the string table, and its size in bytes."""
        data = encoded(name)
        if self.wishes.emits_hash:
            self._hashed.append(data)
        return self.strings.add(data), len(data)

    def _write_string(self, code: int, text: str) -> None:
        if text:
            self.stream.emit_record(code, signed_characters(encoded(text), 32))

    def _write_module_info(self) -> None:
        """Write target, sections, garbage collectors, the source file's name, and a record for each global value."""
        module = self.module
        self._write_string(records.MODULE_CODE_TRIPLE, module.target_triple)
        self._write_string(records.MODULE_CODE_DATALAYOUT, module.data_layout)
        self._write_assembly()
        alignment = 0
        largest_type = 0
        for variable in module.global_variables:
            alignment = max(alignment, variable.alignment)
            largest_type = max(largest_type, type_id(variable.value_type))
            self._number_section(variable.section)
        for function in self.enumerator.functions:
            if self.version < VARIABLE_ALIGNMENT_ALONE_SINCE:
                alignment = max(alignment, function.alignment)
            self._number_section(function.section)
            if function.gc and function.gc not in self._collectors:
                self._write_string(records.MODULE_CODE_GCNAME, function.gc)
                self._collectors[function.gc] = len(self._collectors) + 1
        variable_abbreviation = 0
        if module.global_variables:
            variable_abbreviation = self._define_variable(largest_type, alignment)
        self._write_source_filename()
        if self.version >= GUID_LIST_SINCE:
            self._write_guids()
        for variable in module.global_variables:
            self._write_variable(variable, variable_abbreviation)
        for function in self.enumerator.functions:
            self._write_function(function)
        for alias in module.aliases:
            self._write_alias(alias)
        for ifunc in module.ifuncs:
            self._write_ifunc(ifunc)
        offset = self.stream.define_abbreviation(Abbreviation([Literal(records.MODULE_CODE_VSTOFFSET), Fixed(32)]))
        self.stream.emit_record(records.MODULE_CODE_VSTOFFSET, [0], offset)
        self._symbol_table_offset = self.stream.position - 32

    def _write_assembly(self) -> None:
        module = self.module
        if self.version < features.ASM_PROPERTIES_SINCE:
            self._write_string(records.MODULE_CODE_ASM, module.inline_assembly)
            return
        for block in module.assembly_blocks:
            for name, value in block.properties:
                self._write_string(records.MODULE_CODE_ASM_PROPERTY, f"{name}\0{value}")
            self._write_string(records.MODULE_CODE_ASM, block.text)

    def _summary_writer(self, summary: ModuleSummaryIndex) -> SummaryWriter:
        from pyllvm.bitcode.writer.summary import SummaryWriter  # most modules have none

        return SummaryWriter(self.stream, summary, self.version, self._add_string)

    def _write_guids(self) -> None:
        """Write the GUID of each value in two words, the upper one first; values that have none have 0."""
        record: list[int] = []
        for value in self.enumerator.values:
            guid = recorded_guid(value, self.module.source_filename) if isinstance(value, GlobalValue) else 0
            record.append(guid >> 32)
            record.append(guid & 0xFFFFFFFF)
        abbreviation = self.stream.define_abbreviation(Abbreviation([Literal(records.MODULE_CODE_GUIDLIST), ArrayOf, Fixed(32)]))
        self.stream.emit_record(records.MODULE_CODE_GUIDLIST, record, abbreviation)

    def _number_section(self, section: str) -> None:
        if section and section not in self._sections:
            self._write_string(records.MODULE_CODE_SECTIONNAME, section)
            self._sections[section] = len(self._sections) + 1

    def _define_variable(self, largest_type: int, alignment: int) -> int:
        """Define the abbreviation for simple variables and return its id."""
        aligned = Fixed(bits_for(encoded_alignment(alignment) + 1)) if alignment else Literal(0)
        section = Fixed(bits_for(len(self._sections) + 1)) if self._sections else Literal(0)
        return self.stream.define_abbreviation(
            Abbreviation(
                [
                    Literal(records.MODULE_CODE_GLOBALVAR),
                    Vbr(8),
                    Vbr(8),
                    Fixed(bits_for(largest_type + 1)),
                    Vbr(6),
                    Vbr(6),
                    Fixed(5),
                    aligned,
                    section,
                ]
            )
        )

    def _write_source_filename(self) -> None:
        data = encoded(self.module.source_filename)
        encoding = string_encoding(data)
        character = Char6
        if encoding != CHAR6_STRING:
            character = Fixed(7) if encoding == SEVEN_BITS else Fixed(8)
        abbreviation = self.stream.define_abbreviation(
            Abbreviation([Literal(records.MODULE_CODE_SOURCE_FILENAME), ArrayOf, character])
        )
        self.stream.emit_record(records.MODULE_CODE_SOURCE_FILENAME, list(data), abbreviation)

    def _head(self, value: GlobalValue) -> list[int]:
        offset, size = self._name(value.name)
        return [offset, size, self._type(value, value.value_type)]

    def _type(self, value: GlobalValue, type: Type) -> int:
        """The type in a global's record: its value type."""
        return type_id(type)

    def _value_number(self, value: Value | None) -> int:
        return 0 if value is None else value_id(value) + 1

    def _append_partition(self, record: list[int], value: GlobalValue) -> None:
        if value.partition:
            check(features.PARTITIONS, self.version)
        if self.version >= features.PARTITIONS_SINCE:
            offset, size = self._name(value.partition)
            record.append(offset)
            record.append(size)

    def _write_variable(self, variable: GlobalVariable, abbreviation: int) -> None:
        record = self._head(variable)
        space = address_space(variable)
        record.append(space << _ADDRESS_SPACE_SHIFT | _EXPLICIT_TYPE | (1 if variable.is_constant else 0))
        record.append(self._value_number(variable.initializer))
        record.append(NUMBER_OF_LINKAGE[variable.linkage])
        record.append(encoded_alignment(variable.alignment))
        record.append(self._sections.get(variable.section, 0))
        sanitizer_flags = variable.sanitizer_flags
        if sanitizer_flags:
            check(features.SANITIZER_FLAGS, self.version)
        code_model = keywords.CODE_MODEL_NUMBERS[variable.code_model]
        if code_model:
            check(features.CODE_MODELS, self.version)
        if (
            variable.thread_local_mode
            or variable.visibility != "default"
            or variable.unnamed_address
            or variable.is_externally_initialized
            or variable.dll_storage_class != "default"
            or variable.comdat is not None
            or variable._attributes
            or is_dso_local(variable)
            or variable.partition
            or sanitizer_flags
            or code_model
        ):
            abbreviation = 0
            record.append(keywords.VISIBILITY_NUMBERS[variable.visibility])
            record.append(keywords.THREAD_LOCAL_NUMBERS[variable.thread_local_mode])
            record.append(keywords.UNNAMED_ADDRESS_NUMBERS[variable.unnamed_address])
            record.append(1 if variable.is_externally_initialized else 0)
            record.append(keywords.DLL_STORAGE_NUMBERS[variable.dll_storage_class])
            record.append(0 if variable.comdat is None else self.enumerator.comdats[variable.comdat])
            attributes = AttributeList(variable._attributes) if variable._attributes else None
            record.append(self.enumerator.attribute_list_id(attributes))
            record.append(1 if is_dso_local(variable) else 0)
            self._append_partition(record, variable)
            if self.version >= features.SANITIZER_FLAGS_SINCE:
                record.append(sanitizer_flags)
            if self.version >= features.CODE_MODELS_SINCE:
                record.append(code_model)
        self.stream.emit_record(records.MODULE_CODE_GLOBALVAR, record, abbreviation)

    def _write_function(self, function: Function) -> None:
        record = self._head(function)
        record.append(function.calling_convention_number)
        record.append(1 if function.is_declaration else 0)
        record.append(NUMBER_OF_LINKAGE[function.linkage])
        record.append(self.enumerator.attribute_list_id(function._attributes))
        record.append(encoded_alignment(function.alignment))
        record.append(self._sections.get(function.section, 0))
        record.append(keywords.VISIBILITY_NUMBERS[function.visibility])
        record.append(self._collectors.get(function.gc, 0))
        record.append(keywords.UNNAMED_ADDRESS_NUMBERS[function.unnamed_address])
        record.append(self._value_number(function.prologue_data))
        record.append(keywords.DLL_STORAGE_NUMBERS[function.dll_storage_class])
        record.append(0 if function.comdat is None else self.enumerator.comdats[function.comdat])
        record.append(self._value_number(function.prefix_data))
        record.append(self._value_number(function.personality))
        record.append(1 if is_dso_local(function) else 0)
        if self.version >= features.FUNCTION_ADDRESS_SPACES_SINCE:
            record.append(address_space(function))
        self._append_partition(record, function)
        if function.preferred_alignment:
            check(features.PREFERRED_ALIGNMENTS, self.version)
        if self.version >= features.PREFERRED_ALIGNMENTS_SINCE:
            record.append(encoded_alignment(function.preferred_alignment))
        self.stream.emit_record(records.MODULE_CODE_FUNCTION, record)

    def _write_alias(self, alias: GlobalAlias) -> None:
        record = self._head(alias)
        record.append(address_space(alias))
        record.append(value_id(alias.operands[0]))
        record.append(NUMBER_OF_LINKAGE[alias.linkage])
        record.append(keywords.VISIBILITY_NUMBERS[alias.visibility])
        record.append(keywords.DLL_STORAGE_NUMBERS[alias.dll_storage_class])
        record.append(keywords.THREAD_LOCAL_NUMBERS[alias.thread_local_mode])
        record.append(keywords.UNNAMED_ADDRESS_NUMBERS[alias.unnamed_address])
        record.append(1 if is_dso_local(alias) else 0)
        self._append_partition(record, alias)
        self.stream.emit_record(records.MODULE_CODE_ALIAS, record)

    def _write_ifunc(self, ifunc: GlobalIFunc) -> None:
        record = self._head(ifunc)
        record.append(address_space(ifunc))
        record.append(value_id(ifunc.operands[0]))
        record.append(NUMBER_OF_LINKAGE[ifunc.linkage])
        record.append(keywords.VISIBILITY_NUMBERS[ifunc.visibility])
        record.append(1 if is_dso_local(ifunc) else 0)
        self._append_partition(record, ifunc)
        self.stream.emit_record(records.MODULE_CODE_IFUNC, record)

    def _write_constants(self, constants: ConstantsWriter) -> None:
        values = self.enumerator.values
        first = 0
        while first < len(values) and isinstance(values[first], GlobalValue):
            first += 1
        constants.write(first, len(values), True)

    def _write_names(self, block: int, width: int, code: int, names: list[str]) -> None:
        stream = self.stream
        stream.enter_block(block, width)
        for name in names:
            stream.emit_record(code, signed_characters(encoded(name), 64))
        stream.end_block()

    def _write_function_offsets(self, offsets: list[int]) -> None:
        """Write the module's symbol table: the position of each function's block, in 32-bit words from the start of the file."""
        stream = self.stream
        stream.backpatch_word(self._symbol_table_offset, (stream.position - self._start) // 32 + 1)
        stream.enter_block(records.VALUE_SYMTAB_BLOCK_ID, 4)
        entry = stream.define_abbreviation(Abbreviation([Literal(records.VST_CODE_FNENTRY), Vbr(8), Vbr(8)]))
        index = 0
        for function in self.enumerator.functions:
            if function.is_declaration:
                continue
            word = (offsets[index] - self._start) // 32 + 1
            stream.emit_record(records.VST_CODE_FNENTRY, [value_id(function), word], entry)
            index += 1
        stream.end_block()

    def _write_hash(self, start: int) -> None:
        """Write the SHA-1 of the names and of the module block so far (from byte `start`), as five words."""
        from hashlib import sha1

        digest = sha1(usedforsecurity=False)
        for name in self._hashed:
            digest.update(name)
        # the stream is aligned to a word here
        digest.update(self.stream.getvalue()[start:])
        found = digest.digest()
        self.stream.emit_record(records.MODULE_CODE_HASH, [int.from_bytes(found[at : at + 4], "big") for at in range(0, 20, 4)])


def address_space(value: GlobalValue) -> int:
    """The number of the address space of a global value."""
    type = value.type
    return type.address_space if isinstance(type, PointerType) else 0


def is_dso_local(value: GlobalValue) -> bool:
    """Whether the record has the bit for dso_local, which is also set where dso_local is implied."""
    return value.is_dso_local or value.has_implicit_dso_local

"""Reads the symbols of modules from the records of their globals alone: no function body, constant or metadata is read.

LLVM's llvm-nm gets them from the whole module. What cannot be told from these records is left to a caller that reads the module:
then `scan_symbols` returns None.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.object_symbols import ALIAS, ASSEMBLY, FUNCTION, IFUNC, VARIABLE, ObjectSymbol, SymbolNames, flags_of
from pyllvm.bitstream.block_reader import BlockReader
from pyllvm.bitstream.cursor import BitstreamCursor, last_blob, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, END_OF_STREAM, ENTER_SUBBLOCK, RECORD
from pyllvm.tables import object_symbols, records
from pyllvm.tables.calling_conventions import MICROSOFTS
from pyllvm.tables.compilers import llvm_version_of_writer, producer_in_symbol_table
from pyllvm.tables.linkages import DLL_STORAGE_OF_OLD_LINKAGE, LINKAGE_OF_NUMBER, LOCAL
from pyllvm.versions import NEWEST, NEXT
from pyllvm.wishes import Wishes

# The version of a module whose names are in a string table.
_WITH_STRING_TABLE: Final = 2
_DLL_IMPORT: Final = 1
# By the code of the record of a global: its kind, and the number of operands that the record has at least.
_RECORDS_OF_GLOBALS: Final[dict[int, tuple[str, int]]] = {
    records.MODULE_CODE_FUNCTION: (FUNCTION, 8),
    records.MODULE_CODE_GLOBALVAR: (VARIABLE, 6),
    records.MODULE_CODE_ALIAS: (ALIAS, 4),
    records.MODULE_CODE_ALIAS_OLD: (ALIAS, 3),
    records.MODULE_CODE_IFUNC: (IFUNC, 4),
}
# Where these records have the visibility and the storage class of DLLs.
_VISIBILITY_AT: Final = {FUNCTION: 7, VARIABLE: 6, ALIAS: 4, IFUNC: 4}
_DLL_STORAGE_AT: Final = {FUNCTION: 11, VARIABLE: 10, ALIAS: 5}
# The flags in the table of symbols in bitcode that nm reads of a symbol of module assembly.
_FLAGS_OF_ASSEMBLY: Final = (
    object_symbols.UNDEFINED
    | object_symbols.WEAK
    | object_symbols.COMMON
    | object_symbols.INDIRECT
    | object_symbols.GLOBAL
    | object_symbols.FORMAT_SPECIFIC
    | object_symbols.EXECUTABLE
)


@final
class _Global:
    """The record of a global: its kind, the place of its name in the string table, the operands after that.

    Without a string table, the symbol table gives the `name`.
    """

    __slots__ = ("kind", "name", "offset", "operands", "size")

    def __init__(self, kind: str, offset: int, size: int, operands: list[int]) -> None:
        self.kind = kind
        self.name = ""
        self.offset = offset
        self.size = size
        self.operands = operands

    @property
    def linkage(self) -> str:
        """The word of its linkage."""
        return LINKAGE_OF_NUMBER.get(self.operands[3], "external")


@final
class ScannedModule:
    """The records of one module, and what nm shows of it."""

    def __init__(self, producer: str) -> None:
        self.producer = producer
        self.globals: list[_Global] = []
        self.sections: list[str] = []
        self.assembly = ""
        self.layout = ""
        self.triple = ""
        self.module_version = 0
        self.strings: bytes | None = None
        self.table = b""
        self.version: int
        """The LLVM that is emulated."""
        self.symbols: list[ObjectSymbol] = []
        """The symbols of its functions, variables, aliases and ifuncs, in the order of LLVM's table."""
        self.symbols_of_assembly: list[ObjectSymbol] | None = None
        """The symbols of module assembly in LLVM's own table; None if the file has no such table."""

    @property
    def has_something(self) -> bool:
        """Whether the module has symbols, or a layout that decides whether it has to be read as a whole."""
        return bool(self.globals or self.assembly or self.layout)


def scan_symbols(blocks: BlockReader, wishes: Wishes) -> list[ScannedModule] | None:
    """The symbols of each module in a bitcode file; None if a module has to be read for them.

    `blocks` is after the file's signature. Symbols that nm shows only on request are there if the wishes say so: nameless globals
    have other numbers then. Raises PyllvmError if the file is malformed.
    """
    modules = _read_file(blocks)
    if modules is None or not all(_find_symbols(module, wishes) for module in modules):
        return None
    return modules


def _read_file(blocks: BlockReader) -> list[ScannedModule] | None:
    """The modules of a file, but those after the first that have nothing; None if one has to be read as a whole."""
    modules: list[ScannedModule] = []
    module: ScannedModule | None = None
    producer = ""
    cursor = blocks.cursor
    while True:
        event = blocks.advance()
        if event == END_OF_STREAM:
            return modules
        if event != ENTER_SUBBLOCK:
            return None
        block_id = cursor.block_id
        if block_id == records.IDENTIFICATION_BLOCK_ID:
            blocks.load_block()
            producer = _read_producer(cursor)
        elif block_id == records.MODULE_BLOCK_ID:
            module = ScannedModule(producer)
            if not _read_module(blocks, module):
                return None
            if module.has_something or not modules:
                modules.append(module)
        elif block_id == records.STRTAB_BLOCK_ID:
            blocks.load_block()
            strings = last_blob(cursor)
            # Those before a module that has its strings have theirs.
            for earlier in reversed(modules):
                if earlier.strings is not None:
                    break
                earlier.strings = strings
        elif block_id == records.SYMTAB_BLOCK_ID:
            blocks.load_block()
            table = last_blob(cursor)
            if module is not None:
                module.table = table
        else:
            blocks.skip_block()


def _read_producer(cursor: BitstreamCursor) -> str:
    cursor.enter_block()
    producer = ""
    while cursor.next_record():
        if cursor.code == records.IDENTIFICATION_CODE_STRING:
            producer = text_of_operands(cursor.operands)
            cursor.producer = producer
    return producer


def _read_module(blocks: BlockReader, module: ScannedModule) -> bool:
    """Read the records of a module; False if it is of a kind that has to be read as a whole."""
    cursor = blocks.cursor
    cursor.enter_block()
    while True:
        event = blocks.advance()
        if event == ENTER_SUBBLOCK:
            if cursor.block_id == records.VALUE_SYMTAB_BLOCK_ID and module.module_version != _WITH_STRING_TABLE:
                blocks.load_block()
                if not _read_names(cursor, module):
                    return False
            else:
                blocks.skip_block()
            continue
        if event != RECORD:
            return event == END_BLOCK
        code, operands = cursor.code, cursor.operands
        if code in _RECORDS_OF_GLOBALS:
            kind, least = _RECORDS_OF_GLOBALS[code]
            offset, size = -1, 0
            if module.module_version == _WITH_STRING_TABLE:
                least += 2
            if len(operands) < least:
                return False
            if module.module_version == _WITH_STRING_TABLE:
                offset, size, *operands = operands
            if code == records.MODULE_CODE_ALIAS_OLD:
                # Since LLVM 3.8, the address space is behind the type.
                operands = [operands[0], 0, *operands[1:]]
            module.globals.append(_Global(kind, offset, size, operands))
        elif code == records.MODULE_CODE_TRIPLE:
            module.triple = text_of_operands(operands)
        elif code == records.MODULE_CODE_DATALAYOUT:
            module.layout = text_of_operands(operands)
        elif code == records.MODULE_CODE_ASM:
            module.assembly += text_of_operands(operands) + "\n"
        elif code == records.MODULE_CODE_SECTIONNAME:
            module.sections.append(text_of_operands(operands))
        elif code == records.MODULE_CODE_VERSION and operands:
            module.module_version = operands[0]


def _read_names(cursor: BitstreamCursor, module: ScannedModule) -> bool:
    """Read the names of globals from the symbol table of a module without a string table; False if a number is none of a global.

    ENTRY [value, name...]; FNENTRY [function, offset, name...]
    """
    cursor.enter_block()
    while cursor.next_record():
        operands = cursor.operands
        at = 2 if cursor.code == records.VST_CODE_FNENTRY else 1
        if cursor.code not in (records.VST_CODE_ENTRY, records.VST_CODE_FNENTRY):
            continue
        if len(operands) < at or operands[0] >= len(module.globals):
            return False
        module.globals[operands[0]].name = text_of_operands(operands[at:])
    return True


def _mangling(layout: str) -> str:
    mangling = ""
    for part in layout.split("-"):
        if part.startswith("m:"):
            mangling = part[2:]
    return mangling


def _find_symbols(module: ScannedModule, wishes: Wishes) -> bool:
    """Find the symbols of a module by records; False if it has to be read as a whole, PyllvmError if its layout is refused."""
    strings = module.strings
    if strings is None:
        if module.globals and module.module_version == _WITH_STRING_TABLE:
            return False
        strings = b""
    named = llvm_version_of_writer(module.producer, producer_in_symbol_table(module.table, strings))
    version = wishes.version
    if version is None:
        version = NEWEST if named is None else min(named, NEXT)
    elif version != named:
        # Imported only here: the LLVM that wrote the layout takes it.
        from pyllvm.ir.target.data_layout_text import parse
        from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout

        parse(upgraded_data_layout(module.layout, module.triple, version), version)
    mangling = _mangling(module.layout)
    if mangling not in object_symbols.NAME_PREFIXES:
        return False
    module.version = version
    names = SymbolNames(mangling, version)
    nameless = 0
    for kind in (FUNCTION, VARIABLE, ALIAS, IFUNC):
        for one in module.globals:
            if one.kind != kind:
                continue
            if one.offset + one.size > len(strings):
                return False
            name = one.name
            if one.offset >= 0:
                name = strings[one.offset : one.offset + one.size].decode("utf-8", "surrogateescape")
            if names.is_windows and (kind == ALIAS or (kind == FUNCTION and one.operands[1] in MICROSOFTS)):
                return False
            flags = _flags(module, one, name)
            if flags < 0:
                return False
            if flags & object_symbols.FORMAT_SPECIFIC and not wishes.with_special:
                continue
            if name:
                shown = names.named(name, one.linkage, names.prefix)
            else:
                nameless += 1
                shown = names.nameless(nameless, one.linkage)
            if _is_imported(one):
                shown = "__imp_" + shown
            module.symbols.append(ObjectSymbol(shown, name, kind, flags))
    if module.assembly and module.table:
        module.symbols_of_assembly = _symbols_of_assembly(module.table, strings, len(module.globals))
    return True


def _is_imported(one: _Global) -> bool:
    at = _DLL_STORAGE_AT.get(one.kind)
    if at is None:
        return False
    if len(one.operands) > at:
        return one.operands[at] == _DLL_IMPORT
    return DLL_STORAGE_OF_OLD_LINKAGE.get(one.operands[3]) == "dllimport"


def _visibility(one: _Global) -> int:
    at = _VISIBILITY_AT[one.kind]
    return one.operands[at] & 3 if len(one.operands) > at and one.linkage not in LOCAL else 0


def _flags(module: ScannedModule, one: _Global, name: str) -> int:
    """The flags of a global as ModuleSymbolTable::getSymbolFlags has them; -1 if the module has to be read for them."""
    operands = one.operands
    kind = one.kind
    flags = flags_of(one.linkage, name, _visibility(one))
    is_declared = False
    if kind == FUNCTION:
        is_declared = operands[2] != 0
    elif kind == VARIABLE:
        is_declared = operands[2] == 0
        if operands[1] & 1:
            flags |= object_symbols.CONSTANT
        section = operands[5]
        if section and section <= len(module.sections) and module.sections[section - 1] == object_symbols.PRIVATE_SECTION:
            flags |= object_symbols.FORMAT_SPECIFIC
    if is_declared:
        flags |= object_symbols.UNDEFINED
    if kind == ALIAS:
        base = _base(module, one)
        if base is None:
            return -1
        flags |= object_symbols.INDIRECT
        if base.kind != VARIABLE:
            flags |= object_symbols.EXECUTABLE
    elif kind != VARIABLE:
        flags |= object_symbols.EXECUTABLE
    return flags


def _base(module: ScannedModule, alias: _Global) -> _Global | None:
    """The global behind an alias; None unless a global's number alone names it.

    Each alias on the way then refers to it directly: a chain of aliases is followed once.
    """
    numbers = module.globals
    chain: list[_Global] = []
    number = len(numbers)
    while len(chain) <= len(numbers):
        chain.append(alias)
        number = alias.operands[2]
        if number >= len(numbers):
            break
        alias = numbers[number]
        if alias.kind != ALIAS:
            break
    else:
        # The aliases refer to one another.
        number = len(numbers)
    for one in chain:
        one.operands[2] = number
    return alias if number < len(numbers) else None


def _symbols_of_assembly(table: bytes, strings: bytes, count: int) -> list[ObjectSymbol] | None:
    """The symbols in LLVM's table after the symbols of `count` globals; None if the table is not as expected."""
    words = [int.from_bytes(table[at : at + 4], "little") for at in range(0, len(table) & ~3, 4)]
    if len(words) <= object_symbols.SYMBOLS_AT + 1:
        return None
    start = words[object_symbols.SYMBOLS_AT] // 4 + count * object_symbols.SYMBOL_WORDS
    symbols: list[ObjectSymbol] = []
    for _ in range(words[object_symbols.SYMBOLS_AT + 1] - count):
        if start + object_symbols.SYMBOL_WORDS > len(words):
            return None
        offset, size, flags = words[start], words[start + 1], words[start + 5]
        start += object_symbols.SYMBOL_WORDS
        if offset + size > len(strings) or words[start - 3]:
            return None
        # A symbol that code refers to without naming it, _GLOBAL_OFFSET_TABLE_, is not of assembly: it is not code.
        if flags & object_symbols.EXECUTABLE:
            name = strings[offset : offset + size].decode("utf-8", "surrogateescape")
            symbols.append(ObjectSymbol(name, "", ASSEMBLY, flags & _FLAGS_OF_ASSEMBLY))
    return symbols

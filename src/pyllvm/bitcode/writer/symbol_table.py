"""Builds the SYMTAB blob: the table of symbols that linkers read instead of the module.

Its strings go into the string table that the module's names are in. LLVM's assembler writes none for a module with
inline assembly (it has no target at hand to read that), and gives up on one without a data layout.
"""

from __future__ import annotations

from struct import pack
from typing import Final, final

from pyllvm.analysis.base_objects import base_object, used_globals, without_casts
from pyllvm.analysis.libcall_targets import libcall_target
from pyllvm.analysis.mangler import Mangler
from pyllvm.bitcode.writer.strings import StringTable, encoded
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.metadata import MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import COFF, ELF, TargetTriple
from pyllvm.ir.types import FUNCTION
from pyllvm.tables.keywords import VISIBILITY_NUMBERS
from pyllvm.tables.module_flags import MODULE_FLAGS
from pyllvm.tables.runtime_libcalls import preserved_symbols

# Flags of a symbol; the lowest two bits are the visibility.
_HAS_UNCOMMON: Final = 1 << 2
_UNDEFINED: Final = 1 << 3
_WEAK: Final = 1 << 4
_COMMON: Final = 1 << 5
_INDIRECT: Final = 1 << 6
_USED: Final = 1 << 7
_THREAD_LOCAL: Final = 1 << 8
_MAY_OMIT: Final = 1 << 9
_GLOBAL: Final = 1 << 10
_FORMAT_SPECIFIC: Final = 1 << 11
_UNNAMED_ADDRESS: Final = 1 << 12
_EXECUTABLE: Final = 1 << 13

_NO_COMDAT: Final = 0xFFFFFFFF
_SELECTION_KINDS: Final = ("any", "exactmatch", "largest", "nodeduplicate", "samesize")
_WEAK_LINKAGES: Final = ("linkonce", "linkonce_odr", "weak", "weak_odr", "extern_weak")
_MEDIUM_OR_LARGE: Final = (3, 4)

DEPENDENT_LIBRARIES_SINCE: Final = 9
COMDAT_KINDS_SINCE: Final = 13
COMPILER_USED_SINCE: Final = 13
OFFSET_TABLE_SINCE: Final = 18
# The empty string was among the names of library functions.
NAMELESS_SYMBOLS_USED_UNTIL: Final = 18


class CannotBuildError(Exception):
    """The module is such that LLVM writes no symbol table for it."""


def build_symbol_table(
    module: Module, functions: list[Function], version: int, strings: StringTable, producer: str, data_layout: DataLayout
) -> bytes | None:
    """The table, or None where LLVM writes none; some strings are added to `strings` even then."""
    if module.inline_assembly:
        return None
    builder = _Builder(module, functions, version, strings, data_layout)
    header = [_format_version(version), *builder.string(producer)]
    tail = [*builder.string(module.target_triple), *builder.string(module.source_filename)]
    if not module.data_layout:
        return None
    try:
        builder.add_module()
    except CannotBuildError:
        return None
    tail.extend(builder.string("".join(builder.linker_options)))
    return builder.table(header, tail)


def _format_version(version: int) -> int:
    if version >= COMDAT_KINDS_SINCE:
        return 3
    return 2 if version >= DEPENDENT_LIBRARIES_SINCE else 1


@final
class _Builder:
    def __init__(
        self, module: Module, functions: list[Function], version: int, strings: StringTable, data_layout: DataLayout
    ) -> None:
        self.module = module
        self.functions = functions
        self.version = version
        self.strings = strings
        self.data_layout = data_layout
        self.triple = TargetTriple(module.target_triple, version)
        self.mangler = Mangler(data_layout, version)
        self.preserved = preserved_symbols(version, libcall_target(self.triple))
        self.comdats: list[int] = []
        self.comdat_size = 3 if version >= COMDAT_KINDS_SINCE else 2
        self.comdat_numbers: dict[Comdat, int] = {}
        self.symbols: list[int] = []
        self.uncommons: list[int] = []
        self.libraries: list[int] = []
        self.linker_options: list[str] = []

    def string(self, text: str) -> list[int]:
        """A string's place in the string table: offset and size."""
        data = encoded(text)
        return [self.strings.add(data), len(data)]

    def table(self, header: list[int], tail: list[int]) -> bytes:
        """The header, with the offset and count of each array behind it, and the arrays."""
        with_libraries = self.version >= DEPENDENT_LIBRARIES_SINCE
        offset = 4 * (len(header) + 8 + len(tail) + (2 if with_libraries else 0))
        arrays: list[tuple[list[int], int]] = [
            ([0, len(self.symbols) // 6, 0], 3),
            (self.comdats, self.comdat_size),
            (self.symbols, 6),
            (self.uncommons, 6),
        ]
        body: list[int] = []
        for words, size in arrays:
            header.append(offset)
            header.append(len(words) // size)
            offset += 4 * len(words)
            body.extend(words)
        header.extend(tail)
        if with_libraries:
            header.append(offset)
            header.append(len(self.libraries) // 2)
            body.extend(self.libraries)
        header.extend(body)
        return pack(f"<{len(header)}I", *header)

    def add_module(self) -> None:
        """Collect the symbols: functions first."""
        module = self.module
        lists = ("llvm.used", "llvm.compiler.used") if self.version >= COMPILER_USED_SINCE else ("llvm.used",)
        used = used_globals(module, lists)
        if self.triple.object_format == COFF:
            self._add_linker_options()
        if self.triple.object_format == ELF and self.version >= DEPENDENT_LIBRARIES_SINCE:
            self._add_dependent_libraries()
        for function in self.functions:
            self._add_symbol(function, used)
        for variable in module.global_variables:
            self._add_symbol(variable, used)
        for alias in module.aliases:
            self._add_symbol(alias, used)
        for ifunc in module.ifuncs:
            self._add_symbol(ifunc, used)
        if self._refers_to_offset_table():
            name = self.string("_GLOBAL_OFFSET_TABLE_")
            self.symbols.extend([*name, *self.string(""), _NO_COMDAT, _UNDEFINED | _GLOBAL | _USED])

    def _add_linker_options(self) -> None:
        named = self.module.named_metadata_of("llvm.linker.options")
        if named is None:
            return
        for node in named.operands:
            for operand in node.operands:
                if isinstance(operand, MDString):
                    self.linker_options.append(" " + operand.text)

    def _add_dependent_libraries(self) -> None:
        named = self.module.named_metadata_of("llvm.dependent-libraries")
        if named is None:
            return
        for node in named.operands:
            first = node.operands[0] if isinstance(node, MDTuple) and node.operands else None
            if isinstance(first, MDString):
                self.libraries.extend(self.string(first.text))

    def _refers_to_offset_table(self) -> bool:
        """Whether code for the target may refer to _GLOBAL_OFFSET_TABLE_, which the module does not name."""
        if self.version < OFFSET_TABLE_SINCE or self.triple.object_format != ELF or not self.triple.is_x86:
            return False
        return self.triple.architecture == "i386" or _module_flag(self.module, "Code Model") in _MEDIUM_OR_LARGE

    def _symbol_name(self, value: GlobalValue) -> str:
        name = self.mangler.name(value)
        return "__imp_" + name if value.dll_storage_class == "dllimport" else name

    def _add_symbol(self, value: GlobalValue, used: set[GlobalValue]) -> None:
        name = self.string(self._symbol_name(value))
        flags = _symbol_flags(value)
        ir_name = self.string(value.name)
        is_preserved = value.name in self.preserved if value.name else self.version <= NAMELESS_SYMBOLS_USED_UNTIL
        if value in used or is_preserved:
            flags |= _USED
        if value.thread_local_mode:
            flags |= _THREAD_LOCAL
        if value.unnamed_address == "unnamed_addr":
            flags |= _UNNAMED_ADDRESS
        if _can_be_omitted(value):
            flags |= _MAY_OMIT
        flags |= VISIBILITY_NUMBERS[value.visibility]
        uncommon: list[int] = []
        if flags & _COMMON:
            if not isinstance(value, GlobalVariable):
                raise CannotBuildError
            uncommon = self._uncommon()
            uncommon[0] = self.data_layout.alloc_size(value.value_type)
            uncommon[1] = value.alignment
        base = base_object(value)
        if isinstance(base, GlobalIFunc):
            base = base_object(base.operands[0])
        if not isinstance(base, GlobalObject):
            raise CannotBuildError
        comdat_number = _NO_COMDAT if base.comdat is None else self._comdat_number(base.comdat)
        if self.triple.object_format == COFF:
            self._add_export(value)
            if flags & _WEAK and flags & _INDIRECT:
                fallback = without_casts(value.operands[0])
                if not isinstance(fallback, GlobalValue):
                    raise CannotBuildError
                fallback_name = self._symbol_name(fallback)
                uncommon = uncommon or self._uncommon()
                uncommon[2:4] = self.string(fallback_name)
        if base.section:
            uncommon = uncommon or self._uncommon()
            uncommon[4:6] = self.string(base.section)
        if uncommon:
            flags |= _HAS_UNCOMMON
            self.uncommons.extend(uncommon)
        self.symbols.extend([*name, *ir_name, comdat_number, flags])

    def _uncommon(self) -> list[int]:
        empty = self.string("")
        return [0, 0, *empty, *empty]

    def _comdat_number(self, comdat: Comdat) -> int:
        found = self.comdat_numbers.get(comdat)
        if found is not None:
            return found
        number = len(self.comdats) // self.comdat_size
        name = comdat.name
        if self.triple.object_format == COFF:
            leader = self.module.get(name)
            if leader is None:
                raise CannotBuildError
            if leader.has_local_linkage:
                self.comdat_numbers[comdat] = _NO_COMDAT
                return _NO_COMDAT
            name = self.mangler.name(leader)
        self.comdat_numbers[comdat] = number
        self.comdats.extend(self.string(name))
        if self.comdat_size == 3:
            kind = "nodeduplicate" if comdat.selection_kind == "noduplicates" else comdat.selection_kind
            self.comdats.append(_SELECTION_KINDS.index(kind))
        return number

    def _add_export(self, value: GlobalValue) -> None:
        """The linker's options for a symbol that a COFF module exports, or hides."""
        if _is_declaration(value):
            return
        triple = self.triple
        name = self.mangler.name(value)
        gnu_name = name[1:] if self.mangler.prefix and name.startswith(self.mangler.prefix) else name
        quote = '"' if value.name and not all(_needs_no_quotes(character) for character in value.name) else ""
        if value.dll_storage_class == "dllexport":
            shown = gnu_name if triple.is_cygwin_or_mingw else name
            data = "" if value.value_type.kind == FUNCTION else ",DATA" if triple.is_msvc else ",data"
            option = " /EXPORT:" if triple.is_msvc else " -export:"
            self.linker_options.append(f"{option}{quote}{shown}{quote}{data}")
        if value.visibility == "hidden" and triple.is_cygwin_or_mingw:
            self.linker_options.append(f" -exclude-symbols:{quote}{gnu_name}{quote}")


def _needs_no_quotes(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in "_$.@")


def _symbol_flags(value: GlobalValue) -> int:
    flags = 0
    if _is_declaration(value) or value.linkage == "available_externally":
        flags |= _UNDEFINED
    if isinstance(base_object(value), (Function, GlobalIFunc)):
        flags |= _EXECUTABLE
    if isinstance(value, GlobalAlias):
        flags |= _INDIRECT
    if not value.has_local_linkage:
        flags |= _GLOBAL
    if value.linkage == "common":
        flags |= _COMMON
    if value.linkage in _WEAK_LINKAGES:
        flags |= _WEAK
    in_metadata = isinstance(value, GlobalVariable) and value.section == "llvm.metadata"
    if value.linkage == "private" or value.name.startswith("llvm.") or in_metadata:
        flags |= _FORMAT_SPECIFIC
    return flags


def _is_declaration(value: GlobalValue) -> bool:
    if isinstance(value, Function):
        return value.is_declaration
    return isinstance(value, GlobalVariable) and not value.operands


def _can_be_omitted(value: GlobalValue) -> bool:
    """Whether a linker may leave the symbol out of what it makes."""
    if value.linkage != "linkonce_odr":
        return False
    if value.unnamed_address == "unnamed_addr":
        return True
    if isinstance(value, GlobalVariable) and not value.is_constant:
        return False
    return bool(value.unnamed_address)


def _module_flag(module: Module, name: str) -> int:
    """The number that a module flag has, -1 where there is no such flag."""
    named = module.named_metadata_of(MODULE_FLAGS)
    if named is None:
        return -1
    for node in named.operands:
        operands = node.operands
        if len(operands) == 3 and isinstance(operands[1], MDString) and operands[1].text == name:
            value = operands[2]
            if isinstance(value, ValueAsMetadata) and isinstance(value.value, ConstantInt):
                return value.value.value
    return -1

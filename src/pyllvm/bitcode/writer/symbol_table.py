"""Builds the SYMTAB blob: the symbol table that linkers read instead of the module.

Its strings are in the same string table as the module's names. LLVM's assembler writes no symbol table for a module with inline
assembly (it has no target to parse it), and stops building one for a module without a data layout.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.object_symbols import OFFSET_TABLE
from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.analysis.symbols import ModuleSymbols, Symbol
from pyllvm.bitcode.writer.strings import StringTable, encoded
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalValue, GlobalVariable
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.target_triple import COFF
from pyllvm.tables.behavior_versions import DEPENDENT_LIBRARIES_SINCE
from pyllvm.tables.bitcode_versions import COMDAT_KINDS_SINCE, WIDE_COMMON_SIZES_SINCE
from pyllvm.tables.object_symbols import COMMON, GLOBAL, HAS_UNCOMMON, INDIRECT, NO_COMDAT, SYMBOL_WORDS, UNDEFINED, USED, WEAK

_SELECTION_KINDS: Final = ("any", "exactmatch", "largest", "nodeduplicate", "samesize")


class CannotBuildError(Exception):
    """LLVM writes no symbol table for such a module."""


def build_symbol_table(
    module: Module, functions: list[Function], version: int, strings: StringTable, producer: str, data_layout: DataLayout
) -> bytes | None:
    """The table, or None if LLVM writes none; even then some strings are added to `strings`."""
    if module.inline_assembly:
        return None
    header = [_format_version(version), *_place(producer, strings)]
    tail = [*_place(module.target_triple, strings), *_place(module.source_filename, strings)]
    if not module.data_layout:
        return None
    builder = _Builder(module, functions, version, strings, data_layout)
    try:
        builder.add_module()
    except CannotBuildError:
        return None
    tail.extend(builder.string("".join(builder.linker_options)))
    return builder.table(header, tail)


def _place(text: str, strings: StringTable) -> list[int]:
    """The position of a string in the string table, which gets it: offset and size."""
    data = encoded(text)
    return [strings.add(data), len(data)]


def _format_version(version: int) -> int:
    if version >= WIDE_COMMON_SIZES_SINCE:
        return 4
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
        self.of_module = ModuleSymbols(module, version, data_layout)
        self.is_coff = self.of_module.triple.object_format == COFF
        self.comdats: list[int] = []
        self.comdat_size = 3 if version >= COMDAT_KINDS_SINCE else 2
        self.comdat_numbers: dict[Comdat, int] = {}
        self.symbols: list[int] = []
        self.uncommons: list[int] = []
        self.common_size_words = 2 if version >= WIDE_COMMON_SIZES_SINCE else 1
        self.libraries: list[int] = []
        self.linker_options: list[str] = []

    def string(self, text: str) -> list[int]:
        """The position of a string in the string table."""
        return _place(text, self.strings)

    def table(self, header: list[int], tail: list[int]) -> bytes:
        """The header, followed by the offset and count of each array, and then the arrays."""
        with_libraries = self.version >= DEPENDENT_LIBRARIES_SINCE
        offset = 4 * (len(header) + 8 + len(tail) + (2 if with_libraries else 0))
        arrays: list[tuple[list[int], int]] = [
            ([0, len(self.symbols) // SYMBOL_WORDS, 0], 3),
            (self.comdats, self.comdat_size),
            (self.symbols, SYMBOL_WORDS),
            (self.uncommons, self.common_size_words + 5),
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
        return b"".join([word.to_bytes(4, "little") for word in header])

    def add_module(self) -> None:
        """Collect the symbols, functions first."""
        module = self.module
        self.linker_options.extend(self.of_module.linker_options)
        for library in self.of_module.dependent_libraries:
            self.libraries.extend(self.string(library))
        for values in (self.functions, module.global_variables, module.aliases, module.ifuncs):
            for value in values:
                self._add_symbol(value)
        if self.of_module.refers_to_offset_table:
            name = self.string(OFFSET_TABLE)
            self.symbols.extend([*name, *self.string(""), NO_COMDAT, UNDEFINED | GLOBAL | USED])

    def _add_symbol(self, value: GlobalValue) -> None:
        symbol = self.of_module.symbol(value)
        flags = symbol.flags
        name = self.string(symbol.name)
        ir_name = self.string(value.name)
        uncommon: list[int] = []
        if flags & COMMON:
            if not isinstance(value, GlobalVariable):
                raise CannotBuildError
            uncommon = self._uncommon()
            size = self.data_layout.alloc_size(value.value_type)
            # Before LLVM 23 the size is cut to 32 bits, as in LLVM: for a larger variable, the linker reserves too little.
            uncommon[0] = size & 0xFFFFFFFF
            if self.common_size_words == 2:
                uncommon[1] = size >> 32 & 0xFFFFFFFF
            uncommon[self.common_size_words] = value.alignment & 0xFFFFFFFF
        base = symbol.base
        if base is None:
            raise CannotBuildError
        comdat_number = NO_COMDAT if base.comdat is None else self._comdat_number(base.comdat)
        if self.is_coff:
            self.linker_options.extend(self.of_module.export_options(value))
            if flags & WEAK and flags & INDIRECT:
                fallback_name = self._fallback_name(symbol)
                uncommon = uncommon or self._uncommon()
                uncommon[-4:-2] = self.string(fallback_name)
        if base.section:
            uncommon = uncommon or self._uncommon()
            uncommon[-2:] = self.string(base.section)
        if uncommon:
            flags |= HAS_UNCOMMON
            self.uncommons.extend(uncommon)
        self.symbols.extend([*name, *ir_name, comdat_number, flags])

    def _fallback_name(self, symbol: Symbol) -> str:
        """The name of the symbol to which a COFF weak alias resolves if nothing else defines it."""
        fallback = strip_pointer_casts(symbol.value.operands[0])
        if not isinstance(fallback, GlobalValue):
            raise CannotBuildError
        return self.of_module.name(fallback)

    def _uncommon(self) -> list[int]:
        empty = self.string("")
        return [0] * (self.common_size_words + 1) + empty + empty

    def _comdat_number(self, comdat: Comdat) -> int:
        found = self.comdat_numbers.get(comdat)
        if found is not None:
            return found
        number = len(self.comdats) // self.comdat_size
        name = comdat.name
        if self.is_coff:
            leader = self.module.get(name)
            if leader is None:
                raise CannotBuildError
            if leader.has_local_linkage:
                self.comdat_numbers[comdat] = NO_COMDAT
                return NO_COMDAT
            name = self.of_module.mangler.name(leader)
        self.comdat_numbers[comdat] = number
        self.comdats.extend(self.string(name))
        if self.comdat_size == 3:
            kind = "nodeduplicate" if comdat.selection_kind == "noduplicates" else comdat.selection_kind
            self.comdats.append(_SELECTION_KINDS.index(kind))
        return number

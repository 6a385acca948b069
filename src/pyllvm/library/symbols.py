"""The symbols of modules as nm lists them, from bitcode without reading its functions, or from modules."""

from __future__ import annotations

import os

from pyllvm.analysis.object_symbols import ALIAS, FUNCTION, IFUNC, VARIABLE, ObjectSymbol, offset_table
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.symbols import scan_symbols
from pyllvm.bitstream.block_reader import BlockReader
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.inputs import is_bitcode
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.ir.module import Module

# Smaller files are read at once.
_LARGE_FILE: Final = 1 << 20
_VERSIONED: Final = ".symver"


@final
class SymbolTable:
    """The symbols of one input: `symbols` in the order of LLVM's table, the target `triple`, and `notes` on what is missing."""

    def __init__(self, symbols: list[ObjectSymbol], triple: str, notes: list[str]) -> None:
        self.symbols = symbols
        self.triple = triple
        self.notes = notes
        self.has_any = bool(symbols)
        """Whether there are symbols, be they only special ones that are not in `symbols`."""
        self.native_bits = 0
        """The bits of an address in a native object; 0 for bitcode and text."""

    @property
    def is_64_bit(self) -> bool:
        """Whether the architecture has 64 bits."""
        if self.native_bits:
            return self.native_bits == 64
        return TargetTriple(self.triple).pointer_bits == 64

    @property
    def is_darwin(self) -> bool:
        """Whether the target is one of Apple's systems."""
        return not self.native_bits and TargetTriple(self.triple).is_darwin


def symbols(
    source: Module | bytes, *, with_special: bool = False, llvm_version: int | None = None, name: str = "<module>"
) -> list[ObjectSymbol]:
    """Return the symbols of `source`, a module or the bytes of bitcode or text, as llvm-nm finds them.

    They are the symbols of its functions, variables, aliases and ifuncs, in that order, and then of module assembly. Without
    `with_special`, private ones and LLVM's own (`llvm.used`) are left out. `llvm_version` is the LLVM to emulate; by default
    the source's version. `name` is for messages. No function body in bitcode is read. Raises PyllvmError if the source is
    malformed.
    """
    wishes = Wishes(llvm_version)
    wishes.with_special = with_special
    return symbol_table(source, wishes, name).symbols


def symbol_table(source: Module | bytes, wishes: Wishes, name: str = "<module>") -> SymbolTable:
    """Return the symbols of `source` and the other facts that nm needs about it. The errors are the same as for `symbols`."""
    if isinstance(source, bytes) and is_bitcode(source):
        table = _from_records_of(source, wishes)
        if table is not None:
            return table
    return _from_modules(_read(source, name, wishes.input_version), wishes)


def symbol_table_of_file(path: str, wishes: Wishes) -> SymbolTable | None:
    """Return the symbols of a large file of bitcode, of which only the records of globals are read.

    None means that the whole file has to be read: it is small, not bitcode, malformed, or cannot be read.
    """
    try:
        if os.stat(path).st_size < _LARGE_FILE or not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            start = file.read(_LARGE_FILE)
            if not start.startswith(BITCODE_MAGIC):
                return None

            def read(offset: int, size: int) -> bytes:
                file.seek(offset)
                return file.read(size)

            return _from_records(start, wishes, os.fstat(file.fileno()).st_size, read)
    except OSError:
        # Reading the file gives the system's message.
        return None


def _from_records_of(data: bytes, wishes: Wishes) -> SymbolTable | None:
    """The symbols in a whole file, as `_from_records` returns them. A large one is not held a second time."""
    if len(data) < _LARGE_FILE or not data.startswith(BITCODE_MAGIC):
        return _from_records(data, wishes)
    return _from_records(data[:_LARGE_FILE], wishes, len(data), lambda offset, size: data[offset : offset + size])


def _from_records(
    data: bytes, wishes: Wishes, size: int = 0, read: Callable[[int, int], bytes] | None = None
) -> SymbolTable | None:
    """The symbols from the records of globals; None if these do not suffice, or are malformed.

    `data` is the whole file, or the start of one with `size` bytes, of which `read` reads more.
    """
    try:
        scanned = scan_symbols(BlockReader(open_stream(data).cursor, size, read), wishes)
    except PyllvmError:
        # Reading the module gives LLVM's own message.
        return None
    if not scanned:
        return None
    found: list[ObjectSymbol] = []
    notes: list[str] = []
    for module in scanned:
        found += module.symbols
        if module.symbols_of_assembly is not None:
            found += module.symbols_of_assembly
        elif module.assembly:
            if _VERSIONED in module.assembly:
                # The globals that have versioned names are looked up.
                return None
            found += _of_assembly(module.assembly, module.triple, module.version, notes)
        found += offset_table(TargetTriple(module.triple, module.version))
    table = SymbolTable(found, scanned[0].triple, notes)
    table.has_any = table.has_any or any(module.globals for module in scanned)
    return table


def _of_assembly(
    text: str, triple: str, version: int, notes: list[str], global_named: Callable[[str], GlobalValue | None] = lambda name: None
) -> list[ObjectSymbol]:
    # Imported only here: few modules have assembly.
    from pyllvm.analysis.module_assembly import symbols_of_assembly

    result = symbols_of_assembly(text, triple, version, global_named)
    notes += [note for note in result.notes if note not in notes]
    return result.symbols


def _read(source: Module | bytes, name: str, version: int | None) -> list[Module]:
    if not isinstance(source, bytes):
        return [source]
    from pyllvm.library.files import parse_assembly

    if not is_bitcode(source):
        return [parse_assembly(source, name, input_llvm_version=version)]
    from pyllvm.bitcode import BitcodeFile, Reading, read_modules

    wishes = Wishes(None, version)
    wishes.allows_unknown_attributes = True
    reading = Reading(name, wishes)
    reading.refused = []
    reading.is_lazy = True
    return read_modules(BitcodeFile(source), reading)


def _from_modules(modules: list[Module], wishes: Wishes) -> SymbolTable:
    from pyllvm.analysis.symbols import ModuleSymbols
    from pyllvm.ir.target.data_layout import DataLayout
    from pyllvm.migrations.on_reading.data_layout import upgraded_data_layout

    found: list[ObjectSymbol] = []
    notes: list[str] = []
    for module in modules:
        emulated = module.llvm_version if wishes.version is None else wishes.version
        layout = DataLayout(upgraded_data_layout(module.data_layout, module.target_triple, emulated), emulated)
        layout.check()
        table = ModuleSymbols(module, emulated, layout)
        for kind, values in (
            (FUNCTION, module.functions),
            (VARIABLE, module.global_variables),
            (ALIAS, module.aliases),
            (IFUNC, module.ifuncs),
        ):
            for value in values:
                symbol = table.object_symbol(value, kind, wishes.with_special)
                if symbol is not None:
                    found.append(symbol)
        if module.inline_assembly:
            found += _of_assembly(module.inline_assembly, module.target_triple, emulated, notes, table.named)
        found += offset_table(table.triple)
    made = SymbolTable(found, modules[0].target_triple if modules else "", notes)
    made.has_any = made.has_any or any(module.global_values for module in modules)
    return made

"""The symbols of native ELF objects, libraries and programs, as nm lists them beside the symbols of bitcode."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import NATIVE, NativePlace, ObjectSymbol
from pyllvm.containers import elf_symbols
from pyllvm.library.symbols import SymbolTable
from pyllvm.notation import Final
from pyllvm.tables.object_symbols import COMMON, FORMAT_SPECIFIC, GLOBAL, UNDEFINED, WEAK
from pyllvm.wishes import Wishes

_LOCAL: Final = 0
_GLOBAL: Final = 1
_WEAK: Final = 2
_UNIQUE: Final = 10

_OBJECT: Final = 1
_FUNCTION: Final = 2
_SECTION: Final = 3
_FILE: Final = 4
_COMMON: Final = 5
_INDIRECT: Final = 10
_TYPE_WORDS: Final = {
    0: "NOTYPE", _OBJECT: "OBJECT", _FUNCTION: "FUNC", _SECTION: "SECTION", _FILE: "FILE", _COMMON: "COMMON", 6: "TLS",
    _INDIRECT: "IFUNC",
}  # fmt: skip

_WRITABLE: Final = 1
_LOADED: Final = 2
_CODE: Final = 4

_MIPS: Final = 8
_ARM: Final = 40
# The beginnings of names that say what the bytes of a section are, by the number of the machine.
_MAPPING_SYMBOLS: Final = {_ARM: ("$a", "$d", "$t"), 183: ("$d", "$x"), 243: ("$d", "$x"), 252: ("$d", "$t")}
_RISCV: Final = 243
_RISCV_LABEL: Final = ".L0 "


def native_table(data: bytes, wishes: Wishes) -> SymbolTable:
    """Return the symbols of an ELF file, or its dynamic symbols.

    Without special ones, names of sections and files are left out, and symbols that describe the code to tools.
    Raises PyllvmError if the file is malformed.
    """
    table = elf_symbols.read_elf_symbols(data, elf_symbols.DYNAMIC_SYMBOLS if wishes.dynamic else elf_symbols.SYMBOLS)
    found = [_object_symbol(symbol, table.machine) for symbol in table.symbols]
    symbols = [symbol for symbol in found if wishes.with_special or not symbol.is_special]
    made = SymbolTable(symbols, "", [])
    made.native_bits = table.bits
    return made


def _object_symbol(symbol: elf_symbols.ElfSymbol, machine: int) -> ObjectSymbol:
    name = symbol.name
    if symbol.type == _SECTION and not name and symbol.section is not None:
        name = symbol.section.name
    flags = 0
    if symbol.binding != _LOCAL:
        flags |= GLOBAL
    if symbol.binding == _WEAK:
        flags |= WEAK
    if symbol.index == elf_symbols.UNDEFINED_SECTION:
        flags |= UNDEFINED
    elif symbol.type == _COMMON or symbol.index == elf_symbols.COMMON_SECTION:
        flags |= COMMON
    if _is_special(symbol, machine):
        flags |= FORMAT_SPECIFIC
    value = symbol.value
    if machine in (_ARM, _MIPS) and symbol.type == _FUNCTION:
        # The lowest bit says which instructions the function has.
        value &= ~1
    made = ObjectSymbol(name, "", NATIVE, flags)
    words = _TYPE_WORDS.get(symbol.type, f"<processor specific>: {symbol.type}")
    made.native = NativePlace(value, symbol.size, _letter(symbol, flags), words, _section_word(symbol, flags))
    return made


def _is_special(symbol: elf_symbols.ElfSymbol, machine: int) -> bool:
    if symbol.type in (_FILE, _SECTION):
        return True
    if machine == _RISCV and symbol.name in ("", _RISCV_LABEL):
        return True
    return symbol.name.startswith(_MAPPING_SYMBOLS.get(machine, ())) if machine in _MAPPING_SYMBOLS else False


def _section_word(symbol: elf_symbols.ElfSymbol, flags: int) -> str:
    if flags & UNDEFINED:
        return "*UND*"
    if flags & COMMON:
        return "*COM*"
    if symbol.index == elf_symbols.ABSOLUTE_SECTION:
        return "*ABS*"
    return "" if symbol.section is None else symbol.section.name


def _letter(symbol: elf_symbols.ElfSymbol, flags: int) -> str:
    if symbol.type == _INDIRECT and not flags & UNDEFINED:
        return "i"
    if flags & WEAK:
        letter = "v" if symbol.type == _OBJECT else "w"
        return letter if flags & UNDEFINED else letter.upper()
    if flags & UNDEFINED:
        return "U"
    if flags & COMMON:
        return "C"
    if symbol.binding == _UNIQUE:
        return "u"
    letter = "a" if symbol.index == elf_symbols.ABSOLUTE_SECTION else _letter_of_section(symbol)
    return letter.upper() if flags & GLOBAL else letter


def _letter_of_section(symbol: elf_symbols.ElfSymbol) -> str:
    section: elf_symbols.ElfSection | None = symbol.section
    if section is None or symbol.binding not in (_LOCAL, _GLOBAL):
        return "?"
    if section.flags & _CODE:
        return "t"
    if section.type == elf_symbols.NO_BITS:
        return "b"
    if section.flags & _LOADED:
        return "d" if section.flags & _WRITABLE else "r"
    if section.name.startswith(".debug"):
        return "N"
    return "?" if section.flags & _WRITABLE else "n"

"""The symbols of native ELF objects, libraries and programs, as nm lists them beside the symbols of bitcode."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import NATIVE, NativePlace, ObjectSymbol
from pyllvm.containers.elf import EXTENDED_INDEX, FORMAT, NAME, NO_BITS, ElfFile, Section
from pyllvm.containers.fields import Fields, text
from pyllvm.library.symbols import SymbolTable
from pyllvm.notation import Final, final
from pyllvm.tables.object_symbols import COMMON, FORMAT_SPECIFIC, GLOBAL, UNDEFINED, WEAK
from pyllvm.wishes import Wishes

# The types of sections.
SYMBOLS: Final = 2
DYNAMIC_SYMBOLS: Final = 11
_EXTENDED_INDEXES: Final = 18
_VERSION_DEFINITIONS: Final = 0x6FFFFFFD
_VERSIONS_NEEDED: Final = 0x6FFFFFFE
_VERSIONS: Final = 0x6FFFFFFF

_UNDEFINED_SECTION: Final = 0
ABSOLUTE_SECTION: Final = 0xFFF1
COMMON_SECTION: Final = 0xFFF2
_FIRST_RESERVED: Final = 0xFF00

_HIDDEN_VERSION: Final = 0x8000
# Versions 0 and 1 are local and global symbols without a version.
_FIRST_VERSION: Final = 2

# The bindings of symbols, their types, and the flags of sections.
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
    file = ElfFile(data)
    found = [
        _object_symbol(symbol, file.machine) for symbol in read_elf_symbols(file, DYNAMIC_SYMBOLS if wishes.dynamic else SYMBOLS)
    ]
    made = SymbolTable([symbol for symbol in found if wishes.with_special or not symbol.is_special], "", [])
    made.native_bits = 64 if file.is_64 else 32
    return made


def _object_symbol(symbol: ElfSymbol, machine: int) -> ObjectSymbol:
    name = symbol.name
    if symbol.type == _SECTION and not name and symbol.section is not None:
        name = symbol.section.name
    flags = 0
    if symbol.binding != _LOCAL:
        flags |= GLOBAL
    if symbol.binding == _WEAK:
        flags |= WEAK
    if symbol.index == _UNDEFINED_SECTION:
        flags |= UNDEFINED
    elif symbol.type == _COMMON or symbol.index == COMMON_SECTION:
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


def _is_special(symbol: ElfSymbol, machine: int) -> bool:
    if symbol.type in (_FILE, _SECTION):
        return True
    if machine == _RISCV and symbol.name in ("", _RISCV_LABEL):
        return True
    return symbol.name.startswith(_MAPPING_SYMBOLS.get(machine, ())) if machine in _MAPPING_SYMBOLS else False


def _section_word(symbol: ElfSymbol, flags: int) -> str:
    if flags & UNDEFINED:
        return "*UND*"
    if flags & COMMON:
        return "*COM*"
    if symbol.index == ABSOLUTE_SECTION:
        return "*ABS*"
    return "" if symbol.section is None else symbol.section.name


def _letter(symbol: ElfSymbol, flags: int) -> str:
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
    letter = "a" if symbol.index == ABSOLUTE_SECTION else _letter_of_section(symbol)
    return letter.upper() if flags & GLOBAL else letter


def _letter_of_section(symbol: ElfSymbol) -> str:
    section: Section | None = symbol.section
    if section is None or symbol.binding not in (_LOCAL, _GLOBAL):
        return "?"
    if section.flags & _CODE:
        return "t"
    if section.type == NO_BITS:
        return "b"
    if section.flags & _LOADED:
        return "d" if section.flags & _WRITABLE else "r"
    if section.name.startswith(".debug"):
        return "N"
    return "?" if section.flags & _WRITABLE else "n"


@final
class ElfSymbol:
    """One symbol. `index` is the number of its section, or says that it has none; `section` is that section."""

    def __init__(self, name: str, value: int, size: int, info: int, index: int, section: Section | None) -> None:
        self.name = name
        self.value = value
        self.size = size
        self.binding = info >> 4
        self.type = info & 0xF
        self.index = index
        self.section = section


def read_elf_symbols(file: ElfFile, wanted: int = SYMBOLS) -> list[ElfSymbol]:
    """Read the table of SYMBOLS, or the table of DYNAMIC_SYMBOLS, whose names have their versions.

    Raises PyllvmError if the file is malformed.
    """
    return _Reader(file).read(wanted)


@final
class _Reader:
    """Reads the symbols of one file."""

    def __init__(self, file: ElfFile) -> None:
        self._file = file
        self._sections = file.sections
        strings = self._contents(file.names_index) if file.names_index < len(file.sections) else None
        for section in file.sections:
            section.name = "" if strings is None else strings.name(section.name_at, NAME)

    def read(self, wanted: int) -> list[ElfSymbol]:
        """Read the symbols in the first section of the type `wanted`."""
        for index, section in enumerate(self._sections):
            if section.type == wanted:
                symbols = self._read_table(index)
                if wanted == DYNAMIC_SYMBOLS:
                    self._add_versions(symbols)
                # The first symbol means none.
                return symbols[1:]
        return []

    def _contents(self, index: int) -> Fields:
        """The bytes of a section."""
        fields = self._file.fields
        if index >= len(self._sections):
            fields.malformed("a section refers to one that does not exist")
        section = self._sections[index]
        if section.type == NO_BITS:
            return Fields(b"", FORMAT)
        return Fields(fields.range(section.offset, section.size, "a section"), FORMAT, fields.order)

    def _read_table(self, place: int) -> list[ElfSymbol]:
        strings = bytes(self._contents(self._sections[place].link).data)
        extended = [index for index, one in enumerate(self._sections) if one.type == _EXTENDED_INDEXES and one.link == place]
        extensions = self._contents(extended[0]) if extended else None
        table = self._contents(place)
        size = 24 if self._file.is_64 else 16
        found: list[ElfSymbol] = []
        for number in range(len(table.data) // size):
            entry = number * size
            name = table.number(entry, 4, "a symbol")
            if self._file.is_64:
                info, index = table.number(entry + 4, 1, "a symbol"), table.number(entry + 6, 2, "a symbol")
                value, length = table.number(entry + 8, 8, "a symbol"), table.number(entry + 16, 8, "a symbol")
            else:
                value, length = table.number(entry + 4, 4, "a symbol"), table.number(entry + 8, 4, "a symbol")
                info, index = table.number(entry + 12, 1, "a symbol"), table.number(entry + 14, 2, "a symbol")
            if index == EXTENDED_INDEX and extensions is not None:
                index = extensions.number(4 * number, 4, "the section of a symbol")
                section = self._section(index)
            else:
                section = self._section(index) if index < _FIRST_RESERVED else None
            end = strings.find(b"\0", name)
            if end < 0 and name:
                self._file.fields.malformed("the name of a symbol is outside of the names")
            found.append(ElfSymbol(text(strings[name : max(end, 0)]), value, length, info, index, section))
        return found

    def _section(self, index: int) -> Section | None:
        if index == _UNDEFINED_SECTION:
            return None
        if index >= len(self._sections):
            self._file.fields.malformed("a symbol is in a section that does not exist")
        return self._sections[index]

    # --- versions --------------------------------------------------------------------------------------------------

    def _add_versions(self, symbols: list[ElfSymbol]) -> None:
        """Add ``@VERSION`` to the names of symbols that have one, and ``@@VERSION`` to definitions with the default version."""
        by_type = {header.type: index for index, header in enumerate(self._sections)}
        if _VERSIONS not in by_type:
            return
        names: dict[int, str] = {}
        if _VERSIONS_NEEDED in by_type:
            self._read_needed(by_type[_VERSIONS_NEEDED], names)
        if _VERSION_DEFINITIONS in by_type:
            self._read_definitions(by_type[_VERSION_DEFINITIONS], names)
        versions = self._contents(by_type[_VERSIONS])
        for number, symbol in enumerate(symbols):
            version = versions.number(2 * number, 2, "the version of a symbol")
            index = version & ~_HIDDEN_VERSION
            if index < _FIRST_VERSION or index not in names:
                continue
            is_default = symbol.index != _UNDEFINED_SECTION and not version & _HIDDEN_VERSION
            symbol.name += f"{'@@' if is_default else '@'}{names[index]}"

    def _read_needed(self, section: int, names: dict[int, str]) -> None:
        table, strings = self._contents(section), self._contents(self._sections[section].link)
        place = 0
        for _ in range(self._sections[section].info):
            count = table.number(place + 2, 2, "a version")
            entry = place + table.number(place + 8, 4, "a version")
            for _ in range(count):
                name = strings.name(table.number(entry + 8, 4, "a version"), "the name of a version")
                names[table.number(entry + 6, 2, "a version")] = name
                entry += table.number(entry + 12, 4, "a version")
            following = table.number(place + 12, 4, "a version")
            if following == 0:
                return
            place += following

    def _read_definitions(self, section: int, names: dict[int, str]) -> None:
        table, strings = self._contents(section), self._contents(self._sections[section].link)
        place = 0
        for _ in range(self._sections[section].info):
            entry = place + table.number(place + 12, 4, "a version")
            names[table.number(place + 4, 2, "a version")] = strings.name(
                table.number(entry, 4, "a version"), "the name of a version"
            )
            following = table.number(place + 16, 4, "a version")
            if following == 0:
                return
            place += following

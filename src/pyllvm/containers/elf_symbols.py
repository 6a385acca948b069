"""Reads the symbol tables of ELF objects, libraries and programs."""

from __future__ import annotations

from pyllvm.containers.fields import BIG, LITTLE, Fields, text
from pyllvm.notation import Final, final

_CLASS_64: Final = 2
_BIG_ENDIAN: Final = 2
# The types of sections.
SYMBOLS: Final = 2
DYNAMIC_SYMBOLS: Final = 11
_EXTENDED_INDEXES: Final = 18
NO_BITS: Final = 8
_VERSION_DEFINITIONS: Final = 0x6FFFFFFD
_VERSIONS_NEEDED: Final = 0x6FFFFFFE
_VERSIONS: Final = 0x6FFFFFFF

UNDEFINED_SECTION: Final = 0
ABSOLUTE_SECTION: Final = 0xFFF1
COMMON_SECTION: Final = 0xFFF2
_EXTENDED_INDEX: Final = 0xFFFF
_FIRST_RESERVED: Final = 0xFF00

_FORMAT: Final = "ELF object"
_HIDDEN_VERSION: Final = 0x8000
# Versions 0 and 1 are local and global symbols without a version.
_FIRST_VERSION: Final = 2


@final
class ElfSection:
    """One section, by the fields that symbols need."""

    def __init__(self, name: str, type: int, flags: int) -> None:
        self.name = name
        self.type = type
        self.flags = flags


@final
class ElfSymbol:
    """One symbol. `index` is the number of its section, or says that it has none; `section` is that section."""

    def __init__(self, name: str, value: int, size: int, info: int, index: int, section: ElfSection | None) -> None:
        self.name = name
        self.value = value
        self.size = size
        self.binding = info >> 4
        self.type = info & 0xF
        self.index = index
        self.section = section


@final
class ElfSymbols:
    """The symbols of one table, the `machine` that they are for, and the bits of its addresses."""

    def __init__(self, symbols: list[ElfSymbol], machine: int, bits: int) -> None:
        self.symbols = symbols
        self.machine = machine
        self.bits = bits


def read_elf_symbols(data: bytes, wanted: int = SYMBOLS) -> ElfSymbols:
    """Read the table of SYMBOLS, or the table of DYNAMIC_SYMBOLS, whose names have their versions.

    Raises PyllvmError if the file is malformed.
    """
    return _Reader(data).read(wanted)


@final
class _Header:
    """The place and the links of one section."""

    def __init__(self, name: int, type: int, flags: int, offset: int, size: int, link: int, info: int) -> None:
        self.name = name
        self.type = type
        self.flags = flags
        self.offset = offset
        self.size = size
        self.link = link
        self.info = info


@final
class _Reader:
    """Reads one file."""

    def __init__(self, data: bytes) -> None:
        start = Fields(data, _FORMAT)
        self._is_64 = start.number(4, 1, "the header") == _CLASS_64
        self._fields = Fields(data, _FORMAT, BIG if start.number(5, 1, "the header") == _BIG_ENDIAN else LITTLE)
        self._word = 8 if self._is_64 else 4
        self._headers: list[_Header] = []
        self._sections: list[ElfSection] = []

    def read(self, wanted: int) -> ElfSymbols:
        """Read the symbols."""
        machine = self._fields.number(18, 2, "the header")
        self._read_sections()
        symbols: list[ElfSymbol] = []
        for header in self._headers:
            if header.type == wanted:
                symbols = self._read_table(header)
                if wanted == DYNAMIC_SYMBOLS:
                    self._add_versions(symbols)
                break
        # The first symbol means none.
        return ElfSymbols(symbols[1:], machine, 8 * self._word)

    def _read_sections(self) -> None:
        fields, word = self._fields, self._word
        table = fields.number(0x28 if self._is_64 else 0x20, word, "the header")
        counts = 0x3A if self._is_64 else 0x2E
        entry_size, count, names = (fields.number(counts + 2 * index, 2, "the header") for index in range(3))
        if table == 0:
            return
        if entry_size != (64 if self._is_64 else 40):
            fields.malformed(f"an entry of the section table has {entry_size} bytes")
        first = self._header(table)
        count = count or first.size
        names = first.link if names == _EXTENDED_INDEX else names
        fields.range(table, count * entry_size, "the section table")
        self._headers = [self._header(table + index * entry_size) for index in range(count)]
        strings = self._contents(names) if names < count else None
        for header in self._headers:
            name = "" if strings is None else strings.name(header.name, "the name of a section")
            self._sections.append(ElfSection(name, header.type, header.flags))

    def _header(self, entry: int) -> _Header:
        fields, word = self._fields, self._word
        place = "the section table"
        name, type = fields.number(entry, 4, place), fields.number(entry + 4, 4, place)
        flags = fields.number(entry + 8, word, place)
        offset, size = (fields.number(entry + 8 + index * word, word, place) for index in (2, 3))
        after = entry + 8 + 4 * word
        return _Header(name, type, flags, offset, size, fields.number(after, 4, place), fields.number(after + 4, 4, place))

    def _contents(self, index: int) -> Fields:
        """The bytes of a section."""
        if index >= len(self._headers):
            self._fields.malformed("a section refers to one that does not exist")
        header = self._headers[index]
        if header.type == NO_BITS:
            return Fields(b"", _FORMAT)
        data = self._fields.range(header.offset, header.size, "a section")
        return Fields(data, _FORMAT, self._fields.order)

    def _read_table(self, header: _Header) -> list[ElfSymbol]:
        strings = bytes(self._contents(header.link).data)
        place = self._headers.index(header)
        extended = [index for index, one in enumerate(self._headers) if one.type == _EXTENDED_INDEXES and one.link == place]
        extensions = self._contents(extended[0]) if extended else None
        table = self._contents(place)
        size = 24 if self._is_64 else 16
        found: list[ElfSymbol] = []
        for number in range(len(table.data) // size):
            entry = number * size
            name = table.number(entry, 4, "a symbol")
            if self._is_64:
                info, index = table.number(entry + 4, 1, "a symbol"), table.number(entry + 6, 2, "a symbol")
                value, length = table.number(entry + 8, 8, "a symbol"), table.number(entry + 16, 8, "a symbol")
            else:
                value, length = table.number(entry + 4, 4, "a symbol"), table.number(entry + 8, 4, "a symbol")
                info, index = table.number(entry + 12, 1, "a symbol"), table.number(entry + 14, 2, "a symbol")
            if index == _EXTENDED_INDEX and extensions is not None:
                index = extensions.number(4 * number, 4, "the section of a symbol")
                section = self._section(index)
            else:
                section = self._section(index) if index < _FIRST_RESERVED else None
            end = strings.find(b"\0", name)
            if end < 0 and name:
                self._fields.malformed("the name of a symbol is outside of the names")
            found.append(ElfSymbol(text(strings[name : max(end, 0)]), value, length, info, index, section))
        return found

    def _section(self, index: int) -> ElfSection | None:
        if index == UNDEFINED_SECTION:
            return None
        if index >= len(self._sections):
            self._fields.malformed("a symbol is in a section that does not exist")
        return self._sections[index]

    # --- versions --------------------------------------------------------------------------------------------------

    def _add_versions(self, symbols: list[ElfSymbol]) -> None:
        """Add ``@VERSION`` to the names of symbols that have one, and ``@@VERSION`` to definitions with the default version."""
        by_type = {header.type: index for index, header in enumerate(self._headers)}
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
            is_default = symbol.index != UNDEFINED_SECTION and not version & _HIDDEN_VERSION
            symbol.name += f"{'@@' if is_default else '@'}{names[index]}"

    def _read_needed(self, section: int, names: dict[int, str]) -> None:
        table, strings = self._contents(section), self._contents(self._headers[section].link)
        place = 0
        for _ in range(self._headers[section].info):
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
        table, strings = self._contents(section), self._contents(self._headers[section].link)
        place = 0
        for _ in range(self._headers[section].info):
            entry = place + table.number(place + 12, 4, "a version")
            names[table.number(place + 4, 2, "a version")] = strings.name(
                table.number(entry, 4, "a version"), "the name of a version"
            )
            following = table.number(place + 16, 4, "a version")
            if following == 0:
                return
            place += following

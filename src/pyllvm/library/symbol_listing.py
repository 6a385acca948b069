"""Lists symbols in the forms of llvm-nm: bsd, posix, sysv, darwin, just-symbols; and as JSON. Source: llvm-nm.cpp."""

from __future__ import annotations

from pyllvm.analysis.object_symbols import ALIAS, ObjectSymbol
from pyllvm.library.symbols import SymbolTable
from pyllvm.notation import Callable, Final, final
from pyllvm.tables.object_symbols import EMPTY_LINES_SINCE
from pyllvm.versions import NEWEST

BSD: Final = "bsd"
POSIX: Final = "posix"
SYSV: Final = "sysv"
DARWIN: Final = "darwin"
JUST_SYMBOLS: Final = "just-symbols"
FORMATS: Final = (BSD, POSIX, SYSV, DARWIN, JUST_SYMBOLS)

# The size of a symbol in posix's form, and its address if it is undefined: bitcode has neither.
_NO_NUMBER: Final = "0"
# Mach-O's bits by which -x shows a symbol: external, private external, in a section; a weak definition; then the section.
_EXTERNAL: Final = 0x01
_IN_SECTION: Final = 0x0E
_PRIVATE_EXTERNAL: Final = 0x10
_WEAK_DEFINITION: Final = 0x80
_CODE: Final = 1
_DATA: Final = 2
_CONSTANTS: Final = 3
_SECTION_NAMES: Final = {_CODE: "(LTO,CODE) ", _DATA: "(LTO,DATA) ", _CONSTANTS: "(LTO,RODATA) "}


@final
class ListingOptions:
    """The choice of symbols, and the form of the list: the options of llvm-nm with these names."""

    def __init__(self) -> None:
        self.format = BSD
        self.defined_only = False
        self.undefined_only = False
        self.extern_only = False
        self.no_weak = False
        self.without_aliases = False
        self.no_sort = False
        self.numeric_sort = False
        self.reverse_sort = False
        self.size_sort = False
        self.print_file_name = False
        self.print_size = False
        self.radix = "x"
        """The digits of addresses in native objects: d, o or x."""
        self.hexadecimal = False
        """The form of Mach-O's records (`-x`)."""
        self.version = NEWEST
        """The LLVM to emulate."""
        self.demangle: Callable[[str], str] | None = None
        """Turns a name into the name to show; None shows it as it is."""


def chosen(table: SymbolTable, options: ListingOptions) -> list[ObjectSymbol]:
    """Return the symbols that the options choose, in their order."""
    found = [symbol for symbol in table.symbols if _is_wanted(symbol, options)]
    if options.no_sort:
        return found
    if options.numeric_sort:
        # Undefined symbols come first. Symbols of bitcode have no addresses.
        found.sort(key=_definition_and_address, reverse=options.reverse_sort)
    elif options.size_sort:
        found.sort(key=_size_and_name, reverse=options.reverse_sort)
    else:
        found.sort(key=_name_and_place, reverse=options.reverse_sort)
    return found


def _is_wanted(symbol: ObjectSymbol, options: ListingOptions) -> bool:
    if symbol.is_defined:
        if options.undefined_only:
            return False
    elif options.defined_only:
        return False
    if options.without_aliases and symbol.kind == ALIAS:
        return False
    return not (options.extern_only and not symbol.is_global) and not (options.no_weak and symbol.is_weak)


def _name_bytes(symbol: ObjectSymbol) -> bytes:
    return symbol.name.encode("utf-8", "surrogateescape")


def _place(symbol: ObjectSymbol) -> tuple[int, int]:
    """The address and the size; 0 for bitcode, which has neither."""
    native = symbol.native
    return (0, 0) if native is None else (native.address, native.size)


def _name_and_place(symbol: ObjectSymbol) -> tuple[bytes, int, int]:
    address, size = _place(symbol)
    return _name_bytes(symbol), size, address


def _size_and_name(symbol: ObjectSymbol) -> tuple[int, bytes, int]:
    address, size = _place(symbol)
    return size, _name_bytes(symbol), address


def _definition_and_address(symbol: ObjectSymbol) -> tuple[bool, int, bytes, int]:
    address, size = _place(symbol)
    return symbol.is_defined, address, _name_bytes(symbol), size


def listing(table: SymbolTable, options: ListingOptions, file: str, *, archive: str = "", has_heading: bool = False) -> str:
    """Return the lines for the symbols of one module.

    `file` is its name, and `archive` the name of its archive if it is a member. `has_heading` is for one of several
    files, which some forms name above its symbols.
    """
    lines: list[str] = []
    if not options.print_file_name:
        if options.format == SYSV:
            lines.append(_table_head(file, table))
        elif options.format != DARWIN and has_heading:
            lines.append(f"\n{file}:\n")
    start = file_prefix(file, archive, options.format) if options.print_file_name else ""
    write = _Line(table, options).text
    lines += [start + write(symbol) for symbol in chosen(table, options)]
    return "".join(lines)


def file_prefix(file: str, archive: str, format: str) -> str:
    """Return what names the file in front of a line."""
    if not archive:
        return f"{file}: "
    return f"{archive}[{file}]: " if format == POSIX else f"{archive}:{file}: "


def exported(tables: list[SymbolTable], options: ListingOptions) -> str:
    """Return the names of the symbols that the modules define for others, each once, in a line each (`--export-symbols`)."""
    names: set[bytes] = set()
    for table in tables:
        names.update(_name_bytes(symbol) for symbol in table.symbols if _is_wanted(symbol, options))
    ordered = sorted(names, reverse=options.reverse_sort)
    return "".join(name.decode("utf-8", "surrogateescape") + "\n" for name in ordered)


def json_members(rows: list[tuple[str, str, SymbolTable]], options: ListingOptions) -> dict[str, object]:
    """The symbols of each module, of which a row has the name, the archive and the symbols."""
    files: list[dict[str, object]] = []
    for name, archive, table in rows:
        symbols: list[dict[str, object]] = []
        for symbol in chosen(table, options):
            fields: dict[str, object] = {"name": symbol.name}
            if options.demangle is not None:
                fields["demangled"] = options.demangle(symbol.name)
            fields |= {
                "ir_name": symbol.ir_name or None,
                "letter": symbol.letter(table.is_darwin),
                "kind": symbol.kind,
                "defined": symbol.is_defined,
                "global": symbol.is_global,
                "weak": symbol.is_weak,
                "common": symbol.is_common,
                "hidden": symbol.is_hidden,
                "code": symbol.is_executable,
                "constant": symbol.is_constant,
                "special": symbol.is_special,
            }
            symbols.append(fields)
        files.append({"file": archive or name, "member": name if archive else None, "triple": table.triple, "symbols": symbols})
    return {"files": files}


def _table_head(file: str, table: SymbolTable) -> str:
    if table.is_64_bit:
        columns = "Name                  Value           Class        Type         Size             Line  Section\n"
    else:
        columns = "Name                  Value   Class        Type         Size     Line  Section\n"
    return f"\n\nSymbols from {file}:\n\n{columns}"


@final
class _Line:
    """Writes the line of one symbol."""

    def __init__(self, table: SymbolTable, options: ListingOptions) -> None:
        self.options = options
        self.is_darwin = table.is_darwin
        # The forms of Mach-O's symbols are for bitcode alone.
        self.is_of_mach_o = not table.native_bits
        digits = 16 if table.is_64_bit else 8
        self.digits = digits
        self.blanks = " " * digits
        self.dashes = "-" * digits
        self.zeros = "0" * digits
        self.with_address = not options.size_sort or options.print_size
        self.with_size = options.print_size or options.size_sort

    def text(self, symbol: ObjectSymbol) -> str:
        """The line, with its end."""
        format = self.options.format
        name = symbol.name if self.options.demangle is None else self.options.demangle(symbol.name)
        letter = symbol.letter(self.is_darwin)
        is_defined = symbol.is_defined
        if format == JUST_SYMBOLS:
            return name + "\n"
        address, size = self.dashes, self.zeros
        if symbol.native is not None:
            address, size = self._number(symbol.native.address), self._number(symbol.native.size)
        if self.options.hexadecimal and self.is_of_mach_o:
            end = "\n\n" if self.options.version >= EMPTY_LINES_SINCE else "\n"
            return f"{self.zeros} {_mach_o_record(symbol)} {symbol.name}{end}"
        if format == POSIX:
            return f"{name} {letter} {self._posix_place(symbol)}\n"
        if format == SYSV:
            if not is_defined:
                address = size = self.blanks
            type, section = ("", "") if symbol.native is None else (symbol.native.type, symbol.native.section)
            return f"{_padded(name, 20)}|{address}|   {letter}  |{type:>18}|{size}|     |{section}\n"
        start = ""
        if self.with_address:
            start = (address if is_defined else self.blanks) + " "
        if format == DARWIN and self.is_of_mach_o:
            return f"{start}{_mach_o_words(symbol)}{symbol.name}\n"
        if self.with_size:
            start += (size if is_defined else self.blanks) + " "
        return f"{start}{letter} {name}\n"

    def _number(self, number: int) -> str:
        return f"{number:0{self.digits}{self.options.radix}}"

    def _posix_place(self, symbol: ObjectSymbol) -> str:
        native = symbol.native
        if native is not None:
            radix = self.options.radix
            return f"{native.address:{radix}} {native.size:{radix}}"
        return f"{self.dashes if symbol.is_defined else _NO_NUMBER} {_NO_NUMBER}"


def _padded(name: str, width: int) -> str:
    """The name and as many spaces as its bytes leave room for."""
    return name + " " * (width - len(name.encode("utf-8", "surrogateescape")))


def _section(symbol: ObjectSymbol) -> int:
    if symbol.is_constant:
        return _CONSTANTS
    return _CODE if symbol.is_executable else _DATA


def _mach_o_record(symbol: ObjectSymbol) -> str:
    """The type, the section, the description and the place of the name in Mach-O's table, in hexadecimal digits."""
    kind = _EXTERNAL if symbol.is_global or not symbol.is_defined else 0
    section = 0
    if symbol.is_hidden:
        kind |= _PRIVATE_EXTERNAL
    if symbol.is_defined:
        kind |= _IN_SECTION
        section = _section(symbol)
    return f"{kind:02x} {section:02x} {_WEAK_DEFINITION if symbol.is_weak else 0:04x} 00000000"


def _mach_o_words(symbol: ObjectSymbol) -> str:
    words = _SECTION_NAMES[_section(symbol)] if symbol.is_defined else "(undefined) "
    if not symbol.is_global and symbol.is_defined:
        return words + "non-external "
    if symbol.is_hidden:
        return words + ("weak private external " if symbol.is_weak else "private external ")
    return words + ("weak external " if symbol.is_weak else "external ")

"""Lists symbols as llvm-nm does: of which files, and in which form: bsd, posix, sysv, darwin, just-symbols; and as JSON.

The files are bitcode, text, native objects, archives, and containers with modules inside. Source: llvm-nm.cpp.
"""

from __future__ import annotations

from pyllvm.analysis.object_symbols import ALIAS, ObjectSymbol
from pyllvm.containers.elf import is_elf
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.library.symbols import SymbolTable, symbol_table, symbol_table_of_file
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.inputs import is_bitcode, modules_inside
from pyllvm.tables.object_symbols import EMPTY_LINES_SINCE
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from typing import TypeAlias

    from pyllvm.containers.modules import Inside
    from pyllvm.containers.part import Part
    from pyllvm.reading.inputs import Input
    from pyllvm.wishes import Wishes

    Listed: TypeAlias = tuple[str, str, Callable[[], bytes]]


_NOT_RECOGNIZED: Final = "The file was not recognized as a valid object file"
# Enough to recognize bitcode.
_MAGIC_SIZE: Final = 4
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
class SymbolFiles:
    """Opens the files of one run. Warnings go to the one who has the wishes; `report` receives the errors of members."""

    def __init__(self, wishes: Wishes, report: Callable[[PyllvmError, str], None], *, no_bitcode: bool) -> None:
        self._wishes: Final = wishes
        self._report: Final = report
        self._no_bitcode: Final = no_bitcode

    def inside(self, opened: Input) -> list[Listed]:
        """The modules in a file. PyllvmError if it is of a kind that has none."""
        no_bitcode = self._no_bitcode
        data, path, member, name = opened.data, opened.path, opened.member, opened.name
        if is_bitcode(data) and not member and not no_bitcode:
            return [(name, "", lambda: data)]
        from pyllvm.containers.archives import is_archive, read_archive

        if is_archive(data) and not member:
            return [] if no_bitcode else self._members(read_archive(data, path), path)
        if no_bitcode:
            if is_elf(data):
                return [(name, "", lambda: data)]
            raise PyllvmError(_NOT_RECOGNIZED)
        inside = modules_inside(data, path, member)
        if not inside:
            if is_elf(data) or self._is_text(data, name):
                return [(name, "", lambda: data)]
            raise _not_recognized(data)
        return [(opened.label(module, inside), "", module.read) for module in inside]

    def _is_text(self, data: bytes, name: str) -> bool:
        """Whether a file is LLVM's text: it begins as such, or it is valid."""
        from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file

        if is_llvm_text(data):
            return True
        if kind_of_file(data) is not None or not data.strip():
            return False
        try:
            self.table(data, name)
        except PyllvmError:
            return False
        return True

    def _members(self, members: list[Part], path: str) -> list[Listed]:
        """The modules in the members of an archive. A member without one is reported."""
        separate: dict[tuple[int, int], list[Inside]] = {}
        parts: list[Listed] = []
        for part in members:
            try:
                parts += self._modules_of_member(part, path, separate)
            except OSError as error:
                self._report(PyllvmError(error.strerror or str(error)), f"{path}({part.name})")
        return parts

    def _modules_of_member(self, part: Part, path: str, separate: dict[tuple[int, int], list[Inside]]) -> list[Listed]:
        """The modules in one member. Bitcode is not read yet: a thin archive may name a large file many times.

        `separate` gets the modules in each other file that a thin archive names, so that it is in memory once.
        """
        from pyllvm.containers.modules import content_of, find_modules, is_container

        if is_bitcode(part.head(_MAGIC_SIZE)):
            return [(part.name, path, part.read)]
        file = part.identity() if part.path else None
        if file is not None and file in separate:
            inside = separate[file]
        else:
            content = content_of(part)
            inside = find_modules(content, part.path or part.name)
            if file is not None and inside:
                separate[file] = inside
            elif not inside and is_elf(content):
                return [(part.name, path, lambda: content)]
            elif not inside and is_container(content):
                self._warn("there is no bitcode in this member, so its symbols are not listed", f"{path}({part.name})")
        return [(part.name + module.name, path, module.read) for module in inside]

    def table(self, data: bytes, name: str) -> SymbolTable:
        """The symbols of a module, or of a native object. PyllvmError if it is malformed."""
        if is_elf(data):
            from pyllvm.library.native_symbols import native_table

            return native_table(data, self._wishes)
        return symbol_table(data, self._wishes, name)

    def table_of_file(self, path: str) -> SymbolTable | None:
        """The symbols of a large file of bitcode, of which little is read; None for another file."""
        return symbol_table_of_file(path, self._wishes)

    def _warn(self, message: str, name: str) -> None:
        if self._wishes.warn is not None:
            self._wishes.warn(Diagnostic("warning", message), name)


def _not_recognized(data: bytes) -> PyllvmError:
    """The error about a file without bitcode, with its kind, and the tool that knows it."""
    from pyllvm.containers.modules import is_container
    from pyllvm.findings.file_kinds import kind_of_file

    error = PyllvmError(_NOT_RECOGNIZED)
    kind = kind_of_file(data)
    if is_container(data):
        name = "a native object" if kind is None else kind.name
        error.diagnostic.hint = f"this is {name} without bitcode: nm and llvm-nm list it"
    elif kind is not None:
        error.diagnostic.hint = str(kind)
    return error


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

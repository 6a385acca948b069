"""``pyllvm nm``: lists the symbols of bitcode and text as llvm-nm does, and which of several files defines what."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.options import LLVMS_GROUP, RUN, choice, flag, inputs
from pyllvm.cli.program import run
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import (
    FileOptions,
    PagerOptions,
)
from pyllvm.cli.tool import can_demangle, say, version_text
from pyllvm.containers.elf import is_elf
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterator, NoReturn, final
from pyllvm.reading.inputs import is_bitcode, split_name
from pyllvm.reading.source import Input
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import write_error
from pyllvm.terminal.paging import paged
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.containers.part import Part
    from pyllvm.library.symbol_listing import ListingOptions
    from pyllvm.library.symbols import SymbolTable

_FORMATS: Final = ("bsd", "posix", "sysv", "darwin", "just-symbols")
_FORMAT_FLAGS: Final = {"posix": "posix", "darwin": "darwin", "just_symbols": "just-symbols", "bsd": "bsd"}
_MACH_O: Final = "it is for the symbol tables of Mach-O files, which bitcode does not have"
_NOT_RECOGNIZED: Final = "The file was not recognized as a valid object file"
# Enough to recognize bitcode.
_MAGIC_SIZE: Final = 4
_NOT_DYNAMIC: Final = "File format has no dynamic symbol table"


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


def list_symbols(options: NmOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    if options.show_version:
        # libtool looks for the word GNU.
        return say(f"{version_text(command.program)}  compatible with GNU nm\n", command.program)
    # The status if the run ends because the user has left the pager.
    status = 0
    with Run(command, options) as run, paged(not options.no_pager):
        status = _Listing(run, options).run()
    return status  # noqa: RET504


@final
class _Unit:
    """A module whose symbols are listed: its name, and the archive that it is in, if any."""

    def __init__(self, name: str, archive: str, table: SymbolTable) -> None:
        self.name = name
        self.archive = archive
        self.table = table

    @property
    def label(self) -> str:
        """How a message names it."""
        return f"{self.archive}({self.name})" if self.archive else self.name


@final
class _Listing:
    """One run over all inputs."""

    def __init__(self, run: Run, options: NmOptions) -> None:
        self._run = run
        self._tool = run.tool
        self._options = options
        self._version = run.wishes.version
        self._input_version = run.wishes.input_version
        self._output = OutputFile("-")
        self._names: list[str] = options.files
        self._status = 0

    def run(self) -> int:
        """List the symbols of every input, and return the exit status."""
        listing_options = self._listing_options()
        options = self._options
        collects = options.json or options.cross_reference or options.export_symbols
        collected: list[_Unit] = []
        for name in self._names:
            for unit in self._units(name):
                if self._options.word_size not in ("any", "32_64", "64" if unit.table.is_64_bit else "32"):
                    continue
                if collects:
                    collected.append(unit)
                else:
                    self._write_unit(unit, listing_options)
        if options.cross_reference:
            from pyllvm.cli.nm_reports import cross_reference_text

            pairs = [(unit.label, unit.table) for unit in collected]
            self._write(cross_reference_text(pairs, listing_options.demangle, is_json=options.json))
        elif options.json:
            from pyllvm.cli.nm_reports import json_text

            rows = [(unit.name, unit.archive, unit.table) for unit in collected]
            self._write(json_text(rows, listing_options))
        elif options.export_symbols:
            from pyllvm.library.symbol_listing import exported

            self._write(exported([unit.table for unit in collected], listing_options))
        return self._status

    def _listing_options(self) -> ListingOptions:
        from pyllvm.library.symbol_listing import ListingOptions

        options = self._options
        chosen = ListingOptions()
        chosen.format = options.format
        for name, format in _FORMAT_FLAGS.items():
            if getattr(options, f"format_{name}"):
                chosen.format = format
        for name in ("defined_only", "undefined_only", "extern_only", "no_weak", "without_aliases"):
            setattr(chosen, name, getattr(options, name))
        for name in ("no_sort", "numeric_sort", "reverse_sort", "size_sort", "print_file_name", "print_size", "hexadecimal"):
            setattr(chosen, name, getattr(options, name))
        if options.export_symbols:
            chosen.defined_only = chosen.extern_only = True
        chosen.radix = options.radix
        chosen.version = NEWEST if self._version is None else self._version
        if options.demangle and not options.no_demangle and can_demangle(self._tool):
            from pyllvm.library.demangling import demangler_of

            chosen.demangle = demangler_of(chosen.version)
        return chosen

    # --- inputs ----------------------------------------------------------------------------------------------------

    def _units(self, name: str) -> Iterator[_Unit]:
        """The modules of an input, one at a time. What cannot be read is reported, and the rest goes on."""
        path, member = split_name(name)
        table = None if member or self._options.dynamic or self._options.no_llvm_bc else self._table_of_file(path)
        if table is not None:
            yield self._unit(name, "", table)
            return
        try:
            opened = self._run.open(name)
        except PyllvmError as error:
            self._report(error, name, end="")
            return
        try:
            parts = self._parts(opened)
        except PyllvmError as error:
            self._report(error, name)
            return
        for label, archive, content in parts:
            shown = f"{archive}({label})" if archive else label
            if self._options.dynamic and not is_elf(content()):
                self._write_label(label, archive)
                self._report(PyllvmError(_NOT_DYNAMIC), shown)
                continue
            self._tool.data = content()
            try:
                table = self._table(self._tool.data, shown)
            except PyllvmError as error:
                self._report(error, shown)
                continue
            yield self._unit(label, archive, table)

    def _unit(self, label: str, archive: str, table: SymbolTable) -> _Unit:
        unit = _Unit(label, archive, table)
        for note in table.notes:
            if not self._tool.is_llvm_only:
                self._tool.warn(note, unit.label)
        return unit

    def _parts(self, opened: Input) -> list[tuple[str, str, Callable[[], bytes]]]:
        """The modules in a file: the name of each, the name of its archive, and the function that reads it."""
        no_bitcode = self._options.no_llvm_bc
        data, path, member, name = opened.data, opened.path, opened.member, opened.name
        if is_bitcode(data) and not member and not no_bitcode:
            return [(name, "", lambda: data)]
        from pyllvm.containers.archives import is_archive

        if is_archive(data) and not member:
            if self._options.print_armap:
                self._write_armap(data, path)
            return [] if no_bitcode else self._members(data, path)
        if no_bitcode:
            if is_elf(data):
                return [(name, "", lambda: data)]
            raise PyllvmError(_NOT_RECOGNIZED)
        from pyllvm.reading.members import modules_of

        inside = modules_of(data, path, member)
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
            self._table(data, name)
        except PyllvmError:
            return False
        return True

    def _members(self, data: bytes, path: str) -> list[tuple[str, str, Callable[[], bytes]]]:
        """The modules in the members of an archive. A member without one is reported."""
        from pyllvm.containers.archives import read_archive

        separate: dict[tuple[int, int], list[Inside]] = {}
        parts: list[tuple[str, str, Callable[[], bytes]]] = []
        for part in read_archive(data, path):
            try:
                parts += self._modules_of_member(part, path, separate)
            except OSError as error:
                self._report(PyllvmError(error.strerror or str(error)), f"{path}({part.name})")
        return parts

    def _modules_of_member(
        self, part: Part, path: str, separate: dict[tuple[int, int], list[Inside]]
    ) -> list[tuple[str, str, Callable[[], bytes]]]:
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
                self._tool.warn("there is no bitcode in this member, so its symbols are not listed", f"{path}({part.name})")
        return [(part.name + module.name, path, module.read) for module in inside]

    def _table(self, data: bytes, name: str) -> SymbolTable:
        from pyllvm.library.symbols import symbol_table

        with_special = self._options.debug_syms
        if is_elf(data):
            from pyllvm.library.native_symbols import native_table

            return native_table(data, with_special=with_special, dynamic=self._options.dynamic)
        return symbol_table(
            data, with_special=with_special, llvm_version=self._version, input_llvm_version=self._input_version, name=name
        )

    def _table_of_file(self, path: str) -> SymbolTable | None:
        from pyllvm.library.symbols import symbol_table_of_file

        return symbol_table_of_file(path, with_special=self._options.debug_syms, llvm_version=self._version)

    def _report(self, error: PyllvmError, name: str, end: str = "\n") -> None:
        """Report an error. LLVM has an empty line after those that are not the system's."""
        self._status = 1
        if self._tool.is_llvm_only:
            write_error(f"{self._tool.program}: error: {name}: {error.diagnostic.message}\n{end}")
        else:
            self._tool.report_error(error, name)

    # --- output ----------------------------------------------------------------------------------------------------

    def _write_unit(self, unit: _Unit, options: ListingOptions) -> None:
        from pyllvm.library.symbol_listing import file_prefix, listing

        self._write_label(unit.name, unit.archive)
        if not unit.table.has_any and not self._options.quiet:
            write_error(f"{file_prefix(unit.name, unit.archive, options.format)}no symbols\n")
        has_heading = len(self._names) > 1 and not unit.archive
        self._write(listing(unit.table, options, unit.name, archive=unit.archive, has_heading=has_heading))

    def _write_label(self, name: str, archive: str) -> None:
        """Name a member of an archive above its symbols."""
        if archive and not self._options.print_file_name:
            self._write(f"\n{name}:\n")

    def _write_armap(self, data: bytes, path: str) -> None:
        from pyllvm.containers.archive_map import read_archive_map

        rows = read_archive_map(data, path)
        if rows:
            self._write("Archive map\n" + "".join(f"{symbol} in {member}\n" for symbol, member in rows) + "\n")

    def _write(self, text: str) -> None:
        if streams.is_terminal(1):
            text = streams.harmless(text)
        self._output.write(text.encode("utf-8", "surrogateescape"))


_MANUAL: Final = Manual(
    description=(
        "Lists the symbols of LLVM bitcode, byte for byte as llvm-nm does, and the symbols of LLVM's text. The modules may be in "
        "archives, objects and other containers; 'lib.a(x.o)' names a member. Function bodies are not read. The letters: T and t "
        "code, D and d data, S and s constants on Apple's systems, C common, W weak, U undefined, w undefined and weak; capitals "
        "are for symbols that other modules see. Symbols of module assembly count as code."
        "\n\n"
        "Native ELF objects, libraries and programs are listed as well, with their addresses and sizes: B and b for data without "
        "initial values, R and r constants, A and a absolute values, V weak data, N debug information, i indirect functions."
    ),
    examples=[
        ("pyllvm-nm module.bc", "list the symbols"),
        ("pyllvm-nm -g -j module.bc", "list the names that the module shares with others"),
        ("pyllvm-nm -AC lib.a", "list what is in an archive, with C++ names as in the source"),
        ("pyllvm-nm --cross-reference *.bc", "see which symbols are defined twice, nowhere, or without a user"),
        ("pyllvm-nm --json module.bc | jq -r '.files[].symbols[].name'", "process the list with another program"),
    ],
    common=(
        "extern-only",
        "defined-only",
        "undefined-only",
        "just-symbols",
        "format",
        "demangle",
        "print-file-name",
        "cross-reference",
        "json",
    ),
)


@final
class NmOptions(FileOptions, PagerOptions):
    """The options of the command."""

    print_file_name: bool = flag(["print-file-name", "A", "o"], "Precede each symbol with its file (-A, -o)", group=LLVMS_GROUP)
    debug_syms: bool = flag(["debug-syms", "a"], "Show all symbols, also private ones and LLVM's own (-a)", group=LLVMS_GROUP)
    format_bsd: bool = flag("B", "Short for --format=bsd", group=LLVMS_GROUP)
    demangle: bool = flag(["demangle", "C"], "Show C++ and Rust names as in the source (-C; needs 'pyllvm[demangle]')", on=RUN)
    no_demangle: bool = flag("no-demangle", "Show names as they are; it wins over --demangle", group=LLVMS_GROUP)
    defined_only: bool = flag(["defined-only", "U"], "Show only defined symbols (-U)", group=LLVMS_GROUP)
    undefined_only: bool = flag(["undefined-only", "u"], "Show only undefined symbols (-u)", group=LLVMS_GROUP)
    dynamic: bool = flag(["dynamic", "D"], "List the dynamic symbols of ELF files; an error for bitcode (-D)", group=LLVMS_GROUP)
    export_symbols: bool = flag("export-symbols", "List the names that all inputs together define for others", group=LLVMS_GROUP)
    extern_only: bool = flag(["extern-only", "g"], "Show only external symbols (-g)", group=LLVMS_GROUP)
    format: str = choice(
        ["format", "f"],
        ("bsd", "posix", "sysv", "darwin", "just-symbols"),
        "Specify output format (-f; default=bsd)",
        default="bsd",
        group=LLVMS_GROUP,
    )
    format_just_symbols: bool = flag(
        ["just-symbols", "just-symbol-name", "j"], "Short for --format=just-symbols (-j)", group=LLVMS_GROUP
    )
    format_darwin: bool = flag("m", "Short for --format=darwin", group=LLVMS_GROUP)
    format_posix: bool = flag(["portability", "P"], "Short for --format=posix (-P)", group=LLVMS_GROUP)
    no_llvm_bc: bool = flag("no-llvm-bc", "Do not read bitcode: list native objects alone", group=LLVMS_GROUP)
    no_sort: bool = flag(["no-sort", "p"], "Show symbols in order encountered (-p)", group=LLVMS_GROUP)
    no_weak: bool = flag(["no-weak", "W"], "Show only non-weak symbols (-W)", group=LLVMS_GROUP)
    numeric_sort: bool = flag(
        ["numeric-sort", "n", "v"], "Sort by address (-n, -v); in bitcode, undefined ones come first", group=LLVMS_GROUP
    )
    print_armap: bool = flag("print-armap", "Print the archive map", group=LLVMS_GROUP)
    print_size: bool = flag(
        ["print-size", "S"], "Show symbol size, which is 0 in bitcode, as well as address (-S)", group=LLVMS_GROUP
    )
    quiet: bool = flag("quiet", "Suppress 'no symbols' diagnostic", group=LLVMS_GROUP)
    reverse_sort: bool = flag(["reverse-sort", "r"], "Sort in reverse order (-r)", group=LLVMS_GROUP)
    size_sort: bool = flag("size-sort", "Show sizes in place of addresses, and sort by name", group=LLVMS_GROUP)
    hexadecimal: bool = flag("x", "Show symbols as Mach-O's records, in hexadecimal numbers", group=LLVMS_GROUP)
    word_size: str = choice(
        ["word-size", "X"],
        ("32", "64", "32_64", "any"),
        "List only modules for architectures with this number of bits (-X; default=any)",
        default="any",
        group=LLVMS_GROUP,
    )
    cross_reference: bool = flag("cross-reference", "Report which of the files define and use each global symbol")
    json: bool = flag("json", "Print everything as one JSON document")
    radix: str = choice(
        ["radix", "t"],
        ("d", "o", "x"),
        "Digits of addresses in native objects; has no effect on bitcode (-t; default=x)",
        default="x",
        group=LLVMS_GROUP,
    )
    show_version: bool = flag("V", "Display the version of this program", hidden=True, group=LLVMS_GROUP)
    line_numbers: bool = flag(
        ["line-numbers", "l"], "For scripts; has no effect: bitcode has no line tables", hidden=True, group=LLVMS_GROUP
    )
    special_syms: bool = flag(
        "special-syms", "For scripts; has no effect: bitcode has no mapping symbols", hidden=True, group=LLVMS_GROUP
    )
    without_aliases: bool = flag("without-aliases", "Do not show aliases", hidden=True, group=LLVMS_GROUP)
    no_rsrc: bool = flag("no-rsrc", "For scripts; has no effect: it is for XCOFF", hidden=True, group=LLVMS_GROUP)
    no_dyldinfo: bool = flag("no-dyldinfo", "For scripts; has no effect: it is for Mach-O", hidden=True, group=LLVMS_GROUP)
    files: list[str] = inputs("input files")


command = LLVMCommand(
    "nm",
    NmOptions,
    list_symbols,
    "LLVM symbol table dumper",
    manual=_MANUAL,
    refused={
        "add-dyldinfo": _MACH_O,
        "add-inlinedinfo": _MACH_O,
        "dyldinfo-only": _MACH_O,
        "arch": "name the part of a universal file: 'lib.a(arm64)'",
        "s": _MACH_O,
    },
)


def main() -> NoReturn:
    """``pyllvm-nm``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

"""``pyllvm nm``: lists the symbols of bitcode and text as llvm-nm does, and which of several files defines what."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import demangler
from pyllvm.cli.run import Run
from pyllvm.cli.tables.nm import MANUAL, NmOptions
from pyllvm.cli.tool import say, version_text
from pyllvm.containers.elf import is_elf
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.library.cross_reference import cross_reference_members, cross_reference_text
from pyllvm.library.symbol_listing import ListingOptions, SymbolFiles, exported, file_prefix, json_members, listing
from pyllvm.notation import TYPE_CHECKING, Final, Iterator, final
from pyllvm.reading.inputs import split_name
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import write_error
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.library.symbols import SymbolTable

_NOT_DYNAMIC: Final = "File format has no dynamic symbol table"


def list_symbols(options: NmOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    if options.show_version:
        # libtool looks for the word GNU.
        return say(f"{version_text(command.program)}  compatible with GNU nm\n", command.program, command.failure_status)
    # The status if the run ends because the user has left the pager.
    status = 0
    with Run(command, options) as run:
        if not options.no_pager:
            run.page()
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
        run.wishes.with_special = options.debug_syms
        run.wishes.dynamic = options.dynamic
        self._files = SymbolFiles(run.wishes, self._report, no_bitcode=options.no_llvm_bc)
        self._output = OutputFile("-")
        self._names = run.inputs(options.files)
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
        if options.json or options.cross_reference:
            self._write_report(collected, listing_options)
        elif options.export_symbols:
            self._write(exported([unit.table for unit in collected], listing_options))
        return self._status

    def _listing_options(self) -> ListingOptions:
        options = self._options
        chosen = ListingOptions()
        chosen.format = options.format
        for name in ("defined_only", "undefined_only", "extern_only", "no_weak", "without_aliases"):
            setattr(chosen, name, getattr(options, name))
        for name in ("no_sort", "numeric_sort", "reverse_sort", "size_sort", "print_file_name", "print_size", "hexadecimal"):
            setattr(chosen, name, getattr(options, name))
        if options.export_symbols:
            chosen.defined_only = chosen.extern_only = True
        chosen.radix = options.radix
        chosen.version = NEWEST if self._version is None else self._version
        if options.demangle and not options.no_demangle:
            chosen.demangle = demangler(self._tool, chosen.version)
        return chosen

    # --- inputs ----------------------------------------------------------------------------------------------------

    def _units(self, name: str) -> Iterator[_Unit]:
        """The modules of an input, one at a time. What cannot be read is reported, and the rest goes on."""
        path, member = split_name(name)
        table = None if member or self._options.dynamic or self._options.no_llvm_bc else self._files.table_of_file(path)
        if table is not None:
            yield self._unit(name, "", table)
            return
        try:
            opened = self._run.open(name)
        except PyllvmError as error:
            self._report(error, name, end="")
            return
        try:
            if self._options.print_armap and not opened.member:
                self._write_armap(opened.data, opened.path)
            parts = self._files.inside(opened)
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
                table = self._files.table(self._tool.data, shown)
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

    def _report(self, error: PyllvmError, name: str, end: str = "\n") -> None:
        """Report an error. LLVM has an empty line after those that are not the system's."""
        self._status = 1
        if self._tool.is_llvm_only:
            write_error(f"{self._tool.program}: error: {name}: {error.diagnostic.message}\n{end}")
        else:
            self._tool.report_error(error, name)

    # --- output ----------------------------------------------------------------------------------------------------

    def _write_unit(self, unit: _Unit, options: ListingOptions) -> None:
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
        from pyllvm.containers.archives import is_archive, read_archive_map

        rows = read_archive_map(data, path) if is_archive(data) else []
        if rows:
            self._write("Archive map\n" + "".join(f"{symbol} in {member}\n" for symbol, member in rows) + "\n")

    def _write_report(self, units: list[_Unit], options: ListingOptions) -> None:
        entries = [(unit.label, unit.table.symbols) for unit in units]
        if not self._options.json:
            self._write(cross_reference_text(entries, options.demangle))
        elif self._options.cross_reference:
            self._write(document(self._tool.program, cross_reference_members(entries, options.demangle)))
        else:
            rows = [(unit.name, unit.archive, unit.table) for unit in units]
            self._write(document(self._tool.program, json_members(rows, options)))

    def _write(self, text: str) -> None:
        if streams.is_terminal(1):
            text = streams.harmless(text)
        self._output.write(text.encode("utf-8", "surrogateescape"))


command = LLVMCommand("nm", NmOptions, list_symbols, "LLVM symbol table dumper", manual=MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

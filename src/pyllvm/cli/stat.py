"""``pyllvm stat``: what makes a module big, as tables, as JSON, and as a page with a treemap."""

from __future__ import annotations

from pyllvm.analyzer.sizes import FileSizes, measure
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import RUN, flag, inputs, number, value
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import demangler
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import Options, PagerOptions
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.library.bitcode_sizes import bitcode_to_measure, measured_stream, size_tree
from pyllvm.library.size_tables import CodeCounts, code_counts, heading, measures, plain_tables, size_tables
from pyllvm.notation import Callable, Final, Iterator, final
from pyllvm.reading.inputs import is_bitcode
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile, write_output
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import colors_output, wants_color
from pyllvm.wishes import Wishes


def report_sizes(options: StatOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    # The status if the run ends because the user has left the pager.
    status = 0
    with Run(command, options) as run:
        report = _Report(run, options)
        status = report.run()
        if not options.no_pager:
            run.page()
        report.write()
    return status


@final
class _Report:
    """One run over all inputs."""

    def __init__(self, run: Run, options: StatOptions) -> None:
        self._run = run
        self._tool = run.tool
        self._options = options
        self._version = run.wishes.version
        self._shown: Callable[[str], str] = str
        self._documents: list[dict[str, object]] = []
        self._texts: list[bytes] = []
        self._reported = 0
        self._status = 0

    def run(self) -> int:
        """Measure every input, and return the exit status. Pages are written, and tables are kept for `write`."""
        options = self._options
        demangle = demangler(self._tool) if options.demangle else None
        options.demangle = demangle is not None
        if demangle is not None:
            self._shown = demangle
        names = self._run.inputs(options.files)
        with LongWork("measuring", names) as long_work:
            for name in names:
                try:
                    for label, read in self._modules(name):
                        # No name here holds this module's bytes while the next module is read.
                        self._module(label, read())
                except PyllvmError as error:
                    self._tool.report_error(error, name)
                    self._status = 1
                long_work.end()
        if options.json:
            self._keep(document(self._tool.program, {"files": self._documents}))
        return self._status

    def write(self) -> None:
        """Write the tables or the document."""
        if self._texts:
            OutputFile("-").write_pieces(self._texts)

    def _modules(self, name: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
        """The modules in an input: the name of each, and what reads it."""
        opened = self._run.open(name)
        inside = opened.inside()
        if not inside:
            yield name, lambda: opened.data
        for module in inside:
            yield opened.label(module, inside), module.read

    def _module(self, name: str, data: bytes) -> None:
        if not is_bitcode(data):
            from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file

            kind = None if is_llvm_text(data) else kind_of_file(data)
            if kind is not None:
                raise PyllvmError(str(kind))
            data = bitcode_to_measure(data, llvm_version=self._version, name=name)
        sizes = measure(measured_stream(data), len(data))
        counts = self._counts(data, name) if self._options.instructions else None
        if self._options.html:
            self._write_page(name, sizes, counts)
        if self._options.json:
            self._documents.append(measures(name, sizes, counts, self._shown if self._options.demangle else None))
        elif not self._options.html:
            self._write_tables(name, sizes, counts)
        self._reported += 1

    def _counts(self, data: bytes, name: str) -> CodeCounts:
        from pyllvm.bitcode import BitcodeFile, Reading, read_modules

        file = BitcodeFile(data)
        wishes = Wishes()
        wishes.allows_unknown_attributes = True
        # Bodies that nobody can read are not counted.
        wishes.allows_unknown = file.may_have_unknown
        reading = Reading(name, wishes, lambda warning: self._tool.report(warning, name))
        reading.refused = []
        reading.is_lazy = True
        return code_counts(read_modules(file, reading))

    def _write_tables(self, name: str, sizes: FileSizes, counts: CodeCounts | None) -> None:
        tables = size_tables(sizes, counts, top=self._options.top, shown=self._shown)
        gap = "\n" if self._reported else ""
        if streams.is_terminal(1) or wants_color(self._options.color, 1):
            from pyllvm.library.size_drawing import drawn_tables

            is_coloured = colors_output(self._options.color)
            text = gap + drawn_tables(heading(name, sizes), tables, streams.columns(), is_coloured=is_coloured)
            self._texts.append(text.encode("utf-8", "replace"))
            return
        self._keep(gap + heading(name, sizes) + "\n" + plain_tables(tables))

    def _write_page(self, name: str, sizes: FileSizes, counts: CodeCounts | None) -> None:
        if self._reported:
            raise UsageError("--html takes one module; name a member of an archive as 'lib.a(x.o)'")
        from pyllvm.library.size_page import size_page

        tables = size_tables(sizes, counts, top=self._options.top, shown=self._shown)
        page = size_page(name, size_tree(sizes), tables, subtitle=heading("", sizes), shown=self._shown)
        assert self._options.html is not None
        write_output(self._options.html, page.encode("utf-8", "replace"))

    def _keep(self, text: str) -> None:
        if streams.is_terminal(1):
            text = streams.harmless(text)
        self._texts.append(text.encode("utf-8", "surrogateescape"))


_MANUAL: Final = Manual(
    description=(
        "Reports what makes a module big: the bits of its bitcode by purpose, by function, by variable, and by kind of metadata "
        "and instruction. Every bit counts once, and the groups add up to the size of the file. Text is measured as the bitcode "
        "that pyllvm-as writes. With --demangle, a table has the sums of all instances of each template or generic function. "
        "The modules may be in archives, objects and other containers; 'lib.a(x.o)' names a member."
    ),
    examples=[
        ("pyllvm-stat module.bc", "see what is big"),
        ("pyllvm-stat --top 0 --instructions module.bc", "see every function, and count the opcodes"),
        ("pyllvm-stat -C module.bc", "see which templates and generic functions are big, all instances together"),
        ("pyllvm-stat --html sizes.html module.bc", "see the sizes as areas, in a browser"),
        ("pyllvm-stat --json module.bc | jq '.files[].groups'", "process the sizes with another program"),
    ],
    common=("top", "instructions", "html", "demangle", "json", "llvm-version"),
)


@final
class StatOptions(Options, PagerOptions):
    """The options of the command."""

    top: int = number("top", "N", "List the N largest functions and variables; 0 lists all (default=20)", default=20)
    instructions: bool = flag("instructions", "Read the functions, and count instructions by opcode and functions by attribute")
    html: str | None = value("html", "filename", "Write a page with a treemap and the tables to this file")
    demangle: bool = flag(["demangle", "C"], "Show C++ and Rust names as in the source (-C; needs 'pyllvm[demangle]')", on=RUN)
    json: bool = flag("json", "Print everything as one JSON document")
    files: list[str] = inputs("input files")


command = LLVMCommand("stat", StatOptions, report_sizes, "LLVM bitcode size report", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

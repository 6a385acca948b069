"""``pyllvm bcanalyzer``: dumps a bitstream as llvm-bcanalyzer does, and as JSON."""

from __future__ import annotations

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, summary_text, walk
from pyllvm.analyzer.stream import block_info_of, names_version, open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump, wrapper_tag
from pyllvm.bitstream.wrapper import Wrapper, parse_wrapper
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.program import main_of
from pyllvm.cli.requested_wishes import requested_input_version, requested_version
from pyllvm.cli.run import Run
from pyllvm.cli.tables.bcanalyzer import MANUAL, BcanalyzerOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.documents import END_OF_LIST, Elements, begin_list
from pyllvm.notation import TYPE_CHECKING, Callable
from pyllvm.reading.inputs import read_input
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import colors_output, write_standard_output

if TYPE_CHECKING:
    from pyllvm.analyzer.decoder.decoder import Decoder


def analyze(options: BcanalyzerOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    status = 0
    with Run(command, options) as run:
        if not options.no_pager:
            run.page()
        if not options.json:
            return run.each("analyzing", options.files, options.jobs, lambda name: _analyze_file(run, options, name, None))
        write_standard_output(begin_list(run.tool.program, "files"))
        run.when_lost = lambda name: _write_error(Elements(run.number), name, Diagnostic("error", "no result"))
        work = lambda name: _analyze_file(run, options, name, Elements(run.number))  # noqa: E731
        status = run.each("analyzing", options.files, options.jobs, work)
        write_standard_output(END_OF_LIST)
    return status  # the status if the user has left the pager


def _load() -> None:
    """Import what else reports on streams, for the sake of the import alone."""
    from pyllvm.analyzer import json_dump  # noqa: F401


def _analyze_file(run: Run, options: BcanalyzerOptions, name: str, elements: Elements | None) -> int:
    """Write the report on a file; with `elements`, objects of JSON."""
    tool = run.tool
    block_info_name: str = options.block_info or ""
    being_read = name
    try:
        opened = run.open(name)
        inside = opened.inside()
        if options.identify:
            from pyllvm.cli.about import identify_file

            identify_file(opened, inside, elements)
            return 0
        data = opened.only(inside, "to analyze it")
        _check_length(data)
        block_info_data = b""
        if block_info_name:
            being_read = block_info_name
            block_info_data = read_input(block_info_name)
            _check_length(block_info_data)
            being_read = name
        if opened.packing and not tool.is_llvm_only:
            positions = f"this file was compressed by {opened.packing}: sizes and positions count its unpacked bytes"
            tool.report(Diagnostic("note", positions), name)
        analysis = _Analysis(name, data, options, elements)
        analysis.open()
        if block_info_data:
            being_read = block_info_name
            analysis.take_block_info(block_info_data)
            being_read = name
        analysis.write()
    except PyllvmError as error:
        if elements is not None and elements.count == 0:
            _write_error(elements, name, error.diagnostic)
        if tool.is_llvm_only:
            tool.write_line(f"{tool.program}: {error.diagnostic.message}")
        else:
            tool.report_error(error, being_read)
        return 1
    return 0


def _write_error(elements: Elements, name: str, error: Diagnostic) -> None:
    """Write the element of an input that has no other."""
    from pyllvm.analyzer.json_dump import error_text

    write_standard_output(elements.separator() + error_text(name, error))


def _check_length(data: bytes) -> None:
    if len(data) & 3:
        raise PyllvmError("Bitcode stream should be a multiple of 4 bytes in length")


class _Analysis:
    """Writes one stream to standard output in the form that the options choose."""

    def __init__(self, name: str, data: bytes, options: BcanalyzerOptions, elements: Elements | None) -> None:
        self.name = name
        self.data = data
        self.options = options
        self.elements = elements
        self.output = OutputFile("-")
        self.coloured = colors_output(options.color)
        is_terminal = streams.is_terminal(1)
        self.columns = streams.columns() if is_terminal else 0
        """The width of the terminal; 0 if the output does not go to one."""
        self.decodes = is_terminal if options.decode == "auto" else options.decode == "always"
        if options.no_decode:
            self.decodes = False

    def open(self) -> None:
        """Open the stream. A dump shows the wrapper even if it is malformed."""
        self.sink: Callable[[bytes], None] = self.output.write
        if self.options.dump and self.elements is None:
            if not self.decodes and (self.coloured or self.columns):
                from pyllvm.analyzer.render import drawn_sink

                self.sink = drawn_sink(self.output.write, self.columns, is_coloured=self.coloured)
            self._write_wrapper(parse_wrapper(self.data))
        self.stream = open_stream(self.data)
        version = requested_version(self.options.llvm_version)
        if version is None:
            version = requested_input_version(self.options.input_llvm_version)
        self.names = Names(
            self.stream.kind,
            version if version is not None else names_version(self.stream),
            streams.harmless if self.columns else None,
        )

    def take_block_info(self, data: bytes) -> None:
        """Begin with the BLOCKINFO of another file. A dump shows the wrapper of that file as well."""
        if self.options.dump and self.elements is None:
            self._write_wrapper(parse_wrapper(data))
        self.stream.cursor.block_info = block_info_of(data)

    def _write_wrapper(self, wrapper: Wrapper | None) -> None:
        if wrapper is None:
            return
        if self.decodes:
            from pyllvm.analyzer.decoder.decoded_dump import wrapper_line

            self.sink(wrapper_line(wrapper))
            return
        self.sink(wrapper_tag(wrapper))

    def write(self) -> None:
        """Write the report that the options choose."""
        if self.elements is not None:
            self._write_json(self.elements)
            return
        options = self.options
        cursor = self.stream.cursor
        statistics = Statistics()
        if options.dump:
            self._write_dump(statistics)
        else:
            walk(cursor, statistics, None)
        histogram = not options.disable_histogram
        if self.coloured or self.columns:
            from pyllvm.analyzer.render import Subject, drawn_summary

            subject = Subject(statistics, self.names, cursor.block_info, self.stream.kind, cursor.size, self.name)
            self.output.write(drawn_summary(subject, histogram, self.columns or None, is_coloured=self.coloured))
            return
        text = summary_text(statistics, self.names, cursor.block_info, self.stream.kind, cursor.size, self.name, histogram)
        self.output.write(text.encode("utf-8", "surrogateescape"))

    def _write_dump(self, statistics: Statistics) -> None:
        options = self.options
        dump_options = DumpOptions()
        dump_options.dump_blockinfo = options.dump_blockinfo
        dump_options.symbolic = not options.non_symbolic
        dump_options.show_binary_blobs = options.show_binary_blobs
        dump_options.offsets = options.offsets
        if options.check_hash:
            dump_options.check_hash = options.check_hash.encode("utf-8", "surrogateescape")
        if self.decodes:
            self._write_decoded(statistics, dump_options)
            return
        dump = TextDump(self.sink, self.names, dump_options)
        try:
            walk(self.stream.cursor, statistics, dump)
            dump.text(b"\n\n")
        finally:
            dump.flush()

    def _write_decoded(self, statistics: Statistics, dump_options: DumpOptions) -> None:
        from pyllvm.analyzer.decoder.decoded_dump import DecodedDump
        from pyllvm.analyzer.lines import Look

        look = Look(self.columns)
        if self.coloured:
            from pyllvm.analyzer.render import coloured_look

            look = coloured_look(self.columns)
        cursor = self.stream.cursor
        dump = DecodedDump(self.sink, cursor, self.names, dump_options, look)
        try:
            walk(cursor, statistics, dump)
        finally:
            dump.flush()
        self.sink(b"\n")

    def _write_json(self, elements: Elements) -> None:
        from pyllvm.analyzer.json_dump import JsonDump

        decoder: Decoder | None = None
        if self.options.decode == "always" and not self.options.no_decode:
            from pyllvm.analyzer.decoder.decoder import Decoder

            decoder = Decoder(self.stream.cursor, self.names)
        document = JsonDump(self.output.write, self.names, decoder)
        self.output.write(elements.separator().encode())
        document.begin(self.stream, self.name)
        try:
            walk(self.stream.cursor, Statistics(), document)
        except PyllvmError as error:
            document.finish(error.diagnostic)
            raise
        document.finish(None)


command = LLVMCommand("bcanalyzer", BcanalyzerOptions, analyze, "bitstream file analyzer", manual=MANUAL, load=_load)

main = main_of(command)

if __name__ == "__main__":
    main()

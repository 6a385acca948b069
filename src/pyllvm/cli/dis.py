"""``pyllvm dis``: disassembles bitcode into the text that llvm-dis prints."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.conversion import Conversion
from pyllvm.cli.inputs import Input
from pyllvm.cli.options import LLVMS_GROUP, OUTPUT, SOURCE, WHOLE, flag, inputs
from pyllvm.cli.outcomes import (
    Outcome,
    load_text_and_bitcode,
    outcome_of,
    outcomes,
    refuse_one_output,
    requested_cores,
    requested_jobs,
)
from pyllvm.cli.program import run
from pyllvm.cli.shared_options import (
    RECORDS_OF_TEXT,
    CoresOptions,
    LossesOptions,
    PagerOptions,
    RecordOptions,
    TextOrderOptions,
    TextOutputOptions,
    UnknownBodiesOptions,
    WaysOptions,
    records_option,
    wishes_of,
)
from pyllvm.cli.tool import Tool, tool_of
from pyllvm.cli.version_options import requested_version
from pyllvm.cli.ways import requested_ways
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, NoReturn, Sequence, final
from pyllvm.reading.inputs import TEXT, is_too_short, unpacked_name
from pyllvm.tables.text_versions import NAMES_UNREADABLE_FILE_SINCE, USES_COUNTED_IF_READ_SINCE
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import colors_output, write_error
from pyllvm.terminal.paging import paged
from pyllvm.versions import NEWEST

if TYPE_CHECKING:
    from pyllvm.bitcode import BitcodeFile, Reading
    from pyllvm.ir.function import Function
    from pyllvm.ir.module import Module
    from pyllvm.verifier import Failure


def disassemble(options: DisOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    tool = tool_of(command, options)
    # The status if the run ends because the user has left the pager.
    status = 0
    try:
        with paged(not options.no_pager and _prints(options)):
            status = _disassemble(tool, options)
    finally:
        tool.finish()
    return status


def _prints(options: DisOptions) -> bool:
    """Whether text goes to standard output."""
    return options.output == "-" or (not options.output and options.files == ["-"])


def _disassemble(tool: Tool, options: DisOptions) -> int:
    version = requested_version(options.llvm_version, options.target_profile)
    names: list[str] = options.files
    refuse_one_output(names, options.output)
    jobs = requested_jobs(options.jobs, names)
    disassembly = _Disassembly(tool, version, options, requested_cores(options.jobs, names))
    status = 0
    for outcome in outcomes("disassembling", names, jobs, disassembly.outcome, tool, load=load_text_and_bitcode):
        disassembly.conversion.add_rows(outcome.losses)
        status = max(status, outcome.status)
        if outcome.status and not outcome.is_lost:
            break  # at the first bad input, as LLVM's tool does: later inputs may depend on it
    disassembly.conversion.finish()
    return status


@final
class _Disassembly:
    """One run over all inputs."""

    def __init__(self, tool: Tool, version: int | None, options: DisOptions, processes: int) -> None:
        self.conversion = Conversion(options, tool)
        self._processes = processes
        self._ways = requested_ways(options.shows_ways)
        self._tool = tool
        self._version = version
        self._options = options
        self._wishes = wishes = wishes_of(options)
        wishes.strict = options.strict
        wishes.is_importing = options.set_importing
        wishes.checks_lengths = True
        wishes.note_left_out = self.conversion.note_left_out
        wishes.allows_unknown = options.allow_unknown
        self._works_in_parts = not command.needs_whole(options)

    def outcome(self, name: str) -> Outcome:
        """Write the text of each module in a file, and report its errors."""
        try:
            is_written = self.file(name)
        except PyllvmError as error:
            self._tool.report_error(error, "" if self._tool.is_llvm_only else name)
            is_written = False
        return outcome_of(0 if is_written else 1, self._tool, self.conversion)

    def file(self, name: str) -> bool:
        """Write the text of each module in a file, or in a member of it; False if a module is broken."""
        try:
            opened = Input(self._tool, name)
        except PyllvmError as error:
            if self._tool.is_plain and (self._version or NEWEST) >= NAMES_UNREADABLE_FILE_SINCE:
                self._tool.write_line(f"error: {name}: {error.diagnostic.message}")
                return False
            raise
        path, data, inside = opened.path, opened.data, opened.inside()
        if is_too_short(data):
            if not self._tool.is_llvm_only:
                self._tool.report(Diagnostic("note", f"the file has {len(data)} bytes and no module: nothing is written"), name)
            return True
        inside = [module for module in inside if not module.is_text]
        if len(inside) < 2:
            return self._bitcode(inside[0].read() if inside else data, name, name, "")
        if self._options.output == "-" or (not self._options.output and path == "-"):
            opened.only(inside, "to print it")
        suffixes = _suffixes([module.name for module in inside])
        return all(
            self._bitcode(module.read(), path + module.name, name, suffix)
            for module, suffix in zip(inside, suffixes, strict=True)
        )

    def _bitcode(self, data: bytes, name: str, file_name: str, number: str) -> bool:
        """Write the text of each module in the bitcode `name`, which is that numbered part of a file; False if one is broken."""
        from pyllvm.bitcode import BitcodeFile, Reading, read_modules
        from pyllvm.ir.use_policy import UPGRADES

        options = self._options
        tool = self._tool

        def warn(diagnostic: Diagnostic) -> None:
            tool.report(diagnostic, name)

        file = BitcodeFile(data)
        reading = Reading("<stdin>" if name == "-" else name, self._wishes, warn)
        reading.mend = _drop_unknown_forms
        is_older = self._version is not None and file.version(self._version, self._wishes.input_version) < self._version
        if self._works_in_parts:
            pieces = self._text_in_parts(file, reading, is_older)
            if pieces is not None:
                self._tool.write_way(self._ways, name)
                for warning in self._ways.taken_warnings():
                    tool.report(warning)
                if self._options.disable_output:
                    return True
                self._write_text(pieces, output_name(file_name, self._options.output or "", number))
                return True
        if self._works_in_parts and is_older and file.only_module is not None and not file.may_have_unknown:
            # Nothing else asks for uses.
            self._ways.note("whole without uses")
            reading = reading.reporting_to(warn, lasting_uses=UPGRADES)
        else:
            self._ways.note("whole")
        self._tool.write_way(self._ways, name)
        # Function bodies are not read where only the metadata or the index is needed.
        is_lazy: bool = options.materialize_metadata or options.index_only
        modules = read_modules(file, reading, lazy=is_lazy, may_be_none=True)
        if not modules:
            # LLVM prints nothing here, and does not report an error.
            warn(Diagnostic("warning", "there is no module in this file, and so nothing to print"))
        if options.output == "-" and len(modules) > 1:
            tool.write_line("only single module bitcode files can be written to stdout")
            if tool.form == "text" and not tool.is_llvm_only:
                tool.write_line(f"{name}: help: to print one of them, name it: '{name}(0)' to '{name}({len(modules) - 1})'")
        for index, module in enumerate(modules):
            version = module.llvm_version if self._version is None else self._version
            # A newer LLVM settles what it has upgraded; what an older one cannot hold must be settled before.
            goes_up = version > module.llvm_version
            unread = _unread(module) if options.materialize_metadata else []
            is_upgraded = False
            if goes_up and unread and len(modules) == 1:
                upgraded = self._upgraded_when_read(file, reading, version)
                if upgraded is not None:
                    module, unread, is_upgraded = upgraded, _unread(upgraded), True
            if goes_up and not is_upgraded:
                self._bring(module, version, warn)
            if not is_lazy and not _settle(tool, module):
                return False
            if options.disable_output:
                continue
            if not goes_up:
                self._bring(module, version, warn)
            if options.opaque_pointers:
                from pyllvm.cli.opaque_pointers import make_pointers_opaque

                make_pointers_opaque(module)
            whole_number = f"{number}.{index}" if len(modules) > 1 else number
            for function in unread:
                _leave_unread(function)
            self._write(module, output_name(file_name, options.output or "", whole_number), unread)
        return True

    def _text_in_parts(self, file: BitcodeFile, reading: Reading, is_older: bool) -> list[bytes] | None:
        """The text of a module, read in parts; None if it cannot be. It is empty if no output is wanted."""
        has_output = not self._options.disable_output
        version = self._version
        if is_older and version is not None:
            from pyllvm.migrations.sequence import need_all_bodies
            from pyllvm.reading.in_turn import tried_text_in_turn

            if not has_output or need_all_bodies(file.version(version, self._wishes.input_version), version):
                return None
            return tried_text_in_turn(file, reading, self._ways, version)
        from pyllvm.reading.in_turn import PIECE, tried_text_in_turn

        if has_output and len(file.data) < 2 * PIECE:
            return tried_text_in_turn(file, reading, self._ways)
        # Imported only for large files, or hardly ever.
        from pyllvm.reading.in_processes import is_valid_in_parts, text_in_parts

        if has_output:
            return text_in_parts(file, reading, self._processes, self._ways)
        return [] if is_valid_in_parts(file, reading, self._processes, self._ways, is_verified=False) else None

    def _upgraded_when_read(self, file: BitcodeFile, reading: Reading, version: int) -> Module | None:
        """The module for a newer LLVM, with bodies that are not read; None if it must be read as a whole."""
        from pyllvm.reading.upgrade_when_read import upgraded_when_read

        return self._ways.tried(lambda: upgraded_when_read(file, reading, version))

    def _bring(self, module: Module, version: int, warn: Callable[[Diagnostic], None]) -> None:
        self.conversion.bring(module, version, warn, expand_constants=self._options.expand_constant_expressions)

    def _write(self, module: Module, name: str, unread: list[Function]) -> None:
        """Write the text of a module to a file. The bodies of `unread` functions were not read."""
        options = self._options
        # LLVM counts uses only where it has read all bodies.
        counts_uses = not options.materialize_metadata or module.llvm_version < USES_COUNTED_IF_READ_SINCE
        if not options.write_debug_records:
            from pyllvm.cli.debug_intrinsics import call_debug_intrinsics

            call_debug_intrinsics(module)
        if options.index_only:
            text = [_summary_text(module)]
        else:
            from pyllvm.assembly.printer.text import module_pieces

            text = module_pieces(
                module,
                preserve_use_list_order=options.preserve_text_order,
                show_annotations=options.show_annotations and counts_uses,
                unread=unread,
            )
        self._write_text(text, name)

    def _write_text(self, pieces: list[bytes], name: str) -> None:
        """Write the pieces of a text to a file."""
        color = self._options.color
        output = OutputFile(name, TEXT)
        is_shown = output.is_terminal()
        try:
            # A file has colors only if the option asks for them; $FORCE_COLOR is for what shows a stream.
            if color == "always" or ((is_shown or (name == "-" and not streams.is_file(1))) and colors_output(color)):
                _write_colored(output, pieces)
            elif is_shown:
                for piece in pieces:
                    output.write(streams.harmless_bytes(piece))
            else:
                output.write_pieces(pieces)
            output.keep()
        except BaseException:
            output.discard()
            raise


def _write_colored(output: OutputFile, pieces: Sequence[bytes]) -> None:
    """Write the pieces of a text in colour. Each is written before the next is coloured: the first screen is there at once."""
    from pyllvm.assembly.printer.colored import colored_lines
    from pyllvm.diagnostics.themes import theme_name

    theme = theme_name()
    is_shown = output.is_terminal()
    for piece in pieces:
        output.write(colored_lines(streams.harmless_bytes(piece) if is_shown else piece, theme))


def _drop_unknown_forms(module: Module) -> None:
    """Drop what the newest known LLVM refuses of a newer one's module."""
    from pyllvm.reading.unknown_forms import drop_unknown_forms  # few files are of an LLVM that is not known

    drop_unknown_forms(module)


def _unread(module: Module) -> list[Function]:
    """The functions whose bodies were not read. As in LLVM, those are read in which a constant has the address of a block."""
    from pyllvm.ir.constants import BlockAddress

    while True:
        unread = [function for function in module.functions if not function.is_materialized]
        addressed = [function for function in unread if any(isinstance(user, BlockAddress) for user in function.users)]
        if not addressed:
            return unread
        for function in addressed:
            function.materialize()


def _leave_unread(function: Function) -> None:
    """Give up the body of a function, even if the module had to be read for its conversion."""
    if not function.is_materialized:
        function._set_materializer(None)
        return
    function.delete_body()
    for argument in function.arguments:
        argument.name = ""


def _settle(tool: Tool, module: Module) -> bool:
    """Drop what LLVM drops on reading, and report what LLVM reports; False if the module is broken."""
    from pyllvm.reading.settle import settle_bitcode

    def report(failures: Sequence[Failure]) -> None:
        # Imported only here: most modules have no failures.
        from pyllvm.cli.failures import write_failures

        write_failures(module, failures)

    settled = settle_bitcode(module, report)
    if settled.is_broken:
        from pyllvm.cli.failures import BROKEN

        write_error(BROKEN)
        return False
    if settled.warning is not None:
        tool.report(settled.warning)
    return True


def _summary_text(module: Module) -> bytes:
    from pyllvm.assembly.printer.summary import print_summary

    return print_summary(module).encode("utf-8", "surrogateescape")


def _suffixes(members: Sequence[str]) -> list[str]:
    """The ends of the names of the outputs, without ".ll": the names of the members, or numbers if these are not different."""
    found = ["." + member.strip("()").replace(")(", ".").replace("/", "_").removesuffix(".bc") for member in members]
    are_names = len(set(found)) == len(found) and all(len(one) > 1 and one.isprintable() for one in found)
    return found if are_names else [f".{index}" for index in range(len(members))]


def output_name(input_name: str, asked_for: str, number: str) -> str:
    """The name of a module's text file: beside its bitcode, and numbered (".0") if the file holds several modules."""
    if asked_for == "-" or (not asked_for and input_name == "-"):
        return "-"
    if asked_for:
        return asked_for + number
    return unpacked_name(input_name).removesuffix(".bc") + number + ".ll"


_MANUAL: Final = Manual(
    description=(
        "Prints LLVM bitcode as text, byte for byte as the llvm-dis of the chosen LLVM version prints it. Without -o "
        "the text of FILE.bc goes to FILE.ll, and the text of standard input to standard output. The bitcode may be inside an "
        "archive, an object or another container; 'lib.a(x.o)' names a member, and 'all.bc(1)' the second module in a file."
    ),
    examples=[
        ("pyllvm-dis module.bc", "write module.ll"),
        ("pyllvm-dis -o - module.bc | less", "read the text"),
        ("clang -c -emit-llvm -o - hello.c | pyllvm-dis", "read from a pipe"),
        ("pyllvm-dis -o - 'lib.a(x.o)'", "print the bitcode in a member of an archive"),
        ("pyllvm-dis --llvm-version 14 -o old.ll module.bc", "print the module as LLVM 14 prints it"),
    ],
    common=("o", "llvm-version", "input-llvm-version", "losses", "show-annotations", "strict", "j"),
)


@final
class DisOptions(
    TextOutputOptions,
    LossesOptions,
    CoresOptions,
    UnknownBodiesOptions,
    WaysOptions,
    PagerOptions,
    TextOrderOptions,
    RecordOptions,
):
    """The options of the command."""

    show_annotations: bool = flag("show-annotations", "Add informational comments to the .ll file", group=LLVMS_GROUP)
    materialize_metadata: bool = flag(
        "materialize-metadata",
        "Load module without materializing metadata, then materialize only the metadata",
        group=LLVMS_GROUP,
    )
    disable_output: bool = flag("disable-output", "Don't output the .ll file", hidden=True, group=LLVMS_GROUP, on=OUTPUT)
    expand_constant_expressions: bool = flag(
        "expand-constant-exprs",
        "Expand constant expressions to instructions for testing purposes",
        hidden=True,
        group=LLVMS_GROUP,
    )
    write_debug_records: bool = records_option(RECORDS_OF_TEXT, on=WHOLE)
    opaque_pointers: bool = flag("opaque-pointers", "Use opaque pointers", hidden=True, group=LLVMS_GROUP)
    set_importing: bool = flag(
        "set-importing", "Set lazy loading to pretend to import a module", hidden=True, group=LLVMS_GROUP, on=SOURCE
    )
    index_only: bool = flag(
        "print-thinlto-index-only", "Only read thinlto index and print the index as LLVM assembly", hidden=True, group=LLVMS_GROUP
    )
    files: list[str] = inputs("input bitcode")


command = LLVMCommand(
    "dis",
    DisOptions,
    disassemble,
    "LLVM .bc -> .ll disassembler",
    manual=_MANUAL,
)


def main() -> NoReturn:
    """``pyllvm-dis``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

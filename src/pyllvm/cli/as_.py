"""``pyllvm as``: assembles text into the bitcode that llvm-as writes."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.conversion import Conversion
from pyllvm.cli.inputs import read_input
from pyllvm.cli.options import DIAGNOSTICS_GROUP, LLVMS_GROUP, OUTPUT, PARTS, SOURCE, WHOLE, flag, inputs, number, value
from pyllvm.cli.outcomes import (
    Outcome,
    load_text_and_bitcode,
    outcome_of,
    outcomes,
    refuse_one_output,
    requested_jobs,
)
from pyllvm.cli.program import run
from pyllvm.cli.shared_options import (
    RECORDS_OF_BITCODE,
    RECORDS_ON_READING,
    BitcodeOptions,
    DominationOptions,
    FixOptions,
    JobsOptions,
    LossesOptions,
    OutputOptions,
    RecordOptions,
    may_be_newer,
    records_option,
    wants_fixes,
)
from pyllvm.cli.tool import Tool, tool_of
from pyllvm.cli.version_note import note_guessed_version
from pyllvm.cli.version_options import requested_input_version, requested_producer, requested_version
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Callable, Final, NoReturn, Sequence, final
from pyllvm.reading.inputs import BITCODE, unpacked_name
from pyllvm.terminal.files import TERMINAL_WARNING, OutputFile
from pyllvm.terminal.messages import write_error

if TYPE_CHECKING:
    from pyllvm.assembly import TextReading
    from pyllvm.ir.module import Module
    from pyllvm.verifier import Failure


def assemble(options: AsOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    tool = tool_of(command, options)
    conversion = Conversion(options, tool)
    names: list[str] = options.files
    refuse_one_output(names, options.output)
    if wants_fixes(options):
        from pyllvm.cli.fixing import correct_files

        version = requested_version(options.llvm_version, options.target_profile)
        text_version = requested_input_version(options.input_llvm_version)
        status_of_fixes = correct_files(tool, names, options, version if text_version is None else text_version)
        if status_of_fixes is not None:
            return status_of_fixes
    jobs = requested_jobs(options.jobs, names)

    def work(name: str) -> Outcome:
        try:
            is_written = _assemble_file(tool, name, conversion, options)
        except PyllvmError as error:
            tool.report_error(error, name)
            is_written = False
        return outcome_of(0 if is_written else 1, tool, conversion)

    status = 0
    try:
        for outcome in outcomes("assembling", names, jobs, work, tool, load=load_text_and_bitcode):
            conversion.add_rows(outcome.losses)
            status = max(status, outcome.status)
        return status
    finally:
        conversion.finish()
        tool.finish()


def _assemble_file(tool: Tool, name: str, conversion: Conversion, options: AsOptions) -> bool:
    version = requested_version(options.llvm_version, options.target_profile)
    text_version = requested_input_version(options.input_llvm_version)
    from pyllvm.assembly import parse_text
    from pyllvm.assembly.reader.lexer import PADDING
    from pyllvm.bitcode import bitcode_pieces
    from pyllvm.reading.newer_text import newer_version, parse_and_note

    try:
        padded = read_input(name) + PADDING
    except PyllvmError as error:
        raise PyllvmError(f"Could not open input file: {error}") from None
    tool.note_byte_order_mark(padded, name)
    identifier = "<stdin>" if name == "-" else name
    domination: bool = options.scope_domination
    producer = requested_producer(options.producer)
    has_intrinsics = not (options.write_bitcode_debug_records and options.read_debug_records)
    text_is_newer = text_version is None and newer_version(padded, version) is not None
    is_of_other_version = version is not None and text_version is not None and version != text_version
    # A module that changes before it is written has all uses.
    is_edited = command.needs_whole(options) or text_is_newer or is_of_other_version

    def report_places() -> None:
        data = padded[: -len(PADDING)]
        _report_places(tool, data, _reading(tool, identifier, options), verification.version, domination)

    verification = _Verification(tool, report_places, domination)
    check = None if options.disable_verify else verification.check

    def parse(read_as: int | None, is_trial: bool) -> Module:
        verification.is_trial = is_trial
        verification.version = read_as
        is_brought = is_edited or (version is not None and read_as != version)
        reading = _reading(tool, identifier, options, records_local_uses=is_brought)
        return parse_text(padded, reading, read_as, check=check, is_padded=True)

    def note(diagnostic: Diagnostic) -> None:
        tool.report(diagnostic, name)

    try:
        if version is not None and text_version is None:
            module = parse_and_note(parse, padded, version, note if may_be_newer(options) else None)
            is_edited = is_edited or module.llvm_version != version
        else:
            module = parse(version if text_version is None else text_version, False)
        if not verification.is_valid:
            return False
        if not tool.is_plain:
            # Only for people: scripts compare standard error with LLVM's, which is empty.
            from pyllvm.findings.two_terminators import unreachable_instructions

            for diagnostic in unreachable_instructions(padded[: -len(PADDING)], identifier):
                tool.report(diagnostic, name)
        if version is not None:
            conversion.bring(module, version, lambda diagnostic: tool.report(diagnostic, name))
        if options.dump:
            _dump(tool, module)
        if options.disable_output:
            return True
        if has_intrinsics:
            from pyllvm.cli.debug_intrinsics import call_debug_intrinsics

            call_debug_intrinsics(module)
    except PyllvmError:
        # The kind of the file may explain the error.
        tool.data = padded[: -len(PADDING)]
        raise
    # Free the text, which may be larger than what is written.
    padded = PADDING
    pieces = bitcode_pieces(
        module,
        preserve_use_list_order=options.preserve_bitcode_order,
        emit_module_hash=options.module_hash,
        producer=conversion.producer if producer is None else producer,
        metadata_index_threshold=options.index_threshold,
        consumes_module=not is_edited,
    )
    _write(tool, name, module, pieces, options)
    return True


def _reading(tool: Tool, name: str, options: AsOptions, *, records_local_uses: bool = True) -> TextReading:
    from pyllvm.assembly import TextReading

    return TextReading(
        name,
        max_errors=tool.most_errors(options.max_errors),
        data_layout=options.data_layout,
        opaque_pointers=options.opaque_pointers,
        allow_incomplete=options.allow_incomplete,
        records_local_uses=records_local_uses,
    )


def _dump(tool: Tool, module: Module) -> None:
    """Print the assembly as parsed."""
    from pyllvm.assembly import print_module

    summary = module.summary
    if summary is not None and not summary.values:
        module.summary = None  # LLVM shows only a summary of some values
    text = print_module(module).decode("utf-8", "surrogateescape")
    module.summary = summary
    tool.write_line("Here's the assembly:\n" + text.removesuffix("\n"))


def _write(tool: Tool, name: str, module: Module, pieces: Sequence[bytes], options: AsOptions) -> None:
    """Write the bitcode of a module to its file."""
    output = OutputFile(output_name(name, options.output or ""), BITCODE)
    try:
        if output.is_terminal() and not options.force:
            write_error(TERMINAL_WARNING)
        else:
            if module.is_version_guessed:
                note_guessed_version(tool, module.llvm_version, name)
            output.write_pieces(pieces)
        output.keep()
    except BaseException:
        output.discard()
        raise


@final
class _Verification:
    """The verifier, run while a text is read.

    `report_places` reports the failures with their locations, drawn for a terminal or written for other programs.
    """

    def __init__(self, tool: Tool, report_places: Callable[[], None], checks_scope_domination: bool) -> None:
        self._tool = tool
        self._report_places = report_places
        self._checks_scope_domination = checks_scope_domination
        self.is_valid = True
        self.version: int | None = None
        """The LLVM version that the text is read as."""
        self.is_trial = False
        """Whether a module that is not valid is read again as another version: nothing is reported."""

    def check(self, module: Module) -> None:
        """Verify a module. If only its debug information is broken, drop that and accept the module."""
        from pyllvm.cli.failures import BROKEN
        from pyllvm.reading.settle import settle_debug_info

        tool = self._tool
        settled = settle_debug_info(
            module,
            lambda failures: self._report(module, failures),
            checks_scope_domination=self._checks_scope_domination,
        )
        if settled.is_broken:
            if tool.form == "text":
                write_error(BROKEN)
            self._note_places()
            self.is_valid = False
            return
        if settled.warning is not None:
            if not settled.failures:
                tool.report_from_context(settled.warning)
            elif tool.form == "text":
                write_error(f"warning: {settled.warning.message}\n")
        if not settled.is_verified:
            self._verify(module, bool(settled.failures))

    def _report(self, module: Module, failures: Sequence[Failure]) -> None:
        from pyllvm.cli.failures import write_failures
        from pyllvm.reading.newer_text import DoesNotFit

        if self.is_trial:
            raise DoesNotFit

        if self._tool.is_plain:
            write_failures(module, failures)
        else:
            self._report_places()

    def _note_places(self) -> None:
        """After all of LLVM's own lines, print where the failures are."""
        if self._tool.is_plain and not self._tool.is_llvm_only:
            self._report_places()

    def _verify(self, module: Module, is_reported: bool) -> None:
        """Verify the module that the parser returns; `is_reported`: the report with locations already has all failures."""
        from pyllvm.cli.failures import NOT_CORRECT, write_failures
        from pyllvm.verifier import verify

        failures = verify(module, checks_scope_domination=self._checks_scope_domination)
        if not failures:
            return
        if self.is_trial:
            from pyllvm.reading.newer_text import DoesNotFit

            raise DoesNotFit
        self.is_valid = False
        tool = self._tool
        if self._tool.is_plain:
            tool.write_line(f"{tool.program}: {NOT_CORRECT}")
            write_failures(module, failures)
            self._note_places()
            return
        if not is_reported:
            self._report_places()
        if tool.form == "text":
            tool.write_line(f"{tool.program}: {NOT_CORRECT}")


def _report_places(
    tool: Tool, data: bytes, reading: TextReading, llvm_version: int | None, checks_scope_domination: bool
) -> None:
    from pyllvm.findings.check import Check
    from pyllvm.findings.second_reading import report_text

    check = Check()
    check.checks_scope_domination = checks_scope_domination
    report_text(data, reading, llvm_version, check)
    if not tool.is_plain:
        for diagnostic in check.diagnostics:
            tool.report(diagnostic, reading.name)
        return
    from pyllvm.diagnostics.plain import finding_notes

    for position, diagnostic in enumerate(check.diagnostics, 1):
        write_error(finding_notes(diagnostic, reading.name, position))


def output_name(input_name: str, asked_for: str) -> str:
    """The name of the bitcode file: `asked_for`, or the name of the text with its suffix replaced."""
    if asked_for:
        return asked_for
    return "-" if input_name == "-" else unpacked_name(input_name).removesuffix(".ll") + ".bc"


_MANUAL: Final = Manual(
    description=(
        "Assembles LLVM text into bitcode, byte for byte as the llvm-as of the chosen LLVM version writes it. Without "
        "-o the bitcode of FILE.ll goes to FILE.bc, and the bitcode of standard input to standard output. Of several "
        "inputs, each is assembled, even if another one is wrong."
    ),
    examples=[
        ("pyllvm-as module.ll", "write module.bc"),
        ("pyllvm-as < module.ll | pyllvm-dis", "convert to bitcode and back in a pipeline"),
        ("pyllvm-as --llvm-version 14 -o old.bc module.ll", "write bitcode that LLVM 14 reads"),
        ("pyllvm-as -disable-output --diagnostics-format=sarif module.ll", "only check, for other tools"),
    ],
    common=("o", "llvm-version", "input-llvm-version", "data-layout", "disable-output", "module-hash", "max-errors", "j"),
)


@final
class AsOptions(FixOptions, OutputOptions, LossesOptions, BitcodeOptions, JobsOptions, RecordOptions, DominationOptions):
    """The options of the command."""

    data_layout: str | None = value("data-layout", "layout-string", "Data layout string to use", group=LLVMS_GROUP, on=SOURCE)
    disable_output: bool = flag("disable-output", "Disable output", group=LLVMS_GROUP, on=OUTPUT)
    module_hash: bool = flag("module-hash", "Emit module hash", group=LLVMS_GROUP, on=OUTPUT)
    max_errors: int = number(
        "max-errors",
        "N",
        "Stop after the first N errors; 0 never stops (default=20)",
        default=20,
        group=DIAGNOSTICS_GROUP,
        on=SOURCE,
    )
    dump: bool = flag("d", "Print assembly as parsed", hidden=True, group=LLVMS_GROUP)
    opaque_pointers: bool = flag("opaque-pointers", "Use opaque pointers", hidden=True, group=LLVMS_GROUP, on=SOURCE)
    allow_incomplete: bool = flag(
        "allow-incomplete-ir",
        "Allow incomplete IR on a best effort basis (references to unknown metadata will be dropped)",
        hidden=True,
        group=LLVMS_GROUP,
        on=SOURCE,
    )
    index_threshold: int = number(
        "bitcode-mdindex-threshold",
        "N",
        "Number of metadatas above which we emit an index to enable lazy-loading",
        default=25,
        hidden=True,
        group=LLVMS_GROUP,
        on=OUTPUT,
    )
    write_bitcode_debug_records: bool = records_option(RECORDS_OF_BITCODE, on=WHOLE)
    read_debug_records: bool = records_option(RECORDS_ON_READING, on=WHOLE)
    disable_verify: bool = flag(
        "disable-verify", "Do not run verifier on input LLVM (dangerous!)", hidden=True, group=LLVMS_GROUP, on=PARTS
    )
    files: list[str] = inputs("input .ll file")


command = LLVMCommand(
    "as",
    AsOptions,
    assemble,
    "LLVM .ll -> .bc assembler",
    manual=_MANUAL,
)


def main() -> NoReturn:
    """``pyllvm-as``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

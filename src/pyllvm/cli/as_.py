"""``pyllvm as``: assembles text into the bitcode that llvm-as writes."""

from __future__ import annotations

import sys

from pyllvm import assembly
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.fixing import correct_files
from pyllvm.cli.options import DIAGNOSTICS_GROUP, LLVMS_GROUP, OUTPUT, PARTS, SOURCE, TEXTS, WHOLE, flag, inputs, number, value
from pyllvm.cli.program import main_of
from pyllvm.cli.record_options import RECORDS_OF_BITCODE, RECORDS_ON_READING, RecordOptions, records_option
from pyllvm.cli.reports import Tool
from pyllvm.cli.requested_wishes import requested_producer
from pyllvm.cli.run import Run, refuse_one_output
from pyllvm.cli.shared_options import BitcodeOptions, DominationOptions, FixOptions, JobsOptions, LossesOptions, OutputOptions
from pyllvm.cli.text_verification import TextVerification
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.reading.bitcodes import Assembly
from pyllvm.reading.inputs import BITCODE, Source, read_input, unpacked_name
from pyllvm.terminal.files import OutputFile

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


def assemble(options: AsOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    refuse_one_output(options.files, options.output)
    run = Run(command, options)
    fixed = correct_files(run, options)
    if fixed is not None:
        return fixed
    with run:
        wishes = run.wishes
        if not run.tool.is_llvm_only:
            wishes.max_errors = options.max_errors or sys.maxsize
        # As in LLVM, an empty layout replaces none.
        wishes.data_layout = options.data_layout or None
        wishes.opaque_pointers = options.opaque_pointers
        wishes.allows_incomplete = options.allow_incomplete
        wishes.checks_scope_domination = options.scope_domination
        wishes.calls_debug_intrinsics = not (options.write_bitcode_debug_records and options.read_debug_records)
        wishes.producer = requested_producer(options.producer)
        wishes.preserves_bitcode_order = options.preserve_bitcode_order
        wishes.emits_hash = options.module_hash
        wishes.index_threshold = options.index_threshold

        def work(name: str) -> int:
            try:
                return _assemble(run, options, name)
            except PyllvmError as error:
                run.tool.report_error(error, name)
                return 1

        return run.each("assembling", options.files, options.jobs, work)


def _assemble(run: Run, options: AsOptions, name: str) -> int:
    """Assemble one input, and return the status."""
    try:
        source = Source(read_input(name), name)
    except PyllvmError as error:
        raise PyllvmError(f"Could not open input file: {error}") from None
    source.note_byte_order_mark(run.wishes)
    parsed = Assembly(source, run.wishes)
    verification = TextVerification(run.tool, source, run.wishes)
    try:
        module = parsed.module(None if options.disable_verify else verification.check)
        if not verification.is_valid:
            return 1
        if not run.tool.is_plain:
            _note_unreachable(run.tool, source)
        parsed.bring(module)
    except PyllvmError:
        # The kind of the file may explain the error.
        run.tool.data = source.data
        raise
    if options.dump:
        _dump(run.tool, module)
    if options.disable_output:
        return 0
    del source, verification  # the text may be larger than what is written
    pieces = parsed.bitcode(module)
    with OutputFile(output_name(name, options.output or ""), BITCODE) as output:
        if options.force or not output.is_terminal():
            run.note_guessed_version(module, name)
        run.write_bitcode(output, pieces, is_forced=options.force)
    return 0


def _note_unreachable(tool: Tool, source: Source) -> None:
    """Only for people: scripts compare standard error with LLVM's, which is empty."""
    from pyllvm.findings.two_terminators import unreachable_instructions

    for diagnostic in unreachable_instructions(source.data, source.identifier):
        tool.report(diagnostic, source.name)


def _dump(tool: Tool, module: Module) -> None:
    """Print the assembly as parsed."""
    summary = module.summary
    if summary is not None and not summary.values:
        module.summary = None  # LLVM shows only a summary of some values
    text = assembly.print_module(module).decode("utf-8", "surrogateescape")
    module.summary = summary
    tool.write_line("Here's the assembly:\n" + text.removesuffix("\n"))


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
    files: list[str] = inputs("input .ll file", endings=TEXTS)


command = LLVMCommand("as", AsOptions, assemble, "LLVM .ll -> .bc assembler", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

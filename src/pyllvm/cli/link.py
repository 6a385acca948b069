"""``pyllvm link``: joins modules into the one module that llvm-link makes of them."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.options import LLVMS_GROUP, OUTPUT, PARTS, RUN, SOURCE, flag, inputs, value, values
from pyllvm.cli.program import run
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import (
    RECORDS_OF_BITCODE,
    RECORDS_OF_TEXT,
    AssemblyOptions,
    BitcodeOptions,
    LossesOptions,
    OutputOptions,
    PagerOptions,
    RecordOptions,
    UnknownOptions,
    WaysOptions,
    records_option,
)
from pyllvm.cli.tool import can_demangle, demangle_messages
from pyllvm.cli.version_options import requested_producer
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, NoReturn, Sequence, final
from pyllvm.reading.conversion import finish_module, producer_of, warnings_of
from pyllvm.reading.inputs import BITCODE, TEXT
from pyllvm.reading.ways import Way
from pyllvm.separation import NeedsWhole
from pyllvm.terminal.files import OutputFile, write_output
from pyllvm.terminal.messages import rewrite_messages, write_error, write_standard_output
from pyllvm.terminal.paging import paged

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyllvm.cli.link_inputs import InputReader
    from pyllvm.cli.link_reporter import LinkAborted, LinkReporter
    from pyllvm.ir.module import Module
    from pyllvm.linker import Linker
    from pyllvm.linker.explain import History


def link(options: LinkOptions) -> int:
    """Run the command and return its exit status."""
    run = Run(command, options)
    tool = run.tool
    if options.demangle and can_demangle(tool):
        demangle_messages(tool)
    run.wishes.sums_up_losses = run.wishes.sums_up_losses and not options.verbose
    run.wishes.opaque_pointers = options.opaque_pointers
    # As in LLVM, a body is read when it is linked, whatever the size of parts: faults in others are not found.
    way = Way(run.wishes, options.output or "-")
    # In functions of their own: if memory runs out, CPython 3.11 may never leave a handler behind a function's 256th instruction.
    try:
        return _link_reported(run, way, options)
    finally:
        way.taken()
        run.write_losses()
        tool.finish()


def _link_reported(run: Run, way: Way, options: LinkOptions) -> int:
    from pyllvm.cli.link_inputs import InputReader
    from pyllvm.cli.link_reporter import LinkAborted, LinkReporter

    reporter = LinkReporter(run.tool, options.verbose, options.suppress_warnings)
    # No option asks for whole modules, or changes them before they are linked.
    upgrades_when_read = not run.wishes.is_whole
    way.note("bodies of older modules upgraded when read" if upgrades_when_read else "whole modules")
    reader = InputReader(reporter, run, options, upgrades_when_read=upgrades_when_read)
    try:
        while True:
            try:
                return _link_shown(reporter, reader, options)
            except NeedsWhole as error:
                # Begin again, and read this input as one part.
                way.begin_again(error.__cause__ or error)
                reporter.begin_again()
                reader = reader.begin_again(error.name)
    except LinkAborted:
        return 1
    except PyllvmError as error:
        run.tool.report_error(error)
        return 1


def _link_shown(reporter: LinkReporter, reader: InputReader, options: LinkOptions) -> int:
    """Link with the progress, or the explanations, on the terminal."""
    # With a named output, standard output has the explanations.
    explains = bool(options.explain) and options.output not in (None, "", "-") and not options.no_pager
    count = len(options.files) + len(options.override)
    # The status if the run ends because the user has left the pager.
    status = 0
    with paged(explains), reporter.long_work(count):
        status = _link_files(reporter, reader, options)
    return status  # noqa: RET504


def _link_files(reporter: LinkReporter, reader: InputReader, options: LinkOptions) -> int:
    from pyllvm.linker import Linker
    from pyllvm.linker.explain import History

    names = [*options.files, *options.override]
    wishes = reader.wishes
    if wishes.version is None:
        wishes.version = reader.find_version(names)
    linker = Linker(
        reader.version,
        report=reporter.report,
        unify_debug_types=not options.keep_debug_types,
        opaque_pointers=reader.have_opaque_pointers(names),
        defers_uses=True,
    )
    linker.first_definition_wins = options.allow_multiple_definition
    history = History(linker) if options.explain or options.map else None
    if history is not None and options.demangle:
        from pyllvm.library.demangling import demangle

        history.demangle = demangle
    for index, name in enumerate(names):
        reporter.begin(name)
        _link_file(reporter, reader, linker, index, name, history, options)
        reporter.end()
    if options.summary_index and options.imports:
        _import_functions(reporter, reader, linker, options, options.summary_index)
    for warning in warnings_of(reader.lost, wishes, reader.version):
        reporter.report(warning)
    module = linker.finish()
    _report_unmatched(reporter, "drop", options.drop, reader.dropped)
    if options.keep:
        from pyllvm.editing.dropping import keep_only

        _report_unmatched(reporter, "keep", options.keep, keep_only(module, options.keep))
    finish_module(module, wishes)
    if options.dump:
        from pyllvm.assembly import print_module

        text = print_module(module).decode("utf-8", "surrogateescape")
        reporter.tool.write_line("Here's the assembly:\n" + text.removesuffix("\n"))
    if not options.disable_verify:
        _verify_result(reporter, module)
    if not (options.write_debug_records if options.assembly else options.write_bitcode_debug_records):
        from pyllvm.reading.asked_changes import call_debug_intrinsics

        call_debug_intrinsics(module)
    reporter.progress("Writing bitcode...")
    _write(reader, module, options, consumes_module=history is None)
    if history is not None:
        _explain(reporter, history, options)
    return 0


def _report_unmatched(reporter: LinkReporter, option: str, patterns: Sequence[str], names: Collection[str]) -> None:
    """Warn of the patterns of an option that no definition's name matches."""
    if patterns:
        # Imported only here, as what uses the patterns.
        from fnmatch import fnmatchcase

        for pattern in patterns:
            if not any(fnmatchcase(name, pattern) for name in names):
                reporter.report(Diagnostic("warning", f"--{option}={pattern}: no definition has such a name"))


def _link_file(
    reporter: LinkReporter,
    reader: InputReader,
    linker: Linker,
    index: int,
    name: str,
    history: History | None,
    options: LinkOptions,
) -> None:
    """Read one input and link it in. The inputs of `--override` come after the others."""
    from pyllvm.cli.link_inputs import MalformedBody

    first_overriding = len(options.files)
    # --only-needed and --internalize apply from the second file of each kind of input on.
    is_first = index in (0, first_overriding)
    try:
        module = reader.load(index, name, linker.context)
    except MalformedBody as malformed:
        # LLVM finds it when it links the body.
        reporter.progress(f"Linking in '{name}'")
        raise _aborted(reporter, malformed.error) from None
    if options.keep_debug_types and not options.disable_verify:
        _verify_input(reporter, name, module)
    if options.summary_index:
        from pyllvm.linker.thin_lto import export_all_locals, promote_exported

        summary = reader.read_index(options.summary_index)
        export_all_locals(summary)
        promote_exported(module, summary)
    reporter.progress(f"Linking in '{name}'")
    reader.drop_definitions(module)
    if history is not None:
        history.begin(module)
    try:
        linker.link_in(
            module,
            only_needed=options.only_needed and not is_first,
            override=index >= first_overriding,
            internalize=options.internalize and not is_first,
            origins=reader.origins.pop(name, None),
        )
    except PyllvmError as error:
        raise _aborted(reporter, error) from None
    if history is not None:
        history.add(name, reader.archives.pop(name, None))


def _aborted(reporter: LinkReporter, error: PyllvmError) -> LinkAborted:
    """Report an error that ends the link."""
    from pyllvm.cli.link_reporter import LinkAborted

    for diagnostic in error.diagnostics:
        reporter.report(diagnostic)
    return LinkAborted()


def _import_functions(reporter: LinkReporter, reader: InputReader, linker: Linker, options: LinkOptions, index_name: str) -> None:
    """Import the functions that `-import` names, file by file in the order of the file names, as LLVM does."""
    from pyllvm.cli.link_reporter import LinkAborted
    from pyllvm.ir.function import Function

    index = reader.read_index(index_name)
    modules: dict[str, Module] = {}
    wanted: dict[str, list[str]] = {}
    for request in options.imports:
        function_name, colon, file_name = request.partition(":")
        if not colon:
            reporter.tool.write_line(f"Import parameter bad format: {request}")
            raise LinkAborted
        module = modules.get(file_name)
        if module is None:
            module = modules[file_name] = reader.load_to_import(file_name, linker.context)
            if not options.disable_verify:
                _verify_input(reporter, file_name, module)
        function = module.get(function_name)
        if not isinstance(function, Function):
            reporter.tool.write_line(f"Ignoring import request for non-existent function {function_name} from {file_name}")
        elif function.linkage == "weak":
            reporter.tool.write_line(f"Ignoring import request for weak-any function {function_name} from {file_name}")
        else:
            reporter.progress(f"Importing {function_name} from {file_name}")
            wanted.setdefault(file_name, []).append(function_name)
    for file_name in sorted(wanted, key=lambda name: name.encode("utf-8", "surrogateescape")):
        try:
            linker.import_functions(modules[file_name], index, wanted[file_name], reader.settle_bitcode)
        except PyllvmError as error:
            notes = [*error.diagnostic.notes]
            reporter.fail_bare(error.diagnostic.message)
            for note in notes:
                reporter.report(note)
            raise LinkAborted from None


def _verify_input(reporter: LinkReporter, name: str, module: Module) -> None:
    from pyllvm.verifier import verify

    # Bodies that are not read yet are not verified, as in LLVM.
    failures = verify(module, reads_bodies=False)
    if failures:
        reporter.write_failures(module, failures)
        raise reporter.fail("input module is broken!", place=name)


def _verify_result(reporter: LinkReporter, module: Module) -> None:
    from pyllvm.verifier import verify

    failures = verify(module)
    if failures:
        reporter.write_failures(module, failures)
        notes = [Diagnostic("note", failure.message) for failure in failures]
        raise reporter.fail("linked module is broken!", notes=None if reporter.is_text else notes)


def _write(reader: InputReader, module: Module, options: LinkOptions, *, consumes_module: bool) -> None:
    if options.assembly:
        from pyllvm.assembly import print_module

        pieces = [print_module(module, preserve_use_list_order=options.preserve_text_order)]
    else:
        from pyllvm.bitcode import bitcode_pieces

        requested = requested_producer(options.producer)
        pieces = bitcode_pieces(
            module,
            preserve_use_list_order=options.preserve_bitcode_order,
            producer=producer_of(reader.wishes) if requested is None else requested,
            consumes_module=consumes_module,
        )
    # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
    name = "-" if options.output is None else options.output
    with OutputFile(name, TEXT if options.assembly else BITCODE) as output:
        if not options.assembly and (options.force or not output.is_terminal()):
            module.is_version_guessed = reader.is_version_guessed
            reader.run.note_guessed_version(module)
        reader.run.write_bitcode(output, pieces, is_forced=options.assembly or options.force)


def _explain(reporter: LinkReporter, history: History, options: LinkOptions) -> None:
    """Write the reports of `--explain` and `--map`."""
    if options.map:
        if options.map.endswith(".json"):
            import json

            text = json.dumps(history.map_document(), indent=2) + "\n"
        else:
            text = history.map_text()
        write_output(options.map, text.encode("utf-8", "surrogateescape"))
    for symbol in options.explain:
        text = history.explanation(symbol.removeprefix("@"))
        if not text:
            reporter.report(Diagnostic("warning", f"no input has a symbol named '{symbol}'"))
        elif options.output in (None, "", "-"):
            # It has both names of each symbol already.
            rewrite_messages(None)
            write_error(text)
        else:
            write_standard_output(text)


_MANUAL: Final = Manual(
    description=(
        "Joins modules into one, byte for byte as the llvm-link of the chosen LLVM version does: bitcode, text, and "
        "archives (.a) of bitcode, which are linked with all their members. The bitcode may also be inside an object or another "
        "container; 'lib.a(x.o)' names a member. Modules of different LLVM versions are first "
        "brought to the newest of their versions, or to the requested one. Without -o the bitcode goes to standard "
        "output. Nothing is written if the link fails."
    ),
    exit_statuses=[
        (0, "the modules were joined, and the result was written"),
        (1, "an input, the result or the command line is wrong, or two modules contradict each other; see standard error"),
    ],
    examples=[
        ("pyllvm-link a.bc b.ll lib.a -o whole.bc", "join three files"),
        ("pyllvm-link -S a.bc b.bc", "print the result as text"),
        ("pyllvm-link a.bc -only-needed lib.a -o whole.bc", "link from the library only what the first file needs"),
        ("pyllvm-link a.bc b.bc -o whole.bc --explain main --map symbols.json", "see where the symbols came from"),
        ("pyllvm-link --allow-multiple-definition --keep=main a.bc b.bc -o prog.bc", "keep the program that 'main' needs"),
        ("pyllvm-link --llvm-version 14 old.bc older.bc -o whole.bc", "join the modules as LLVM 14 does"),
    ],
    common=("o", "S", "llvm-version", "only-needed", "internalize", "override", "explain", "map"),
)


@final
class LinkOptions(
    OutputOptions, LossesOptions, UnknownOptions, WaysOptions, PagerOptions, BitcodeOptions, AssemblyOptions, RecordOptions
):
    """The options of the command."""

    override: list[str] = values(
        "override", "filename", "File whose symbols replace symbols with the same names", group=LLVMS_GROUP, on=PARTS
    )
    only_needed: bool = flag("only-needed", "Link only needed symbols", group=LLVMS_GROUP, on=PARTS)
    internalize: bool = flag(
        "internalize", "Internalize linked symbols: all except the first file's become internal", group=LLVMS_GROUP, on=OUTPUT
    )
    allow_multiple_definition: bool = flag(
        "allow-multiple-definition",
        "Take the first of several definitions of a symbol, and warn of each that is dropped",
        on=PARTS,
    )
    drop: list[str] = values(
        "drop",
        "pattern",
        "Make declarations of the definitions in all inputs whose names match a shell pattern such as 'lua_*'",
        on=PARTS,
    )
    keep: list[str] = values(
        "keep",
        "pattern",
        "Keep the symbols whose names match a shell pattern, and what they need: other definitions become "
        "internal, and go if nothing uses them",
        on=OUTPUT,
    )
    explain: list[str] = values("explain", "symbol", "Print where a symbol came from, and why that definition won", on=RUN)
    demangle: bool = flag(
        ["demangle", "C"],
        "Show C++ and Rust names as in the source, in messages, --explain and --map (-C; needs 'pyllvm[demangle]')",
        on=RUN,
    )
    map: str | None = value(
        "map", "filename", "Write where every symbol came from, as text, or as JSON if the file is *.json", on=RUN
    )
    imports: list[str] = values(
        "import", "function:filename", "Function to import from the bitcode in a file, as ThinLTO does", group=LLVMS_GROUP
    )
    summary_index: str | None = value("summary-index", "filename", "Module summary index filename", group=LLVMS_GROUP, on=SOURCE)
    keep_debug_types: bool = flag(
        "disable-debug-info-type-map", "Don't use a uniquing type map for debug info", group=LLVMS_GROUP, on=PARTS
    )
    disable_lazy_loading: bool = flag(
        "disable-lazy-loading", "Disable lazy module loading; it has no effect on what valid modules become", group=LLVMS_GROUP
    )
    suppress_warnings: bool = flag("suppress-warnings", "Suppress all linking warnings", group=LLVMS_GROUP, on=RUN)
    verbose: bool = flag("v", "Print information about actions taken", group=LLVMS_GROUP, on=RUN)
    dump: bool = flag("d", "Print assembly as linked", hidden=True, group=LLVMS_GROUP, on=OUTPUT)
    disable_verify: bool = flag("disable-verify", "Do not run the verifier", hidden=True, group=LLVMS_GROUP, on=OUTPUT)
    ignore_non_bitcode: bool = flag(
        "ignore-non-bitcode",
        "Do not report an error for non-bitcode files in archives",
        hidden=True,
        group=LLVMS_GROUP,
        on=SOURCE,
    )
    preserve_text_order: bool = flag(
        "preserve-ll-uselistorder",
        "Preserve use-list order when writing LLVM assembly",
        hidden=True,
        group=LLVMS_GROUP,
        on=OUTPUT,
    )
    opaque_pointers: bool = flag("opaque-pointers", "Use opaque pointers", hidden=True, group=LLVMS_GROUP)
    write_debug_records: bool = records_option(RECORDS_OF_TEXT, on=OUTPUT)
    write_bitcode_debug_records: bool = records_option(RECORDS_OF_BITCODE, on=OUTPUT)
    files: list[str] = inputs("input bitcode", least=1)


command = LLVMCommand(
    "link",
    LinkOptions,
    link,
    "llvm linker: joins modules into one",
    manual=_MANUAL,
)


def main() -> NoReturn:
    """``pyllvm-link``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

"""``pyllvm link``: joins modules into the one module that llvm-link makes of them."""

from __future__ import annotations

from pyllvm import assembly
from pyllvm.bitcode.writer.module import bitcode_pieces, forget_uniqueness
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.link_reporter import LinkReporter
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import demangle_messages, demangler
from pyllvm.cli.requested_wishes import requested_producer
from pyllvm.cli.run import Run
from pyllvm.cli.tables.link import MANUAL, LinkOptions
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.function import Function
from pyllvm.linker import Linker
from pyllvm.linker.explain import History
from pyllvm.linker.thin_lto import export_all_locals, promote_exported
from pyllvm.notation import TYPE_CHECKING
from pyllvm.reading.conversion import warnings_of
from pyllvm.reading.inputs import BITCODE, TEXT
from pyllvm.reading.link_inputs import InputReader, LinkWishes, MalformedBody
from pyllvm.reading.link_reports import LinkAborted
from pyllvm.reading.ways import Way
from pyllvm.reading.wished_changes import finish_module, producer_of, use_debug_intrinsics
from pyllvm.separation import NeedsWhole
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


def link(options: LinkOptions) -> int:
    """Run the command and return its exit status."""
    run = Run(command, options)
    tool = run.tool
    options.demangle = options.demangle and demangle_messages(tool)
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
    reporter = LinkReporter(run.tool, options.verbose, options.suppress_warnings)
    # No option asks for whole modules, or changes them before they are linked.
    upgrades_when_read = not run.wishes.is_whole
    way.note("bodies of older modules upgraded when read" if upgrades_when_read else "whole modules")
    link = LinkWishes()
    link.keeps_debug_types = options.keep_debug_types
    link.first_definition_wins = options.allow_multiple_definition
    link.has_history = bool(options.explain or options.map)
    link.dropped = options.drop
    link.ignores_others = options.ignore_non_bitcode
    link.reads_all = options.disable_lazy_loading
    reader = InputReader(reporter, run.open, link, run.wishes)
    try:
        while True:
            try:
                return _link_shown(run, reporter, reader, options)
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


def _link_shown(run: Run, reporter: LinkReporter, reader: InputReader, options: LinkOptions) -> int:
    """Link with the progress, or the explanations, on the terminal."""
    # With a named output, standard output has the explanations.
    explains = bool(options.explain) and options.output not in (None, "", "-") and not options.no_pager
    with reporter.long_work([*options.files, *options.override]):
        if not explains or not streams.is_smart(1):
            return _link_files(run, reporter, reader, options)
        from pyllvm.terminal.pager import Pager

        with Pager():
            return _link_files(run, reporter, reader, options)
    return 0  # the user has left the pager


def _link_files(run: Run, reporter: LinkReporter, reader: InputReader, options: LinkOptions) -> int:
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
    if options.allow_multiple_definition:
        linker.let_first_definition_win()
    history = History(linker) if options.explain or options.map else None
    if history is not None and options.demangle:
        history.demangle = demangler(run.tool)
    for index, name in enumerate(names):
        _link_file(reporter, reader, linker, index, name, history, options)
        reporter.end()
    if options.summary_index and options.imports:
        _import_functions(reporter, reader, linker, options, options.summary_index)
    for warning in warnings_of(reader.lost, wishes, reader.version):
        reporter.report(warning)
    module = linker.finish()
    reporter.report_unmatched("drop", options.drop, reader.dropped)
    if options.keep:
        from pyllvm.editing.dropping import keep_only

        reporter.report_unmatched("keep", options.keep, keep_only(module, options.keep))
    finish_module(module, wishes)
    if options.dump:
        text = assembly.print_module(module).decode("utf-8", "surrogateescape")
        reporter.tool.write_line("Here's the assembly:\n" + text.removesuffix("\n"))
    if not options.disable_verify:
        reporter.verify_result(module)
    if not (options.write_debug_records if options.assembly else options.write_bitcode_debug_records):
        use_debug_intrinsics(module)
    reporter.progress("Writing bitcode...")
    if history is None and not options.assembly:
        forget_uniqueness(module)
    _write(run, reader, module, options)
    if history is not None:
        reporter.explain(history, options)
    return 0


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
    first_overriding = len(options.files)
    # --only-needed and --internalize apply from the second file of each kind of input on.
    is_first = index in (0, first_overriding)
    try:
        module = reader.load(index, name, linker.context)
    except MalformedBody as malformed:
        # LLVM finds it when it links the body.
        reporter.progress(f"Linking in '{name}'")
        raise reporter.fail_with(malformed.error) from None
    if options.keep_debug_types and not options.disable_verify:
        reporter.verify_input(name, module)
    if options.summary_index:
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
        raise reporter.fail_with(error) from None
    if history is not None:
        history.add(name, reader.archives.pop(name, None))


def _import_functions(reporter: LinkReporter, reader: InputReader, linker: Linker, options: LinkOptions, index_name: str) -> None:
    """Import the functions that `-import` names, file by file in the order of the file names, as LLVM does."""
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
            linker.add_metadata_kinds(module)
            if not options.disable_verify:
                reporter.verify_input(file_name, module)
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
            raise reporter.fail_bare(error.diagnostic.message, error.diagnostic.notes) from None


def _write(run: Run, reader: InputReader, module: Module, options: LinkOptions) -> None:
    if options.assembly:
        pieces = [assembly.print_module(module, preserve_use_list_order=options.preserve_text_order)]
    else:
        requested = requested_producer(options.producer)
        run.wishes.preserves_bitcode_order = options.preserve_bitcode_order
        producer = producer_of(reader.wishes) if requested is None else requested
        pieces = bitcode_pieces(module, run.wishes, producer=producer)
    # Opened only now: while there is a file to remove, a signal waits for code that is not compiled.
    name = "-" if options.output is None else options.output
    with OutputFile(name, TEXT if options.assembly else BITCODE) as output:
        if not options.assembly and (options.force or not output.is_terminal()):
            module.is_version_guessed = reader.is_version_guessed
            run.note_guessed_version(module)
        run.write_bitcode(output, pieces, is_forced=options.assembly or options.force)


command = LLVMCommand("link", LinkOptions, link, "llvm linker: joins modules into one", manual=MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

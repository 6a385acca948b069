"""``pyllvm dis``: disassembles bitcode into the text that llvm-dis prints."""

from __future__ import annotations

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.options import BITCODES, LLVMS_GROUP, OUTPUT, SOURCE, WHOLE, flag, inputs
from pyllvm.cli.program import main_of
from pyllvm.cli.record_options import RECORDS_OF_TEXT, RecordOptions, records_option
from pyllvm.cli.run import Run, refuse_one_output
from pyllvm.cli.shared_options import (
    CoresOptions,
    LossesOptions,
    PagerOptions,
    TextOrderOptions,
    TextOutputOptions,
    UnknownBodiesOptions,
    WaysOptions,
)
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.themes import theme_name
from pyllvm.notation import Final, Sequence, final
from pyllvm.reading.failures import Broken
from pyllvm.reading.inputs import TEXT, Input, Source, is_too_short, unpacked_name
from pyllvm.reading.texts import text_of
from pyllvm.tables.text_versions import NAMES_UNREADABLE_FILE_SINCE
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import colors_output, write_error
from pyllvm.versions import NEWEST


def disassemble(options: DisOptions) -> int:
    """Run the command on each input in turn and return its exit status."""
    names = options.files
    is_printed = options.output == "-" or (not options.output and names == ["-"])
    refuse_one_output(names, options.output)
    # The status if the run ends because the user has left the pager.
    status = 0
    with Run(command, options) as run:
        if is_printed and not options.no_pager:
            run.page()
        wishes = run.wishes
        wishes.strict = options.strict
        wishes.allows_unknown = options.allow_unknown
        wishes.is_importing = options.set_importing
        wishes.checks_lengths = True
        wishes.reads_bodies = not (options.materialize_metadata or options.index_only)
        wishes.has_output = not options.disable_output
        wishes.opaque_pointers = options.opaque_pointers
        wishes.expands_constants = options.expand_constant_expressions
        wishes.calls_debug_intrinsics = not options.write_debug_records
        wishes.preserves_order = options.preserve_text_order
        wishes.keeps_order = options.preserve_text_order or options.materialize_metadata
        wishes.shows_annotations = options.show_annotations
        wishes.shows_index = options.index_only
        wishes.is_canonical = options.canonical
        if options.canonical and wishes.version is None:
            wishes.version = NEWEST
        run.ends_early = True
        status = run.each("disassembling", names, options.jobs, _Disassembly(run, options).work)
    return status  # noqa: RET504


@final
class _Disassembly:
    """One run over all inputs."""

    def __init__(self, run: Run, options: DisOptions) -> None:
        self._run: Final = run
        self._options: Final = options

    def work(self, name: str) -> int:
        """Write the text of each module in a file, or in a member of it, and return the status."""
        tool, options = self._run.tool, self._options
        opened: Input | None = None
        try:
            opened = self._run.open(name)
            inside = opened.inside()
            if is_too_short(opened.data):
                if not tool.is_llvm_only:
                    tool.report(
                        Diagnostic("note", f"the file has {len(opened.data)} bytes and no module: nothing is written"), name
                    )
                return 0
            if inside and not options.canonical:
                inside = [module for module in inside if not module.is_text]
            if len(inside) < 2:
                return self._source(Source(inside[0].read() if inside else opened.data, name), name)
            if options.output == "-" or (not options.output and opened.path == "-"):
                opened.only(inside, "to print it")
            suffixes = _suffixes([module.name for module in inside])
            for module, suffix in zip(inside, suffixes, strict=True):
                if self._source(Source(module.read(), opened.path + module.name), name, suffix):
                    return 1
        except PyllvmError as error:
            if opened is None and tool.is_plain and (self._run.wishes.version or NEWEST) >= NAMES_UNREADABLE_FILE_SINCE:
                tool.write_line(f"error: {name}: {error.diagnostic.message}")
            else:
                tool.report_error(error, "" if tool.is_llvm_only else name)
            return 1
        return 0

    def _source(self, source: Source, file_name: str, number: str = "") -> int:
        """Write the text of each module in bitcode, which is that numbered part of a file; status 1 if one is broken."""
        tool, options = self._run.tool, self._options
        texts = text_of(source, self._run.wishes)
        if not texts.count:
            # LLVM prints nothing here, and does not report an error.
            tool.warn("there is no module in this file, and so nothing to print", source.name)
        asked_for = options.output or ""
        if asked_for == "-" and texts.count > 1:
            name = source.name
            tool.write_line("only single module bitcode files can be written to stdout")
            if tool.form == "text" and not tool.is_llvm_only:
                tool.write_line(f"{name}: help: to print one of them, name it: '{name}(0)' to '{name}({texts.count - 1})'")
        try:
            for index, pieces in enumerate(texts.pieces):
                if not options.disable_output:
                    whole_number = f"{number}.{index}" if texts.count > 1 else number
                    _write(pieces, output_name(file_name, asked_for, whole_number), options.color)
        except Broken as broken:
            write_error(str(broken))
            return 1
        return 0


def _write(pieces: Sequence[bytes], name: str, color: str) -> None:
    """Write the pieces of a text to a file."""
    with OutputFile(name, TEXT) as output:
        is_shown = output.is_terminal()
        # A file has colors only if the option asks for them; $FORCE_COLOR is for what shows a stream.
        if color == "always" or ((is_shown or (name == "-" and not streams.is_file(1))) and colors_output(color)):
            _write_colored(output, pieces)
        elif is_shown:
            for piece in pieces:
                output.write(streams.harmless_bytes(piece))
        else:
            output.write_pieces(pieces)


def _write_colored(output: OutputFile, pieces: Sequence[bytes]) -> None:
    """Write the pieces of a text in colour. Each is written before the next is coloured: the first screen is there at once."""
    from pyllvm.assembly.printer.scanner import colored_lines  # most texts are written without colours

    theme = theme_name()
    is_shown = output.is_terminal()
    for piece in pieces:
        output.write(colored_lines(streams.harmless_bytes(piece) if is_shown else piece, theme))


def _suffixes(members: Sequence[str]) -> list[str]:
    """The ends of the names of the outputs, without ".ll": the names of the members, or numbers if these are not different."""
    found = ["." + member.strip("()").replace(")(", ".").replace("/", "_").removesuffix(".bc") for member in members]
    are_names = len(set(found)) == len(found) and all(len(one) > 1 and one.isprintable() for one in found)
    return found if are_names else [f".{index}" for index in range(len(members))]


def output_name(input_name: str, asked_for: str, number: str) -> str:
    """The name of a module's text file: beside its bitcode, and numbered (".0") if the file holds several modules.

    The text of a text goes to standard output, and does not replace it.
    """
    if asked_for == "-" or (not asked_for and (input_name == "-" or input_name.endswith(".ll"))):
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
        ("pyllvm-dis --canonical -o golden.ll module.bc", "print the text that does not depend on the compiler"),
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

    canonical: bool = flag(
        "canonical",
        "Print the same text for the same program, whichever compiler wrote it, for golden files and 'git diff'; the input may "
        "also be text, and the language is the newest LLVM's unless --llvm-version names another",
    )
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
    files: list[str] = inputs("input bitcode", endings=BITCODES)


command = LLVMCommand("dis", DisOptions, disassemble, "LLVM .bc -> .ll disassembler", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

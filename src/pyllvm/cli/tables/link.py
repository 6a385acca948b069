"""The options and the manual of ``pyllvm link``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
from pyllvm.cli.options import LLVMS_GROUP, OUTPUT, PARTS, RUN, SOURCE, flag, inputs, value, values
from pyllvm.cli.record_options import RECORDS_OF_BITCODE, RECORDS_OF_TEXT, RecordOptions, records_option
from pyllvm.cli.shared_options import (
    AssemblyOptions,
    BitcodeOptions,
    LossesOptions,
    OutputOptions,
    PagerOptions,
    UnknownOptions,
    WaysOptions,
)
from pyllvm.notation import Final, final

MANUAL: Final = Manual(
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

"""The options and the manual of ``pyllvm nm``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
from pyllvm.cli.options import LLVMS_GROUP, RUN, choice, flag, inputs, short_for
from pyllvm.cli.shared_options import FileOptions, PagerOptions
from pyllvm.notation import Final, final

_MACH_O: Final = "it is for the symbol tables of Mach-O files, which bitcode does not have"

MANUAL: Final = Manual(
    description=(
        "Lists the symbols of LLVM bitcode, byte for byte as llvm-nm does, and the symbols of LLVM's text. The modules may be in "
        "archives, objects and other containers; 'lib.a(x.o)' names a member. Function bodies are not read. The letters: T and t "
        "code, D and d data, S and s constants on Apple's systems, C common, W weak, U undefined, w undefined and weak; capitals "
        "are for symbols that other modules see. Symbols of module assembly count as code."
        "\n\n"
        "Native ELF objects, libraries and programs are listed as well, with their addresses and sizes: B and b for data without "
        "initial values, R and r constants, A and a absolute values, V weak data, N debug information, i indirect functions."
    ),
    examples=[
        ("pyllvm-nm module.bc", "list the symbols"),
        ("pyllvm-nm -g -j module.bc", "list the names that the module shares with others"),
        ("pyllvm-nm -AC lib.a", "list what is in an archive, with C++ names as in the source"),
        ("pyllvm-nm --cross-reference *.bc", "see which symbols are defined twice, nowhere, or without a user"),
        ("pyllvm-nm --json module.bc | jq -r '.files[].symbols[].name'", "process the list with another program"),
    ],
    common=(
        "extern-only",
        "defined-only",
        "undefined-only",
        "just-symbols",
        "format",
        "demangle",
        "print-file-name",
        "cross-reference",
        "json",
    ),
    refused={
        "add-dyldinfo": _MACH_O,
        "add-inlinedinfo": _MACH_O,
        "dyldinfo-only": _MACH_O,
        "arch": "name the part of a universal file: 'lib.a(arm64)'",
        "s": _MACH_O,
    },
)


@final
class NmOptions(FileOptions, PagerOptions):
    """The options of the command."""

    print_file_name: bool = flag(["print-file-name", "A", "o"], "Precede each symbol with its file (-A, -o)", group=LLVMS_GROUP)
    debug_syms: bool = flag(["debug-syms", "a"], "Show all symbols, also private ones and LLVM's own (-a)", group=LLVMS_GROUP)
    format_bsd: bool = short_for("format", "bsd", flag("B", "Short for --format=bsd", group=LLVMS_GROUP))
    demangle: bool = flag(["demangle", "C"], "Show C++ and Rust names as in the source (-C; needs 'pyllvm[demangle]')", on=RUN)
    no_demangle: bool = flag("no-demangle", "Show names as they are; it wins over --demangle", group=LLVMS_GROUP)
    defined_only: bool = flag(["defined-only", "U"], "Show only defined symbols (-U)", group=LLVMS_GROUP)
    undefined_only: bool = flag(["undefined-only", "u"], "Show only undefined symbols (-u)", group=LLVMS_GROUP)
    dynamic: bool = flag(["dynamic", "D"], "List the dynamic symbols of ELF files; an error for bitcode (-D)", group=LLVMS_GROUP)
    export_symbols: bool = flag("export-symbols", "List the names that all inputs together define for others", group=LLVMS_GROUP)
    extern_only: bool = flag(["extern-only", "g"], "Show only external symbols (-g)", group=LLVMS_GROUP)
    format: str = choice(
        ["format", "f"],
        ("bsd", "posix", "sysv", "darwin", "just-symbols"),
        "Specify output format (-f; default=bsd)",
        default="bsd",
        group=LLVMS_GROUP,
    )
    format_just_symbols: bool = short_for(
        "format",
        "just-symbols",
        flag(["just-symbols", "just-symbol-name", "j"], "Short for --format=just-symbols (-j)", group=LLVMS_GROUP),
    )
    format_darwin: bool = short_for("format", "darwin", flag("m", "Short for --format=darwin", group=LLVMS_GROUP))
    format_posix: bool = short_for(
        "format", "posix", flag(["portability", "P"], "Short for --format=posix (-P)", group=LLVMS_GROUP)
    )
    no_llvm_bc: bool = flag("no-llvm-bc", "Do not read bitcode: list native objects alone", group=LLVMS_GROUP)
    no_sort: bool = flag(["no-sort", "p"], "Show symbols in order encountered (-p)", group=LLVMS_GROUP)
    no_weak: bool = flag(["no-weak", "W"], "Show only non-weak symbols (-W)", group=LLVMS_GROUP)
    numeric_sort: bool = flag(
        ["numeric-sort", "n", "v"], "Sort by address (-n, -v); in bitcode, undefined ones come first", group=LLVMS_GROUP
    )
    print_armap: bool = flag(["print-armap", "M"], "Print the archive map (-M)", group=LLVMS_GROUP)
    print_size: bool = flag(
        ["print-size", "S"], "Show symbol size, which is 0 in bitcode, as well as address (-S)", group=LLVMS_GROUP
    )
    quiet: bool = flag("quiet", "Suppress 'no symbols' diagnostic", group=LLVMS_GROUP)
    reverse_sort: bool = flag(["reverse-sort", "r"], "Sort in reverse order (-r)", group=LLVMS_GROUP)
    size_sort: bool = flag("size-sort", "Show sizes in place of addresses, and sort by name", group=LLVMS_GROUP)
    hexadecimal: bool = flag("x", "Show symbols as Mach-O's records, in hexadecimal numbers", group=LLVMS_GROUP)
    word_size: str = choice(
        ["word-size", "X"],
        ("32", "64", "32_64", "any"),
        "List only modules for architectures with this number of bits (-X; default=any)",
        default="any",
        group=LLVMS_GROUP,
    )
    cross_reference: bool = flag("cross-reference", "Report which of the files define and use each global symbol")
    json: bool = flag("json", "Print everything as one JSON document")
    radix: str = choice(
        ["radix", "t"],
        ("d", "o", "x"),
        "Digits of addresses in native objects; has no effect on bitcode (-t; default=x)",
        default="x",
        group=LLVMS_GROUP,
    )
    show_version: bool = flag("V", "Display the version of this program", hidden=True, group=LLVMS_GROUP)
    line_numbers: bool = flag(
        ["line-numbers", "l"], "For scripts; has no effect: bitcode has no line tables", hidden=True, group=LLVMS_GROUP
    )
    special_syms: bool = flag(
        "special-syms", "For scripts; has no effect: bitcode has no mapping symbols", hidden=True, group=LLVMS_GROUP
    )
    without_aliases: bool = flag("without-aliases", "Do not show aliases", hidden=True, group=LLVMS_GROUP)
    no_rsrc: bool = flag("no-rsrc", "For scripts; has no effect: it is for XCOFF", hidden=True, group=LLVMS_GROUP)
    no_dyldinfo: bool = flag("no-dyldinfo", "For scripts; has no effect: it is for Mach-O", hidden=True, group=LLVMS_GROUP)
    files: list[str] = inputs("input files")

"""The options and the manual of ``pyllvm diff``."""

from __future__ import annotations

from pyllvm.cli.command import Manual
from pyllvm.cli.options import RUN, choice, flag, inputs, number, when
from pyllvm.cli.shared_options import FileOptions, PagerOptions, UnknownOptions
from pyllvm.notation import Final, final

SAME: Final = 0
DIFFERENT: Final = 1
FAILED: Final = 2
"""The exit statuses, as diff has them."""
_LLVMS_FAILED: Final = 1


MANUAL: Final = Manual(
    description=(
        "Prints what changed between two modules of text or bitcode: fields of the module, types, comdats, global values with "
        "their attributes, basic blocks and instructions, metadata and debug information. Functions and other symbols "
        "correspond by name, and local ones with other names by content. Blocks and instructions correspond by what they do, "
        "and values are compared through this: numbers never count, and local names only with --names."
        "\n\n"
        "On a terminal the modules are side by side; elsewhere the output is a unified diff of the lines that llvm-dis prints "
        "for each module. A line that begins with ';' explains the lines before it, such as the attribute behind a number. The "
        "order of functions and of other symbols does not count."
        "\n\n"
        "Modules of different LLVM versions are compared in the newer version. Of two archives or other containers, the "
        "modules at the same places are compared; 'lib.a(x.o)' names a member, and 'all.bc(1)' the second module in a file."
        "\n\n"
        "With --format=llvm, or called by the name llvm-diff, the report and the exit status are llvm-diff's own: standard error "
        "has the report, and the names of functions may follow the two files, so that only these are compared."
    ),
    examples=[
        ("pyllvm-diff old.bc new.bc", "see what changed"),
        ("pyllvm-diff old.ll new.bc && echo same", "only set the exit status, and print nothing, if nothing changed"),
        ("pyllvm-diff --ignore-debug --stat old.bc new.bc", "see which functions changed, and how much"),
        ("pyllvm-diff --json old.bc new.bc | jq -r '.changes[].function'", "process the changes with another program"),
        ("pyllvm-diff --format=llvm old.bc new.bc main", "compare one function, as llvm-diff does"),
        ("pyllvm-diff old.bc 'lib.a(x.o)'", "compare a file with the bitcode in a member of an archive"),
    ],
    exit_statuses=(
        (SAME, "the modules are the same"),
        (DIFFERENT, "the modules differ"),
        (FAILED, "a file cannot be read, or the command line is wrong; standard error has the message"),
    ),
    common=("names", "ignore-debug", "q", "stat", "json", "U", "side-by-side"),
    llvms_failure_status=_LLVMS_FAILED,
)


@final
class DiffOptions(FileOptions, UnknownOptions, PagerOptions):
    """The options of the command."""

    names: bool = flag("names", "Compare the names of local values, of types and of private symbols as well")
    ignore_debug: bool = flag("ignore-debug", "Ignore debug information")
    brief: bool = flag("q", "Print only one line, if the modules differ")
    stat: bool = flag("stat", "Print only how much changed in each function and other part")
    json: bool = flag("json", "Print the changes as one JSON document")
    demangle: bool = flag(["demangle", "C"], "Show C++ and Rust names as in the source (-C; needs 'pyllvm[demangle]')", on=RUN)
    format: str | None = choice(
        "format",
        ("pyllvm", "llvm"),
        "Form of the report: pyllvm, or llvm for llvm-diff's own (default=pyllvm; llvm if the program is called llvm-diff)",
        default=None,
    )
    context: int = number("U", "N", "Print N equal lines around changes (default=3)", default=3)
    side_by_side: str = when("side-by-side", "Print the modules side by side (default=auto: on a terminal)")
    files: list[str] = inputs("input .ll or .bc file", least=2)

"""``pyllvm strip``: removes names and debug information, as passes of LLVM's opt do, and what identifies a program."""

from __future__ import annotations

from pyllvm.cli.changed_module import OneModule, run_on_one_module
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import LLVMS_GROUP, alias, flag, one_input, value, values
from pyllvm.cli.program import main_of
from pyllvm.cli.run import Run
from pyllvm.cli.tables.changed_module import DisablingOptions, ModuleOptions
from pyllvm.diagnostics.documents import document
from pyllvm.library import stripping
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.terminal.files import write_output

if TYPE_CHECKING:
    from pyllvm.library.anonymizing import Names

_VERIFY: Final = "verify"
# The steps that options ask for, in the order in which they are made.
_STEP_OF_OPTION: Final = (
    ("is_strip", "strip"),
    ("debug", "strip-debug"),
    ("names", "strip-names"),
    ("non_debug", "strip-nondebug"),
    ("dead_debug_info", "strip-dead-debug-info"),
    ("dead_prototypes", "strip-dead-prototypes"),
    ("no_producer", "strip-producer"),
    ("no_source_paths", "strip-source-paths"),
)
_PASSES: Final = ("strip", "strip-nondebug", "strip-dead-debug-info", "strip-dead-prototypes", _VERIFY)
_ONLY_PASSES: Final = "this command runs only passes that strip"
_REFUSED: Final = dict.fromkeys(("O0", "O1", "O2", "O3", "Os", "Oz", "verify-each"), _ONLY_PASSES)


def strip(options: StripOptions) -> int:
    """Run the command and return its exit status."""
    steps = _steps(options)
    return run_on_one_module(Run(command, options), options.file, "stripping", lambda run: _strip(run, steps, options))


def _steps(options: StripOptions) -> list[str]:
    """The steps in their order. UsageError if a pass is unknown, or if an option belongs to another option that is not given."""
    passes: list[str] = [name.strip() for words in options.passes for name in words.split(",")]
    for name in passes:
        if name not in _PASSES:
            raise UsageError(f"unknown pass name '{name}': {_ONLY_PASSES} ({', '.join(_PASSES)})")
    if not options.anonymize:
        for word in ("map", "keep", "keep-library-names", "keep-strings"):
            if getattr(options, word.replace("-", "_")):
                raise UsageError(f"--{word} belongs to --anonymize")
    chosen = [step for parameter, step in _STEP_OF_OPTION if getattr(options, parameter)]
    steps = [name for name in passes if name != _VERIFY]
    if not chosen and not passes and not options.anonymize:
        return ["strip"]
    # opt strips debug information before it runs passes.
    before = [step for step in chosen if step == "strip-debug"]
    return [*before, *steps, *[step for step in chosen if step not in before]]


def _strip(run: Run, steps: list[str], options: StripOptions) -> None:
    run.wishes.unifies_types = run.wishes.gives_layout = True
    one = OneModule(run, options.file, "to strip it")
    module = one.module
    one.settle(module)
    if not options.disable_verify:
        one.verify(module)
    stripping.strip(module, steps)
    names: Names | None = None
    if options.anonymize:
        from pyllvm.library.anonymizing import anonymize

        names = anonymize(
            module, keep=options.keep, keep_library_names=options.keep_library_names, keep_strings=options.keep_strings
        )
        for warning in names.warnings:
            run.tool.warn(warning, options.file)
    if not options.disable_verify:
        one.verify_made(module)
    one.bring_down(module)
    if not options.disable_output:
        one.write(module, options, options.output or "-")
    run.write_losses()
    if names is not None and options.map:
        text = document(run.tool.program, names.document())
        write_output(options.map, text.encode("utf-8", "surrogateescape"))


_MANUAL: Final = Manual(
    description=(
        "Removes debug information, and the names of local values, local symbols and structs, byte for byte as opt -passes=strip "
        "of the chosen LLVM version does. Options choose other parts. The input is text or bitcode, which may also be inside "
        "an object, an archive or another container, and 'lib.a(x.o)' names a member. Without -o the bitcode goes to standard "
        "output."
        "\n\n"
        "--anonymize makes a module that can be shared: its code is the same, but its names, texts and paths tell nothing. A "
        "warning names what may still tell something, such as inline assembly."
    ),
    examples=[
        ("pyllvm-strip module.bc -o small.bc", "remove debug information and names"),
        ("pyllvm-strip --debug -S module.bc", "print the module without debug information"),
        ("pyllvm-strip --anonymize --map names.json module.bc -o shared.bc", "make a module to share, and keep the names"),
        ("pyllvm-strip --no-producer --no-source-paths module.bc -o same.bc", "make builds comparable"),
    ],
    common=("o", "S", "debug", "names", "dead-debug-info", "dead-prototypes", "anonymize", "no-source-paths"),
    refused=_REFUSED,
)


@final
class StripOptions(ModuleOptions, DisablingOptions):
    """The options of the command."""

    debug: bool = flag("debug", "Remove debug information, and nothing else, as opt -strip-debug does")
    names: bool = flag("names", "Remove the names of local values, local symbols and structs, and nothing else")
    non_debug: bool = flag(
        "nondebug", "Remove the same names as --names, except those that begin with llvm.dbg, as opt -passes=strip-nondebug does"
    )
    dead_debug_info: bool = flag(
        "dead-debug-info", "Remove debug information of variables and compile units that no longer exist"
    )
    dead_prototypes: bool = flag("dead-prototypes", "Remove declarations that nothing uses")
    no_producer: bool = flag("no-producer", "Remove the name and the options of the compiler")
    no_source_paths: bool = flag("no-source-paths", "Remove the folders from the names of source files")
    anonymize: bool = flag(
        "anonymize",
        "Give symbols, structs, metadata and source files new names, and remove other names and texts, to share the module",
    )
    keep_library_names: bool = flag("keep-library-names", "With --anonymize, keep main and the names of library functions")
    keep: list[str] = values("keep", "pattern", "With --anonymize, keep names that match a shell pattern")
    keep_strings: bool = flag("keep-strings", "With --anonymize, keep the strings in constants")
    map: str | None = value("map", "filename", "With --anonymize, write the old names and the new ones as JSON")
    passes: list[str] = values(
        "passes", "passes", "Passes to run, as for opt; only passes that strip", hidden=True, group=LLVMS_GROUP
    )
    p: list[str] = alias("passes", values("p", "passes", "Alias for --passes", hidden=True, group=LLVMS_GROUP))
    is_strip: bool = flag("strip", "The same as --passes=strip", hidden=True, group=LLVMS_GROUP)
    strip_debug: bool = alias("debug", flag("strip-debug", "The same as --debug", hidden=True, group=LLVMS_GROUP))
    strip_nondebug: bool = alias("non_debug", flag("strip-nondebug", "The same as --nondebug", hidden=True, group=LLVMS_GROUP))
    strip_dead_debug_info: bool = alias(
        "dead_debug_info", flag("strip-dead-debug-info", "The same as --dead-debug-info", hidden=True, group=LLVMS_GROUP)
    )
    strip_dead_prototypes: bool = alias(
        "dead_prototypes", flag("strip-dead-prototypes", "The same as --dead-prototypes", hidden=True, group=LLVMS_GROUP)
    )
    file: str = one_input("input .ll or .bc file")


command = LLVMCommand("strip", StripOptions, strip, "llvm stripper: removes names and debug information", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

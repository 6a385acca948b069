"""``pyllvm extract``: makes a module of a part of one, as llvm-extract does."""

from __future__ import annotations

import os

from pyllvm.cli.changed_module import OneModule, run_on_one_module
from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import LLVMS_GROUP, flag, number, one_input, value, values
from pyllvm.cli.program import main_of
from pyllvm.cli.run import Run
from pyllvm.cli.tables.changed_module import ModuleOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.editing.extraction import called_functions, extract_values, extract_with_dependencies
from pyllvm.ir.function import is_declaration
from pyllvm.library.selection import (
    ALIAS,
    ANY,
    EXPRESSION,
    FUNCTION,
    GLOB,
    LINE,
    NAME,
    VARIABLE,
    Request,
    blocks_of,
    function_of_blocks,
    requested_symbols,
)
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.separation import NeedsWhole
from pyllvm.terminal.files import make_folder
from pyllvm.terminal.messages import write_standard_output
from pyllvm.terminal.whole_file import REPLACED

if TYPE_CHECKING:
    from pyllvm.ir.function import BasicBlock, Function
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.ir.module import Module


def extract(options: ExtractOptions) -> int:
    """Run the command and return its exit status."""
    _check(options)
    return run_on_one_module(Run(command, options), options.file, "extracting from", lambda run: _extract(run, options))


def _check(options: ExtractOptions) -> None:
    """Raise UsageError if options contradict each other."""
    if options.blocks:
        for name in ("split", "with_dependencies"):
            if getattr(options, name):
                raise UsageError(f"--bb and --{name.replace('_', '-')} cannot be used together")
    if options.with_dependencies and options.delete:
        raise UsageError("--with-dependencies and --delete cannot be used together")
    if options.split:
        if options.output:
            raise UsageError("--split writes files of its own: -o cannot be used with it")
        if options.delete:
            raise UsageError("--split and --delete cannot be used together")
    else:
        for name in ("parts", "preserve_locals"):
            if getattr(options, name):
                raise UsageError(f"--{name.replace('_', '-')} is for --split")
    if not options.split and options.json and options.output in (None, "", "-"):
        raise UsageError("--json prints to standard output: name a file for the module with -o")


def _extract(run: Run, options: ExtractOptions) -> None:
    one = OneModule(run, options.file, "to extract from it", lazy=True)
    try:
        _extract_from(run, one, options)
    except NeedsWhole:
        one.read_whole()
        _extract_from(run, one, options)


def _extract_from(run: Run, one: OneModule, options: ExtractOptions) -> None:
    module = one.module
    requests = _requests(options)
    if options.split and not requests:
        _split(run, one, module, options)
        return
    groups: list[tuple[Function, str]] = []
    if not (requests or options.blocks or options.delete or run.tool.is_llvm_only):
        message = "nothing is chosen, so the new module has no definitions: choose with --func, --glob or --bb"
        one.warn(Diagnostic("warning", message))
    try:
        values = requested_symbols(module, requests)
        groups = [(function_of_blocks(module, text), text) for text in options.blocks]
    except PyllvmError as error:
        one.refuse(error.diagnostic.message, error.diagnostic.suggestion)
    values = list(dict.fromkeys([*values, *(function for function, _ in groups)]))
    if options.recursive:
        values = called_functions(values)
    if options.with_dependencies or options.split:
        extract_with_dependencies(module, values, when_read=one.settle)
    else:
        extract_values(
            module,
            values,
            delete=options.delete,
            keep_constant_initializers=options.keep_constants,
            when_read=lambda module: _settle(one, module, groups),
        )
    if options.split:
        _split(run, one, module, options)
        return
    one.bring_down(module)
    name = options.output or "-"
    one.write(module, options, name)
    run.write_losses()
    if options.json:
        _print_json(run, [_row(name, module.global_values)])


def _settle(one: OneModule, module: Module, groups: list[tuple[Function, str]]) -> None:
    """Check the module when it was read, and reduce it to the blocks that are asked for."""
    one.settle(module)
    if groups:
        from pyllvm.editing.code_extraction.block_extraction import extract_blocks

        blocks: list[list[BasicBlock]] = []
        try:
            blocks = [blocks_of(function, text) for function, text in groups]
        except PyllvmError as error:
            one.refuse(error.diagnostic.message, error.diagnostic.suggestion)
        for reason in extract_blocks(module, blocks):
            one.warn(Diagnostic("warning", reason))


def _requests(options: ExtractOptions) -> list[Request]:
    """The requests that the options make, in the order in which llvm-extract looks at them."""
    found: list[Request] = []
    for parameter, kind, form in (
        ("aliases", ALIAS, NAME),
        ("alias_expressions", ALIAS, EXPRESSION),
        ("variables", VARIABLE, NAME),
        ("variable_expressions", VARIABLE, EXPRESSION),
        ("functions", FUNCTION, NAME),
        ("function_expressions", FUNCTION, EXPRESSION),
        ("names", ANY, GLOB),
        ("lines", FUNCTION, LINE),
    ):
        found += [
            Request(kind, form, text.removeprefix("@") if form != EXPRESSION else text) for text in getattr(options, parameter)
        ]
    return found


def _split(run: Run, one: OneModule, module: Module, options: ExtractOptions) -> None:
    """Write a file for each part."""
    from pyllvm.editing.splitting import parts

    module.materialize()
    one.settle(module)
    one.bring_down(module)
    folder = options.split or ""
    make_folder(folder)
    ending = ".ll" if options.assembly else ".bc"
    rows: list[dict[str, object]] = []
    for part in parts(module, options.parts or 0, preserves_locals=options.preserve_locals):
        name = os.path.join(folder, part.file_name + ending)
        one.write(part.module, options, name, REPLACED)
        rows.append(_row(name, part.module.global_values))
    run.write_losses()
    if options.json:
        _print_json(run, rows)


def _row(name: str, values: list[GlobalValue]) -> dict[str, object]:
    """The symbols of a file that was written."""
    return {
        "file": name,
        "defines": [value.name for value in values if not is_declaration(value)],
        "declares": [value.name for value in values if is_declaration(value)],
    }


def _print_json(run: Run, rows: list[dict[str, object]]) -> None:
    write_standard_output(document(run.tool.program, {"files": rows}))


_MANUAL: Final = Manual(
    description=(
        "Reduces a module to some of its symbols, byte for byte as the llvm-extract of the chosen LLVM version does. What these "
        "symbols need becomes declarations, or comes along as definitions with --with-dependencies. The input is bitcode or "
        "text; the bitcode may also be inside an object, an archive or another container, and 'lib.a(x.o)' names a member. "
        "Bodies that go are not read. Without -o the bitcode goes to standard output."
    ),
    examples=[
        ("pyllvm-extract --func=main -S a.bc", "print one function, and declarations of what it needs"),
        ("pyllvm-extract --name='ma*' --with-dependencies a.bc -o part.bc", "a module that can be linked alone"),
        ("pyllvm-extract --func=main --delete a.bc -o rest.bc", "write all but one function"),
        ("pyllvm-extract --split parts --parts=4 a.bc", "four files, as llvm-split divides the module"),
        ("pyllvm-extract --split parts a.bc && pyllvm-link parts/*.bc -o whole.bc", "a file for each function, and back"),
    ],
    common=("func", "rfunc", "glob", "name", "with-dependencies", "delete", "split", "o", "S"),
)


@final
class ExtractOptions(ModuleOptions):
    """The options of the command."""

    functions: list[str] = values("func", "function", "Specify function to extract", group=LLVMS_GROUP)
    function_expressions: list[str] = values(
        "rfunc", "rfunction", "Specify function(s) to extract using a regular expression", group=LLVMS_GROUP
    )
    variables: list[str] = values("glob", "global", "Specify global to extract", group=LLVMS_GROUP)
    variable_expressions: list[str] = values(
        "rglob", "rglobal", "Specify global(s) to extract using a regular expression", group=LLVMS_GROUP
    )
    aliases: list[str] = values("alias", "alias", "Specify alias to extract", group=LLVMS_GROUP)
    alias_expressions: list[str] = values(
        "ralias", "ralias", "Specify alias(es) to extract using a regular expression", group=LLVMS_GROUP
    )
    names: list[str] = values("name", "pattern", "Symbols of every kind to extract, by a shell pattern such as 'lua_*'")
    lines: list[str] = values(
        "line", "file:line", "Functions whose source, by their debug information, has a line, such as 'shell.c:120'"
    )
    blocks: list[str] = values(
        "bb",
        "function:bb1[;bb2...]",
        "Specify basic blocks, the entry first, to extract as a function; given several times, each makes one",
        group=LLVMS_GROUP,
    )
    delete: bool = flag("delete", "Delete specified Globals from Module", group=LLVMS_GROUP)
    keep_constants: bool = flag("keep-const-init", "Keep initializers of constants", group=LLVMS_GROUP)
    recursive: bool = flag("recursive", "Recursively extract all called functions", group=LLVMS_GROUP)
    with_dependencies: bool = flag("with-dependencies", "Also extract everything that the symbols need, as definitions")
    split: str | None = value(
        "split",
        "folder",
        "Write one file for each function, and one for what several of them need; linking them gives the module again",
    )
    parts: int | None = number("parts", "N", "Make at most N files with --split, with the symbols that llvm-split puts in each")
    preserve_locals: bool = flag(
        "preserve-locals", "Leave local symbols local with --split: all that needs one is in the same file"
    )
    json: bool = flag("json", "Print as JSON which symbols each written file defines and declares")
    file: str = one_input("input bitcode file")


command = LLVMCommand("extract", ExtractOptions, extract, "llvm extractor: makes a module from part of another", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

"""``pyllvm graph``: draws control flow, dominator trees and calls."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from pyllvm.cli.command import LLVMCommand, Manual
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import OUTPUT_GROUP, choice, flag, one_input, value, values
from pyllvm.cli.program import main_of
from pyllvm.cli.reports import demangler
from pyllvm.cli.run import Run
from pyllvm.cli.shared_options import FileOptions, UnknownOptions
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.drawing.dot import file_name
from pyllvm.drawing.graphs import CALLS, Graph, GraphMaker
from pyllvm.ir.words import nearest
from pyllvm.library.drawing import graphs_of, graphs_text
from pyllvm.notation import TYPE_CHECKING, Final, final
from pyllvm.reading.modules import NamedModule, named_modules
from pyllvm.reading.wished_changes import bring
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile, make_folder, write_output
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import write_error
from pyllvm.terminal.whole_file import REPLACED

if TYPE_CHECKING:
    from pyllvm.ir.function import Function
    from pyllvm.ir.module import Module

# The words of `library.drawing`, which is imported only to draw.
_ENDINGS: Final = {"dot": ".dot", "mermaid": ".mmd", "svg": ".svg", "json": ".json"}
_PATTERN_CHARACTERS: Final = "*?["


def draw_file(options: GraphOptions) -> int:
    """Run the command and return its exit status."""
    form = "json" if options.json else options.format
    if options.split and options.html:
        raise UsageError("--split and --html exclude each other: the page has all graphs")
    name = options.file
    with Run(command, options) as run, LongWork("drawing", [name]):
        try:
            graphs = _graphs(run, name, options)
            if options.html:
                _write(_text(graphs, "html", name), options.html)
            elif options.split:
                _write_files(graphs, form, options.output or ".")
            else:
                _write(_text(graphs, form, name), options.output or "-")
        except PyllvmError as error:
            run.tool.report_error(error, "" if name == "-" else name)
            return 1
    return 0


def _graphs(run: Run, name: str, options: GraphOptions) -> list[Graph]:
    """The graphs that the options ask for. PyllvmError if there are none."""
    found = named_modules(run.open(name), run.wishes)
    if len(found) > 1:
        raise _too_many(found)
    named = found[0]
    bring(named.module, run.wishes, named.name)
    module = named.module
    kind: str = options.kind
    if kind == CALLS and options.function:
        raise PyllvmError("the call graph covers the whole module: --function cannot be combined with it")
    functions = [] if kind == CALLS else _chosen(module, options.function)
    maker = GraphMaker(
        module,
        instructions=options.instructions and not options.only_blocks,
        branch_weights=options.branch_weights,
        demangle=demangler(run.tool) if options.demangle else None,
    )
    return graphs_of(maker, functions, kind)


def _chosen(module: Module, patterns: list[str]) -> list[Function]:
    """The functions that the module defines and whose names match the patterns. PyllvmError if there are none."""
    defined = [function for function in module.functions if function.blocks]
    for pattern in patterns:
        if not any(_matches(function.name, pattern) for function in defined):
            raise _no_function(pattern, [function.name for function in defined])
    chosen = [function for function in defined if not patterns or any(_matches(function.name, one) for one in patterns)]
    if not chosen:
        raise PyllvmError("the module defines no function")
    return chosen


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("@")
    return name == pattern or (any(char in pattern for char in _PATTERN_CHARACTERS) and fnmatchcase(name, pattern))


def _no_function(pattern: str, names: list[str]) -> PyllvmError:
    error = Diagnostic("error", f"the module defines no function '{pattern}'")
    near = nearest(pattern, names)
    if near:
        error.hint = f"did you mean '{near}'?"
    return PyllvmError(error)


def _too_many(found: list[NamedModule]) -> PyllvmError:
    notes = [Diagnostic("note", named.path + named.member) for named in found]
    return PyllvmError(Diagnostic("error", f"{len(found)} modules are in {found[0].path}: name one to draw it", notes=notes))


def _text(graphs: list[Graph], form: str, title: str = "") -> str:
    return graphs_text(graphs, form, title)


def _write_files(graphs: list[Graph], form: str, folder: str) -> None:
    """A file for each graph, with the name that opt gives it."""
    make_folder(folder)
    taken: set[str] = set()
    for graph in graphs:
        stem = file_name(graph).removesuffix(".dot") if graph.kind != CALLS else _call_graph_stem(graph)
        name = stem + _ENDINGS[form]
        number = 1
        while name in taken:
            name = f"{stem}.{number}{_ENDINGS[form]}"
            number += 1
        taken.add(name)
        shown = name if folder == "." else os.path.join(folder, name)
        write_error(f"Writing '{shown}'...\n")
        data = _text([graph], form).encode("utf-8", "surrogateescape")
        write_output(os.path.join(folder, name), data, links=REPLACED)


def _call_graph_stem(graph: Graph) -> str:
    return f"{os.path.basename(graph.name) or 'module'}.callgraph"


def _write(text: str, name: str) -> None:
    with OutputFile(name) as output:
        if output.is_terminal():
            text = streams.harmless(text)
        output.write(text.encode("utf-8", "surrogateescape"))


_MANUAL: Final = Manual(
    description=(
        "Draws the functions of a module of text or bitcode: control flow graphs, dominator trees, post-dominator trees; or the "
        "call graph of the module. The DOT output is the same as from opt's passes dot-cfg, dot-dom, dot-post-dom and "
        "dot-callgraph in the module's LLVM version, except for the colors and the probabilities that opt guesses; nodes are "
        "counted, so that the same module always gives the same text."
        "\n\n"
        "Mermaid is drawn by GitHub, GitLab and many editors. --html writes a page that is one file and loads nothing: it lists "
        "the functions, and shows the text, predecessors, successors and dominator of each block that is clicked on."
    ),
    examples=[
        ("pyllvm-graph --html flow.html module.bc", "click through all functions in a browser"),
        ("pyllvm-graph --function main --format svg -o main.svg module.bc", "draw one function with graphviz"),
        ("pyllvm-graph --only-blocks --format mermaid module.bc", "get text to paste into Markdown"),
        ("pyllvm-graph --split -o graphs module.bc", "write graphs/.main.dot and so on"),
        ("pyllvm-graph --kind callgraph --demangle module.bc", "see which function calls which"),
    ],
    common=("kind", "format", "html", "function", "only-blocks", "split", "o"),
)


@final
class GraphOptions(FileOptions, UnknownOptions):
    """The options of the command."""

    kind: str = choice(
        "kind",
        ("cfg", "dom", "post-dom", "callgraph"),
        "Graph to draw: control flow, dominator tree or post-dominator tree of each function, or the calls "
        "of the module (default=cfg)",
        default="cfg",
    )
    format: str = choice(
        "format",
        ("dot", "mermaid", "svg", "json"),
        "Language of the output (default=dot); SVG needs graphviz, and one function",
        default="dot",
    )
    json: bool = flag("json", "The same as --format=json")
    html: str | None = value(
        "html", "filename", "Write a page to click through the graphs: one file, which needs no other program"
    )
    output: str | None = value("o", "filename", "Override output filename; with --split, the folder", group=OUTPUT_GROUP)
    split: bool = flag("split", "Write a file for each function, named as by opt: .main.dot")
    function: list[str] = values(
        "function",
        "name",
        "Draw only this function; a pattern such as 'lua_*' means several, and the option may be given more than once",
    )
    instructions: bool = flag("instructions", "Draw the instructions of each block (default=true)", default=True)
    only_blocks: bool = flag("only-blocks", "Draw only the names of blocks, as opt's dot-cfg-only does")
    branch_weights: bool = flag("branch-weights", "Label edges with the probabilities that the branch weights in !prof give")
    demangle: bool = flag("demangle", "Show demangled names of functions")
    file: str = one_input("input .ll or .bc file")


command = LLVMCommand("graph", GraphOptions, draw_file, "LLVM .ll and .bc graph drawer", manual=_MANUAL)

main = main_of(command)

if __name__ == "__main__":
    main()

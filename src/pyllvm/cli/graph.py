"""``pyllvm graph``: draws control flow, dominator trees and calls."""

from __future__ import annotations

import json
import os
from fnmatch import fnmatchcase
from typing import Any, Final, NoReturn

from pyllvm.cli.files import OutputFile, write_output
from pyllvm.cli.module_inputs import NamedModule, bring, read_input_modules
from pyllvm.cli.options import (
    LLVMCommand,
    UsageError,
    choice,
    color_option,
    diagnostics_format_option,
    flag,
    inputs,
    value,
)
from pyllvm.cli.tool import Tool, run, write_error
from pyllvm.cli.version_options import input_version_option, requested_input_version, requested_version, version_option
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.drawing.graph import CALLS, CONTROL_FLOW, KINDS, Graph

DOT: Final = "dot"
MERMAID: Final = "mermaid"
SVG: Final = "svg"
JSON: Final = "json"
_FORMATS: Final = (DOT, MERMAID, SVG, JSON)
_ENDINGS: Final = {DOT: ".dot", MERMAID: ".mmd", SVG: ".svg", JSON: ".json"}
_WITHOUT_PATTERN: Final = "*?["


def draw_file(**options: Any) -> int:
    """Run the command and return its exit status."""
    tool = Tool(command.program, options["color"], options["diagnostics_format"])
    form = JSON if options["json"] else options["format"]
    if options["split"] and options["html"]:
        raise UsageError("--split and --html exclude each other: the page has all graphs")
    name: str = options["file"]
    try:
        graphs = _graphs(tool, name, options)
        if options["html"]:
            from pyllvm.drawing.page import page_text

            write_output(options["html"], page_text(graphs, name).encode("utf-8", "surrogateescape"))
        elif options["split"]:
            _write_files(graphs, form, options["output"] or ".")
        else:
            _write(_text(graphs, form), options["output"] or "-")
    except PyllvmError as error:
        tool.report_error(error, "" if name == "-" else name)
        return 1
    finally:
        tool.finish()
    return 0


def _graphs(tool: Tool, name: str, options: dict[str, Any]) -> list[Graph]:
    """The graphs that the options ask for. PyllvmError if there are none."""
    version = requested_version(options["llvm_version"])
    found = read_input_modules(tool, name, version, requested_input_version(options["input_llvm_version"]))
    if len(found) > 1:
        raise _too_many(found)
    named = found[0]
    if version is not None:
        bring(tool, named, version)
    from pyllvm.drawing.graphs import GraphMaker
    from pyllvm.library.demangling import demangle

    module = named.module
    maker = GraphMaker(
        module,
        instructions=options["instructions"] and not options["only_blocks"],
        branch_weights=options["branch_weights"],
        demangle=demangle if options["demangle"] else None,
    )
    if options["kind"] == CALLS:
        if options["function"]:
            raise PyllvmError("the call graph is of the whole module: --function does not go with it")
        return [maker.call_graph()]
    patterns: list[str] = options["function"]
    defined = [function for function in module.functions if function.blocks]
    for pattern in patterns:
        if not any(_matches(function.name, pattern) for function in defined):
            raise _no_function(pattern, [function.name for function in defined])
    chosen = [function for function in defined if not patterns or any(_matches(function.name, one) for one in patterns)]
    if not chosen:
        raise PyllvmError("the module defines no function")
    return [maker.graph(function, options["kind"]) for function in chosen]


def _matches(name: str, pattern: str) -> bool:
    pattern = pattern.removeprefix("@")
    return name == pattern or (any(char in pattern for char in _WITHOUT_PATTERN) and fnmatchcase(name, pattern))


def _no_function(pattern: str, names: list[str]) -> PyllvmError:
    from difflib import get_close_matches

    error = Diagnostic("error", f"the module defines no function '{pattern}'")
    near = get_close_matches(pattern, names, n=1)
    if near:
        error.hint = f"did you mean '{near[0]}'?"
    return PyllvmError(error)


def _too_many(found: list[NamedModule]) -> PyllvmError:
    notes = [Diagnostic("note", named.path + named.member) for named in found]
    return PyllvmError(Diagnostic("error", f"{len(found)} modules are in {found[0].path}: name one to draw it", notes=notes))


def _text(graphs: list[Graph], form: str) -> str:
    """All graphs in one text."""
    if form == MERMAID:
        from pyllvm.drawing.mermaid import mermaid_text

        return mermaid_text(graphs)
    if form == JSON:
        documents = [graph.as_json() for graph in graphs]
        return json.dumps(documents, indent=2, ensure_ascii=False) + "\n"
    from pyllvm.drawing.dot import dot_text

    if form == SVG:
        from pyllvm.drawing.graphviz import svg_of

        if len(graphs) > 1:
            raise PyllvmError(f"{len(graphs)} functions would be drawn: name one with --function, or use --split or --html")
        return svg_of(dot_text(graphs[0]))
    return "".join(map(dot_text, graphs))


def _write_files(graphs: list[Graph], form: str, folder: str) -> None:
    """A file for each graph, with the name that opt gives it."""
    from pyllvm.drawing.dot import file_name

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
        write_output(os.path.join(folder, name), _text([graph], form).encode("utf-8", "surrogateescape"))


def _call_graph_stem(graph: Graph) -> str:
    return f"{os.path.basename(graph.name) or 'module'}.callgraph"


def _write(text: str, name: str) -> None:
    from pyllvm.cli import terminal

    output = OutputFile(name)
    try:
        if output.is_terminal():
            text = terminal.harmless(text)
        output.write(text.encode("utf-8", "surrogateescape"))
        output.keep()
    except BaseException:
        output.discard()
        raise


command = LLVMCommand(
    "graph",
    draw_file,
    "LLVM .ll and .bc graph drawer",
    [
        choice(
            "kind",
            "kind",
            KINDS,
            "Graph to draw: control flow, dominator tree or post-dominator tree of each function, or the calls of the module "
            "(default=cfg)",
            default=CONTROL_FLOW,
        ),
        choice(
            "format",
            "format",
            _FORMATS,
            "Language of the output (default=dot); SVG needs graphviz, and one function",
            default=DOT,
        ),
        flag("json", "json", "The same as --format=json"),
        value("html", "html", "filename", "Write a page to click through the graphs: one file, which needs no other program"),
        value("o", "output", "filename", "Override output filename; with --split, the folder"),
        flag("split", "split", "Write a file for each function, named as by opt: .main.dot"),
        value(
            "function",
            "function",
            "name",
            "Draw only this function; a pattern such as 'lua_*' means several, and the option may be given more than once",
            multiple=True,
        ),
        flag("instructions", "instructions", "Draw the instructions of each block (default=true)", default=True),
        flag("only-blocks", "only_blocks", "Draw only the names of blocks, as opt's dot-cfg-only does"),
        flag("branch-weights", "branch_weights", "Label edges with the probabilities that the branch weights in !prof give"),
        flag("demangle", "demangle", "Show demangled names of functions"),
        version_option(),
        input_version_option(),
        color_option(),
        diagnostics_format_option(),
    ],
    inputs("file", "input .ll or .bc file"),
    description=(
        "Draws the functions of a module of text or bitcode: control flow graphs, dominator trees, post-dominator trees; or the "
        "call graph of the module. The DOT output is that of opt's passes dot-cfg, dot-dom, dot-post-dom and dot-callgraph in the "
        "module's LLVM version, but for the colors and the probabilities that opt guesses; nodes are counted, so that the same "
        "module always gives the same text."
        "\n\n"
        "Mermaid is drawn by GitHub, GitLab and many editors. --html writes a page that is one file and loads nothing: it lists "
        "the functions, and shows the text, predecessors, successors and dominator of each block that is clicked on."
    ),
    examples=[
        ("pyllvm-graph --html flow.html module.bc", "click through all functions in a browser"),
        ("pyllvm-graph --function main --format svg -o main.svg module.bc", "draw one function with graphviz"),
        ("pyllvm-graph --only-blocks --format mermaid module.bc", "get text to paste into Markdown"),
        ("pyllvm-graph --split -o graphs module.bc", "write graphs/.main.dot and so on; the folder exists"),
        ("pyllvm-graph --kind callgraph --demangle module.bc", "see which function calls which"),
    ],
)


def main() -> NoReturn:
    """``pyllvm-graph``: the whole process."""
    run(command)


if __name__ == "__main__":
    main()

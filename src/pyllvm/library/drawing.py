"""The library's function that draws graphs, and its two halves, which the command `graph` uses."""

from __future__ import annotations

from pyllvm.analysis.graphs import svg_of
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.documents import document
from pyllvm.drawing.dot import dot_text, mermaid_text
from pyllvm.drawing.graphs import CALLS, CONTROL_FLOW, KINDS, Graph, GraphMaker
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.library.demangling import demangle as demangled
from pyllvm.notation import Final, Sequence
from pyllvm.progress import DRAWN, function_done

DOT: Final = "dot"
MERMAID: Final = "mermaid"
SVG: Final = "svg"
JSON: Final = "json"
HTML: Final = "html"
FORMS: Final = (DOT, MERMAID, SVG, JSON, HTML)


def draw(
    code: Module | Function,
    *,
    kind: str = CONTROL_FLOW,
    form: str = DOT,
    instructions: bool = True,
    branch_weights: bool = False,
    demangle: bool = False,
) -> str:
    """Return a drawing of `code`: a function, or all functions that a module defines.

    `kind` is "cfg" (control flow), "dom" (dominator tree), "post-dom" (post-dominator tree), or "callgraph" (of a module).
    `form` is "dot", as LLVM's passes dot-cfg and so on write it; "mermaid"; "svg", which graphviz draws, of one function; "json";
    or "html", a page to click through the graphs. Without `instructions`, blocks have only their names. With `branch_weights`,
    edges have the probabilities that `!prof` gives. With `demangle`, functions have their demangled names.

    Raises TypeError for other code, and PyllvmError for another kind or form, for a function without a module, and if a program
    or package is missing.
    """
    if kind not in KINDS or form not in FORMS:
        wrong, known = (kind, KINDS) if kind not in KINDS else (form, FORMS)
        raise PyllvmError(f"'{wrong}' cannot be drawn; choose one of {', '.join(known)}")
    if not isinstance(code, (Module, Function)):
        raise TypeError(f"draw takes a module or a function, not a {type(code).__name__}")
    module = code if isinstance(code, Module) else code.parent
    if not isinstance(module, Module):
        raise PyllvmError("the function does not belong to a module")
    functions = [code] if isinstance(code, Function) else [one for one in module.functions if one.blocks]
    maker = GraphMaker(module, instructions=instructions, branch_weights=branch_weights, demangle=demangled if demangle else None)
    return graphs_text(graphs_of(maker, functions, kind), form, module.identifier)


def graphs_of(maker: GraphMaker, functions: Sequence[Function], kind: str) -> list[Graph]:
    """The graphs of functions of a module, or its call graph."""
    if kind == CALLS:
        return [maker.call_graph()]
    graphs: list[Graph] = []
    for function in functions:
        graphs.append(maker.graph(function, kind))
        function_done(DRAWN)
    return graphs


def graphs_text(graphs: Sequence[Graph], form: str, title: str) -> str:
    """The graphs in one text of a form; `title` is the title of a page. PyllvmError if one drawing cannot have several graphs."""
    # The modules of other forms are not imported.
    if form == MERMAID:
        return mermaid_text(graphs)
    if form == JSON:
        return document("pyllvm-graph", {"graphs": [graph.as_json() for graph in graphs]})
    if form == HTML:
        from pyllvm.drawing.page import page_text

        return page_text(graphs, title)
    if form == SVG:
        if len(graphs) != 1:
            raise PyllvmError(f"an SVG file holds one graph, not {len(graphs)}: name one function, or write a page")
        return svg_of(dot_text(graphs[0]))
    return "".join(map(dot_text, graphs))

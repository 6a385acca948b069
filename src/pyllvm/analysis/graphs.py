"""Graphs as plain results: the control flow of a function, its dominator trees and its loops; the calls of a module.

Blocks and functions are numbers here, their positions in `Function.blocks` and `Module.functions`, and names. So the results hold
no part of the module: they pickle, and a process can send them to another. Notebooks get Mermaid's text, which newer ones draw,
and SVG where graphviz is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pyllvm.analysis.cfg import ControlFlowGraph, block_labels
from pyllvm.analysis.components import strongly_connected_components
from pyllvm.analysis.dominators import immediate_dominators, post_dominator_roots, tree_order
from pyllvm.analysis.loops import LoopFinder
from pyllvm.analysis.users import calls_of, is_address_taken
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import BranchInst
from pyllvm.ir.misuse import check_function, check_module
from pyllvm.ir.module import Module
from pyllvm.notation import Final

# Larger graphs are shown as text alone.
_MOST_NODES: Final = 400


@dataclass(frozen=True)
class FlowGraph:
    """The control flow graph of a function, as `control_flow_graph` returns it.

    `labels[n]` is the label of block `n` of the function, as text refers to it: ``%entry``, or ``%4`` for a block without a name.
    `successors[n]` has the numbers of the blocks that its terminator can lead to, in LLVM's order, the true target of a branch
    first; `predecessors[n]` those that lead to it. A block is there once for each edge. All three are empty for a declaration.
    """

    labels: list[str]
    successors: list[list[int]]
    predecessors: list[list[int]]

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self.labels)

    def number(self, label: str) -> int:
        """Return the number of the block with this label, with its ``%``. Raises ValueError if no block has it."""
        if label not in self.labels:
            raise ValueError(f"no block has the label '{label}'")
        return self.labels.index(label)

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield each edge as the numbers of its two blocks, in the order of the blocks and their successors."""
        for block, targets in enumerate(self.successors):
            for target in targets:
                yield block, target

    def reachable(self) -> set[int]:
        """Return the numbers of the blocks that the entry leads to, including it."""
        reached = {0} if self.labels else set()
        pending = list(reached)
        while pending:
            for target in self.successors[pending.pop()]:
                if target not in reached:
                    reached.add(target)
                    pending.append(target)
        return reached

    def components(self) -> list[list[int]]:
        """Return the strongly connected components, each after those that it leads to: a loop is in one component."""
        return strongly_connected_components(self.successors)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return mime_bundle(self, self.labels, self.edges())


@dataclass(frozen=True)
class Dominators:
    """A dominator tree or post-dominator tree, as `dominator_tree` and `post_dominator_tree` return it.

    `immediate[n]` is the number of the block that immediately dominates block `n`. It is None for a root, for a block without a
    single dominator (in a post-dominator tree: control can leave from it in two ways that never meet), and for a block that is
    not in the tree. `roots` are the blocks at which the walks begin: the entry; in a post-dominator tree the exits, and a block
    of each endless loop that LLVM chooses. `labels` are the labels of `FlowGraph`.
    """

    labels: list[str]
    immediate: list[int | None]
    roots: list[int]

    @cached_property
    def children(self) -> list[list[int]]:
        """The blocks that each block immediately dominates, in ascending order."""
        found: list[list[int]] = [[] for _ in self.labels]
        for block, above in enumerate(self.immediate):
            if above is not None:
                found[above].append(block)
        return found

    @cached_property
    def _order(self) -> tuple[list[int], list[int]]:
        tops = [block for block, above in enumerate(self.immediate) if above is None]
        return tree_order(self.children, tops)

    def dominates(self, one: int, other: int) -> bool:
        """Return whether block `one` dominates block `other`, in constant time after the first call. A block dominates itself.

        Raises IndexError for a number that no block has. A block that is not in the tree dominates only itself.
        """
        first, last = self._order
        return first[one] <= first[other] and last[other] <= last[one]

    def dominators_of(self, block: int) -> Iterator[int]:
        """Yield the blocks that dominate a block: itself, its immediate dominator, and so on up to the root."""
        above: int | None = block
        while above is not None:
            yield above
            above = self.immediate[above]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return mime_bundle(self, self.labels, [(above, block) for block, above in enumerate(self.immediate) if above is not None])


@dataclass(frozen=True)
class Loop:
    """A natural loop: the blocks that lead back to its `header`, which dominates them.

    All blocks are numbers. `latches` are the sources of the back edges. `parent` is the number of the loop that directly contains
    this one in the list of `Loops`, or None; `depth` is 1 for an outermost loop.
    """

    header: int
    latches: list[int]
    parent: int | None
    depth: int


@dataclass(frozen=True)
class Loops:
    """The natural loops of a function, as `natural_loops` returns them.

    `loops` has them so that an outer loop precedes the loops in it. `innermost[n]` is the number of the innermost loop around
    block `n`, or None. `labels` are the labels of `FlowGraph`. Cycles with several entries are not natural loops.
    """

    labels: list[str]
    loops: list[Loop]
    innermost: list[int | None]

    @cached_property
    def _own_blocks(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.loops]
        for block, loop in enumerate(self.innermost):
            if loop is not None:
                found[loop].append(block)
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """The numbers of the loops that each loop directly contains."""
        found: list[list[int]] = [[] for _ in self.loops]
        for number, loop in enumerate(self.loops):
            if loop.parent is not None:
                found[loop.parent].append(number)
        return found

    def blocks(self, loop: int) -> list[int]:
        """Return the blocks of the loop with this number, and of the loops in it, in ascending order."""
        found: list[int] = []
        pending = [loop]
        while pending:
            one = pending.pop()
            found += self._own_blocks[one]
            pending += self.children[one]
        return sorted(found)

    def __len__(self) -> int:
        """Return the number of loops."""
        return len(self.loops)

    def __iter__(self) -> Iterator[Loop]:
        """Iterate over the loops, an outer loop before those in it."""
        return iter(self.loops)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        headers = [f"loop {self.labels[loop.header]}" for loop in self.loops]
        edges = [(loop.parent, number) for number, loop in enumerate(self.loops) if loop.parent is not None]
        return mime_bundle(self, headers, edges)


def control_flow_graph(function: Function) -> FlowGraph:
    """Return the control flow graph of a function.

    A block without a terminator has no successors. The time is linear in the size of the function. Raises PyllvmError if the body
    was not read yet and is malformed.
    """
    check_function(function, "control_flow_graph")
    blocks = function.blocks
    graph = ControlFlowGraph(blocks)
    for number, block in enumerate(blocks):
        if isinstance(block.terminator, BranchInst):
            graph.successors[number].reverse()  # its operands have the false target first
    return FlowGraph(block_labels(function), graph.successors, graph.predecessors)


def _graph_of(function: Function | FlowGraph, doing: str) -> FlowGraph:
    if isinstance(function, FlowGraph):
        return function
    check_function(function, doing)
    return control_flow_graph(function)


def dominator_tree(function: Function | FlowGraph) -> Dominators:
    """Return the dominator tree of a function or of its control flow graph; the verifier finds dominators in the same way.

    Blocks that the entry does not lead to are not in it: `immediate` is None for them. The time is nearly linear in the number of
    edges. Raises PyllvmError if the function's body was not read yet and is malformed.
    """
    graph = _graph_of(function, "dominator_tree")
    roots = [0] if graph.labels else []
    found = immediate_dominators(graph.successors, graph.predecessors, roots)
    return Dominators(graph.labels, [None if one < 0 else one for one in found], roots)


def post_dominator_tree(function: Function | FlowGraph) -> Dominators:
    """Return the post-dominator tree of a function or of its control flow graph.

    Every block is in it, also those that the entry does not lead to. For an endless loop, a block of it is a root, the same one
    as in LLVM. The time is nearly linear in the number of edges. Raises PyllvmError if the function's body was not read yet and
    is malformed.
    """
    graph = _graph_of(function, "post_dominator_tree")
    roots = post_dominator_roots(graph.successors, graph.predecessors)
    found = immediate_dominators(graph.predecessors, graph.successors, roots)
    return Dominators(graph.labels, [None if one < 0 else one for one in found], roots)


def dominance_frontier(function: Function | FlowGraph) -> list[list[int]]:
    """Return the dominance frontier of each block of a function, in ascending order.

    It has the blocks at which the dominance of a block ends: the block dominates a predecessor of them, but not themselves, or is
    the same. This is where phis are necessary for a variable that is set in the block. It is empty for a block that the entry
    does not lead to. The time is linear in the edges and the size of the result. Raises PyllvmError as `dominator_tree`.
    """
    graph = _graph_of(function, "dominance_frontier")
    immediate = dominator_tree(graph).immediate
    reached = graph.reachable()
    found: list[dict[int, None]] = [{} for _ in graph.labels]
    for block, sources in enumerate(graph.predecessors):
        if block not in reached:
            continue
        above = immediate[block]
        for source in sources:
            runner: int | None = source if source in reached else above
            while runner is not None and runner != above and block not in found[runner]:
                found[runner][block] = None
                runner = immediate[runner]
    return [sorted(one) for one in found]


def natural_loops(function: Function | FlowGraph) -> Loops:
    """Return the natural loops of a function or of its control flow graph, those that LLVM's LoopInfo has.

    Blocks that the entry does not lead to are in no loop. The time is nearly linear in the number of edges. Raises PyllvmError if
    the function's body was not read yet and is malformed.
    """
    graph = _graph_of(function, "natural_loops")
    roots = [0] if graph.labels else []
    found = immediate_dominators(graph.successors, graph.predecessors, roots)
    finder = LoopFinder(graph.predecessors, found)
    loops: list[Loop] = []
    for header, latches, parent in zip(finder.headers, finder.latches, finder.parents, strict=True):
        depth = 1 if parent < 0 else loops[parent].depth + 1
        loops.append(Loop(header, latches, None if parent < 0 else parent, depth))
    return Loops(graph.labels, loops, [None if loop < 0 else loop for loop in finder.innermost])


@dataclass(frozen=True)
class CallGraph:
    """The call graph of a module, as `call_graph` returns it. Functions are numbers, their positions in `Module.functions`.

    `names[n]` is the name of function `n` without its ``@``; a function without a name has its number in text. `callees[n]` maps
    the functions that it calls directly to the number of these calls, in the order of the first. `unknown_calls[n]` is the number
    of its other calls: through pointers and aliases, with another function type than the callee's, and of inline assembly.
    `is_declaration[n]`: it has no body here, so what it calls is not known. `is_exposed[n]`: code outside the module, or an
    unknown call, may call it, because its linkage is not local or its address is taken. Intrinsics have numbers as well.
    """

    names: list[str]
    callees: list[dict[int, int]]
    unknown_calls: list[int]
    is_declaration: list[bool]
    is_exposed: list[bool]

    def __len__(self) -> int:
        """Return the number of functions."""
        return len(self.names)

    def number(self, name: str) -> int:
        """Return the number of the function with this name, without its ``@``. Raises ValueError if there is none."""
        if name not in self.names:
            raise ValueError(f"no function has the name '{name}'")
        return self.names.index(name)

    @cached_property
    def callers(self) -> list[list[int]]:
        """The functions that call each function directly, in ascending order."""
        found: list[list[int]] = [[] for _ in self.names]
        for caller, callees in enumerate(self.callees):
            for callee in callees:
                found[callee].append(caller)
        return found

    def edges(self) -> Iterator[tuple[str, str, int]]:
        """Yield the name of the caller, the name of the callee, and the number of calls, for each pair with direct calls."""
        for caller, callees in enumerate(self.callees):
            for callee, count in callees.items():
                yield self.names[caller], self.names[callee], count

    def components(self) -> list[list[int]]:
        """Return the strongly connected components, bottom up: each after the components of the functions that it calls.

        Functions that call each other in a circle are in one component.
        """
        return strongly_connected_components([list(callees) for callees in self.callees])

    def is_recursive(self, function: int) -> bool:
        """Return whether a function can call itself by direct calls, on the way through others as well."""
        return function in self._reachable(list(self.callees[function]))

    def reachable(self, *functions: int) -> set[int]:
        """Return the functions that direct calls can reach from the given ones, including these."""
        return self._reachable(list(functions))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        names = [f"@{name}" for name in self.names]
        return mime_bundle(self, names, [(caller, callee) for caller, called in enumerate(self.callees) for callee in called])

    def _reachable(self, pending: list[int]) -> set[int]:
        reached = set(pending)
        while pending:
            for callee in self.callees[pending.pop()]:
                if callee not in reached:
                    reached.add(callee)
                    pending.append(callee)
        return reached


def call_graph(module: Module, *, intrinsics: bool = False) -> CallGraph:
    """Return the call graph of a module. Bodies that were not read yet are read. Raises PyllvmError if one is malformed.

    As in LLVM's call graph, nothing calls an intrinsic; with `intrinsics`, their calls count like others. The time is linear in
    the size of the module.
    """
    check_module(module, "call_graph")
    callees, unknown = calls_of(module, intrinsics)
    functions = module.functions
    in_text = [*module.global_variables, *module.aliases, *module.ifuncs, *functions]
    numbers = {value: number for number, value in enumerate(value for value in in_text if not value.name)}
    return CallGraph(
        names=[function.name or str(numbers[function]) for function in functions],
        callees=callees,
        unknown_calls=unknown,
        is_declaration=[function.is_declaration for function in functions],
        is_exposed=[not function.has_local_linkage or is_address_taken(function) for function in functions],
    )


def mime_bundle(shown: object, labels: list[str], edges: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The result of `_repr_mimebundle_` for a graph: its texts by their types."""
    bundle = {"text/plain": repr(shown)}
    if not labels or len(labels) > _MOST_NODES:
        return bundle
    pairs = list(edges)
    mermaid = ["flowchart TD"]
    dot = ["digraph {", '  node [shape=box, fontname="monospace"];']
    for number, label in enumerate(labels):
        mermaid.append(f'  n{number}["{_escaped(label)}"]')
        text = label.replace("\\", "\\\\").replace('"', '\\"')
        dot.append(f'  n{number} [label="{text}"];')
    for source, target in pairs:
        mermaid.append(f"  n{source} --> n{target}")
        dot.append(f"  n{source} -> n{target};")
    bundle["text/vnd.mermaid"] = "\n".join(mermaid) + "\n"
    try:
        bundle["image/svg+xml"] = svg_of("\n".join([*dot, "}\n"]))
    except (PyllvmError, OSError):
        pass  # graphviz is not installed
    return bundle


def _escaped(label: str) -> str:
    return label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;").replace("#", "&num;")


def svg_of(dot: str) -> str:
    """Return the SVG that `dot -Tsvg` makes of a graph. Raises PyllvmError if `dot` is not installed, or if it fails."""
    # Imported only here: most programs draw nothing.
    import shutil
    import subprocess

    program = shutil.which("dot")
    if program is None:
        error = Diagnostic("error", "SVG is drawn by graphviz's program 'dot', which is not installed")
        error.hint = "install graphviz, or use --html, --format=dot or --format=mermaid, which need no other program"
        raise PyllvmError(error)
    result = subprocess.run([program, "-Tsvg"], input=dot.encode("utf-8", "surrogateescape"), capture_output=True)
    if result.returncode:
        message = result.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise PyllvmError(Diagnostic("error", f"graphviz's program 'dot' failed: {message}"))
    return result.stdout.decode("utf-8", "replace")

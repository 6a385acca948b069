"""Makes the graphs of functions and modules that LLVM's passes dot-cfg, dot-dom, dot-post-dom and dot-callgraph draw.

A `Graph` is plain data, which compares by value, prints, and pickles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from pyllvm.analysis.graphs import Dominators, FlowGraph, call_graph, control_flow_graph, dominator_tree, post_dominator_tree
from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.assembly.printer.module import COMMENT_COLUMN, Printer
from pyllvm.assembly.printer.slots import EVERY_NODE
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BranchInst, CallInst, SwitchInst
from pyllvm.ir.metadata import MDNode, MDString, MetadataAsValue, constant_int
from pyllvm.ir.module import Module
from pyllvm.schema.text import name_text
from pyllvm.tables.intrinsic_names import DEBUG_PREFIX
from pyllvm.tables.text_versions import BLOCK_HEADERS_SINCE, CALLS_OF_INTRINSICS_SINCE, GRAPHS_COUNT_ALL_METADATA_SINCE

CONTROL_FLOW: Final = "cfg"
DOMINATORS: Final = "dom"
POST_DOMINATORS: Final = "post-dom"
CALLS: Final = "callgraph"
KINDS: Final = (CONTROL_FLOW, DOMINATORS, POST_DOMINATORS, CALLS)
"""The kinds of graphs. The first three are of a function, the last one of a module."""
_POST_DOMINANCE_ROOT = "Post dominance root node"
Demangle = Callable[[str], str]


@dataclass(frozen=True)
class Node:
    """A block or a function: its name, or the number that text has in its place; `label` is what LLVM draws for it.

    `lines` are the instructions of a block, each one text with its line breaks; None if only names are drawn. `header` has the
    lines that LLVM draws before them.
    """

    name: str
    label: str
    lines: list[str] | None = None
    header: str = ""


@dataclass(frozen=True)
class Edge:
    """An edge between two nodes, by their numbers.

    `label` says when control flows along it: "T", "F", "def", the value of a case, or "". `probability` comes from `!prof`, from
    0 to 1; None if it is not known or not asked for.
    """

    source: int
    target: int
    label: str = ""
    probability: float | None = None


@dataclass(frozen=True)
class Graph:
    """A graph of one of `KINDS`. `name` is the name of the function, or of the module's file; `nodes[0]` is the entry or root."""

    kind: str
    name: str
    nodes: list[Node]
    edges: list[Edge]
    llvm_version: int

    @property
    def title(self) -> str:
        """The title that LLVM gives the graph."""
        return {
            CONTROL_FLOW: f"CFG for '{self.name}' function",
            DOMINATORS: f"Dominator tree for '{self.name}' function",
            POST_DOMINATORS: f"Post dominator tree for '{self.name}' function",
            CALLS: f"Call graph: {self.name}",
        }[self.kind]

    def as_json(self) -> dict[str, object]:
        """The graph as a dictionary for `json`."""
        return {
            "kind": self.kind,
            "name": self.name,
            "nodes": [{"name": node.name, "lines": node.lines} for node in self.nodes],
            "edges": [
                {"source": edge.source, "target": edge.target, "label": edge.label, "probability": edge.probability}
                for edge in self.edges
            ],
        }

    def successors(self) -> list[list[int]]:
        """The targets of the edges of each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for edge in self.edges:
            found[edge.source].append(edge.target)
        return found


@final
class GraphMaker:
    """Makes graphs of the functions of one module.

    With `instructions`, blocks have their instructions; with `branch_weights`, edges have the probabilities of `!prof`.
    `demangle` is applied to the names of functions.
    """

    def __init__(
        self, module: Module, *, instructions: bool = True, branch_weights: bool = False, demangle: Demangle | None = None
    ) -> None:
        self._module = module
        self._instructions = instructions
        self._branch_weights = branch_weights
        self._demangle = demangle
        self._texts = InstructionTexts(module) if instructions else None

    def graph(self, function: Function, kind: str = CONTROL_FLOW) -> Graph:
        """The graph of a function: "cfg", "dom" or "post-dom". PyllvmError for another kind."""
        if kind not in KINDS or kind == CALLS:
            raise PyllvmError(f"'{kind}' is not a graph of a function; the graphs are {', '.join(KINDS[:-1])}")
        flow = control_flow_graph(function)
        nodes = self._nodes(function, flow)
        if kind == CONTROL_FLOW:
            edges = self._flow_edges(function, flow)
        elif kind == DOMINATORS:
            nodes, edges = _tree(dominator_tree(flow), flow.successors, nodes)
        else:
            nodes, edges = _tree(
                post_dominator_tree(flow), _sources(function), [*nodes, Node(_POST_DOMINANCE_ROOT, _POST_DOMINANCE_ROOT)]
            )
        return Graph(kind, self._name(function.name), nodes, edges, self._module.llvm_version)

    def call_graph(self) -> Graph:
        """The module's call graph: an edge to each function that a function calls directly; to intrinsics as in its LLVM."""
        calls = call_graph(self._module, intrinsics=self._module.llvm_version >= CALLS_OF_INTRINSICS_SINCE)
        # Like LLVM, skip intrinsics of debug information.
        kept = [number for number, name in enumerate(calls.names) if not name.startswith(DEBUG_PREFIX)]
        places = {number: place for place, number in enumerate(kept)}
        names = [self._name(calls.names[number]) for number in kept]
        nodes = [Node(name, name) for name in names]
        edges = [Edge(places[caller], places[callee]) for caller in kept for callee in calls.callees[caller] if callee in places]
        return Graph(CALLS, self._module.identifier, nodes, edges, self._module.llvm_version)

    def _name(self, name: str) -> str:
        return name if self._demangle is None else self._demangle(name)

    def _nodes(self, function: Function, flow: FlowGraph) -> list[Node]:
        names = [label.removeprefix("%") for label in flow.labels]
        labels = [block.name or label for block, label in zip(function.blocks, flow.labels, strict=True)]
        if self._texts is None:
            return [Node(name, label) for name, label in zip(names, labels, strict=True)]
        texts = self._texts.of(function)
        headers = [self._header(block, flow.labels[place], place) for place, block in enumerate(function.blocks)]
        return [
            Node(name, label, lines, header) for name, label, lines, header in zip(names, labels, texts, headers, strict=True)
        ]

    def _header(self, block: BasicBlock, label: str, place: int) -> str:
        """The lines before the instructions of a block."""
        version = self._module.llvm_version
        name = name_text(block.name, version) if block.name else label
        if version >= BLOCK_HEADERS_SINCE:
            return name.removeprefix("%") + ":"
        # The block as text has it, whose comment is removed, but not the space before the comment.
        line = (name.removeprefix("%") + ": ").ljust(COMMENT_COLUMN)
        if block.name:
            return line if place else name + ":"
        return f"{name}:\n{line}" if place else name + ":"

    def _flow_edges(self, function: Function, flow: FlowGraph) -> list[Edge]:
        edges: list[Edge] = []
        for number, block in enumerate(function.blocks):
            targets = flow.successors[number]
            labels = _edge_labels(block, len(targets))
            probabilities = branch_probabilities(block) if self._branch_weights else []
            if len(probabilities) != len(targets):
                probabilities = [None] * len(targets)
            edges += [
                Edge(number, target, label, probability)
                for target, label, probability in zip(targets, labels, probabilities, strict=True)
            ]
        return edges


@final
class InstructionTexts:
    """The instructions of functions, with the numbers that LLVM's graphs have: they count some metadata in each function anew."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._counts_all = module.llvm_version >= GRAPHS_COUNT_ALL_METADATA_SINCE
        self._counts_each = module.llvm_version < BLOCK_HEADERS_SINCE
        self._printer = Printer(module, module.llvm_version, EVERY_NODE if self._counts_all else 0)
        self._other: Printer | None = None
        slots = self._printer.slots
        self._metadata = dict(slots.metadata)
        self._groups = dict(slots.attribute_groups)

    def of(self, function: Function) -> list[list[str]]:
        """The texts of each block's instructions."""
        slots = self._printer.slots
        if not self._counts_all:
            slots.metadata = dict(self._metadata)
            slots.nodes = list(slots.metadata)
            # It remembers the text of attachments, which have other numbers in each function.
            self._printer.instructions = InstructionPrinter(self._printer.operands, self._printer.program_address_space)
        slots.attribute_groups = dict(self._groups)
        slots.incorporate_function(function)
        other: Printer | None = None
        found: list[list[str]] = []
        for block in function.blocks:
            lines: list[str] = []
            for instruction in block.instructions:
                printer = self._printer
                if not self._counts_all and not self._counts_each and _refers_to_metadata(instruction):
                    other = other or self._other_printer(function)
                    printer = other
                lines.append(printer.instructions.text(instruction))
            found.append(lines)
        slots.purge_function()
        return found

    def _other_printer(self, function: Function) -> Printer:
        """A printer that has counted the metadata of all functions, as LLVM does to print a single call with metadata."""
        if self._other is None:
            self._other = Printer(self._module, self._module.llvm_version, EVERY_NODE)
        self._other.slots.attribute_groups = dict(self._groups)
        self._other.slots.incorporate_function(function)
        return self._other


def _refers_to_metadata(call: Instruction) -> bool:
    if not isinstance(call, CallInst):
        return False
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.is_intrinsic:
        return False
    return any(isinstance(one, MetadataAsValue) and isinstance(one.metadata, MDNode) for one in call.operands)


def _edge_labels(block: BasicBlock, count: int) -> list[str]:
    last = block.terminator
    if isinstance(last, BranchInst) and count == 2:
        return ["T", "F"]
    if isinstance(last, SwitchInst):
        values = [value for value in last.operands[2::2] if isinstance(value, ConstantInt)]
        return ["def", *[str(value.value) for value in values]]
    return [""] * count


def branch_probabilities(block: BasicBlock) -> list[float | None]:
    """The probability of each successor by the branch weights in `!prof` of the terminator; none if it has no weights."""
    last = block.terminator
    weights = [] if last is None else _weights(last)
    total = sum(weights)
    return [weight / total for weight in weights] if total else []


def _weights(last: Instruction) -> list[int]:
    node = last.metadata("prof")
    operands = [] if node is None else node.operands
    if not operands or not isinstance(operands[0], MDString) or operands[0].text != "branch_weights":
        return []
    return [number.unsigned for number in map(constant_int, operands[1:]) if number is not None]


def _tree(tree: Dominators, targets: list[list[int]], nodes: list[Node]) -> tuple[list[Node], list[Edge]]:
    """The nodes and edges in the order of LLVM's walk over the tree, whose children are in the order of a search by `targets`.

    Blocks that the search does not find are left out. If there is one node more than blocks, it is above all roots.
    """
    order = _depth_first(targets, tree.roots)
    children = [sorted(below, key=lambda block: order[block]) for below in tree.children]
    children.append([block for block in order if tree.immediate[block] is None])
    found: list[int] = []
    places: dict[int, int] = {}
    pending = [len(targets)] if len(nodes) > len(targets) else [*tree.roots]
    while pending:
        block = pending.pop()
        places[block] = len(found)
        found.append(block)
        pending += reversed(children[block])
    edges = [Edge(places[block], places[child]) for block in found for child in children[block]]
    return [nodes[block] for block in found], edges


def _depth_first(targets: list[list[int]], roots: list[int]) -> dict[int, int]:
    """The place of each block in a search from the roots, depth first, in the order of these places."""
    found: dict[int, int] = {}
    pending = roots[::-1]
    while pending:
        block = pending.pop()
        if block not in found:
            found[block] = len(found)
            pending += reversed(targets[block])
    return found


def _sources(function: Function) -> list[list[int]]:
    """The predecessors of each block, the oldest use first: so LLVM's search for post-dominators visits them."""
    numbers = {block: number for number, block in enumerate(function.blocks)}
    return [
        [
            numbers[user.parent]
            for user in reversed(block.users)
            if isinstance(user, Instruction) and user.is_terminator and user.parent is not None
        ]
        for block in function.blocks
    ]

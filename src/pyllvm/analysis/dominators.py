"""Dominators: of a graph of numbers, and of the blocks and instructions of a function; and the roots of post-dominator trees.

Source: Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), the version with path compression:
at most `m log n` steps for `m` edges and `n` nodes, whatever their shape. The roots: `FindRoots` of GenericDomTreeConstruction.h.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import CallBrInst, InvokeInst, PHINode
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import INDIRECT_RESULTS_SINCE
from pyllvm.versions import NEWEST

# In the result of `tree_order`: a node that is not in the tree.
NOT_IN_TREE: Final = -1

# In the result of `immediate_dominators`: a root, or a node that two roots share; and a node that no root leads to.
NO_DOMINATOR: Final = -1
UNREACHABLE: Final = -2


def immediate_dominators(successors: list[list[int]], predecessors: list[list[int]], roots: list[int]) -> list[int]:
    """Return the immediate dominator of each node, or NO_DOMINATOR or UNREACHABLE.

    `successors` and `predecessors` are lists of nodes by node; an edge is in both. `roots` are where the walks begin; if there
    are several, no root dominates what another leads to. With the lists exchanged and the exits as roots, it finds
    post-dominators.
    """
    # In what follows, nodes have the numbers of the walk.
    order, node, parent = _depth_first(successors, roots)
    found = [UNREACHABLE] * len(successors)
    reached = len(node)
    if reached == 2:
        found[node[1]] = NO_DOMINATOR
        return found
    semidominator = list(range(reached))
    is_root = [False] * reached
    for root in roots:
        is_root[order[root]] = True
    dominator = [0] * reached
    # The forest of nodes that are done: the node above each (-1 at the top), and the best node on the way there.
    ancestor = [-1] * reached
    best = list(range(reached))
    # The nodes that have a semidominator, as a list: the first, and the next after each.
    first = [0] * reached
    following = [0] * reached
    one = reached - 1
    while one > 0:
        least = 0 if is_root[one] else one
        for entry in predecessors[node[one]]:
            number = order[entry]
            if number != 0:
                if ancestor[number] >= 0:
                    _compress(number, ancestor, best, semidominator)
                least = min(least, semidominator[best[number]])
        semidominator[one] = least
        following[one] = first[least]
        first[least] = one
        above = parent[one]
        ancestor[one] = above
        waiting = first[above]
        first[above] = 0
        while waiting != 0:
            if ancestor[waiting] >= 0:
                _compress(waiting, ancestor, best, semidominator)
            candidate = best[waiting]
            dominator[waiting] = candidate if semidominator[candidate] < semidominator[waiting] else above
            waiting = following[waiting]
        one -= 1
    for one in range(1, reached):
        if dominator[one] != semidominator[one]:
            dominator[one] = dominator[dominator[one]]
        found[node[one]] = node[dominator[one]]
    return found


def _depth_first(successors: list[list[int]], roots: list[int]) -> tuple[list[int], list[int], list[int]]:
    """The numbers of the nodes in a depth-first walk, and by these numbers the nodes and the numbers of their parents.

    The numbers begin with 1; 0 is before all roots, and the number of what they do not lead to.
    """
    order = [0] * len(successors)
    node = [-1]
    parent = [0]
    pending = roots[::-1]
    pending_parents = [0] * len(roots)
    while pending:
        one = pending.pop()
        above = pending_parents.pop()
        if order[one] == 0:
            here = len(node)
            order[one] = here
            node.append(one)
            parent.append(above)
            for target in successors[one]:
                if order[target] == 0:
                    pending.append(target)
                    pending_parents.append(here)
    return order, node, parent


def _compress(start: int, ancestor: list[int], best: list[int], semidominator: list[int]) -> None:
    """Let all nodes on the way from `start` refer to the top of their tree."""
    path: list[int] = []
    one = start
    while ancestor[ancestor[one]] >= 0:
        path.append(one)
        one = ancestor[one]
    while path:
        below = path.pop()
        above = ancestor[below]
        if semidominator[best[above]] < semidominator[best[below]]:
            best[below] = best[above]
        ancestor[below] = ancestor[above]


def tree_children(dominators: list[int]) -> list[list[int]]:
    """Return the nodes that each node immediately dominates, in ascending order; from what `immediate_dominators` returned."""
    children: list[list[int]] = [[] for _ in dominators]
    node = 0
    for dominator in dominators:
        if dominator >= 0:
            children[dominator].append(node)
        node += 1
    return children


def tree_order(children: list[list[int]], roots: list[int]) -> tuple[list[int], list[int]]:
    """Return how many nodes a walk over a tree has entered when it enters and leaves each node; NOT_IN_TREE for others.

    A node is above another if it is entered before and not left before it.
    """
    entered = [NOT_IN_TREE] * len(children)
    left = [NOT_IN_TREE] * len(children)
    clock = 0
    for root in roots:
        entered[root] = clock
        clock += 1
        path = [root]
        progress = [0]
        while path:
            node = path[-1]
            step = progress[-1]
            below = children[node]
            if step < len(below):
                progress[-1] = step + 1
                child = below[step]
                entered[child] = clock
                clock += 1
                path.append(child)
                progress.append(0)
            else:
                left[node] = clock
                path.pop()
                progress.pop()
    return entered, left


@final
class DominatorTree:
    """The dominator tree of a control flow graph, computed on first use."""

    def __init__(self, graph: ControlFlowGraph, version: int = NEWEST) -> None:
        self.graph = graph
        self._version = version
        # The times at which a walk over the tree enters and leaves a block.
        self._in: list[int] = []
        self._out: list[int] = []
        self._is_ready = False

    def is_reachable(self, block: BasicBlock) -> bool:
        """Whether the block is reachable from the entry."""
        if not self._is_ready:
            self._compute()
        return self._in[block.number] != NOT_IN_TREE

    def block_dominates(self, one: BasicBlock, other: BasicBlock) -> bool:
        """Whether `one` dominates `other`; every block dominates an unreachable one."""
        if one is other:
            return True
        if not self._is_ready:
            self._compute()
        entered = self._in[other.number]
        if entered == NOT_IN_TREE:
            return True
        start = self._in[one.number]
        return start != NOT_IN_TREE and start <= entered and self._out[other.number] <= self._out[one.number]

    def dominates_use(self, definition: Instruction, user: Instruction, index: int) -> bool:
        """Whether an instruction dominates the use of its result as the user's operand of that index."""
        definition_block = definition.parent
        use_block = user.parent
        is_phi = isinstance(user, PHINode)
        if isinstance(user, PHINode):
            use_block = user.blocks[index]
        if definition_block is None or use_block is None:
            return False
        if not self.is_reachable(use_block):
            return True
        if not self.is_reachable(definition_block):
            return False
        normal = self._normal_block(definition)
        if normal is not None:
            if is_phi and user.parent is normal and use_block is definition_block:
                return True
            return self.edge_dominates(definition_block, normal, use_block)
        if definition_block is not use_block:
            return self.block_dominates(definition_block, use_block)
        return is_phi or definition.position < user.position

    def _normal_block(self, definition: Instruction) -> BasicBlock | None:
        """Return the destination of a terminator whose result is available only there, else None."""
        block: Value | None = None
        if isinstance(definition, InvokeInst):
            block = definition.normal_block
        elif isinstance(definition, CallBrInst) and self._version < INDIRECT_RESULTS_SINCE:
            block = definition.default_block
        return block if isinstance(block, BasicBlock) else None

    def instruction_dominates(self, one: Instruction, other: Instruction) -> bool:
        """Whether an instruction dominates another."""
        if one.parent is other.parent:
            return one.position < other.position
        return one.parent is not None and other.parent is not None and self.block_dominates(one.parent, other.parent)

    def edge_dominates(self, start: BasicBlock, end: BasicBlock, use_block: BasicBlock) -> bool:
        """Whether all ways to a block lead over the edge from `start` to `end`."""
        if not self.block_dominates(end, use_block):
            return False
        entries = self.graph.predecessors[end.number]
        if len(entries) == 1:
            return True
        is_entered = False
        for number in entries:
            if number == start.number:
                if is_entered:
                    return False
                is_entered = True
            elif not self.block_dominates(end, self.graph.blocks[number]):
                return False
        return True

    def _compute(self) -> None:
        self._is_ready = True
        if not self.graph.blocks:
            return
        dominators = immediate_dominators(self.graph.successors, self.graph.predecessors, [0])
        self._in, self._out = tree_order(tree_children(dominators), [0])


def post_dominator_roots(successors: list[list[int]], predecessors: list[list[int]]) -> list[int]:
    """Return the roots, each node of the graph being post-dominated by one of them or by what they share.

    These are the nodes without successors, and one for each endless region that leads to no other root. The arguments are
    the same as for `immediate_dominators`.
    """
    count = len(successors)
    leads_to_root = [False] * count
    ends = [node for node in range(count) if not successors[node]]
    for end in ends:
        _mark(end, predecessors, leads_to_root)
    if False not in leads_to_root:
        return ends
    chosen: list[int] = []
    # The walks to the farthest node mark what they meet with the number of the walk.
    met = [0] * count
    for node in range(count):
        if not leads_to_root[node]:
            farthest = _farthest(node, successors, leads_to_root, met, node + 1)
            chosen.append(farthest)
            _mark(farthest, predecessors, leads_to_root)
    # A region may lead to one whose root was chosen later; its own root is then not needed.
    leads_to_later = [False] * count
    kept: list[int] = []
    for root in reversed(chosen):
        if not leads_to_later[root]:
            kept.append(root)
            _mark(root, predecessors, leads_to_later)
    return ends + kept[::-1]


def _mark(start: int, edges: list[list[int]], marked: list[bool]) -> None:
    """Mark all nodes that the edges lead to from `start`, which is not marked yet."""
    marked[start] = True
    pending = [start]
    while pending:
        for target in edges[pending.pop()]:
            if not marked[target]:
                marked[target] = True
                pending.append(target)


def _farthest(start: int, successors: list[list[int]], leads_to_root: list[bool], met: list[int], walk: int) -> int:
    """Return the node that a depth-first walk reaches last; it takes later blocks first."""
    last = start
    pending = [start]
    while pending:
        node = pending.pop()
        if met[node] != walk:
            met[node] = walk
            last = node
            for target in sorted(successors[node]):
                if met[target] != walk and not leads_to_root[target]:
                    pending.append(target)
    return last

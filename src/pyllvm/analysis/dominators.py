"""Computes immediate dominators by iteration over the reverse postorder."""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import CallBrInst, InvokeInst, PHINode
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import INDIRECT_RESULTS_SINCE
from pyllvm.versions import NEWEST

_UNREACHED: Final = -1


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
        return self._in[block.number] != _UNREACHED

    def block_dominates(self, one: BasicBlock, other: BasicBlock) -> bool:
        """Whether `one` dominates `other`; every block dominates an unreachable one."""
        if one is other:
            return True
        if not self._is_ready:
            self._compute()
        entered = self._in[other.number]
        if entered == _UNREACHED:
            return True
        start = self._in[one.number]
        return start != _UNREACHED and start <= entered and self._out[other.number] <= self._out[one.number]

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
            return self._edge_dominates(definition_block, normal, use_block)
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

    def _edge_dominates(self, start: BasicBlock, end: BasicBlock, use_block: BasicBlock) -> bool:
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
        count = len(self.graph.blocks)
        self._in = [_UNREACHED] * count
        self._out = [_UNREACHED] * count
        if count == 0:
            return
        postorder = self.graph.postorder()
        rank = [_UNREACHED] * count
        for position, number in enumerate(postorder):
            rank[number] = position
        dominator = [_UNREACHED] * count
        dominator[0] = 0
        changed = True
        while changed:
            changed = False
            position = len(postorder) - 2
            while position >= 0:
                number = postorder[position]
                best = _UNREACHED
                for entry in self.graph.predecessors[number]:
                    if dominator[entry] == _UNREACHED:
                        continue
                    if best == _UNREACHED:
                        best = entry
                        continue
                    one = best
                    other = entry
                    while one != other:
                        while rank[one] < rank[other]:
                            one = dominator[one]
                        while rank[other] < rank[one]:
                            other = dominator[other]
                    best = one
                if dominator[number] != best:
                    dominator[number] = best
                    changed = True
                position -= 1
        children: list[list[int]] = [[] for _ in range(count)]
        for number in postorder:
            if number != 0:
                children[dominator[number]].append(number)
        self._number_tree(children)

    def _number_tree(self, children: list[list[int]]) -> None:
        clock = 0
        self._in[0] = 0
        path = [0]
        progress = [0]
        while path:
            number = path[-1]
            step = progress[-1]
            if step < len(children[number]):
                progress[-1] = step + 1
                child = children[number][step]
                clock += 1
                self._in[child] = clock
                path.append(child)
                progress.append(0)
            else:
                clock += 1
                self._out[number] = clock
                path.pop()
                progress.pop()

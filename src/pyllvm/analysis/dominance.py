"""Dominance between instructions, blocks and uses of one function, as LLVM defines it; and the tree of its blocks."""

from __future__ import annotations

from typing import final

from pyllvm.analysis.cfg import ControlFlowGraph
from pyllvm.analysis.dominators import DominatorTree, immediate_dominators, tree_children, tree_order
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBrInst, InvokeInst, PHINode
from pyllvm.ir.misuse import check_function
from pyllvm.ir.value import Use
from pyllvm.tables.behavior_versions import INDIRECT_RESULTS_SINCE


@final
class Dominance:
    """The dominators of a function's blocks and instructions: each question takes constant time after the first one.

    The function must not change in the meantime. As in LLVM, everything dominates what the entry does not lead to, and nothing
    there dominates other code.
    """

    def __init__(self, function: Function) -> None:
        """Number the blocks and instructions. Raises PyllvmError if the body was not read yet and is malformed."""
        check_function(function, "Dominance")
        self._function = function
        blocks = function.blocks
        self._numbers: dict[BasicBlock, int] = {block: number for number, block in enumerate(blocks)}
        self._positions: dict[Instruction, int] = {}
        with function.type.context.lock:
            self._tree = DominatorTree(ControlFlowGraph(blocks), function.type.context.llvm_version)
            if blocks:
                self._tree.is_reachable(blocks[0])  # the tree uses the numbers of blocks now
        self._version = function.type.context.llvm_version

    def __repr__(self) -> str:
        return f"<Dominance in @{self._function.name}, {len(self._numbers)} blocks>"

    def is_reachable(self, block: BasicBlock) -> bool:
        """Whether the entry leads to a block. Raises ValueError for a block of another function."""
        self._check(block)
        return self._tree.is_reachable(block)

    def dominates(self, one: BasicBlock | Instruction, other: BasicBlock | Instruction) -> bool:
        """Whether all ways to `other` lead through `one`.

        A block dominates itself, an instruction does not. The result of an invoke is only there in the block for a normal return:
        an invoke dominates what that edge dominates. An instruction dominates a phi if it dominates the phi's whole block. Raises
        ValueError for what is not in the function.
        """
        if isinstance(one, BasicBlock):
            target = other if isinstance(other, BasicBlock) else self._block_of(other)
            self._check(one)
            self._check(target)
            return self._tree.block_dominates(one, target)
        if isinstance(other, BasicBlock):
            return self._dominates_block(one, other)
        definition, target = self._block_of(one), self._block_of(other)
        if not self._tree.is_reachable(target):
            return True
        if not self._tree.is_reachable(definition) or one is other:
            return False
        if isinstance(one, (InvokeInst, CallBrInst)) or isinstance(other, PHINode):
            return self._dominates_block(one, target)
        if definition is not target:
            return self._tree.block_dominates(definition, target)
        return self._position(one) < self._position(other)

    def dominates_use(self, definition: Instruction, use: Use) -> bool:
        """Whether an instruction dominates a use; the use of a phi is at the end of the block from which the value comes.

        Raises ValueError for a use by something else than an instruction, or of another function.
        """
        user = use.user
        if not isinstance(user, Instruction):
            raise ValueError("only the uses by instructions are in a function")
        if not isinstance(user, PHINode):
            return self.dominates(definition, user)
        source = user.blocks[use.index]
        self._check(source)
        block = self._block_of(definition)
        if not self._tree.is_reachable(source):
            return True
        if not self._tree.is_reachable(block):
            return False
        if isinstance(definition, (InvokeInst, CallBrInst)):
            return self._tree.dominates_use(definition, user, use.index)
        return self._tree.block_dominates(block, source)

    def _dominates_block(self, definition: Instruction, block: BasicBlock) -> bool:
        """Whether an instruction dominates the beginning of a block."""
        start = self._block_of(definition)
        self._check(block)
        tree = self._tree
        if not tree.is_reachable(block):
            return True
        if not tree.is_reachable(start) or start is block:
            return False
        normal: BasicBlock | None = None
        if isinstance(definition, InvokeInst):
            normal = definition.normal_block
        elif isinstance(definition, CallBrInst) and self._version < INDIRECT_RESULTS_SINCE:
            normal = definition.default_block
        return tree.block_dominates(start, block) if normal is None else tree.edge_dominates(start, normal, block)

    def _block_of(self, instruction: Instruction) -> BasicBlock:
        block = instruction.parent
        if block is None:
            raise ValueError("the instruction is in no block")
        self._check(block)
        return block

    def _check(self, block: BasicBlock) -> None:
        if block not in self._numbers:
            raise ValueError(f"the block is not in @{self._function.name}, or was added later")

    def _position(self, instruction: Instruction) -> int:
        found = self._positions.get(instruction, -1)
        if found < 0:
            block = instruction.parent
            assert block is not None
            for number, one in enumerate(block.instructions):
                self._positions[one] = number
            found = self._positions[instruction]
        return found


def dominates(one: Instruction, other: Instruction) -> bool:
    """Return whether all ways to `other` lead through `one`, an instruction of the same function, as `Dominance.dominates`.

    The time is nearly linear in the size of the function: for many questions, use `Dominance`. Raises ValueError if one of them
    is in no function, or in another one, and TypeError for something else than instructions.
    """
    if not isinstance(one, Instruction) or not isinstance(other, Instruction):
        raise TypeError("dominates takes two instructions: Dominance answers for blocks as well")
    function = one.function
    if function is None:
        raise ValueError("the instruction is in no function")
    return Dominance(function).dominates(one, other)


@final
class BlockTree:
    """The tree of one function, whose blocks and edges must not change in the meantime."""

    def __init__(self, function: Function) -> None:
        blocks = function.blocks
        graph = ControlFlowGraph(blocks)
        self.blocks = blocks
        self.numbers: dict[BasicBlock, int] = {block: number for number, block in enumerate(blocks)}
        self.successors = graph.successors
        self.predecessors = graph.predecessors
        self._dominators = immediate_dominators(graph.successors, graph.predecessors, [0])
        self._children = tree_children(self._dominators)
        self._entered, self._left = tree_order(self._children, [0])
        self._levels = [-1] * len(blocks)
        pending = [0]
        self._levels[0] = 0
        while pending:
            number = pending.pop()
            for child in self._children[number]:
                self._levels[child] = self._levels[number] + 1
                pending.append(child)

    def is_reachable(self, block: BasicBlock) -> bool:
        """Whether the entry leads to the block."""
        return self._levels[self.numbers[block]] >= 0

    def dominator(self, block: BasicBlock) -> BasicBlock | None:
        """The block that immediately dominates another; None for the entry and where it does not lead."""
        number = self._dominators[self.numbers[block]]
        return self.blocks[number] if number >= 0 else None

    def dominates(self, one: BasicBlock, other: BasicBlock) -> bool:
        """Whether all ways to `other` lead through `one`; everything dominates what the entry does not lead to."""
        if one is other:
            return True
        first, second = self.numbers[one], self.numbers[other]
        if self._levels[second] < 0:
            return True
        if self._levels[first] < 0:
            return False
        return self._entered[first] <= self._entered[second] and self._left[second] <= self._left[first]

    def iterated_frontier(self, defining: set[int], live: set[int]) -> list[int]:
        """The blocks, by number and in ascending order, where several values of a variable meet that is live there.

        `defining` are the blocks that set the variable. Source: Sreedhar and Gao, "A linear time algorithm for placing
        phi-nodes" (1995).
        """
        levels = self._levels
        queues: dict[int, list[int]] = {}
        for number in defining:
            if levels[number] >= 0:
                queues.setdefault(levels[number], []).append(number)
        visited = {number for queue in queues.values() for number in queue}
        met: set[int] = set()
        found: list[int] = []
        level = max(queues, default=-1)
        while level >= 0:
            queue = queues.get(level)
            if not queue:
                level -= 1
                continue
            work = [queue.pop()]
            while work:
                number = work.pop()
                for target in self.successors[number]:
                    if levels[target] > level or target in met:
                        continue
                    met.add(target)
                    if target in live:
                        found.append(target)
                    if target in live and target not in defining:
                        queues.setdefault(levels[target], []).append(target)
                for child in self._children[number]:
                    if child not in visited:
                        visited.add(child)
                        work.append(child)
        return sorted(found)

"""Loop metadata at the places where it counts: the section LOOP_METADATA of the language document.

LLVM's own passes copy loops with their nodes, split one loop into nested ones, and leave a node on a branch that has been a
latch. So a node is looked at only if it has options that passes follow, or none at all, as no compiler writes it. It counts as
out of place only where no latch has it, and as shared only where one of the loops is within the other, or if it has no options.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.cfg import ControlFlowGraph, successors
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.metadata import MDNode, MDString, MDTuple
from pyllvm.tables.intrinsic_names import LOOP_METADATA
from pyllvm.verifier.lint.findings import Linter

_PROGRESS: Final = "llvm.loop.mustprogress"
_IS_VECTORIZED: Final = "llvm.loop.isvectorized"


def check_latches(linter: Linter, function: Function) -> None:
    """Report loop metadata on a branch that is not a latch, and nodes that a loop has together with a loop in it."""
    branches: dict[MDNode, list[Instruction]] = {}
    for block in function.blocks:
        last = block.terminator
        if last is None or last.attachments is None:
            continue
        for attachment in last.attachments:
            if attachment.kind == LOOP_METADATA and _has_orders(attachment.node):
                branches.setdefault(attachment.node, []).append(last)
    if not branches:
        return
    tree = DominatorTree(ControlFlowGraph(function.blocks), linter.version)
    for node, attached in branches.items():
        _check_node(linter, tree, node, attached)


def _has_orders(node: MDNode) -> bool:
    """Whether a person wrote it: that the loop makes progress is not an option, and options of vectorized loops are LLVM's."""
    has_orders = _is_plain(node)
    for option in node.operands:
        name = option.operands[0] if isinstance(option, MDTuple) and option is not node and option.operands else None
        if isinstance(name, MDString):
            if name.text == _IS_VECTORIZED:
                return False
            has_orders = has_orders or name.text != _PROGRESS
    return has_orders


def _is_plain(node: MDNode) -> bool:
    """Whether a loop's node has no options."""
    return len(node.operands) == 1


def _check_node(linter: Linter, tree: DominatorTree, node: MDNode, attached: list[Instruction]) -> None:
    edges: list[tuple[BasicBlock, BasicBlock]] = []
    for branch in attached:
        latch = branch.parent
        if latch is not None:
            edges.extend([(latch, target) for target in successors(latch) if tree.block_dominates(target, latch)])
    if not edges:
        if not any(branch.parent is None or _is_in_cycle(branch.parent) for branch in attached):
            message = "llvm.loop is attached to a branch that does not return to a loop header"
            linter.report("loop-latch", message, attached[0], node)
        return
    for latch, header in edges:
        for inner_latch, inner_header in edges:
            is_within = inner_header is not header and tree.block_dominates(header, inner_header)
            if inner_header is not header and _is_plain(node):
                message = "two loops share one llvm.loop node"
                linter.report("loop-shared", message, attached[0], node)
                return
            if is_within and _leads_to(inner_latch, latch, header):
                message = "a loop and a loop inside it share one llvm.loop node"
                linter.report("loop-shared", message, attached[0], node)
                return


def _leads_to(start: BasicBlock, end: BasicBlock, header: BasicBlock) -> bool:
    """Whether a way from one block to another goes around the header: both are in the header's loop."""
    seen = {header}
    pending = [start]
    while pending:
        block = pending.pop()
        if block is end:
            return True
        for target in successors(block):
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return False


def _is_in_cycle(block: BasicBlock) -> bool:
    """Whether a block can be reached from itself, as the latch of a loop with several entries can."""
    seen: set[BasicBlock] = set()
    pending = successors(block)
    while pending:
        target = pending.pop()
        if target is block:
            return True
        if target not in seen:
            seen.add(target)
            pending.extend(successors(target))
    return False

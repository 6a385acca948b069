"""Loop metadata: `llvm.loop` nodes and their options where they count, access groups, weights of irreducible loops.

Source: the language document's section LOOP_METADATA, and those on `llvm.loop.*`, `llvm.access.group`,
`llvm.loop.parallel_accesses` and `irr_loop`.

LLVM's own passes copy loops with their nodes, split one loop into nested ones, and leave a node on a branch that has been a
latch. So a node is looked at only if it has options that passes follow, or none at all, as no compiler writes it. It counts as
out of place only where no latch has it, and as shared only where one of the loops is within the other, or if it has no options.
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.cfg import ControlFlowGraph, successors
from pyllvm.analysis.dominators import DominatorTree
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, constant_int
from pyllvm.tables import loop_options
from pyllvm.tables.intrinsic_names import LOOP_METADATA
from pyllvm.tables.loop_options import LoopOption, loop_option
from pyllvm.verifier.alias_scopes import is_access_group
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import integer_width

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


def check_loop(linter: Linter, node: MDNode) -> None:
    """Check a loop's node: it must begin with itself, and options follow."""
    if node.operands[:1] != [node]:
        if linter.is_new("loop-node", node):
            linter.report("loop-node", "a loop's node must begin with itself, which keeps loops distinct", node)
        return
    if not linter.is_new("loop-node", node):
        return
    seen: set[str] = set()
    for operand in node.operands[1:]:
        if isinstance(operand, MDTuple) and operand.operands and isinstance(operand.operands[0], MDString):
            _check_option(linter, node, operand, operand.operands[0].text, seen)
    for name, opposites in loop_options.CONTRADICTIONS:
        for opposite in opposites:
            if name in seen and opposite in seen:
                linter.report("loop-contradiction", f"'{name}' and '{opposite}' contradict each other", node)


def _check_option(linter: Linter, node: MDNode, entry: MDNode, name: str, seen: set[str]) -> None:
    option = loop_option(name)
    if option is None:
        if name.startswith(loop_options.OPTION_PREFIXES):
            linter.report("loop-option", f"LLVM has no loop option '{name}'", entry)
        return
    if name in seen:
        linter.report("loop-contradiction", f"'{name}' appears twice in one loop's node", node)
    seen.add(name)
    if not _has_operands(option, entry.operands[1:]):
        linter.report("loop-option", f"'{name}' must be followed by {option.operands}", entry)


def _has_operands(option: LoopOption, operands: list[object]) -> bool:
    """Whether an option's name is followed by the operands that it needs."""
    wanted = option.operands
    if wanted == loop_options.ATTRIBUTES:
        return all(isinstance(operand, MDNode) for operand in operands)
    if wanted == loop_options.ACCESS_GROUPS:
        return bool(operands) and all(is_access_group(operand) for operand in operands)
    if wanted == loop_options.NOTHING:
        return not operands
    number = constant_int(operands[0]) if len(operands) == 1 else None
    if number is None:
        return False
    if wanted == loop_options.BIT:
        return integer_width(number.type) == 1 or number.value in (0, 1)
    return number.value > 0 if wanted == loop_options.POSITIVE else number.unsigned >= 0


def check_access_group(linter: Linter, node: MDNode) -> None:
    """Check an access group or a list of groups, which must not be empty."""
    if is_access_group(node) or not linter.is_new("access-group", node):
        return
    if not node.operands:
        linter.report("access-group", "an access group must be distinct, and a list of them must not be empty", node)
    elif not all(is_access_group(operand) for operand in node.operands):
        linter.report("access-group", "a list of access groups must hold only distinct, empty nodes", node)


def check_loop_header_weight(linter: Linter, instruction: Instruction, node: MDNode) -> None:
    """Check `!{!"loop_header_weight", i64 N}` on the terminator of a loop header, which has several predecessors."""
    operands = node.operands
    name = operands[0] if len(operands) == 2 else None
    weight = constant_int(operands[1]) if len(operands) == 2 else None
    if not isinstance(name, MDString) or name.text != "loop_header_weight" or weight is None or integer_width(weight.type) != 64:
        linter.report("metadata-form", 'irr_loop must be "loop_header_weight" and an i64', instruction, node)
    block = instruction.parent
    if block is not None and len(set(block.predecessors)) < 2:
        message = "irr_loop marks a block with fewer than two predecessors, which is not a loop header"
        linter.report("loop-header", message, instruction)

"""Small passes over functions, each of which gives the text of LLVM's pass: names, single exits, and edges between blocks."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    BranchInst,
    CallBrInst,
    IndirectBrInst,
    PHINode,
    ReturnInst,
    UnreachableInst,
)
from pyllvm.ir.types import VOID
from pyllvm.ir.value import Value

_PADS: Final = ("landingpad", "catchpad", "cleanuppad", "catchswitch")


def name_instructions(function: Function) -> bool:
    """Name nameless arguments, blocks and results: arg, bb, i, each made unique. Returns whether there were any."""
    changed = False
    for argument in function.arguments:
        if not argument.name:
            argument.name = "arg"
            changed = True
    for block in function.blocks:
        if not block.name:
            block.name = "bb"
            changed = True
        for instruction in block.instructions:
            if not instruction.name and instruction.type.kind != VOID:
                instruction.name = "i"
                changed = True
    return changed


def merge_returns(function: Function) -> bool:
    """Leave one `unreachable` and one `ret`, to which the blocks branch that had others. Returns whether there were several."""
    endless: list[BasicBlock] = []
    returning: list[BasicBlock] = []
    for block in function.blocks:
        end = block.terminator
        if isinstance(end, UnreachableInst):
            endless.append(block)
        elif isinstance(end, ReturnInst):
            returning.append(block)
    void = function.type.context.void
    if len(endless) > 1:
        target = function.add_block("UnifiedUnreachableBlock")
        target.append(UnreachableInst(void))
        for block in endless:
            _branch_instead(block, target)
    if len(returning) > 1:
        target = function.add_block("UnifiedReturnBlock")
        type = function.function_type.return_type
        phi: PHINode | None = None
        if type.kind != VOID:
            phi = PHINode(type, 0, "UnifiedRetVal")
            target.append(phi)
        target.append(ReturnInst(void, phi))
        for block in returning:
            end = block.terminator
            if phi is not None and isinstance(end, ReturnInst) and end.value is not None:
                phi.add_incoming(end.value, block)
            _branch_instead(block, target)
    return len(endless) > 1 or len(returning) > 1


def _branch_instead(block: BasicBlock, target: BasicBlock) -> None:
    """Replace the terminator of a block by a branch."""
    end = block.terminator
    assert end is not None
    end.erase()
    block.append(BranchInst(target.type.context.void, target))


def break_critical_edges(function: Function) -> bool:
    """Put a block on each edge from a block with several successors to one with several predecessors.

    Edges of indirectbr, to pads, and to the indirect blocks of callbr stay. Returns whether there were others.
    """
    counts: dict[BasicBlock, int] = {}
    for block in function.blocks:
        for target in block.successors:
            counts[target] = counts.get(target, 0) + 1
    changed = False
    for block in list(function.blocks):
        end = block.terminator
        if end is None or isinstance(end, IndirectBrInst):
            continue
        places = [index for index, operand in enumerate(end.operands) if isinstance(operand, BasicBlock)]
        if isinstance(end, BranchInst):
            places.reverse()  # the operands have the false block first
        if isinstance(end, CallBrInst):
            places = places[:1]
        if len(end.successors) < 2:
            continue
        for place in places:
            after = end.operands[place]
            if isinstance(after, BasicBlock) and counts.get(after, 0) > 1 and not _begins_with_pad(after):
                _split_edge(block, place, after)
                changed = True
    return changed


def _begins_with_pad(block: BasicBlock) -> bool:
    first = block.first_non_phi
    return first is not None and first.opcode_name in _PADS


def _split_edge(block: BasicBlock, place: int, target: BasicBlock) -> None:
    """Let an edge lead through a new block, which follows the block where the edge begins."""
    end = block.terminator
    assert end is not None
    middle = BasicBlock(target.type, f"{block.name}.{target.name}_crit_edge")
    middle.insert_after(block)
    branch = BranchInst(target.type.context.void, target)
    branch.debug_location = end.debug_location
    middle.append(branch)
    end.put_operand(place, middle)
    for phi in target.phis:
        for index, source in enumerate(phi.blocks):
            if source is block:
                phi.blocks[index] = middle
                break


def delete_dead_instructions(function: Function) -> bool:
    """Delete instructions whose results nothing uses and that have no other effect, again and again. Returns whether any was.

    Debug records that refer to them then refer to poison: LLVM's dce computes what it can from other values.
    """
    waiting: list[Value] = list(function.instructions)
    deleted: set[Value] = set()
    while waiting:
        one = waiting.pop()
        if one in deleted or not isinstance(one, Instruction) or not _is_dead(one):
            continue
        deleted.add(one)
        operands = list(one.operands)
        one.erase()
        waiting.extend(operands)
    return bool(deleted)


def _is_dead(instruction: Instruction) -> bool:
    if instruction.parent is None or instruction.has_uses or instruction.is_terminator:
        return False
    return instruction.opcode_name not in _PADS and not instruction.has_side_effects

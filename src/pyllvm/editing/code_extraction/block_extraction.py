"""Reduces a module to functions made of some of its basic blocks, as llvm-extract's ``--bb`` does (BlockExtractor)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyllvm.editing.blocks import phis
from pyllvm.editing.code_extraction.code_extractor import CodeExtractor
from pyllvm.editing.code_extraction.code_regions import first_after_phis, refusal, region_of
from pyllvm.editing.dead_globals import drop_body
from pyllvm.editing.properties import set_linkage
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import BranchInst, InvokeInst, LandingPadInst, PHINode
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value


def extract_blocks(module: Module, groups: Iterable[Sequence[BasicBlock]]) -> list[str]:
    """Make a function of each group of blocks, the entry first, and declarations of all functions that the module had.

    The new functions are visible to other modules. A group that LLVM does not extract is left out; the reasons are returned.
    """
    before = list(module.functions)
    reasons: list[str] = []
    waiting = list(groups)
    for function in dict.fromkeys([group[0].parent for group in waiting]):
        assert function is not None
        _split_nested_landing_pads(function)
    for group in waiting:
        function = group[0].parent
        assert function is not None
        region = region_of(group)
        reason = refusal(region, module.llvm_version)
        if reason:
            reasons.append(f"nothing was extracted from @{function.name}: {reason}")
        else:
            CodeExtractor(module, region).extract()
    for function in before:
        function.forget_missing_operands()
        drop_body(function)
        function.use_missing_operands()
    for function in module.functions:
        set_linkage(function, "external")
    return reasons


def _split_nested_landing_pads(function: Function) -> None:
    """Give each invoke a landing pad of its own where it shares one with another landing pad's block, as LLVM does first."""
    for block in list(function.blocks):
        terminator = block.terminator
        if isinstance(terminator, InvokeInst):
            pad = terminator.unwind_block
            assert isinstance(pad, BasicBlock)
            for predecessor in pad.predecessors:
                if predecessor is not block and isinstance(first_after_phis(predecessor), LandingPadInst):
                    _split_landing_pad(function, pad, block)
                    break


def _split_landing_pad(function: Function, block: BasicBlock, predecessor: BasicBlock) -> None:
    """Put a copy of a landing pad into a new block for one predecessor, and another one for the rest."""
    pad = first_after_phis(block)
    if not isinstance(pad, LandingPadInst):
        return
    new_blocks = [_new_predecessor(function, block, pad, [predecessor], ".1")]
    rest = [one for one in block.predecessors if one is not new_blocks[0]]
    if rest:
        new_blocks.append(_new_predecessor(function, block, pad, rest, ".2"))
    copies: list[Value] = []
    for new, suffix in zip(new_blocks, (".1", ".2"), strict=False):
        copy = pad.clone()
        new.insert(copy, first_after_phis(new))
        copy.name = f"lpad{suffix}"
        copies.append(copy)
    if len(copies) == 1:
        pad.replace_all_uses_with(copies[0])
    elif pad.has_uses:
        merged = PHINode(pad.type, 0, "lpad.phi")
        merged.insert_before(pad)
        for value, new in zip(copies, new_blocks, strict=True):
            merged.add_incoming(value, new)
        pad.replace_all_uses_with(merged)
    pad.erase()


def _new_predecessor(
    function: Function, block: BasicBlock, pad: LandingPadInst, predecessors: list[BasicBlock], suffix: str
) -> BasicBlock:
    """A new block that leads to a block, and to which some of its predecessors lead in its place."""
    new = BasicBlock(block.type, f"{block.name}{suffix}")
    function.insert_block(new, block)
    branch = BranchInst(function.type.context.void, block)
    branch.debug_location = pad.debug_location
    new.append(branch)
    for predecessor in predecessors:
        terminator = predecessor.terminator
        assert terminator is not None
        terminator.replace_successor(block, new)
    for phi in phis(block):
        values = [phi.operands[index] for index, incoming in enumerate(phi.blocks) if incoming in predecessors]
        value = values[0]
        merged: PHINode | None = None
        if any(other is not value for other in values):
            merged = PHINode(phi.type, 0, f"{phi.name}.ph")
            merged.insert_before(branch)
        for index in range(len(phi.blocks) - 1, -1, -1):
            if phi.blocks[index] in predecessors:
                if merged is not None:
                    merged.add_incoming(phi.operands[index], phi.blocks[index])
                phi.remove_incoming(index)
        phi.add_incoming(value if merged is None else merged, new)
    return new

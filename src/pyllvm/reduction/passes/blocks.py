"""Blocks: they go, end earlier, or become one with others."""

from __future__ import annotations

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.blocks import erase_blocks, merge_into_predecessor
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    BranchInst,
    CallInst,
    IndirectBrInst,
    InvokeInst,
    LandingPadInst,
    PHINode,
    ReturnInst,
    SwitchInst,
    UnreachableInst,
)
from pyllvm.ir.module import Module
from pyllvm.reduction.edits import (
    branch_to,
    end,
    erase_unreachable_blocks,
    forget_result,
    is_open,
    is_open_block,
    replace_terminator,
)
from pyllvm.reduction.scope import Pass, Scope, by_owner


def _removable(module: Module, scope: Scope) -> list[BasicBlock]:
    return [block for function in scope.bodies(module) for block in function.blocks[1:]]


def _remove(module: Module, blocks: list[BasicBlock]) -> None:
    """Let no other block branch to these; then nothing reaches them."""
    gone = set(blocks)
    for function in _functions_of(blocks):
        for block in list(function.blocks):
            if block not in gone and any(successor in gone for successor in block.successors):
                _avoid(block, gone)
        erase_unreachable_blocks(function)


def _functions_of(blocks: list[BasicBlock]) -> list[Function]:
    return list(dict.fromkeys([block.parent for block in blocks if block.parent is not None]))


def _avoid(block: BasicBlock, gone: set[BasicBlock]) -> None:
    """Let a block branch only to successors that do not go."""
    terminator = block.terminator
    assert terminator is not None
    kept = list(dict.fromkeys([successor for successor in terminator.successors if successor not in gone]))
    if not kept:
        end(block)
    elif isinstance(terminator, SwitchInst):
        _shorten_switch(block, terminator, gone)
    elif isinstance(terminator, IndirectBrInst):
        new = IndirectBrInst(block.type.context.void, terminator.address, list(kept))
        replace_terminator(block, new)
    elif isinstance(terminator, InvokeInst) and kept[0] is terminator.normal_block:
        call_instead(block, terminator)
    elif isinstance(terminator, BranchInst):
        branch_to(block, kept[0])
    else:
        end(block)


def _shorten_switch(block: BasicBlock, switch: SwitchInst, gone: set[BasicBlock]) -> None:
    cases = [(value, target) for value, target in switch.cases if target not in gone]
    default = switch.default_block
    if default in gone:
        default = cases[0][1]
        cases = [case for case in cases[1:] if case[1] is not default]
    if not cases:
        branch_to(block, default)
        return
    new = SwitchInst(block.type.context.void, switch.condition, default)
    for value, target in cases:
        new.add_case(value, target)
    replace_terminator(block, new)


def call_instead(block: BasicBlock, invoke: InvokeInst) -> None:
    """Make an invoke a call that cannot unwind, followed by a branch."""
    bundles = [(one.tag, invoke.operands[one.begin : one.end]) for one in invoke.bundles or ()]
    call = CallInst(invoke.function_type, invoke.callee, list(invoke.arguments), bundles or None)
    call.attributes = invoke.attributes
    call.calling_convention_number = invoke.calling_convention_number
    call.debug_location = invoke.debug_location
    normal = invoke.normal_block
    name = invoke.name
    call.insert_before(invoke)
    if invoke.has_uses:
        invoke.replace_all_uses_with(call)
    branch_to(block, normal)
    if name:
        call.name = name


def _invokes(module: Module, scope: Scope) -> list[InvokeInst]:
    found: list[InvokeInst] = []
    for function in scope.bodies(module):
        for block in function.blocks:
            last = block.terminator
            if isinstance(last, InvokeInst):
                found.append(last)
    return found


def _call(module: Module, invokes: list[InvokeInst]) -> None:
    functions: dict[Function, None] = {}
    for invoke in invokes:
        block = invoke.parent
        if block is not None and block.parent is not None:
            functions[block.parent] = None
            call_instead(block, invoke)
    for function in functions:
        erase_unreachable_blocks(function)


def _choices(module: Module, scope: Scope) -> list[tuple[Instruction, int]]:
    """The branches with several successors, with the number of the successor that is to be taken."""
    found: list[tuple[Instruction, int]] = []
    for function in scope.bodies(module):
        for block in function.blocks:
            last = block.terminator
            if isinstance(last, (BranchInst, SwitchInst, IndirectBrInst)):
                targets = list(dict.fromkeys(last.successors))
                if len(last.successors) > 1:
                    found += [(last, number) for number in range(len(targets))]
    return found


def _choose(module: Module, choices: list[tuple[Instruction, int]]) -> None:
    functions: dict[Function, None] = {}
    for terminator, number in choices:
        block = terminator.parent
        if block is None or block.parent is None or len(terminator.successors) < 2:
            continue
        functions[block.parent] = None
        branch_to(block, list(dict.fromkeys(terminator.successors))[number])
    for function in functions:
        erase_unreachable_blocks(function)


def _ends(module: Module, scope: Scope) -> list[BasicBlock]:
    return [
        block
        for function in scope.bodies(module)
        for block in function.blocks
        if not isinstance(block.terminator, (ReturnInst, UnreachableInst))
    ]


def _end(module: Module, blocks: list[BasicBlock]) -> None:
    functions = _functions_of(blocks)
    for block in blocks:
        if is_open_block(block):
            end(block)
    for function in functions:
        erase_unreachable_blocks(function)


def _detach(module: Module, blocks: list[BasicBlock]) -> None:
    """End blocks, and leave the blocks behind them, which nothing reaches then."""
    for block in blocks:
        if is_open_block(block):
            end(block)


def _cases(module: Module, scope: Scope) -> list[tuple[SwitchInst, int]]:
    found: list[tuple[SwitchInst, int]] = []
    for function in scope.bodies(module):
        for block in function.blocks:
            last = block.terminator
            if isinstance(last, SwitchInst):
                found += [(last, number) for number in range(len(last.cases))]
    return found


def _drop_cases(module: Module, cases: list[tuple[SwitchInst, int]]) -> None:
    for switch, numbers in by_owner(cases).items():
        block = switch.parent
        assert block is not None and block.parent is not None
        new = SwitchInst(block.type.context.void, switch.condition, switch.default_block)
        for number, (value, target) in enumerate(switch.cases):
            if number not in numbers:
                new.add_case(value, target)
        replace_terminator(block, new)
        erase_unreachable_blocks(block.parent)


def _mergeable(module: Module, scope: Scope) -> list[BasicBlock]:
    found: list[BasicBlock] = []
    for function in scope.bodies(module):
        for block in function.blocks[1:]:
            predecessors = block.predecessors
            if len(predecessors) == 1 and predecessors[0] is not block and len(predecessors[0].successors) == 1:
                found.append(block)
    return found


def _merge(module: Module, blocks: list[BasicBlock]) -> None:
    for block in blocks:
        try:
            merge_into_predecessor(block)
        except (PyllvmError, ValueError):
            continue


def _empty(module: Module, scope: Scope) -> list[BasicBlock]:
    """The blocks that only branch to another block."""
    found: list[BasicBlock] = []
    for function in scope.bodies(module):
        for block in function.blocks[1:]:
            first = block.first
            if isinstance(first, BranchInst) and not first.is_conditional and first.true_block is not block:
                found.append(block)
    return found


def _skip(module: Module, blocks: list[BasicBlock]) -> None:
    """Let the predecessors of blocks branch to the successors, where no phi has to choose."""
    for block in blocks:
        first = block.first
        if not isinstance(first, BranchInst) or first.is_conditional:
            continue
        target = first.true_block
        if target is block or isinstance(target.first, (PHINode, LandingPadInst)) or target is target.parent.entry_block:  # type: ignore[union-attr]
            continue
        if any(isinstance(user, BlockAddress) for user in block.users):
            continue
        for use in block.known_uses:
            if isinstance(use.user, Instruction) and use.user.is_terminator:
                use.user.set_operand(use.index, target)
        if block.parent is not None:
            erase_unreachable_blocks(block.parent)


def _unreached(module: Module, scope: Scope) -> list[BasicBlock]:
    found: list[BasicBlock] = []
    for function in scope.bodies(module):
        reached = reachable_blocks(function.blocks)
        found += [block for block in function.blocks if block not in reached]
    return found


def _erase_unreached(module: Module, blocks: list[BasicBlock]) -> None:
    gone = set(blocks)
    for function in _functions_of(blocks):
        for block in function.blocks:
            if block not in gone and any(successor in gone for successor in block.successors):
                _avoid(block, gone)
        erase_blocks(function, [block for block in function.blocks if block in gone], forget_result)


def _phis(module: Module, scope: Scope) -> list[PHINode]:
    """The phis that have one value."""
    return [
        phi
        for function in scope.bodies(module)
        for block in function.blocks
        for phi in block.phis
        if len({operand for operand in phi.operands if operand is not phi}) == 1
    ]


def _replace_phis(module: Module, phis: list[PHINode]) -> None:
    for phi in phis:
        others = [operand for operand in phi.operands if operand is not phi]
        if is_open(phi) and others:
            phi.replace_all_uses_with(others[0])
            phi.erase()


UNREACHED = Pass("unreachable-blocks", "remove blocks that nothing reaches", _unreached, _erase_unreached)
BLOCKS = Pass("blocks", "remove blocks", _removable, _remove)
ENDS = Pass("returns", "end blocks with a return", _ends, _end)
DETACHED = Pass("detached-blocks", "end blocks, and leave others that nothing reaches then", _ends, _detach)
CHOICES = Pass("branches", "let branches have one target", _choices, _choose)
CASES = Pass("switch-cases", "remove cases of switches", _cases, _drop_cases)
INVOKES = Pass("invokes", "make calls of invokes", _invokes, _call)
MERGED = Pass("merged-blocks", "join blocks with their only predecessors", _mergeable, _merge)
SKIPPED = Pass("forwarding-blocks", "skip blocks that only branch", _empty, _skip)
PHIS = Pass("phis", "replace phis by their only values", _phis, _replace_phis)

"""The rules for basic blocks: PHI nodes must match the predecessors. Source: `Verifier::visitBasicBlock`."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.cfg import successors
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.value import Value
from pyllvm.verifier.state import State

# More arguments than a function can have.
_MANY_ARGUMENTS: Final = 1 << 32


def verify_block(state: State, block: BasicBlock) -> bool:
    """Check one block."""
    if isinstance(block.instructions[0], PHINode) and not _verify_phis(state, block):
        return False
    if block._trailing_debug_records:
        return state.fail_debug("Basic Block has trailing DbgRecords!", block)
    return True


def _verify_phis(state: State, block: BasicBlock) -> bool:
    graph = state.graph
    entries = graph.predecessors[block.number]
    count = len(entries)
    expected = sorted(entries) if count > 1 else entries
    for phi in block.instructions:
        if not isinstance(phi, PHINode):
            break
        if len(phi.operands) != count:
            return state.fail("PHINode should have one entry for each predecessor of its parent basic block!", phi)
        numbers: list[int] = []
        for incoming in phi.blocks:
            number = incoming.number
            # The number of a block in another function means nothing here.
            if number >= len(graph.blocks) or graph.blocks[number] is not incoming:
                number = -1
            numbers.append(number)
        if count > 1:
            numbers.sort()
        if numbers == expected and not (_has_doubles(numbers) and _has_conflict(phi)):
            continue
        if not _verify_entries(state, phi, block):
            return False
    return True


def _has_doubles(numbers: list[int]) -> bool:
    return any(numbers[index] == numbers[index - 1] for index in range(1, len(numbers)))


def _has_conflict(phi: PHINode) -> bool:
    """Whether two entries for the same block have different values."""
    values: dict[BasicBlock, Value] = {}
    return any(values.setdefault(incoming, value) is not value for incoming, value in zip(phi.blocks, phi.operands, strict=True))


def _verify_entries(state: State, phi: PHINode, block: BasicBlock) -> bool:
    """Report the first entry that does not match the predecessors. As in LLVM, both are sorted by their addresses in memory."""
    places = _places(state.function)
    last = len(places)
    before = sorted(block.predecessors, key=lambda one: places.get(one, last))
    entries: list[tuple[int, int, int]] = []
    for index, incoming in enumerate(phi.blocks):
        entries.append((places.get(incoming, last), _place(phi.operands[index]), index))
    entries.sort()
    previous: BasicBlock | None = None
    known: Value | None = None
    for position, (_, _, index) in enumerate(entries):
        incoming = phi.blocks[index]
        value = phi.operands[index]
        if incoming is previous and value is not known:
            return state.fail(
                "PHI node has multiple entries for the same basic block with different incoming values!",
                phi, incoming, value, known,
            )  # fmt: skip
        if incoming is not before[position]:
            return state.fail("PHI node entries do not match predecessors!", phi, incoming, before[position])
        previous = incoming
        known = value
    return True


def _place(value: Value) -> int:
    """Estimate the relative address of a value: constants come first, then arguments, then instructions."""
    if isinstance(value, Instruction):
        return value.position
    return value.number - _MANY_ARGUMENTS if isinstance(value, Argument) else -_MANY_ARGUMENTS - 1


def _places(function: Function) -> dict[BasicBlock, int]:
    """Return the blocks in the order in which the text first mentions them, which is the order in which LLVM creates them."""
    places: dict[BasicBlock, int] = {}
    for block in function.blocks:
        places.setdefault(block, len(places))
        for instruction in block.instructions:
            if isinstance(instruction, PHINode):
                for incoming in instruction.blocks:
                    places.setdefault(incoming, len(places))
        for target in successors(block):
            places.setdefault(target, len(places))
    return places

"""Explains why a rule is broken if LLVM's message does not: one function for each kind of fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, final

from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBase, InvokeInst, PHINode

# Longer paths are shortened in the middle.
_MOST_STEPS: Final = 8


@final
class Cause:
    """A sentence, and the object that it is about, whose location is shown with it."""

    __slots__ = ("text", "thing")

    def __init__(self, text: str, thing: object = None) -> None:
        self.text = text
        self.thing = thing


Namer = Callable[[object], str]


def causes_of(message: str, objects: list[object], name: Namer) -> list[Cause]:
    """Return the causes of a failure, if they can be determined; `name` returns the name of an object."""
    for beginning, explain in EXPLANATIONS.items():
        if message.startswith(beginning):
            return explain(objects, name)
    return []


def _dominance(objects: list[object], name: Namer) -> list[Cause]:
    """Find a path from the function's entry to the use that does not pass the definition."""
    if len(objects) < 2:
        return []
    definition, user = objects[0], objects[1]
    if not isinstance(definition, Instruction) or not isinstance(user, Instruction):
        return []
    home, end = definition.parent, user.parent
    if home is None or end is None or home.parent is None:
        return []
    if isinstance(user, PHINode):
        # A phi uses a value at the end of the incoming block.
        for value, block in zip(user.operands, user.blocks, strict=False):
            if value is definition and block is not home:
                way = _way_around(home.parent, home, block)
                if way:
                    return [Cause(f"{name(block)} can be reached without it: {_way_text(way, name)}", block)]
        return []
    if home is end:
        if isinstance(definition, InvokeInst):
            return []
        return [Cause(f"{name(definition) or 'the value'} is computed after this use, in the same block")]
    way = _way_around(home.parent, home, end)
    if way:
        return [Cause(f"the use can be reached without it: {_way_text(way, name)}")]
    if isinstance(definition, InvokeInst):
        return [Cause("an invoke's value is available only in its normal destination")]
    return []


def _way_around(function: Function, avoided: BasicBlock, end: BasicBlock) -> list[BasicBlock]:
    """Return the shortest path from the entry to `end` that avoids another block; empty if there is none."""
    blocks = function.blocks
    if not blocks or blocks[0] is avoided:
        return []
    came_from: dict[BasicBlock, BasicBlock | None] = {blocks[0]: None}
    pending = [blocks[0]]
    for block in pending:
        if block is end:
            way: list[BasicBlock] = []
            step: BasicBlock | None = block
            while step is not None:
                way.append(step)
                step = came_from[step]
            return way[::-1]
        terminator = block.terminator
        for target in terminator.operands if terminator is not None else []:
            if isinstance(target, BasicBlock) and target is not avoided and target not in came_from:
                came_from[target] = block
                pending.append(target)
    return []


def _way_text(way: list[BasicBlock], name: Namer) -> str:
    names = [name(block) for block in way]
    if len(names) > _MOST_STEPS:
        half = _MOST_STEPS // 2
        names = [*names[:half], f"({len(names) - 2 * half} more)", *names[-half:]]
    return " -> ".join(names)


def _incoming_blocks(objects: list[object], name: Namer) -> list[Cause]:
    """Find predecessors of a phi's block that have no entry, and entries for blocks that are not predecessors."""
    phi = next((thing for thing in objects if isinstance(thing, PHINode)), None)
    if phi is None or phi.parent is None:
        return []
    predecessors = Counter(phi.parent.predecessors)
    entries = Counter(phi.blocks)
    causes: list[Cause] = []
    for block, count in predecessors.items():
        if entries[block] < count:
            often = f", which branches here {count} times" if count > 1 else ", a predecessor"
            causes.append(Cause(f"there are too few entries for {name(block)}{often}", block.terminator))
    for block, count in entries.items():
        if predecessors[block] == 0:
            causes.append(Cause(f"{name(block)} does not branch here", block.terminator))
        elif count > predecessors[block]:
            causes.append(Cause(f"there are too many entries for {name(block)}", block.terminator))
    return causes


def _callee(objects: list[object], name: Namer) -> list[Cause]:
    """Describe the called function."""
    for thing in objects:
        if isinstance(thing, CallBase) and isinstance(thing.callee, Function):
            called = thing.callee
            return [Cause(f"{name(called)} is {_declared_or_defined(called)} as {called.function_type}", called)]
    return []


def _returned(objects: list[object], name: Namer) -> list[Cause]:
    """Name the function's return type."""
    for thing in objects:
        if isinstance(thing, Instruction) and thing.function is not None:
            function = thing.function
            return [Cause(f"{name(function)} returns {function.function_type.return_type}", function)]
    return []


def _declared_or_defined(function: Function) -> str:
    return "declared" if function.is_declaration else "defined"


# The key is the beginning of the message.
EXPLANATIONS: Final[dict[str, Callable[[list[object], Namer], list[Cause]]]] = {
    "Instruction does not dominate all uses!": _dominance,
    "PHINode should have one entry for each predecessor": _incoming_blocks,
    "PHI node entries do not match predecessors!": _incoming_blocks,
    "Call parameter type does not match function signature!": _callee,
    "Incorrect number of arguments passed to called function!": _callee,
    "Called function requires more parameters than were provided!": _callee,
    "immarg operand has non-immediate parameter": _callee,
    "cannot guarantee tail call": _callee,
    "Function return type does not match operand type of return inst!": _returned,
    "Found return instr that returns non-void in Function of void return type!": _returned,
}

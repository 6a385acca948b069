"""Helpers for transformations: calls, edges and blocks of functions, and dead code."""

from __future__ import annotations

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.analysis.dead_code import is_dead
from pyllvm.editing import inlining
from pyllvm.editing.blocks import erase_blocks
from pyllvm.editing.salvaging import Salvager
from pyllvm.editing.small_passes import split_first_edge
from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.misuse import check_function
from pyllvm.ir.types import LABEL, VOID
from pyllvm.ir.value import Value


def inline_call(call: CallInst) -> None:
    """Replace a call by a copy of the body of the function that it calls. The function itself stays.

    Variables of a fixed size go to the beginning of the caller, locations say where the code is inlined, and several results
    become a phi. Raises PyllvmError if the function is only declared, takes any number of arguments, or has another personality
    function, or if the call has bundles, is `musttail` or passes a copy. Raises ValueError if it is in no function, and TypeError
    for what is not a call.
    """
    if not isinstance(call, CallInst):
        raise TypeError(f"inline_call takes a call, not {call!r}")
    inlining.inline_call(call)


def split_edge(block: BasicBlock, target: BasicBlock) -> BasicBlock:
    """Put a new block on the first edge from `block` to `target`, and return it; phis of the target then name it.

    Raises ValueError without such an edge, PyllvmError if it is an edge of an indirectbr or leads to a pad, and TypeError for
    what is not a block.
    """
    if not isinstance(block, BasicBlock) or not isinstance(target, BasicBlock):
        raise TypeError("split_edge takes two blocks")
    return split_first_edge(block, target)


def remove_unreachable_blocks(function: Function) -> int:
    """Remove the blocks to which the entry does not lead; return how many there were. Other uses of their values get poison."""
    check_function(function, "remove_unreachable_blocks")
    blocks = function.blocks
    reached = reachable_blocks(blocks)
    dead = [block for block in blocks if block not in reached]
    erase_blocks(function, dead, _give_poison)
    return len(dead)


def _give_poison(instruction: Instruction) -> None:
    """Let what uses a result use poison instead."""
    if instruction.type.kind not in (VOID, LABEL) and instruction.has_uses:
        instruction.replace_all_uses_with(SimpleConstant.get(instruction.type, POISON))


def erase_dead(value: Value) -> int:
    """Erase an instruction if nothing uses it and it has no other effect, and then its operands likewise; return how many.

    Debug values of them then follow from what stays, where that can be said, and are poison else. Nothing happens for another
    `value`. Raises TypeError for what is not a value.
    """
    if not isinstance(value, Value):
        raise TypeError(f"erase_dead takes a value, not {value!r}")
    function = value.function if isinstance(value, Instruction) else None
    if function is None:
        return 0
    salvager = Salvager(function)
    waiting: list[Value] = [value]
    count = 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, Instruction) and is_dead(one):
            operands = list(one.operands)
            salvager.salvage(one)
            one.erase()
            count += 1
            waiting.extend(operands)
    return count

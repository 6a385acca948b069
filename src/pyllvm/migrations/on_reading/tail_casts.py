"""Removes casts between a musttail call and its return, which change nothing without typed pointers (LLVM 23)."""

from __future__ import annotations

from collections.abc import Sequence

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallInst, CastInst, ReturnInst
from pyllvm.ir.value import Value
from pyllvm.tables.behavior_versions import MUST_TAIL_WITHOUT_CAST_SINCE
from pyllvm.tables.keywords import MUST_TAIL
from pyllvm.tables.opcodes import BITCAST


def upgrade_bodies(functions: Sequence[Function], version: int) -> None:
    """Remove such casts from bodies of functions, as the reader of LLVM `version` does."""
    if version < MUST_TAIL_WITHOUT_CAST_SINCE:
        return
    for function in functions:
        casts: list[Instruction] = []
        for block in function.blocks:
            instructions = block.instructions
            if len(instructions) > 2 and isinstance(instructions[-2], CastInst):
                casts.append(instructions[-2])
        remove_tail_casts(function, casts)


def remove_tail_casts(function: Function, casts: Sequence[Instruction]) -> None:
    """Remove the casts, out of these of a function, that change nothing and are between a musttail call and a return."""
    calls: dict[Value, CallInst] = {}
    for cast in casts:
        call = _called(cast)
        if call is not None:
            calls[cast] = call
    if not calls:
        return
    function.record_local_uses()
    for block in function.blocks:
        for instruction in block.instructions:
            for index, operand in enumerate(instruction.operands):
                if operand in calls:
                    instruction.put_operand(index, calls[operand])
    for cast in casts:
        if cast in calls:
            if cast in cast.type.context.metadata:
                # Imported only here: few values are in metadata.
                from pyllvm.ir.metadata_replacement import follow_replacement

                follow_replacement(cast, calls[cast])
            cast.remove()
            cast.drop_operands()


def _called(cast: Instruction) -> CallInst | None:
    """The musttail call of which the cast returns the value as it is; None if there is none."""
    block = cast.parent
    if block is None or not isinstance(cast, CastInst) or cast.opcode is not BITCAST:
        return None
    call = cast.operands[0]
    if not isinstance(call, CallInst) or call.tail_kind != MUST_TAIL or call.type is not cast.type:
        return None
    instructions = block.instructions
    is_last = len(instructions) > 2 and instructions[-2] is cast and isinstance(instructions[-1], ReturnInst)
    return call if is_last and instructions[-3] is call else None

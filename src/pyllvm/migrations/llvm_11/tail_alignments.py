"""LLVM 11: an argument of a `musttail` call need not have the alignment and the `returned` of the caller's parameter."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.behavior_versions import TAIL_ALIGNMENT_IGNORED_SINCE

_RETURNED: Final = "returned"
_ALIGN: Final = "align"
_PROMISES: Final = "'align' or 'returned' of an argument of a musttail call"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Leave them out of parameters of functions that call so, and of the arguments of these calls."""
    for function in module.functions:
        calls = _must_tail_calls(function)
        if not calls:
            continue
        kept = _without_promises(function.attributes)
        if kept != function.attributes:
            function.attributes = kept
            losses.drop(_PROMISES, TAIL_ALIGNMENT_IGNORED_SINCE, function)
        for call in calls:
            kept = _without_promises(call.attributes)
            if kept != call.attributes:
                call.attributes = kept
                losses.drop(_PROMISES, TAIL_ALIGNMENT_IGNORED_SINCE, function, call)


def _must_tail_calls(function: Function) -> list[CallInst]:
    found: list[CallInst] = []
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallInst) and instruction.tail_kind == "musttail":
                found.append(instruction)
    return found


def _without_promises(attributes: AttributeList | None) -> AttributeList | None:
    if attributes is None:
        return None
    parameters = {number: _without_promises_of_one(one) for number, one in attributes.parameters.items()}
    return AttributeList(attributes.function, attributes.returned, parameters)


def _without_promises_of_one(attributes: AttributeSet) -> AttributeSet:
    # A value that is passed in memory is aligned there as `align` requires.
    return attributes.removing(_RETURNED) if "byval" in attributes else attributes.removing(_RETURNED, _ALIGN)

"""LLVM 20: metadata in operand bundles. Before, bundles held values; an assumption does without such a bundle."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import replace_with_instructions
from pyllvm.tables.features import METADATA_BUNDLES

_ASSUME: Final = "llvm.assume"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Drop the bundles of assumptions that have metadata; the bundles of other calls stay."""
    assume = module.get(_ASSUME)
    if not isinstance(assume, Function):
        return
    for call in reversed(assume.users):
        if isinstance(call, CallInst) and call.callee is assume and call.bundles:
            _drop(call, losses)


def _drop(call: CallInst, losses: Losses) -> None:
    kept: list[tuple[str, list[Value]]] = []
    count = 0
    for bundle in call.bundles or ():
        values = call.operands[bundle.begin : bundle.end]
        count += 1
        if not any(isinstance(value, MetadataAsValue) for value in values):
            kept.append((bundle.tag, values))
    if len(kept) == count:
        return
    made = CallInst(call.function_type, call.callee, call.arguments, kept)
    made.attributes = call.attributes
    made.attachments = call.attachments
    made.tail_kind = call.tail_kind
    losses.drop(METADATA_BUNDLES.name, METADATA_BUNDLES.since, call.function)
    replace_with_instructions(call, [made])

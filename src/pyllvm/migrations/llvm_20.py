"""LLVM 20: no `x86_mmx` any more, metadata in bundles."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.changes import PARTS, Change
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import replace_with_instructions
from pyllvm.migrations.rewritten_constants import begin_ones, upgrade_ones
from pyllvm.migrations.typed_pointers.opaque_pointers import change_types
from pyllvm.migrations.typed_pointers.pointer_types import WITHOUT_MMX, PointerTypes
from pyllvm.notation import Final
from pyllvm.tables.behavior_versions import ALL_ONES_FOLD_SINCE
from pyllvm.tables.features import METADATA_BUNDLES
from pyllvm.tables.intrinsic_names import ASSUME
from pyllvm.tables.intrinsic_versions import NO_MMX_SINCE

# --- `x86_mmx` became `<1 x i64>`.


def upgrade_x86_mmx(module: Module, version: int) -> None:
    """Make a vector of every `x86_mmx`. Most modules have none.

    LLVM 19: %r = bitcast x86_mmx %a to i64
    LLVM 20: %r = bitcast <1 x i64> %a to i64
    """
    if module.context.has_primitive("x86_mmx"):
        change_types(module, version, PointerTypes(module.context, WITHOUT_MMX))


def begin_x86_mmx(module: Module, version: int) -> BodyUpgrade:
    """Do nothing to a module without the type. A module that has it needs all bodies: they have no types of their own."""

    def check(bodies: Bodies) -> None:
        if module.context.has_primitive("x86_mmx"):
            bodies.needs_all = "x86_mmx"

    return check


# --- Metadata in operand bundles. Before, bundles held values; an assumption does without such a bundle.


def downgrade_metadata_bundles(module: Module, version: int, losses: Losses) -> None:
    """Drop the bundles of assumptions that have metadata; the bundles of other calls stay.

    LLVM 20: call void @llvm.assume(i1 true) [ "names"(metadata !"a") ]
    LLVM 19: call void @llvm.assume(i1 true)
    """
    assume = module.get(ASSUME)
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


CHANGES: Final = (
    Change(ALL_ONES_FOLD_SINCE, PARTS, upgrade=upgrade_ones, begin=begin_ones),
    Change(NO_MMX_SINCE, PARTS, upgrade=upgrade_x86_mmx, begin=begin_x86_mmx),
    Change(METADATA_BUNDLES.since, downgrade=downgrade_metadata_bundles),
)
"""In the order of upgrades; downgrades run from the last to the first."""

"""LLVM 11: attributes for null pointers and musttail calls; bounds of debug information are metadata."""

from __future__ import annotations

from pyllvm.ir.attributes import AttributeList, AttributeSet
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import map_attribute_sets, with_string
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.debug_info.fields import nodes_of_kind, numbers_to_constants, set_fields
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.older_attributes import NULL_POINTER_IS_VALID, NULL_POINTER_STRING, with_null_pointer
from pyllvm.notation import Final
from pyllvm.schema.kinds import Bound
from pyllvm.tables.behavior_versions import TAIL_ALIGNMENT_IGNORED_SINCE
from pyllvm.tables.features import METADATA_BOUNDS
from pyllvm.tables.reading_versions import NULL_POINTER_IS_VALID_SINCE

# --- An argument of a `musttail` call need not have the alignment and the `returned` of the caller's parameter.

_RETURNED: Final = "returned"
_ALIGN: Final = "align"
_PROMISES: Final = "'align' or 'returned' of an argument of a musttail call"


def downgrade_tail_alignments(module: Module, version: int, losses: Losses) -> None:
    """Leave them out of parameters of functions that call so, and of the arguments of these calls.

    LLVM 11:
        define i8* @f(i8* returned %p) {
          %r = musttail call i8* @g(i8* align 8 %p)
          ret i8* %r
        }
        declare i8* @g(i8*)
    LLVM 10:
        define i8* @f(i8* %p) {
          %r = musttail call i8* @g(i8* %p)
          ret i8* %r
        }
    """
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


# --- The string attribute `"null-pointer-is-valid"` became the attribute `null_pointer_is_valid`.


def upgrade_null_pointer_is_valid(module: Module, version: int) -> None:
    """Replace the string by the attribute if the string's value is true.

    LLVM 10: declare void @f() "null-pointer-is-valid"="true"
    LLVM 11: declare void @f() null_pointer_is_valid
    """
    map_attribute_sets(module, InstructionIndex(module), with_null_pointer, None)


def downgrade_null_pointer_is_valid(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace the attribute by the string.

    LLVM 11: declare void @f() null_pointer_is_valid
    LLVM 10: declare void @f() "null-pointer-is-valid"="true"
    """
    map_attribute_sets(module, bodies, with_string(NULL_POINTER_IS_VALID, NULL_POINTER_STRING, "true"), None)


def module_notes_upgrade(module: Module, version: int) -> None:
    """Read a module's system root as its API notes, as LLVM does: they have the same place in the record."""
    for node in nodes_of_kind(module, "DIModule"):
        if node["isysroot"] is not None:
            set_fields(module, node, {"isysroot": None, "apinotes": node["isysroot"]})


def upgrade_bounds(module: Module, version: int) -> None:
    """Replace every lower bound that is a number by a constant `i64`."""
    for node in module.metadata_nodes():
        if isinstance(node, SpecializedNode) and not node._is_packed:
            bounds = [index for index, field in enumerate(node.spec.fields) if isinstance(field.kind, Bound)]
            numbers_to_constants(module.context, node, bounds)


CHANGES: Final = (
    Change(TAIL_ALIGNMENT_IGNORED_SINCE, downgrade=downgrade_tail_alignments),
    Change(
        NULL_POINTER_IS_VALID_SINCE, ALL, upgrade=upgrade_null_pointer_is_valid, downgrade_bodies=downgrade_null_pointer_is_valid
    ),
    Change(11, ALL, upgrade=module_notes_upgrade),
    Change(METADATA_BOUNDS.since, ALL, upgrade=upgrade_bounds),
)
"""In the order of upgrades; downgrades run from the last to the first."""

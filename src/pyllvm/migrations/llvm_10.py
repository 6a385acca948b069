"""LLVM 10: `freeze`, `"frame-pointer"`, comdats of private values."""

from __future__ import annotations

from pyllvm.ir.attributes import Attribute, AttributeSet
from pyllvm.ir.instructions import FreezeInst
from pyllvm.ir.module import Module
from pyllvm.migrations.attribute_lists import map_attribute_sets
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import BEHAVIOR, Losses
from pyllvm.migrations.on_reading.older_attributes import ELIMINATED, FRAME_POINTER, NON_LEAF, with_frame_pointer
from pyllvm.notation import Final
from pyllvm.tables.behavior_versions import PRIVATE_COMDATS_SINCE
from pyllvm.tables.features import FREEZE
from pyllvm.tables.reading_versions import FRAME_POINTER_SINCE

# --- `freeze`. What older LLVMs have in its place is its operand, which may be undefined.


def downgrade_freeze(module: Module, version: int, losses: Losses) -> None:
    """Use the operand of every `freeze`, which is reported.

    LLVM 10:
        %b = freeze i32 %a
        %c = add i32 %b, %b
    LLVM 9: %c = add i32 %a, %a
    """
    found: list[FreezeInst] = []
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, FreezeInst):
                    # Now: later, the instruction has no text.
                    losses.drop(FREEZE.name, FREEZE.since, function, instruction, grade=BEHAVIOR).keep_text()
                    found.append(instruction)
    for instruction in found:
        instruction.move_uses_to(instruction.operands[0])
        instruction.erase_from_parent()


# --- `"no-frame-pointer-elim"` and `"no-frame-pointer-elim-non-leaf"` became one attribute, `"frame-pointer"`.

# For each value of "frame-pointer", the older attributes and their values.
_BEFORE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "all": ((ELIMINATED, "true"), (NON_LEAF, "")),
    "non-leaf": ((ELIMINATED, "false"), (NON_LEAF, "")),
    "none": ((ELIMINATED, "false"),),
}


def upgrade_frame_pointer(module: Module, version: int) -> None:
    """Replace the two older attributes by the new one.

    LLVM 9: declare void @f() "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf"
    LLVM 10: declare void @f() "frame-pointer"="all"
    """
    map_attribute_sets(module, InstructionIndex(module), with_frame_pointer, None)


def downgrade_frame_pointer(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Replace the new attribute by the two older ones if they can express its value.

    LLVM 10: declare void @f() "frame-pointer"="none"
    LLVM 9: declare void @f() "no-frame-pointer-elim"="false"
    """
    map_attribute_sets(module, bodies, _without_frame_pointer, None)


def _without_frame_pointer(attributes: AttributeSet) -> AttributeSet:
    found = attributes.find(FRAME_POINTER)
    before = None if found is None else _BEFORE.get(found.value)
    if before is None:
        return attributes
    return attributes.removing(FRAME_POINTER).adding(*[Attribute.of_string(key, value) for key, value in before])


# --- A comdat may have the name of a private global value. Before, the value has to be internal.


def downgrade_private_comdats(module: Module, version: int, losses: Losses) -> None:
    """Give such values an entry in the symbol table of the object.

    LLVM 10:
        $f = comdat any
        @f = private global i32 0, comdat
    LLVM 9: @f = internal global i32 0, comdat
    """
    for name in module.comdats:
        value = module.get(name)
        if value is not None and value.linkage == "private":
            value.linkage = "internal"


CHANGES: Final = (
    Change(FREEZE.since, downgrade=downgrade_freeze),
    Change(FRAME_POINTER_SINCE, ALL, upgrade=upgrade_frame_pointer, downgrade_bodies=downgrade_frame_pointer),
    Change(PRIVATE_COMDATS_SINCE, downgrade=downgrade_private_comdats),
)
"""In the order of upgrades; downgrades run from the last to the first."""

"""The rules for the operands of inline assembly, by its constraints. Source: `Verifier::verifyInlineAsmCall`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import InlineAsm
from pyllvm.ir.instructions import CallBase, CallBrInst
from pyllvm.ir.types import POINTER
from pyllvm.tables.features import ASM_LABELS_SINCE
from pyllvm.tables.verifier_versions import INLINE_ASSEMBLY_SINCE
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.state import State

_CLOBBER: Final = "~"
_LABEL: Final = "!"
_OUTPUT: Final = "="
_INDIRECT: Final = "*"


def verify_inline_assembly(state: State, call: CallBase, assembly: InlineAsm) -> bool:
    """Check a call of inline assembly."""
    if state.version < INLINE_ASSEMBLY_SINCE:
        return True
    labels = 0
    number = 0
    for constraint in assembly.constraints.split(",") if assembly.constraints else []:
        if constraint.startswith(_LABEL) and state.version >= ASM_LABELS_SINCE:
            labels += 1
            continue
        if constraint.startswith(_CLOBBER):
            continue
        is_output = constraint.startswith(_OUTPUT)
        is_indirect = constraint.startswith(_INDIRECT, 1 if is_output else 0)
        if is_output and not is_indirect:
            continue
        if number >= call.argument_count:
            break
        has_type = has_parameter_attribute(call._attributes, number, "elementtype")
        if is_indirect:
            if call.operands[number].type.kind != POINTER:
                return state.fail("Operand for indirect constraint must have pointer type", call)
            if not has_type:
                return state.fail("Operand for indirect constraint must have elementtype attribute", call)
        elif has_type:
            return state.fail("Elementtype attribute can only be applied for indirect constraints", call)
        number += 1
    if state.version < ASM_LABELS_SINCE:
        return True
    if isinstance(call, CallBrInst):
        if labels != call.indirect_count:
            return state.fail("Number of label constraints does not match number of callbr dests", call)
    elif labels:
        return state.fail("Label constraints can only be used with callbr", call)
    return True

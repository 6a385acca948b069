"""LLVM 16: assignments of debug information; before, `llvm.dbg.value` told the value alone, and no store was named by it."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import DEBUG_INFO, Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.features import DEBUG_ASSIGNMENTS

_ASSIGN_ID: Final = "DIAssignID"
_ASSIGN: Final = "llvm.dbg.assign"
_VALUE: Final = "llvm.dbg.value"
_VALUE_OPERANDS: Final = 3


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Tell the value of each assignment, and drop what links it to stores."""
    # Found before the calls are replaced, which have no such metadata.
    attached = bodies.found().attached
    assign = module.get(_ASSIGN)
    if isinstance(assign, Function):
        context = module.context
        type = context.function(context.void, [context.metadata_type] * _VALUE_OPERANDS)
        calls = [user for user in assign.users if isinstance(user, CallBase) and user.callee is assign]
        calls.reverse()
        is_listed = any(call.attributes is not None or call.attachments is not None for call in calls)
        for call in calls:
            made = replace_call(call, declared_intrinsic(module, _VALUE, type, version), call.arguments[:_VALUE_OPERANDS])
            if isinstance(call, CallInst):
                made.tail_kind = call.tail_kind
            losses.drop(f"the address of '{_ASSIGN}'", DEBUG_ASSIGNMENTS.since, call.function, made, grade=DEBUG_INFO)
        remove_function(module, assign)
        if not is_listed:
            # Operands of metadata are all that these calls have, before and now.
            bodies.keep()
    for instruction in attached:
        if instruction.metadata(_ASSIGN_ID) is not None:
            instruction.set_metadata(_ASSIGN_ID, None)
            losses.drop(f"'!{_ASSIGN_ID}'", DEBUG_ASSIGNMENTS.since, instruction.function, instruction, grade=DEBUG_INFO)
    attached[:] = [instruction for instruction in attached if instruction.attachments is not None]

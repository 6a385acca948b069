"""LLVM 22: `llvm.lifetime.start` and `end` have no size. Older LLVMs crash without it.

The way up is in `on_reading.lifetime`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.migrations.shared.instruction_index import InstructionIndex

_NAMES: Final = ("llvm.lifetime.start.", "llvm.lifetime.end.")
_ANY_SIZE: Final = -1


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give the calls the size -1, which fits any alloca."""
    bodies.begin_edits()
    replaced: dict[Instruction, CallBase] = {}
    context = module.context
    size = context.integer(64)
    for function in list(module.functions):
        if not function.name.startswith(_NAMES) or len(function.function_type.parameters) != 1:
            continue
        calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        type = context.function(context.void, [size, *function.function_type.parameters])
        place = module.functions.index(function)
        name = function.name
        if not calls:
            remove_function(module, function)
            continue
        # The new declaration has the place and the name of the old one.
        function.name = ""
        new = declared_intrinsic(module, name, type, version)
        module.functions.remove(new)
        module.functions.insert(place, new)
        for call in calls:
            replaced[call] = _add_size(call, new, ConstantInt.get(size, _ANY_SIZE))
        remove_function(module, function)
    bodies.replace(replaced)


def _add_size(call: CallBase, new: Function, size: ConstantInt) -> CallInst:
    attributes = call.attributes
    function = call.function
    # Nothing uses such a call, and the uses of its pointer that nobody has asked for yet follow from the operands later.
    uses = call.type.context.uses
    was_reading = uses.set_reading(function is not None and function.has_deferred_uses)
    made = replace_call(call, new, [size, *call.arguments])
    uses.set_reading(was_reading)
    made.attachments = call.attachments
    if attributes is not None:
        parameters = {number + 1: one for number, one in attributes.parameters.items()}
        made.attributes = AttributeList(attributes.function, attributes.returned, parameters)
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind
    return made

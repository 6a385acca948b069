"""LLVM 22: the alignment of `llvm.masked.load` and its like is an attribute of the pointer; before it was an argument.

The way up is in `on_reading.masked`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.tables.reading_versions import MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE

# By the beginning of the name: which argument the pointer is.
_POINTERS: Final[dict[str, int]] = {
    "llvm.masked.load.": 0,
    "llvm.masked.store.": 1,
    "llvm.masked.gather.": 0,
    "llvm.masked.scatter.": 1,
}
_BEFORE: Final = MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE - 1
_NEW_PARAMETERS: Final = 3
_NO_ALIGNMENT: Final = 1


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put the alignment behind the pointer."""
    context = module.context
    for function in list(module.functions):
        pointer = _pointer_of(function)
        if pointer < 0:
            continue
        calls = [user for user in function.users if isinstance(user, CallBase) and user.callee is function]
        old = function.function_type
        parameters = [*old.parameters[: pointer + 1], context.integer(32), *old.parameters[pointer + 1 :]]
        type = context.function(old.return_type, parameters)
        name = mangled_intrinsic_name(function.name, type, _BEFORE) or function.name
        place = module.functions.index(function)
        function.name = ""
        new = declared_intrinsic(module, name, type, _BEFORE)
        module.functions.remove(new)
        module.functions.insert(place, new)
        for call in calls:
            _add_alignment(call, new, pointer)
        remove_function(module, function)


def _pointer_of(function: Function) -> int:
    if len(function.function_type.parameters) == _NEW_PARAMETERS:
        for prefix, pointer in _POINTERS.items():
            if function.name.startswith(prefix):
                return pointer
    return -1


def _add_alignment(call: CallBase, new: Function, pointer: int) -> None:
    attributes = call.attributes
    alignment = None if attributes is None else attributes.parameter(pointer).find("align")
    number = ConstantInt.get(call.type.context.integer(32), _NO_ALIGNMENT if alignment is None else alignment.integer)
    arguments = call.arguments
    made = replace_call(call, new, [*arguments[: pointer + 1], number, *arguments[pointer + 1 :]])
    made.attachments = call.attachments
    if attributes is not None:
        moved = {}
        for place, one in attributes.parameters.items():
            kept = one.removing("align") if place == pointer else one
            if kept:
                moved[place if place <= pointer else place + 1] = kept
        made.attributes = AttributeList(attributes.function, attributes.returned, moved)
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind

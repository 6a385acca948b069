"""Intrinsics that got another operand at the end, or returned something before: calls without what older LLVMs do not have.

`llvm.objectsize` (LLVM 9, whether to look at run time), annotations (LLVM 12, their arguments), `llvm.coro.end` (LLVM 18, its
results; LLVM 22, without a result of its own).
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantInt, SimpleConstant
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.tables.intrinsics import is_intrinsic

# By the beginning of the name: the number of operands that older LLVMs take at the least.
_OLDER_COUNTS: Final[dict[str, int]] = {
    "llvm.coro.end": 2,
    "llvm.objectsize.": 3,
    "llvm.ptr.annotation.": 4,
    "llvm.var.annotation": 4,
}
_COROUTINE_ENDS: Final = ("llvm.coro.end",)


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Leave the last operand out where it asks for nothing, and call what returns the older result."""
    for function in list(module.functions):
        count = next((count for prefix, count in _OLDER_COUNTS.items() if function.name.startswith(prefix)), 0)
        if not count or not function.is_declaration or not is_intrinsic(function.name, version):
            continue
        older = _older_type(module, function, count, version)
        if older is None:
            continue
        name, parameters, result = older
        calls = [user for user in function.users if isinstance(user, CallInst) and user.callee is function]
        calls.reverse()
        type = module.context.function(result, parameters)
        place = module.functions.index(function)
        made: Function | None = None
        for call in calls:
            if not _asks_for_nothing(call, len(parameters)):
                continue
            if made is None:
                function.name = ""
                made = declared_intrinsic(module, name, type, version)
                module.functions.remove(made)
                module.functions.insert(place, made)
            _shorten(call, made, len(parameters))
        if not function.has_uses:
            remove_function(module, function)
        elif made is not None:
            function.name = module.unique_name(name)


def _older_type(module: Module, function: Function, count: int, version: int) -> tuple[str, list[Type], Type] | None:
    """The name and the type that the intrinsic has in that LLVM, if one operand less, or another result, make the difference."""
    known = signature(function.name, version)
    type = function.function_type
    if known is None or type.is_variadic or not known.match(type).mismatch:
        return None
    results = [type.return_type]
    if function.name.startswith(_COROUTINE_ENDS):
        results.append(module.context.integer(1))
    for result in results:
        for parameters in (type.parameters, type.parameters[:-1]):
            changed = module.context.function(result, parameters)
            if len(parameters) >= count and not known.match(changed).mismatch:
                name = mangled_intrinsic_name(function.name, changed, version) if known.is_overloaded else known.name
                return name or function.name, parameters, result
    return None


def _asks_for_nothing(call: CallBase, count: int) -> bool:
    """Whether what is left out is false, null or `none`, or only allows a better answer."""
    left_out: list[Value] = call.arguments[count:]
    return all(isinstance(one, (SimpleConstant, ConstantInt)) for one in left_out)


def _shorten(call: CallInst, callee: Function, count: int) -> None:
    attributes = call.attributes
    if call.type is callee.function_type.return_type:
        made = replace_call(call, callee, call.arguments[:count])
    else:
        # Nothing uses what it returns.
        made = CallInst(callee.function_type, callee, call.arguments[:count])
        block = call.parent
        assert block is not None
        block.splice(block.instructions.index(call), 1, [made])
        made.debug_location = call.debug_location
        made.debug_records = call.debug_records
        call.drop_operands()
    made.tail_kind = call.tail_kind
    made.attachments = call.attachments
    if attributes is not None:
        parameters = {number: one for number, one in attributes.parameters.items() if number < count}
        made.attributes = AttributeList(attributes.function, attributes.returned, parameters)

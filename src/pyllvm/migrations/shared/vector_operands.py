"""RISC-V's vector intrinsics without operands that LLVM 15 and 17 added: what inactive elements hold, and the rounding mode.

The first can be left out where it is undefined, the second where it is the mode that the program has set.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from pyllvm.ir.constants import ConstantInt, is_undefined
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType, Type
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.tables.intrinsics import is_intrinsic

_PREFIX: Final = "llvm.riscv.v"
# The rounding mode in the register `frm`.
_DYNAMIC: Final = 7


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Call the older form of such intrinsics where each call allows it."""
    for function in list(module.functions):
        name = function.name
        if not function.is_declaration or not name.startswith(_PREFIX) or not is_intrinsic(name, version):
            continue
        calls = [user for user in function.users if isinstance(user, CallInst) and user.callee is function]
        found = _older_form(module, function, calls, version)
        if found is None or len(calls) < len(function.users):
            continue
        older, kept = found
        place = module.functions.index(function)
        function.name = ""
        made = declared_intrinsic(module, older, module.context.function(function.function_type.return_type, kept[1]), version)
        module.functions.remove(made)
        module.functions.insert(place, made)
        for call in reversed(calls):
            shorter = replace_call(call, made, [call.arguments[number] for number in kept[0]])
            shorter.tail_kind = call.tail_kind
        remove_function(module, function)


def _older_form(
    module: Module, function: Function, calls: list[CallInst], version: int
) -> tuple[str, tuple[list[int], list[Type]]] | None:
    """The name, and the parameters that are left with their types; None if the intrinsic is as it was, or a call needs all."""
    known = signature(function.name, version)
    type = function.function_type
    if known is None or not calls or not known.match(type).mismatch:
        return None
    count = len(type.parameters)
    modes = [number for number in range(count) if all(_is_dynamic(call, number) for call in calls)]
    undefined = [[0]] if all(_begins_undefined(call) for call in calls) else []
    for without in [*undefined, *[[mode] for mode in modes], *[[0, mode] for mode in modes if undefined]]:
        numbers = [number for number in range(count) if number not in without]
        types = [type.parameters[number] for number in numbers]
        changed = module.context.function(type.return_type, types)
        if not known.match(changed).mismatch:
            name = mangled_intrinsic_name(function.name, changed, version) if known.is_overloaded else known.name
            name = name or function.name
            # Else another operand would be taken for the vector that follows.
            if not Counter(name.split(".")) - Counter(function.name.split(".")):
                return name, (numbers, types)
    return None


def _begins_undefined(call: CallInst) -> bool:
    return bool(call.arguments) and is_undefined(call.arguments[0])


def _is_dynamic(call: CallInst, number: int) -> bool:
    argument = call.arguments[number]
    return isinstance(argument, ConstantInt) and isinstance(argument.type, IntegerType) and argument.value == _DYNAMIC

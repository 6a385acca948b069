"""Intrinsics whose operands and results had other types of the same size: calls of the older ones, between bitcasts.

Intrinsics of x86 for bfloat (LLVM 16) and for dot products (LLVM 21, LLVM 22) are examples. The way up is in `on_reading`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallInst, CastInst
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import FloatingPointType, FunctionType, IntegerType, Type, VectorType
from pyllvm.ir.valid_operands import primitive_bits
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_with_instructions
from pyllvm.tables.opcodes import OPCODES_BY_NAME

_BITCAST: Final = OPCODES_BY_NAME["bitcast"]


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Call such intrinsics with the types that LLVM `version` has for them."""
    for function in list(module.functions):
        if not function.is_declaration or not function.name.startswith("llvm."):
            continue
        type = _older_type(module, function, version)
        if type is None:
            continue
        calls = [user for user in function.users if isinstance(user, CallInst) and user.callee is function]
        if len(calls) < len(function.users):
            continue
        name = function.name
        place = module.functions.index(function)
        function.name = ""
        older = declared_intrinsic(module, name, type, version)
        module.functions.remove(older)
        module.functions.insert(place, older)
        for call in reversed(calls):
            _replace(call, older)
        remove_function(module, function)


def _older_type(module: Module, function: Function, version: int) -> FunctionType | None:
    """The type that the intrinsic has in this version, if it is another type that takes the same bits."""
    known = signature(function.name, version)
    if known is None or known.is_overloaded or not known.match(function.function_type).mismatch:
        return None
    type = known.function_type(module.context, [])
    newer = function.function_type
    if type is None or type is newer or type.is_variadic != newer.is_variadic or len(type.parameters) != len(newer.parameters):
        return None
    pairs = zip([type.return_type, *type.parameters], [newer.return_type, *newer.parameters], strict=True)
    return type if all(one is other or _have_same_size(one, other) for one, other in pairs) else None


def _have_same_size(one: Type, other: Type) -> bool:
    return _is_number(one) and _is_number(other) and primitive_bits(one) == primitive_bits(other)


def _is_number(type: Type) -> bool:
    """Whether it is a number, or a vector of numbers of a known size."""
    if isinstance(type, VectorType) and type.is_scalable:
        return False
    return isinstance(type.scalar_type, (IntegerType, FloatingPointType))


def _replace(call: CallInst, older: Function) -> None:
    instructions: list[Instruction] = []
    arguments: list[Value] = []
    for argument, wanted in zip(call.arguments, older.function_type.parameters, strict=True):
        if argument.type is wanted:
            arguments.append(argument)
            continue
        cast = CastInst(_BITCAST, argument, wanted)
        instructions.append(cast)
        arguments.append(cast)
    made = CallInst(older.function_type, older, arguments)
    made.tail_kind = call.tail_kind
    instructions.append(made)
    if made.type is not call.type:
        instructions.append(CastInst(_BITCAST, made, call.type))
    instructions[-1].put_name(call.name)
    replace_with_instructions(call, instructions)

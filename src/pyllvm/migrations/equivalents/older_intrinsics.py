"""Calls of the intrinsics of older LLVMs: of other names (`tables.renamed_intrinsics`), and with other operands or results.

The way up is in `on_reading`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantInt, SimpleConstant, is_undefined
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst, CastInst
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.module import Module
from pyllvm.ir.types import FloatingPointType, FunctionType, IntegerType, Type, VectorType
from pyllvm.ir.valid_operands import primitive_bits
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import (
    declared_in_place,
    remove_function,
    replace_call,
    replace_with_instructions,
)
from pyllvm.tables.intrinsic_names import COROUTINE_END
from pyllvm.tables.intrinsics import intrinsic_names, is_intrinsic
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.tables.renamed_intrinsics import RENAMED, RenamedIntrinsic


def rename_intrinsics(module: Module, version: int) -> None:
    """Call them as LLVM `version` does; what it has by no name stays as it is.

    LLVM 19: %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)
    LLVM 18: %r = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %a)
    """
    for function in list(module.functions):
        if not function.is_declaration or not function.is_intrinsic:
            continue
        name = older_name(function.name, function.function_type, module.llvm_version, version)
        there = module.get(name) if name else None
        if name and there is None:
            function.name = name
        elif isinstance(there, Function) and there.function_type is function.function_type and there is not function:
            function.move_uses_to(there)
            remove_function(module, function)


def older_name(name: str, type: FunctionType, newer: int, version: int) -> str:
    """The name that LLVM `version` has for an intrinsic that LLVM `newer` calls `name`; empty if it has none.

    LLVM 22: %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %a, <8 x i32> %b)
    LLVM 21: %r = call <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %a, <8 x i32> %b)
    """
    known = signature(name, newer)
    base = name if known is None else known.name
    same = signature(base, version)
    if same is not None and same.name == base:
        # Only the types after the name may differ.
        found = _name_with_types(base, type, version)
        if found:
            return found
    for row in RENAMED:
        if version < row.since and name.startswith(row.after):
            found = _name_with_types(row.before + name.removeprefix(row.after), type, version) or _plain_name(row, type, version)
            if found:
                return found
    return ""


def _name_with_types(name: str, type: FunctionType, version: int) -> str:
    """The name of an intrinsic that has the type; `name` may end in types of another version."""
    known = signature(name, version)
    if known is None or known.match(type).mismatch:
        return ""
    return (mangled_intrinsic_name(name, type, version) or name) if known.is_overloaded else known.name


def _plain_name(row: RenamedIntrinsic, type: FunctionType, version: int) -> str:
    """The older name that has the type, where each type has a name of its own."""
    for name in intrinsic_names(row.before, version) if row.types is None else ():
        known = signature(name, version)
        if known is not None and not known.is_overloaded and not known.match(type).mismatch:
            return name
    return ""


# --- Intrinsics that got another operand at the end, or returned something before: calls without what older LLVMs do not have.
#
# `llvm.objectsize` (LLVM 9, whether to look at run time), annotations (LLVM 12, their arguments), `llvm.coro.end` (LLVM 18, its
# results; LLVM 22, without a result of its own).

# By the beginning of the name: the number of operands that older LLVMs take at the least.
_OLDER_COUNTS: Final[dict[str, int]] = {
    COROUTINE_END: 2,
    "llvm.objectsize.": 3,
    "llvm.ptr.annotation.": 4,
    "llvm.var.annotation": 4,
}
_COROUTINE_ENDS: Final = (COROUTINE_END,)


def shorten_calls(module: Module, version: int, losses: Losses) -> None:
    """Leave the last operand out where it asks for nothing, and call what returns the older result.

    LLVM 9: %r = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 false, i1 true, i1 false)
    LLVM 8: %r = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 false, i1 true)
    """
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
        made: Function | None = None
        for call in calls:
            if not _asks_for_nothing(call, len(parameters)):
                continue
            if made is None:
                made = declared_in_place(module, function, name, type, version)
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


# --- Intrinsics whose operands and results had other types of the same size: calls of the older ones, between bitcasts.
#
# Intrinsics of x86 for bfloat (LLVM 16) and for dot products (LLVM 21, LLVM 22) are examples. The way up is in `on_reading`.

_BITCAST: Final = OPCODES_BY_NAME["bitcast"]


def change_operand_types(module: Module, version: int, losses: Losses) -> None:
    """Call such intrinsics with the types that LLVM `version` has for them.

    LLVM 16: %r = call <8 x bfloat> @llvm.x86.avx512bf16.cvtne2ps2bf16.128(<4 x float> %a, <4 x float> %b)
    LLVM 15:
        %1 = call <8 x i16> @llvm.x86.avx512bf16.cvtne2ps2bf16.128(<4 x float> %a, <4 x float> %b)
        %r = bitcast <8 x i16> %1 to <8 x bfloat>
    """
    for function in list(module.functions):
        if not function.is_declaration or not function.is_intrinsic:
            continue
        type = _same_size_type(module, function, version)
        if type is None:
            continue
        calls = [user for user in function.users if isinstance(user, CallInst) and user.callee is function]
        if len(calls) < len(function.users):
            continue
        older = declared_in_place(module, function, function.name, type, version)
        for call in reversed(calls):
            _replace(call, older)
        remove_function(module, function)


def _same_size_type(module: Module, function: Function, version: int) -> FunctionType | None:
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


# --- RISC-V's vector intrinsics without operands that LLVM 15 and 17 added: what inactive elements hold, and the rounding mode.
#
# The first can be left out where it is undefined, the second where it is the mode that the program has set.

_PREFIX: Final = "llvm.riscv.v"
# The rounding mode in the register `frm`.
_DYNAMIC: Final = 7


def change_vector_operands(module: Module, version: int, losses: Losses) -> None:
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
        type = module.context.function(function.function_type.return_type, kept[1])
        made = declared_in_place(module, function, older, type, version)
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

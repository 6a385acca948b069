"""LLVM 19: AMDGPU's operations on the lanes of a wavefront take values of other types than i32.

Before, a value was taken apart into numbers of 32 bits, as LLVM's instruction selection does now.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.instruction_list import InstructionList, like
from pyllvm.tables.intrinsics import is_intrinsic

OPERATIONS: Final = ("permlane16", "permlane64", "permlanex16", "readfirstlane", "readlane", "writelane")
_WORD: Final = 32


def split_lanes(made: InstructionList, call: CallBase) -> Value | None:
    """The same operation on each part of 32 bits; None if the type is i32, or does not consist of such parts."""
    name = ".".join(call.callee.name.split(".")[:3])
    type = call.type
    number = _numbers(made, type)
    if number is None or not is_intrinsic(name, made.version) or call.bundles:
        return None
    word = type.context.integer(_WORD)
    bits = _bits(number)
    if type is word or (bits > _WORD and bits % _WORD):
        return None
    count = max(bits // _WORD, 1)
    # The arguments of the call's type, taken apart; the others are the same for each part.
    parts: list[list[Value]] = []
    for argument in call.arguments:
        parts.append(_taken_apart(made, argument, number, count) if argument.type is type else [argument] * count)
    results = [made.call_named(name, word, [part[index] for part in parts]) for index in range(count)]
    whole = results[0]
    if count > 1:
        whole = SimpleConstant.get(type.context.vector(word, count), POISON)
        for index, result in enumerate(results):
            whole = made.insert(whole, result, index)
    if bits < _WORD:
        whole = made.cast("trunc", whole, type.context.integer(bits))
    if whole.type is not number:
        whole = made.cast("bitcast", whole, number)
    return whole if number is type else made.cast("inttoptr", whole, type)


def _taken_apart(made: InstructionList, value: Value, number: Type, count: int) -> list[Value]:
    """A value as `count` numbers of 32 bits."""
    context = value.type.context
    word = context.integer(_WORD)
    if value.type is not number:
        value = made.cast("ptrtoint", value, number)
    bits = _bits(number)
    if bits < _WORD:
        narrow = context.integer(bits)
        if value.type is not narrow:
            value = made.cast("bitcast", value, narrow)
        return [made.cast("zext", value, word)]
    whole = word if count == 1 else context.vector(word, count)
    if value.type is not whole:
        value = made.cast("bitcast", value, whole)
    return [value] if count == 1 else [made.extract(value, index) for index in range(count)]


def _numbers(made: InstructionList, type: Type) -> Type | None:
    """The type, with integers for its pointers; None if it has no size."""
    scalar = type.scalar_type
    if isinstance(type, VectorType) and type.is_scalable:
        return None
    if isinstance(scalar, PointerType):
        layout = DataLayout(made.module.data_layout, made.version)
        return like(type, type.context.integer(layout.pointer_bits(scalar.address_space)))
    return type if type.is_integer_or_vector or type.is_floating_point_or_vector else None


def _bits(type: Type) -> int:
    return scalar_bits(type) * (type.count if isinstance(type, VectorType) else 1)

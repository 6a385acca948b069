"""Intrinsics of x86 that are still there, with operands or a result of other types: calls get casts around them.

Source: AutoUpgrade's upgradeX86IntrinsicFunction, and the end of UpgradeIntrinsicCall.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, is_floating, vector_bits, vector_count
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.migrations.on_reading.target_intrinsics.x86_plain import type_letters
from pyllvm.tables.intrinsic_names import PREFIX, X86_PREFIX
from pyllvm.tables.opcodes import TRUNC
from pyllvm.tables.reading_versions import BFLOAT_SINCE, PARTS_IN_DOT_PRODUCTS_SINCE

# name: the new call, and the value of the old one
Maker = Callable[[CallBuilder, str], tuple[Value, Value]]


def _both(call: Value) -> tuple[Value, Value]:
    return call, call


def _test_of_integers(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    """`ptest` takes integers.

    LLVM 7: %r = call i32 @llvm.x86.sse41.ptestz(<4 x float> %a, <4 x float> %b)
    LLVM 14:
        %cast = bitcast <4 x float> %a to <2 x i64>
        %cast1 = bitcast <4 x float> %b to <2 x i64>
        %r = call i32 @llvm.x86.sse41.ptestz(<2 x i64> %cast, <2 x i64> %cast1)
    """
    type = builder.context.vector(builder.integer(64), 2)
    casts = [builder.bitcast(argument, type, "cast") for argument in builder.arguments]
    return _both(builder.call_intrinsic(name, casts, builder.type))


def _immediate_of_a_byte(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    """An immediate of a byte, which was an i32.

    LLVM 7: %r = call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %a, <4 x float> %b, i32 1)
    LLVM 14: %r = call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %a, <4 x float> %b, i8 1)
    """
    arguments = list(builder.arguments)
    arguments[-1] = builder.cast(TRUNC, arguments[-1], builder.integer(8), "trunc")
    return _both(builder.call_intrinsic(name, arguments, builder.type))


def _compare_as_bits(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    arguments = list(builder.arguments)
    count = vector_count(arguments[0].type)
    arguments[3] = builder.mask_vector(arguments[3], count)
    made = builder.call_intrinsic(name, arguments, builder.context.vector(builder.integer(1), count))
    return made, builder.bits_to_integer(made, None)


def _brain_floats(builder: CallBuilder, count: int) -> Type:
    return builder.context.vector(builder.context.floating_point("bfloat"), count)


def _to_brain_floats(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    arguments = list(builder.arguments)
    count = vector_count(builder.type)
    type = _brain_floats(builder, count)
    if ".mask." in name:
        arguments[1] = builder.bitcast(arguments[1], type)
    made = builder.call_intrinsic(name, arguments, type)
    return made, builder.bitcast(made, builder.context.vector(builder.integer(16), count))


def _product_of_brain_floats(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    arguments = list(builder.arguments)
    type = _brain_floats(builder, vector_count(builder.type) * 2)
    arguments[1] = builder.bitcast(arguments[1], type)
    arguments[2] = builder.bitcast(arguments[2], type)
    return _both(builder.call_intrinsic(name, arguments, builder.type))


def _permute_by_integers(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    """`vpermil2ps`: the indices were floating point.

    LLVM 7: %r = call <4 x float> @llvm.x86.xop.vpermil2ps(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 0)
    LLVM 14:
        %1 = bitcast <4 x float> %c to <4 x i32>
        %r = call <4 x float> @llvm.x86.xop.vpermil2ps(<4 x float> %a, <4 x float> %b, <4 x i32> %1, i8 0)
    """
    arguments = list(builder.arguments)
    index = arguments[2].type
    arguments[2] = builder.bitcast(arguments[2], builder.context.vector(builder.integer(scalar_bits(index)), vector_count(index)))
    new_name = _new_name(name, [argument.type for argument in builder.arguments])
    return _both(builder.call_intrinsic(new_name, arguments, builder.type))


def _dot_product(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    """`vpdpbusd`, `vpdpwssd` and their like: the factors are the bytes or words that they are made of."""
    arguments = list(builder.arguments)
    type = builder.dot_product_type(name)
    if type is not None:
        arguments[1] = builder.bitcast(arguments[1], type)
        arguments[2] = builder.bitcast(arguments[2], type)
    return _both(builder.call_intrinsic(name, arguments, builder.type))


def _second_argument(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    return _both(builder.call_intrinsic(name, [builder.arguments[1]], builder.type))


def _two_results(builder: CallBuilder, name: str) -> tuple[Value, Value]:
    """`rdtscp` stored its second result.

    LLVM 7: %r = call i64 @llvm.x86.rdtscp(i8* %p)
    LLVM 14:
        %r = call { i64, i32 } @llvm.x86.rdtscp()
        %1 = extractvalue { i64, i32 } %r, 1
        %2 = bitcast i8* %p to i32*
        store i32 %1, i32* %2, align 1
        %3 = extractvalue { i64, i32 } %r, 0
    """
    number = builder.integer(32)
    made = builder.call_intrinsic(name, [], builder.context.literal_struct([builder.integer(64), number]))
    processor = builder.extract_value(made, 1)
    builder.store(processor, builder.pointer_cast(builder.arguments[0], number), 1)
    return made, builder.extract_value(made, 0)


_BYTES: Final = ("sse41.insertps", "sse41.dppd", "sse41.dpps", "sse41.mpsadbw", "avx.dp.ps.256", "avx2.mpsadbw")
_TO_BRAIN_FLOATS: Final = (
    "avx512bf16.cvtne2ps2bf16.128",
    "avx512bf16.cvtne2ps2bf16.256",
    "avx512bf16.cvtne2ps2bf16.512",
    "avx512bf16.mask.cvtneps2bf16.128",
    "avx512bf16.cvtneps2bf16.256",
    "avx512bf16.cvtneps2bf16.512",
)


def _maker_of(name: str, version: int, returned: Type, parameters: list[Type]) -> Maker | None:
    if name.startswith("sse41.ptest"):
        return _test_of_integers if parameters and is_floating(parameters[0]) else None
    if name in _BYTES:
        return _immediate_of_a_byte if parameters and scalar_bits(parameters[-1]) == 32 else None
    if name.startswith("avx512.mask.cmp.p"):
        return _compare_as_bits if scalar_bits(returned) > 1 else None
    if name.startswith("avx512bf16.") and version >= BFLOAT_SINCE:
        if name in _TO_BRAIN_FLOATS:
            return None if is_floating(returned) else _to_brain_floats
        if name.startswith("avx512bf16.dpbf16ps."):
            return None if is_floating(parameters[1]) else _product_of_brain_floats
    if ".vpdp" in name:
        return _dot_product if version >= PARTS_IN_DOT_PRODUCTS_SINCE and scalar_bits(parameters[1]) == 32 else None
    if name.startswith("xop.vpermil2"):
        return _permute_by_integers if len(parameters) > 2 and is_floating(parameters[2]) else None
    if name in ("xop.vfrcz.ss", "xop.vfrcz.sd"):
        return _second_argument if len(parameters) == 2 else None
    if name == "rdtscp":
        return _two_results if parameters else None
    return None


def _new_name(name: str, parameters: list[Type]) -> str:
    if not name.startswith("x86.xop.vpermil2"):
        return name
    index = parameters[2]
    wide = ".256" if vector_bits(index) == 256 else ""
    return f"x86.xop.vpermil2{type_letters(index)}{wide}"


def changed_signature(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of x86 change that LLVM still has; None where its types are today's."""
    type = old.function_type
    maker = _maker_of(old.name.removeprefix(X86_PREFIX), state.version, type.return_type, type.parameters)
    if maker is None:
        return None
    name = old.name.removeprefix(PREFIX)
    # The new declaration comes before the declarations that the calls need, and is made even without calls.
    state.intrinsic("llvm." + _new_name(name, type.parameters), [])

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        made, value = maker(builder, name)
        builder.finish(value, made)

    return upgrade

"""Intrinsics that became casts in LLVM 23, and those that became general ones: halves kept as i16, x86's pdep and pext."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import FloatingPointType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, vector_bits
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, rename_callee
from pyllvm.migrations.on_reading.target_prefixes import NVVM_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic

Maker: TypeAlias = "Callable[[CallBuilder], Value]"

_HALF: Final = "half"
_HALF_BITS: Final = 16
_GENERAL: Final = "llvm.convert."
_OUTER_PRODUCTS: Final = "llvm.aarch64.sme.ftmopa."


def _half_of(builder: CallBuilder, integer: Type) -> Type:
    """The half that an i16 holds, or a vector of as many as NEON's intrinsics take."""
    half = builder.context.floating_point(_HALF)
    return builder.context.vector(half, integer.count) if isinstance(integer, VectorType) and integer.count > 1 else half


def _extended(builder: CallBuilder) -> Value:
    integer = builder.arguments[0]
    return builder.cast("fpext", builder.bitcast(integer, _half_of(builder, integer.type)), builder.type)


def _truncated(builder: CallBuilder) -> Value:
    return builder.bitcast(builder.cast("fptrunc", builder.arguments[0], _half_of(builder, builder.type)), builder.type)


def _calls(state: Upgrading, make: Maker) -> CallUpgrade:
    """Replace calls by what is made of them, which has no name."""

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        builder.finish(make(builder))

    return upgrade


def from_half(state: Upgrading, old: Function) -> CallUpgrade | None:
    """An i16 is read as a half and extended. Declarations of other sizes stay."""
    if is_intrinsic(old.name, state.version):
        return None
    if old.name.startswith(_GENERAL):
        type = old.function_type
        if len(type.parameters) != 1 or vector_bits(type.parameters[0]) != _HALF_BITS or not _is_longer(type.return_type):
            return None
    elif old.name != "llvm.aarch64.neon.vcvthf2fp" and not old.name.startswith(NVVM_PREFIX):
        return None
    return _calls(state, _extended)


def to_half(state: Upgrading, old: Function) -> CallUpgrade | None:
    """A number is cut to a half, whose bits are the i16. Declarations of other sizes stay."""
    if is_intrinsic(old.name, state.version):
        return None
    if old.name.startswith(_GENERAL):
        type = old.function_type
        if len(type.parameters) != 1 or vector_bits(type.return_type) != _HALF_BITS or not _is_longer(type.parameters[0]):
            return None
    elif old.name != "llvm.aarch64.neon.vcvtfp2hf":
        return None
    return _calls(state, _truncated)


def _is_longer(type: Type) -> bool:
    """Whether a type is a floating-point number of more bits than a half."""
    return isinstance(type, FloatingPointType) and scalar_bits(type) > _HALF_BITS


def bits_of_mask(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The deposit and the extraction of bits by a mask are general intrinsics."""
    if is_intrinsic(old.name, state.version):
        return None
    name = f"{old.name.split('.')[3]}."
    return _calls(state, lambda builder: builder.call_intrinsic(name, builder.arguments, builder.type))


def multiplied_brain_floats(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The product of matrices of bfloat is one of the overloaded products."""
    type = old.function_type
    if is_intrinsic(old.name, state.version) or len(type.parameters) < 2:
        return None
    return rename_callee(state.intrinsic("llvm.aarch64.sve.fmmla", [type.return_type, type.parameters[1]]))


def outer_products_of_bytes(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Outer products of 8-bit numbers have names of their own; before, only the type in the name told them from wider ones."""
    name = old.name.removeprefix(_OUTER_PRODUCTS)
    if name not in ("za16.nxv16i8", "za32.nxv16i8"):
        return None
    return rename_callee(state.intrinsic(f"llvm.aarch64.sme.fp8.ftmopa.{name.partition('.')[0]}", []))

"""Intrinsics of NVPTX that gave way to general ones, or to instructions (AutoUpgrade's upgradeIntrinsicCall)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import null_value
from pyllvm.ir.function import Function
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, rebuilding, rebuilt
from pyllvm.migrations.on_reading.half_conversions import from_half
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, rename_callee
from pyllvm.migrations.on_reading.target_prefixes import NVVM_PREFIX
from pyllvm.tables.flags import APPROXIMATE_FUNCTIONS
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.reading_versions import (
    APPROXIMATE_TANH_SINCE,
    GENERAL_ABSOLUTES_SINCE,
    GENERAL_LIMITS_SINCE,
    SHORT_LIMITS_SINCE,
)

# old name: the intrinsic that does the same
_SAME: Final = {"brev32": "bitreverse", "brev64": "bitreverse", "popc.i": "ctpop"}
_LEADING_ZEROS: Final = "clz.i"
_HALF_CONVERSION: Final = "llvm.convert.from.fp16."
_ABSOLUTE: Final = ("abs.i", "abs.ll")
_LIMITS: Final = ("s", "i", "ll", "us", "ui", "ull")
_TANH: Final = "tanh.approx.f32"


def nvvm_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of NVPTX change; None where they stay."""
    name = old.name.removeprefix(NVVM_PREFIX)
    type = old.function_type
    if len(type.parameters) == 1:
        general = _SAME.get(name)
        if general is not None:
            return rebuilt(state, state.intrinsic(f"llvm.{general}", [type.return_type]))
        if name == _LEADING_ZEROS:
            return rebuilt(state, state.intrinsic("llvm.ctlz", [type.return_type]), _not_about_zero)
    if name == "clz.ll":
        return rebuilding(state, _leading_zeros, name)
    if name == "popc.ll":
        return rebuilding(state, _population, name)
    if name == "h2f":
        # Where the general intrinsic is gone, its upgrade is this one's.
        return rebuilding(state, _from_half, name) if is_intrinsic(_HALF_CONVERSION, state.version) else from_half(state, old)
    if name in _ABSOLUTE:
        return rebuilding(state, _absolute, name)
    if name == _TANH and state.version >= APPROXIMATE_TANH_SINCE:
        return rebuilding(state, _tanh, name)
    word, _, kind = name.partition(".")
    if word in ("max", "min") and kind in _LIMITS and (state.version >= SHORT_LIMITS_SINCE or "s" not in kind):
        if state.version >= GENERAL_LIMITS_SINCE:
            sign = "u" if kind.startswith("u") else "s"
            return rename_callee(state.intrinsic(f"llvm.{sign}{word}", [type.return_type]))
        return rebuilding(state, _limit, name)
    return None


def _not_about_zero(builder: CallBuilder) -> list[Value]:
    return [builder.arguments[0], builder.integer_constant(1, 0)]


def _leading_zeros(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    counted = builder.call_intrinsic("ctlz", [value, builder.integer_constant(1, 0)], value.type, "ctlz")
    return builder.cast("trunc", counted, builder.integer(32), "ctlz.trunc")


def _population(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    counted = builder.call_intrinsic("ctpop", [value], value.type, "ctpop")
    return builder.cast("trunc", counted, builder.integer(32), "ctpop.trunc")


def _from_half(builder: CallBuilder, name: str) -> Value:
    number = builder.context.floating_point("float")
    return builder.call_intrinsic("convert.from.fp16", builder.arguments[:1], number, "h2f")


def _absolute(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    if builder.version >= GENERAL_ABSOLUTES_SINCE:
        return builder.call_intrinsic("abs", [value, builder.integer_constant(1, 1)], value.type, "abs")
    zero = null_value(value.type)
    negative = builder.binary("sub", zero, value, "neg")
    return builder.select(builder.compare("sge", value, zero, "abs.cond"), value, negative, "abs")


def _limit(builder: CallBuilder, name: str) -> Value:
    word, _, kind = name.partition(".")
    left, right = builder.arguments[0], builder.arguments[1]
    predicate = ("u" if kind.startswith("u") else "s") + ("ge" if word == "max" else "le")
    return builder.select(builder.compare(predicate, left, right, word + ".cond"), left, right, word)


def _tanh(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    made = builder.call_intrinsic("tanh", [value], value.type)
    made.flags |= APPROXIMATE_FUNCTIONS
    return made

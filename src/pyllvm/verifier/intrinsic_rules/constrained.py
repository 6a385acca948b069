"""Constrained floating-point intrinsics.

Source: `Verifier::visitConstrainedFPIntrinsic`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.types import Type
from pyllvm.verifier.intrinsic_rules.arguments import count_of, text_of
from pyllvm.verifier.state import State
from pyllvm.verifier.types import is_floating_point_or_vector, is_integer_or_vector, is_vector, same_length, scalar_bits

_SCALABLE_LENGTHS_SINCE: Final = 17
PREFIX: Final = "experimental.constrained."
# What a comparison may be called in metadata.
FLOATING_POINT_PREDICATES: Final = frozenset(
    ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une")
)


def verify_constrained(state: State, kind: str, call: CallBase) -> bool:
    """The rules for a call of the constrained intrinsic called `kind`."""
    source = call.operands[0].type
    target = call.type
    if kind in ("lrint", "llrint", "lround", "llround"):
        if is_vector(source) or is_vector(target):
            return state.fail("Intrinsic does not support vectors", call)
    elif kind in ("fcmp", "fcmps"):
        if text_of(call, 2) not in FLOATING_POINT_PREDICATES:
            return state.fail("invalid predicate for constrained FP comparison intrinsic", call)
    elif kind in ("fptosi", "fptoui", "sitofp", "uitofp"):
        to_integer = kind.startswith("fp")
        if not (is_floating_point_or_vector(source) if to_integer else is_integer_or_vector(source)):
            what = "floating point" if to_integer else "integer"
            return state.fail(f"Intrinsic first argument must be {what}", call)
        if is_vector(source) != is_vector(target):
            return state.fail("Intrinsic first argument and result disagree on vector use", call)
        if not (is_integer_or_vector(target) if to_integer else is_floating_point_or_vector(target)):
            what = "an integer" if to_integer else "a floating point"
            return state.fail(f"Intrinsic result must be {what}", call)
        if not _has_same_length(state, source, target):
            return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
    elif kind in ("fptrunc", "fpext"):
        if not is_floating_point_or_vector(source):
            return state.fail("Intrinsic first argument must be FP or FP vector", call)
        if not is_floating_point_or_vector(target):
            return state.fail("Intrinsic result must be FP or FP vector", call)
        if is_vector(source) != is_vector(target):
            return state.fail("Intrinsic first argument and result disagree on vector use", call)
        if not _has_same_length(state, source, target):
            return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
        grows = scalar_bits(target) - scalar_bits(source)
        if (grows >= 0) if kind == "fptrunc" else (grows <= 0):
            what = "larger" if kind == "fptrunc" else "smaller"
            return state.fail(f"Intrinsic first argument's type must be {what} than result type", call)
    last = call.argument_count - 1
    if text_of(call, last) not in ("fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"):
        return state.fail("invalid exception behavior argument", call)
    if last and isinstance(call.operands[last - 1], MetadataAsValue) and kind not in ("fcmp", "fcmps"):
        if text_of(call, last - 1) not in (
            "round.dynamic", "round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero",
        ):  # fmt: skip
            return state.fail("invalid rounding mode argument", call)
    return True


def _has_same_length(state: State, one: Type, other: Type) -> bool:
    """Whether both vectors have as many elements; before LLVM 17 scalable ones were taken for fixed ones."""
    if state.version < _SCALABLE_LENGTHS_SINCE:
        return count_of(one) == count_of(other)
    return same_length(one, other)

"""Constrained floating-point intrinsics.

Source: `Verifier::visitConstrainedFPIntrinsic`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MetadataAsValue
from pyllvm.ir.types import Type
from pyllvm.tables.intrinsic_versions import EXCEPTIONS_FIRST_SINCE, SCALABLE_LENGTHS_SINCE
from pyllvm.verifier.intrinsic_rules.arguments import checks_types, count_of, text_of
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_vector, same_length, scalar_bits

_EXCEPTIONS: Final = frozenset(("fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"))
_ROUNDINGS: Final = frozenset(
    ("round.dynamic", "round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero")
)
PREFIX: Final = "experimental.constrained."
# The names of comparisons in metadata.
FLOATING_POINT_PREDICATES: Final = frozenset(
    ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une")
)


def verify_constrained(state: State, kind: str, call: CallBase) -> bool:
    """Check a call of the constrained intrinsic `kind`."""
    if kind in ("lrint", "llrint", "lround", "llround"):
        if checks_types(state) and (is_vector(call.operands[0].type) or is_vector(call.type)):
            return state.fail("Intrinsic does not support vectors", call)
    elif kind in ("fcmp", "fcmps"):
        if text_of(call, 2) not in FLOATING_POINT_PREDICATES:
            return state.fail("invalid predicate for constrained FP comparison intrinsic", call)
    elif kind in ("fptosi", "fptoui", "sitofp", "uitofp"):
        if not _verify_conversion(state, call, kind):
            return False
    elif kind in ("fptrunc", "fpext") and not _verify_change_of_size(state, call, kind):
        return False
    has_rounding = call.argument_count > 1 and kind not in ("fcmp", "fcmps")
    if state.version < EXCEPTIONS_FIRST_SINCE:
        return (not has_rounding or _verify_rounding(state, call)) and _verify_exceptions(state, call)
    return _verify_exceptions(state, call) and (not has_rounding or _verify_rounding(state, call))


def _verify_conversion(state: State, call: CallBase, kind: str) -> bool:
    to_integer = kind.startswith("fp")
    source, target = call.operands[0].type, call.type
    if not (source.is_floating_point_or_vector if to_integer else source.is_integer_or_vector):
        what = "floating point" if to_integer else "integer"
        return state.fail(f"Intrinsic first argument must be {what}", call)
    if is_vector(source) != is_vector(target):
        return state.fail("Intrinsic first argument and result disagree on vector use", call)
    if not (target.is_integer_or_vector if to_integer else target.is_floating_point_or_vector):
        what = "an integer" if to_integer else "a floating point"
        return state.fail(f"Intrinsic result must be {what}", call)
    if not _has_same_length(state, source, target):
        return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
    return True


def _verify_change_of_size(state: State, call: CallBase, kind: str) -> bool:
    is_smaller = kind == "fptrunc"
    source, target = call.operands[0].type, call.type
    if not source.is_floating_point_or_vector:
        return state.fail("Intrinsic first argument must be FP or FP vector", call)
    if not target.is_floating_point_or_vector:
        return state.fail("Intrinsic result must be FP or FP vector", call)
    if is_vector(source) != is_vector(target):
        return state.fail("Intrinsic first argument and result disagree on vector use", call)
    if not _has_same_length(state, source, target):
        return state.fail("Intrinsic first argument and result vector lengths must be equal", call)
    grows = scalar_bits(target) - scalar_bits(source)
    if grows >= 0 if is_smaller else grows <= 0:
        what = "larger" if is_smaller else "smaller"
        return state.fail(f"Intrinsic first argument's type must be {what} than result type", call)
    return True


def _verify_exceptions(state: State, call: CallBase) -> bool:
    """Check the last argument, the exception behavior."""
    return text_of(call, call.argument_count - 1) in _EXCEPTIONS or state.fail("invalid exception behavior argument", call)


def _verify_rounding(state: State, call: CallBase) -> bool:
    """Check the argument before it, the rounding mode, which many intrinsics have."""
    index = call.argument_count - 2
    if isinstance(call.operands[index], MetadataAsValue) and text_of(call, index) not in _ROUNDINGS:
        return state.fail("invalid rounding mode argument", call)
    return True


def _has_same_length(state: State, one: Type, other: Type) -> bool:
    """Whether both vectors have the same number of elements; before LLVM 17, scalable ones count as fixed ones."""
    if state.version < SCALABLE_LENGTHS_SINCE:
        return count_of(one) == count_of(other)
    return same_length(one, other)

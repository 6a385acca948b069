"""Arithmetic on integers, fixed-point and floating-point numbers; conversions to formats without a type of their own.

Sources: `Verifier::visitIntrinsicCall`, `Verifier::visitConstrainedFPIntrinsic`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.metadata import MDString, MetadataAsValue
from pyllvm.ir.types import Type, VectorType
from pyllvm.tables.attributes import ALL_FLOATING_POINT_CLASSES
from pyllvm.tables.intrinsic_versions import EXCEPTIONS_FIRST_SINCE, SCALABLE_LENGTHS_SINCE
from pyllvm.tables.keywords import FORMAT_BITS, ROUNDING_MODES
from pyllvm.tables.verifier_rules import UNKNOWN_CLASSES
from pyllvm.tables.verifier_versions import ALL_ROUNDED_SINCE, VECTORS_ROUNDED_SINCE
from pyllvm.verifier.intrinsic_rules.arguments import Rule, argument_of, checks_types, constant_of, count_of, text_of
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_vector, same_length, scalar_bits

# The names of fixed-point arithmetic in messages: for all of it, for signed and for unsigned.
_FIXED_POINT_NOW: Final = ("[us][mul|div]_fix[_sat]", "s[mul|div]_fix[_sat]", "u[mul|div]_fix[_sat]")
_FIXED_POINT: Final[dict[int, tuple[str, str, str]]] = {
    8: ("smul_fix", "smul_fix", "umul_fix"),
    9: ("[us]mul_fix[_sat]", "smul_fix[_sat]", "umul_fix[_sat]"),
}
# Constrained floating-point intrinsics: how their names begin, and the strings that they take as arguments.
CONSTRAINED: Final = "experimental.constrained."
_EXCEPTIONS: Final = frozenset(("fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"))
_ROUNDINGS: Final = frozenset(
    ("round.dynamic", "round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero")
)
# The names of comparisons in metadata.
FLOATING_POINT_PREDICATES: Final = frozenset(
    ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une")
)


def _three_way(state: State, call: CallBase) -> bool:
    source = call.operands[0].type
    if scalar_bits(call.type) < 2:
        return state.fail("result type must be at least 2 bits wide", call)
    if is_vector(source) != is_vector(call.type):
        return state.fail("ucmp/scmp argument and result types must both be either vector or scalar types", call)
    if not same_length(source, call.type):
        return state.fail("return type and arguments must have the same number of elements", call)
    return True


def _byte_swap(state: State, call: CallBase) -> bool:
    if scalar_bits(call.type) % 16:
        return state.fail("bswap must be an even number of bytes", call)
    return True


def _fixed_point(state: State, call: CallBase) -> bool:
    names = _FIXED_POINT.get(state.version, _FIXED_POINT_NOW)
    for index, word in ((0, "first"), (1, "second")):
        if checks_types(state) and not call.operands[index].type.is_integer_or_vector:
            return state.fail(f"{word} operand of {names[0]} must be an int type or vector of ints")
    if checks_types(state) and not isinstance(call.operands[2], ConstantInt):
        return state.fail(f"third argument of {names[0]} must be a constant integer")
    return True


def _signed_fixed_point(state: State, call: CallBase) -> bool:
    if not _fixed_point(state, call):
        return False
    name = _FIXED_POINT.get(state.version, _FIXED_POINT_NOW)[1]
    is_well = constant_of(call, 2) < scalar_bits(call.operands[0].type)
    return is_well or state.fail(f"the scale of {name} must be less than the width of the operands")


def _unsigned_fixed_point(state: State, call: CallBase) -> bool:
    if not _fixed_point(state, call):
        return False
    name = _FIXED_POINT.get(state.version, _FIXED_POINT_NOW)[2]
    is_well = constant_of(call, 2) <= scalar_bits(call.operands[0].type)
    return is_well or state.fail(f"the scale of {name} must be less than or equal to the width of the operands")


def _round_to_integer(state: State, call: CallBase) -> bool:
    source = call.operands[0].type
    if state.version < VECTORS_ROUNDED_SINCE:
        has_vectors = is_vector(source) or is_vector(call.type)
        return not has_vectors or state.fail("Intrinsic does not support vectors", call)
    callee = call.called_function
    name = "llvm.lrint, llvm.llrint" if state.version < ALL_ROUNDED_SINCE or callee is None else callee.name
    if checks_types(state) and not (source.is_floating_point_or_vector and call.type.is_integer_or_vector):
        return state.fail(
            f"{name}: argument must be floating-point or vector of floating-points, and result must be "
            "integer or vector of integers",
            call,
        )
    if is_vector(source) != is_vector(call.type):
        return state.fail(f"{name}: argument and result disagree on vector use", call)
    if not same_length(source, call.type):
        return state.fail(f"{name}: argument must be same length as result", call)
    return True


def _round_away(state: State, call: CallBase) -> bool:
    if state.version >= ALL_ROUNDED_SINCE:
        return _round_to_integer(state, call)
    if is_vector(call.operands[0].type) or is_vector(call.type):
        return state.fail("Intrinsic does not support vectors", call)
    return True


def _floating_point_class(state: State, call: CallBase) -> bool:
    return not constant_of(call, 1) & ~ALL_FLOATING_POINT_CLASSES or not state.breaks(UNKNOWN_CLASSES)


def _metadata_argument(call: CallBase, index: int) -> object:
    argument = argument_of(call, index)
    return argument.metadata if isinstance(argument, MetadataAsValue) else None


def _rounding(state: State, call: CallBase) -> bool:
    text = _metadata_argument(call, 1)
    if text is None:
        return state.fail("missing rounding mode argument", call)
    if not isinstance(text, MDString):
        return state.fail("invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)", text)
    if text.text not in ROUNDING_MODES:
        return state.fail("unsupported rounding mode argument", call)
    return True


def _format(state: State, call: CallBase, value: Type, integer: Type) -> bool:
    """Check that both types are vectors of one length, or neither is, and that the integer holds the format's bits."""
    if isinstance(value, VectorType):
        if not isinstance(integer, VectorType):
            return state.fail("if floating-point operand is a vector, integer operand must also be a vector", call)
        if value.count != integer.count or value.is_scalable != integer.is_scalable:
            return state.fail("floating-point and integer vector operands must have the same element count", call)
    text = _metadata_argument(call, 1)
    if text is None:
        return state.fail("missing interpretation metadata operand", call)
    if not isinstance(text, MDString):
        return state.fail("interpretation metadata operand must be a string", call)
    if not text.text:
        return state.fail("interpretation metadata string must not be empty", call)
    bits = FORMAT_BITS.get(text.text)
    if bits is None:
        return state.fail("unsupported interpretation metadata string", call)
    if scalar_bits(integer) != bits:
        return state.fail("integer type bit width must equal the arbitrary FP format width", call)
    return True


def _to_format(state: State, call: CallBase) -> bool:
    if not _format(state, call, call.operands[0].type, call.type):
        return False
    text = _metadata_argument(call, 2)
    if text is None:
        return state.fail("missing rounding mode metadata operand", call)
    if not isinstance(text, MDString):
        return state.fail("rounding mode metadata operand must be a string", call)
    if text.text not in ROUNDING_MODES:
        return state.fail("unsupported rounding mode argument", call)
    return True


def _from_format(state: State, call: CallBase) -> bool:
    return _format(state, call, call.type, call.operands[0].type)


RULES: Final[dict[str, Rule]] = {
    "bswap": _byte_swap,
    "convert.from.arbitrary.fp": _from_format,
    "convert.to.arbitrary.fp": _to_format,
    "fptrunc.round": _rounding,
    "is.fpclass": _floating_point_class,
    "llrint": _round_to_integer,
    "llround": _round_away,
    "lrint": _round_to_integer,
    "lround": _round_away,
    "scmp": _three_way,
    "sdiv.fix": _signed_fixed_point,
    "sdiv.fix.sat": _signed_fixed_point,
    "smul.fix": _signed_fixed_point,
    "smul.fix.sat": _signed_fixed_point,
    "ucmp": _three_way,
    "udiv.fix": _unsigned_fixed_point,
    "udiv.fix.sat": _unsigned_fixed_point,
    "umul.fix": _unsigned_fixed_point,
    "umul.fix.sat": _unsigned_fixed_point,
}


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

"""Instructions that compute what newer intrinsics on floating-point numbers do."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import FloatingPointType, IntegerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.shared.instruction_list import InstructionList, like, number

_AMD: Final = "amdgcn"
# The numbers whose bits are not a sign and one magnitude.
_PAIRS: Final = "ppc_fp128"
# The types for which AMD's intrinsics have names.
_AMD_SUFFIXES: Final[dict[str, str]] = {"half": "f16", "float": "f32", "double": "f64"}


def pick_number(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.maximumnum`, `llvm.minimumnum`: a number rather than NaN, and +0 above -0.

    Numbers that compare equal have equal bits unless they are zeros: then "and" takes the sign of +0, and "or" of -0.
    """
    left, right = call.operands[0], call.operands[1]
    type = left.type
    if not isinstance(type.scalar_type, FloatingPointType) or type.scalar_type.name == _PAIRS:
        return None
    is_largest = ".maximumnum." in call.callee.name
    bits = like(type, type.context.integer(scalar_bits(type)))
    picked = made.select(made.compare("ogt" if is_largest else "olt", left, right), left, right)
    both = made.binary("and" if is_largest else "or", made.cast("bitcast", left, bits), made.cast("bitcast", right, bits))
    picked = made.select(made.compare("oeq", left, right), made.cast("bitcast", both, type), picked)
    picked = made.select(made.compare("uno", left, left), right, picked)
    return made.select(made.compare("uno", right, right), left, picked)


def split_fraction(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.modf`: the fraction has the number's sign, and is 0 for whole numbers, to which infinities belong."""
    value = call.operands[0]
    type = value.type
    if not isinstance(type.scalar_type, FloatingPointType):
        return None
    whole = made.call("llvm.trunc", type, [value])
    rest = made.select(made.compare("oeq", whole, value), number(type, 0), made.binary("fsub", value, whole))
    return _pair(made, call.type, made.call("llvm.copysign", type, [rest, value]), whole)


def sine_and_cosine(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.sincos`: both functions by themselves."""
    value = call.operands[0]
    sine = made.call("llvm.sin", value.type, [value])
    return _pair(made, call.type, sine, made.call("llvm.cos", value.type, [value]))


def scale(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.ldexp`: on AMD's devices an intrinsic; elsewhere the C library has it."""
    value, exponent = call.operands[0], call.operands[1]
    if not _is_amd(made):
        return None
    parts = _lanes(made, value, exponent)
    if parts is None:
        return None
    results: list[Value] = []
    for one, power in parts:
        suffix = _amd_suffix(one, power)
        if not suffix:
            return None
        results.append(made.call_named(f"llvm.amdgcn.ldexp.{suffix}", one.type, [one, power]))
    return made.joined(results, call.type)


def separate_exponent(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.frexp`: two intrinsics on AMD's devices."""
    value = call.operands[0]
    type = call.type
    if not _is_amd(made) or not isinstance(type, StructType) or type.elements is None:
        return None
    parts = _lanes(made, value, value)
    if parts is None:
        return None
    fractions: list[Value] = []
    exponents: list[Value] = []
    wanted = type.elements[1].scalar_type
    for one, _ in parts:
        suffix = _AMD_SUFFIXES.get(one.type.name) if isinstance(one.type, FloatingPointType) else None
        if suffix is None or not isinstance(wanted, IntegerType):
            return None
        fractions.append(made.call_named(f"llvm.amdgcn.frexp.mant.{suffix}", one.type, [one]))
        own = made.module.context.integer(16 if suffix == "f16" else 32)
        exponent = made.call_named(f"llvm.amdgcn.frexp.exp.i{own.width}.{suffix}", own, [one])
        if own.width != wanted.width:
            exponent = made.cast("sext" if own.width < wanted.width else "trunc", exponent, wanted)
        exponents.append(exponent)
    return _pair(made, type, made.joined(fractions, type.elements[0]), made.joined(exponents, type.elements[1]))


def _is_amd(made: InstructionList) -> bool:
    return TargetTriple(made.module.target_triple).architecture == _AMD


def _amd_suffix(value: Value, exponent: Value) -> str:
    is_word = isinstance(exponent.type, IntegerType) and exponent.type.width == 32
    return _AMD_SUFFIXES.get(value.type.name, "") if is_word and isinstance(value.type, FloatingPointType) else ""


def _lanes(made: InstructionList, one: Value, other: Value) -> list[tuple[Value, Value]] | None:
    """The elements of two vectors, or two numbers; None if the number of elements is not known."""
    if not isinstance(one.type, VectorType):
        return [(one, other)]
    if one.type.is_scalable:
        return None
    return [(made.extract(one, index), made.extract(other, index)) for index in range(one.type.count)]


def _pair(made: InstructionList, type: Type, first: Value, second: Value) -> Value:
    whole = made.insert_field(SimpleConstant.get(type, POISON), first, 0)
    return made.insert_field(whole, second, 1)

"""Arithmetic of newer intrinsics in plain instructions."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.ir.types import FloatingPointType, IntegerType, StructType, Type, VectorType, with_element
from pyllvm.ir.value import Value
from pyllvm.migrations.equivalents.instruction_list import InstructionList, integer, number
from pyllvm.tables import opcodes

# --- Arithmetic of newer intrinsics in plain instructions: saturation, comparison in three ways, lengths of vectors, classes
# of numbers.
#
# Sources: the expansions in LLVM's TargetLowering (expandAddSubSat, expandShlSat, expandFP_TO_INT_SAT, expandIS_FPCLASS), and
# the language document's sections on the intrinsics.


@final
class _Format:
    """A binary format of IEEE 754: the bits of its exponent and of its fraction."""

    __slots__ = ("exponent", "fraction")

    def __init__(self, exponent: int, fraction: int) -> None:
        self.exponent = exponent
        self.fraction = fraction

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1

    @property
    def infinity(self) -> int:
        """The bits of positive infinity."""
        return ((1 << self.exponent) - 1) << self.fraction

    def toward_zero(self, value: int) -> int:
        """The bits of the number nearest to a positive integer that is not greater."""
        if value == 0:
            return 0
        exponent = value.bit_length() - 1
        if exponent > self.bias:
            return self.infinity - 1
        shift = self.fraction - exponent
        fraction = (value << shift if shift >= 0 else value >> -shift) & ((1 << self.fraction) - 1)
        return (exponent + self.bias) << self.fraction | fraction


_FORMATS: Final[dict[str, _Format]] = {
    "half": _Format(5, 10),
    "bfloat": _Format(8, 7),
    "float": _Format(8, 23),
    "double": _Format(11, 52),
    "fp128": _Format(15, 112),
}


def saturate_signed(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.sadd.sat`, `llvm.ssub.sat`: after an overflow, the limit on the side of the first operand.

    LLVM 8: %r = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
    LLVM 7:
        %1 = add i32 %a, %b
        %2 = xor i32 %a, %1
        %3 = xor i32 %b, %1
        %4 = and i32 %2, %3
        %5 = icmp slt i32 %4, 0
        %6 = ashr i32 %a, 31
        %7 = xor i32 %6, 2147483647
        %r = select i1 %5, i32 %7, i32 %1
    """
    left, right = call.operands[0], call.operands[1]
    width = left.type.scalar_type
    assert isinstance(width, IntegerType)
    subtracts = ".ssub." in call.callee.name
    result = made.binary(opcodes.SUB if subtracts else opcodes.ADD, left, right)
    differs = made.binary(opcodes.XOR, left, result)
    other = made.binary(opcodes.XOR, left, right) if subtracts else made.binary(opcodes.XOR, right, result)
    overflows = made.compare("slt", made.binary(opcodes.AND, differs, other), integer(left.type, 0))
    sign = made.binary(opcodes.ASHR, left, integer(left.type, width.width - 1))
    limit = made.binary(opcodes.XOR, sign, integer(left.type, (1 << (width.width - 1)) - 1))
    return made.select(overflows, limit, result)


def saturate_shift(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.ushl.sat`, `llvm.sshl.sat`: what shifting back does not restore is the limit.

    LLVM 12: %r = call i32 @llvm.ushl.sat.i32(i32 %a, i32 %b)
    LLVM 11:
        %1 = shl i32 %a, %b
        %2 = lshr i32 %1, %b
        %3 = icmp ne i32 %a, %2
        %r = select i1 %3, i32 -1, i32 %1
    """
    value, distance = call.operands[0], call.operands[1]
    type = value.type
    scalar = type.scalar_type
    assert isinstance(scalar, IntegerType)
    is_signed = ".sshl." in call.callee.name
    result = made.binary(opcodes.SHL, value, distance)
    restored = made.binary(opcodes.ASHR if is_signed else opcodes.LSHR, result, distance)
    overflows = made.compare("ne", value, restored)
    limit: Value = integer(type, -1)
    if is_signed:
        is_negative = made.compare("slt", value, integer(type, 0))
        lowest = -1 << (scalar.width - 1)
        limit = made.select(is_negative, integer(type, lowest), integer(type, -lowest - 1))
    return made.select(overflows, limit, result)


def compare_three_ways(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.scmp`, `llvm.ucmp`: 1, 0 or -1, the difference of two comparisons.

    LLVM 19: %r = call i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
    LLVM 18:
        %1 = icmp ugt i32 %a, %b
        %2 = zext i1 %1 to i8
        %3 = icmp ult i32 %a, %b
        %4 = zext i1 %3 to i8
        %r = sub i8 %2, %4
    """
    left, right = call.operands[0], call.operands[1]
    sign = "s" if ".scmp." in call.callee.name else "u"
    above = made.cast(opcodes.ZEXT, made.compare(sign + "gt", left, right), call.type)
    below = made.cast(opcodes.ZEXT, made.compare(sign + "lt", left, right), call.type)
    return made.binary(opcodes.SUB, above, below)


def vector_length(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.experimental.get.vector.length`: as many elements as there are, up to the number in a vector.

    LLVM 17: %r = call i32 @llvm.experimental.get.vector.length.i32(i32 %a, i32 4, i1 false)
    LLVM 16:
        %1 = icmp ult i32 %a, 4
        %r = select i1 %1, i32 %a, i32 4
    """
    count, factor, is_scalable = call.operands[0], call.operands[1], call.operands[2]
    result = call.type
    if not isinstance(factor, ConstantInt) or not isinstance(is_scalable, ConstantInt) or not isinstance(count.type, IntegerType):
        return None
    assert isinstance(result, IntegerType)
    wide = count.type if count.type.width > result.width else result
    if count.type is not wide:
        count = made.cast(opcodes.ZEXT, count, wide)
    most: Value = ConstantInt.get(wide, factor.value)
    if is_scalable.value:
        most = made.binary(opcodes.MUL, made.call("llvm.vscale", wide, []), most)
    length = made.select(made.compare("ult", count, most), count, most)
    return length if wide is result else made.cast(opcodes.TRUNC, length, result)


def divide_under_mask(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.masked.udiv` and its like: where the mask is off, nothing is asked of the result, and 1 divides safely.

    LLVM 23: %r = call <4 x i32> @llvm.masked.udiv.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m)
    LLVM 22:
        %1 = select <4 x i1> %m, <4 x i32> %b, <4 x i32> splat (i32 1)
        %r = udiv <4 x i32> %a, %1
    """
    left, right, mask = call.operands[0], call.operands[1], call.operands[2]
    operation = opcodes.OPCODES_BY_NAME[call.callee.name.split(".")[2]]
    return made.binary(operation, left, made.select(mask, right, integer(right.type, 1)))


def multiply_high(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.smulh`, `llvm.umulh`: the upper half of a product of twice the width.

    LLVM 24: %r = call i32 @llvm.umulh.i32(i32 %a, i32 %b)
    LLVM 23:
        %1 = zext i32 %a to i64
        %2 = zext i32 %b to i64
        %3 = mul i64 %1, %2
        %4 = lshr i64 %3, 32
        %r = trunc i64 %4 to i32
    """
    scalar = call.type.scalar_type
    if not isinstance(scalar, IntegerType):
        return None
    wide = with_element(call.type, scalar.context.integer(2 * scalar.width))
    extension = opcodes.SEXT if ".smulh." in call.callee.name else opcodes.ZEXT
    left, right = [made.cast(extension, factor, wide) for factor in call.arguments]
    return made.cast(
        opcodes.TRUNC, made.binary(opcodes.LSHR, made.binary(opcodes.MUL, left, right), integer(wide, scalar.width)), call.type
    )


def convert_saturating(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.fptosi.sat`, `llvm.fptoui.sat`: the limits beyond the limits, 0 for NaN.

    LLVM 12: %r = call i8 @llvm.fptoui.sat.i8.f32(float %a)
    LLVM 11:
        %1 = fptoui float %a to i8
        %2 = fcmp ult float %a, 0.000000e+00
        %3 = select i1 %2, i8 0, i8 %1
        %4 = fcmp ogt float %a, 2.550000e+02
        %r = select i1 %4, i8 -1, i8 %3
    """
    value = call.operands[0]
    source, result = value.type.scalar_type, call.type.scalar_type
    format = _FORMATS.get(source.name) if isinstance(source, FloatingPointType) else None
    if format is None or not isinstance(source, FloatingPointType) or not isinstance(result, IntegerType):
        return None
    is_signed = ".fptosi." in call.callee.name
    highest = (1 << (result.width - is_signed)) - 1
    lowest = -1 << (result.width - 1) if is_signed else 0
    sign = 1 << (source.bits - 1)
    least = number(value.type, format.toward_zero(-lowest) | (sign if lowest else 0))
    converted = made.cast(opcodes.FPTOSI if is_signed else opcodes.FPTOUI, value, call.type)
    # Less than the lowest, or NaN.
    is_below = made.compare("ult", value, least)
    bounded = made.select(is_below, integer(call.type, lowest), converted)
    is_above = made.compare("ogt", value, number(value.type, format.toward_zero(highest)))
    bounded = made.select(is_above, integer(call.type, highest), bounded)
    if not is_signed:
        return bounded
    return made.select(made.compare("uno", value, value), integer(call.type, 0), bounded)


# The classes of numbers that `llvm.is.fpclass` tests, as bits.
_SIGNALING: Final = 1
_QUIET: Final = 2
_INFINITIES: Final = (4, 512)
_NORMALS: Final = (8, 256)
_SUBNORMALS: Final = (16, 128)
_ZEROS: Final = (32, 64)


def test_class(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.is.fpclass`: comparisons of the number's bits, one for each class that is asked for.

    LLVM 15: %r = call i1 @llvm.is.fpclass.f32(float %a, i32 3)
    LLVM 14:
        %1 = bitcast float %a to i32
        %2 = and i32 %1, 2147483647
        %3 = icmp slt i32 %1, 0
        %4 = xor i1 %3, true
        %5 = icmp uge i32 %2, 2143289344
        %6 = sub i32 %2, 2139095041
        %7 = icmp ult i32 %6, 4194303
        %r = or i1 %5, %7
    """
    value, mask = call.operands[0], call.operands[1]
    type = value.type.scalar_type
    format = _FORMATS.get(type.name) if isinstance(type, FloatingPointType) else None
    if format is None or not isinstance(type, FloatingPointType) or not isinstance(mask, ConstantInt):
        return None
    asked = mask.value
    bits_type = with_element(value.type, type.context.integer(type.bits))
    infinity, smallest = format.infinity, 1 << format.fraction
    quiet = infinity | 1 << (format.fraction - 1)
    bits = made.cast(opcodes.BITCAST, value, bits_type)
    magnitude = made.binary(opcodes.AND, bits, integer(bits_type, (1 << (type.bits - 1)) - 1))
    is_negative = made.compare("slt", bits, integer(bits_type, 0))
    is_positive = made.binary(opcodes.XOR, is_negative, integer(is_negative.type, 1))
    found: list[Value] = []
    if asked & _QUIET:
        found.append(made.compare("uge", magnitude, integer(bits_type, quiet)))
    if asked & _SIGNALING:
        offset = made.binary(opcodes.SUB, magnitude, integer(bits_type, infinity + 1))
        found.append(made.compare("ult", offset, integer(bits_type, quiet - infinity - 1)))
    for classes, first, count in (
        (_INFINITIES, infinity, 1),
        (_NORMALS, smallest, infinity - smallest),
        (_SUBNORMALS, 1, smallest - 1),
        (_ZEROS, 0, 1),
    ):
        negative, positive = asked & classes[0], asked & classes[1]
        if not negative and not positive:
            continue
        offset = made.binary(opcodes.SUB, magnitude, integer(bits_type, first))
        test = made.compare("ult", offset, integer(bits_type, count))
        if not negative:
            test = made.binary(opcodes.AND, test, is_positive)
        elif not positive:
            test = made.binary(opcodes.AND, test, is_negative)
        found.append(test)
    if not found:
        found.append(made.binary(opcodes.AND, is_negative, is_positive))
    result = found[0]
    for one in found[1:]:
        result = made.binary(opcodes.OR, result, one)
    return result


# --- Instructions that compute what newer intrinsics on floating-point numbers do.

_AMD: Final = "amdgcn"
# The numbers whose bits are not a sign and one magnitude.
_PAIRS: Final = "ppc_fp128"
# The types for which AMD's intrinsics have names.
_AMD_SUFFIXES: Final[dict[str, str]] = {"half": "f16", "float": "f32", "double": "f64"}


def pick_number(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.maximumnum`, `llvm.minimumnum`: a number rather than NaN, and +0 above -0. `llvm.maximum`, `llvm.minimum`: NaN.

    Numbers that compare equal have equal bits unless they are zeros: then "and" takes the sign of +0, and "or" of -0.
    """
    left, right = call.operands[0], call.operands[1]
    type = left.type
    if not isinstance(type.scalar_type, FloatingPointType) or type.scalar_type.name == _PAIRS:
        return None
    name = call.callee.name
    is_largest = name.startswith("llvm.maximum")
    bits = with_element(type, type.context.integer(scalar_bits(type)))
    picked = made.select(made.compare("ogt" if is_largest else "olt", left, right), left, right)
    both = made.binary(
        opcodes.AND if is_largest else opcodes.OR, made.cast(opcodes.BITCAST, left, bits), made.cast(opcodes.BITCAST, right, bits)
    )
    picked = made.select(made.compare("oeq", left, right), made.cast(opcodes.BITCAST, both, type), picked)
    if "num." not in name:
        return made.select(made.compare("uno", left, right), made.binary(opcodes.FADD, left, right), picked)
    picked = made.select(made.compare("uno", left, left), right, picked)
    return made.select(made.compare("uno", right, right), left, picked)


def split_fraction(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.modf`: the fraction has the number's sign, and is 0 for whole numbers, to which infinities belong.

    LLVM 21: %r = call { float, float } @llvm.modf.f32(float %a)
    LLVM 20:
        %1 = call float @llvm.trunc.f32(float %a)
        %2 = fcmp oeq float %1, %a
        %3 = fsub float %a, %1
        %4 = select i1 %2, float 0.000000e+00, float %3
        %5 = call float @llvm.copysign.f32(float %4, float %a)
        %6 = insertvalue { float, float } poison, float %5, 0
        %r = insertvalue { float, float } %6, float %1, 1
    """
    value = call.operands[0]
    type = value.type
    if not isinstance(type.scalar_type, FloatingPointType):
        return None
    whole = made.call("llvm.trunc", type, [value])
    rest = made.select(made.compare("oeq", whole, value), number(type, 0), made.binary(opcodes.FSUB, value, whole))
    return _pair(made, call.type, made.call("llvm.copysign", type, [rest, value]), whole)


def sine_and_cosine(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.sincos`: both functions by themselves.

    LLVM 20: %r = call { float, float } @llvm.sincos.f32(float %a)
    LLVM 19:
        %1 = call float @llvm.sin.f32(float %a)
        %2 = call float @llvm.cos.f32(float %a)
        %3 = insertvalue { float, float } poison, float %1, 0
        %r = insertvalue { float, float } %3, float %2, 1
    """
    value = call.operands[0]
    sine = made.call("llvm.sin", value.type, [value])
    return _pair(made, call.type, sine, made.call("llvm.cos", value.type, [value]))


def scale(made: InstructionList, call: CallBase) -> Value | None:
    """`llvm.ldexp`: on AMD's devices an intrinsic; elsewhere the C library has it.

    LLVM 17: %r = call float @llvm.ldexp.f32.i32(float %a, i32 %b)
    LLVM 16: %r = call float @ldexpf(float %a, i32 %b)
    """
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
    """`llvm.frexp`: two intrinsics on AMD's devices.

    LLVM 17:
        target triple = "amdgcn-amd-amdhsa"
        %r = call { float, i32 } @llvm.frexp.f32.i32(float %a)
    LLVM 16:
        target datalayout = "G1"
        %1 = call float @llvm.amdgcn.frexp.mant.f32(float %a)
        %2 = call i32 @llvm.amdgcn.frexp.exp.i32.f32(float %a)
        %3 = insertvalue { float, i32 } poison, float %1, 0
        %r = insertvalue { float, i32 } %3, i32 %2, 1
    """
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
            exponent = made.cast(opcodes.SEXT if own.width < wanted.width else opcodes.TRUNC, exponent, wanted)
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

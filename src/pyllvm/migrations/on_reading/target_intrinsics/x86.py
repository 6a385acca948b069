"""Intrinsics of x86 that LLVM took back: it makes general intrinsics or plain instructions of them when it reads a module.

A row is for a name, or for names that begin so (those end in a dot, or in part of a word), without `llvm.x86.`. What is an
intrinsic of the LLVM that reads stays as it is, so rows need no version: an upgrade exists since its intrinsic is gone.
Source: AutoUpgrade's shouldUpgradeX86Intrinsic and upgradeX86IntrinsicCall.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir.constants import null_value
from pyllvm.ir.folding.constant_parts import is_all_ones, scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.intrinsics.overloaded_names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import (
    CallBuilder,
    Maker,
    constant_number,
    is_floating,
    rebuilding,
    vector_bits,
    vector_count,
)
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.migrations.on_reading.target_intrinsics import x86_fma, x86_plain, x86_shuffles
from pyllvm.migrations.on_reading.target_intrinsics.x86_plain import (
    BY_NAME,
    BY_WIDTH,
    intrinsic_of_width,
    masked,
    masked_to_plain,
    permute_two,
    rounds_as_usual,
    shift,
    signed_high_half,
    type_letters,
    unsigned_high_half,
    without_mask,
)
from pyllvm.migrations.on_reading.target_intrinsics.x86_signatures import changed_signature
from pyllvm.tables import opcodes
from pyllvm.tables.intrinsic_names import X86_PREFIX
from pyllvm.tables.opcodes import Opcode
from pyllvm.tables.reading_versions import X86_GENERAL_LIMITS_SINCE

_BYTE: Final = 8
# LLVM rewrites this intrinsic although it still has it.
_UPGRADED_YET_KNOWN: Final = "avx512.broadcastm"


def x86_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of x86 change; None where they stay."""
    name = old.name.removeprefix(X86_PREFIX)
    known = signature(old.name, state.version)
    if known is not None and not name.startswith(_UPGRADED_YET_KNOWN):
        # `compress.pd.512` begins like the overloaded `compress`, but `pd.512` is not a type.
        if not known.is_overloaded or mangled_intrinsic_name(old.name, old.function_type, state.version) == old.name:
            return changed_signature(state, old) if known.match(old.function_type).mismatch else None
    maker = _maker_of(name)
    return None if maker is None else rebuilding(state, maker, name)


def _maker_of(name: str) -> Maker | None:
    found = _BY_NAME.get(name)
    if found is not None:
        return found
    for prefix, maker in _BY_PREFIX:
        if name.startswith(prefix):
            return maker
    return None


# --- memory --------------------------------------------------------------------------------------------------------


def _store_unaligned(builder: CallBuilder, name: str) -> None:
    """A store that nothing aligns.

    LLVM 7:
        call void @llvm.x86.sse2.storeu.dq(i8* %p, <16 x i8> %a)
        declare void @llvm.x86.sse2.storeu.dq(i8*, <16 x i8>)
    LLVM 14:
        %cast = bitcast i8* %p to <16 x i8>*
        store <16 x i8> %a, <16 x i8>* %cast, align 1
    """
    pointer, value = builder.arguments[0], builder.arguments[1]
    builder.store(value, builder.pointer_cast(pointer, value.type, "cast"), 1)


def _store_low_half(builder: CallBuilder, name: str) -> None:
    pointer, value = builder.arguments[0], builder.arguments[1]
    halves = builder.bitcast(value, builder.context.vector(builder.integer(64), 2), "cast")
    low = builder.extract_element(halves)
    builder.store(low, builder.pointer_cast(pointer, low.type, "cast"), 1)


def _store_non_temporal(builder: CallBuilder, name: str) -> None:
    """A store past the caches.

    LLVM 7: call void @llvm.x86.avx.movnt.dq.256(i8* %p, <4 x i64> %a)
    LLVM 14:
        %cast = bitcast i8* %p to <4 x i64>*
        store <4 x i64> %a, <4 x i64>* %cast, align 32, !nontemporal !0
        !0 = !{i32 1}
    """
    pointer, value = builder.arguments[0], builder.arguments[1]
    pointer = builder.pointer_cast(pointer, value.type, "cast")
    builder.set_non_temporal(builder.store(value, pointer, vector_bits(value.type) // _BYTE))


def _store_first_non_temporal(builder: CallBuilder, name: str) -> None:
    pointer, value = builder.arguments[0], builder.arguments[1]
    pointer = builder.pointer_cast(pointer, value.type.scalar_type, "cast")
    builder.set_non_temporal(builder.store(builder.extract_element(value, 0, "extractelement"), pointer, 1))


def _load_non_temporal(builder: CallBuilder, name: str) -> Value:
    pointer = builder.pointer_cast(builder.arguments[0], builder.type, "cast")
    made = builder.load(builder.type, pointer, vector_bits(builder.type) // _BYTE)
    builder.set_non_temporal(made)
    return made


def _masked_store(builder: CallBuilder, mask: Value, alignment: int) -> None:
    pointer, value = builder.arguments[0], builder.arguments[1]
    pointer = builder.pointer_cast(pointer, value.type)
    if is_all_ones(mask):
        builder.store(value, pointer, alignment)
        return
    bits = builder.mask_vector(mask, vector_count(value.type))
    builder.masked_access("masked.store", [value, pointer, bits], builder.context.void, 1, alignment)


def _masked_store_of_name(builder: CallBuilder, name: str) -> None:
    alignment = 1 if name.startswith("avx512.mask.storeu") else vector_bits(builder.arguments[1].type) // _BYTE
    _masked_store(builder, builder.arguments[2], alignment)


def _masked_store_scalar(builder: CallBuilder, name: str) -> None:
    _masked_store(builder, builder.binary(opcodes.AND, builder.arguments[2], builder.integer_constant(8, 1)), 1)


def _masked_load(builder: CallBuilder, name: str) -> Value:
    """A masked load, or a plain one where the mask has all bits.

    LLVM 7: %r = call <4 x i32> @llvm.x86.avx512.mask.load.d.128(i8* %p, <4 x i32> %a, i8 %m)
    LLVM 14:
        %1 = bitcast i8* %p to <4 x i32>*
        %2 = bitcast i8 %m to <8 x i1>
        %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
        %3 = call <4 x i32> @llvm.masked.load.v4i32.p0v4i32(<4 x i32>* %1, i32 16, <4 x i1> %extract, <4 x i32> %a)
    """
    pointer, otherwise, mask = builder.arguments[:3]
    type = otherwise.type
    pointer = builder.pointer_cast(pointer, type)
    alignment = 1 if name.startswith("avx512.mask.loadu") else vector_bits(type) // _BYTE
    if is_all_ones(mask):
        return builder.load(type, pointer, alignment)
    bits = builder.mask_vector(mask, vector_count(type))
    return builder.masked_access("masked.load", [pointer, bits, otherwise], type, 0, alignment)


def _expanding_load(builder: CallBuilder, name: str) -> Value:
    type = builder.type
    pointer = builder.pointer_cast(builder.arguments[0], type.scalar_type)
    mask = builder.mask_vector(builder.arguments[2], vector_count(type))
    return builder.call_intrinsic("masked.expandload", [pointer, mask, builder.arguments[1]], type)


def _compressing_store(builder: CallBuilder, name: str) -> None:
    value = builder.arguments[1]
    pointer = builder.pointer_cast(builder.arguments[0], value.type.scalar_type)
    mask = builder.mask_vector(builder.arguments[2], vector_count(value.type))
    builder.call_intrinsic("masked.compressstore", [value, pointer, mask], builder.context.void)


def _compress_or_expand(builder: CallBuilder, name: str) -> Value:
    mask = builder.mask_vector(builder.arguments[2], vector_count(builder.type))
    word = name.split(".")[2]
    return builder.call_intrinsic(f"x86.avx512.mask.{word}", [builder.arguments[0], builder.arguments[1], mask], builder.type)


# --- arithmetic ----------------------------------------------------------------------------------------------------


def _masked_at_end(builder: CallBuilder, made: Value, mask: int) -> Value:
    """The same if the mask is the last argument."""
    return masked(builder, made, mask) if len(builder.arguments) == mask + 1 else made


def _general(intrinsic: str) -> Maker:
    """A general intrinsic of the same two operands, masked where there are four."""

    def make(builder: CallBuilder, name: str) -> Value:
        return _masked_at_end(builder, builder.call_intrinsic(intrinsic, builder.arguments[:2], builder.type), 3)

    return make


def _limit(intrinsic: str, predicate: str) -> Maker:
    """`smax` and its like, which were a compare and a select before there were such intrinsics.

    LLVM 7: %r = call <8 x i16> @llvm.x86.sse2.pmaxs.w(<8 x i16> %a, <8 x i16> %b)
    LLVM 14:
        %1 = icmp sgt <8 x i16> %a, %b
        %2 = select <8 x i1> %1, <8 x i16> %a, <8 x i16> %b
    """

    def make(builder: CallBuilder, name: str) -> Value:
        left, right = builder.arguments[0], builder.arguments[1]
        if builder.version >= X86_GENERAL_LIMITS_SINCE:
            made: Value = builder.call_intrinsic(intrinsic, [left, right], builder.type)
        else:
            made = builder.select(builder.compare(predicate, left, right), left, right)
        return _masked_at_end(builder, made, 3)

    return make


def _absolute(builder: CallBuilder, name: str) -> Value:
    """A number or its negative, by its sign.

    LLVM 7: %r = call <8 x i16> @llvm.x86.ssse3.pabs.w.128(<8 x i16> %a)
    LLVM 14:
        %1 = icmp sgt <8 x i16> %a, zeroinitializer
        %2 = sub <8 x i16> zeroinitializer, %a
        %3 = select <8 x i1> %1, <8 x i16> %a, <8 x i16> %2
    """
    value = builder.arguments[0]
    if builder.version >= X86_GENERAL_LIMITS_SINCE:
        made: Value = builder.call_intrinsic("abs", [value, builder.integer_constant(1, 0)], builder.type)
    else:
        zero = null_value(builder.type)
        is_positive = builder.compare("sgt", value, zero)
        made = builder.select(is_positive, value, builder.binary(opcodes.SUB, zero, value))
    return _masked_at_end(builder, made, 2)


def _integers(opcode: Opcode) -> Maker:
    """A plain instruction of integers, masked.

    LLVM 7: %r = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 -1)
    LLVM 14: %1 = add <4 x i32> %a, %b
    """

    def make(builder: CallBuilder, name: str) -> Value:
        return masked(builder, builder.binary(opcode, builder.arguments[0], builder.arguments[1]), 3)

    return make


def _bits(opcode: Opcode, inverts_first: bool = False) -> Maker:
    """A plain instruction of bits, whatever type they have, masked.

    LLVM 7: %r = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 -1)
    LLVM 14:
        %1 = xor <4 x i32> %a, <i32 -1, i32 -1, i32 -1, i32 -1>
        %2 = and <4 x i32> %1, %b
    """

    def make(builder: CallBuilder, name: str) -> Value:
        type = builder.type
        whole = builder.context.vector(builder.integer(scalar_bits(type)), vector_count(type))
        left = builder.bitcast(builder.arguments[0], whole)
        if inverts_first:
            left = builder.inverted(left)
        right = builder.bitcast(builder.arguments[1], whole)
        return masked(builder, builder.bitcast(builder.binary(opcode, left, right), type), 3)

    return make


def _floats(opcode: Opcode) -> Maker:
    """A plain instruction of floating point; with 512 bits, where a rounding mode comes last, an intrinsic."""

    def make(builder: CallBuilder, name: str) -> Value:
        left, right = builder.arguments[0], builder.arguments[1]
        if name.endswith(".512"):
            rounded = f"x86.avx512.{opcode.name[1:]}.{type_letters(builder.type)}.512"
            made: Value = builder.call_intrinsic(rounded, [left, right, builder.arguments[4]], builder.type)
        else:
            made = builder.binary(opcode, left, right)
        return masked(builder, made, 3)

    return make


def _floating_limit(builder: CallBuilder, name: str) -> Value:
    word, letters, _ = name.removeprefix("avx512.mask.").split(".")
    intrinsic = intrinsic_of_width(f"{word}.{letters}", builder.type)
    operands = builder.arguments[:2]
    if vector_bits(builder.type) == 512:
        operands.append(builder.arguments[4])
    return masked(builder, builder.call_intrinsic("x86." + intrinsic, operands, builder.type), 3)


def _scalar_floats(opcode: Opcode) -> Maker:
    """The first elements alone, put into the first vector.

    LLVM 7: %r = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> %a, <4 x float> %b)
    LLVM 14:
        %1 = extractelement <4 x float> %a, i32 0
        %2 = extractelement <4 x float> %b, i32 0
        %3 = fadd float %1, %2
        %4 = insertelement <4 x float> %a, float %3, i32 0
    """

    def make(builder: CallBuilder, name: str) -> Value:
        vector = builder.arguments[0]
        left = builder.extract_element(vector, width=32)
        right = builder.extract_element(builder.arguments[1], width=32)
        return builder.insert_element(vector, builder.binary(opcode, left, right), width=32)

    return make


def _square_root(builder: CallBuilder, name: str) -> Value:
    return builder.call_intrinsic("sqrt", [builder.arguments[0]], builder.type)


def _scalar_square_root(builder: CallBuilder, name: str) -> Value:
    """The square root of the first element.

    LLVM 7: %r = call <4 x float> @llvm.x86.sse.sqrt.ss(<4 x float> %a)
    LLVM 14:
        %1 = extractelement <4 x float> %a, i64 0
        %2 = call float @llvm.sqrt.f32(float %1)
        %3 = insertelement <4 x float> %a, float %2, i64 0
    """
    vector = builder.arguments[0]
    element = builder.extract_element(vector)
    return builder.insert_element(vector, builder.call_intrinsic("sqrt", [element], element.type))


def _masked_square_root(builder: CallBuilder, name: str) -> Value:
    arguments = builder.arguments
    if len(arguments) == 4 and not rounds_as_usual(arguments[3]):
        rounded = f"x86.avx512.sqrt.{type_letters(builder.type)}.512"
        made = builder.call_intrinsic(rounded, [arguments[0], arguments[3]], builder.type)
    else:
        made = builder.call_intrinsic("sqrt", [arguments[0]], builder.type)
    return builder.select_by_mask(arguments[2], made, arguments[1])


def _multiply_even(is_signed: bool) -> Maker:
    """`pmuldq`: the lower halves of elements of 64 bits.

    LLVM 7: %r = call <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32> %a, <4 x i32> %b)
    LLVM 14:
        %1 = bitcast <4 x i32> %a to <2 x i64>
        %2 = bitcast <4 x i32> %b to <2 x i64>
        %3 = and <2 x i64> %1, <i64 4294967295, i64 4294967295>
        %4 = and <2 x i64> %2, <i64 4294967295, i64 4294967295>
        %5 = mul <2 x i64> %3, %4
    """

    def make(builder: CallBuilder, name: str) -> Value:
        type = builder.type
        factors = [builder.bitcast(builder.arguments[number], type) for number in range(2)]
        for number in range(2):
            factor = factors[number]
            if is_signed:
                distance = builder.splat_constant(type, 32)
                factor = builder.binary(opcodes.ASHR, builder.binary(opcodes.SHL, factor, distance), distance)
            else:
                factor = builder.binary(opcodes.AND, factor, builder.splat_constant(type, 0xFFFFFFFF))
            factors[number] = factor
        return _masked_at_end(builder, builder.binary(opcodes.MUL, factors[0], factors[1]), 3)

    return make


def _leading_zeros(builder: CallBuilder, name: str) -> Value:
    """The general count of leading zeros.

    LLVM 7: %r = call <4 x i32> @llvm.x86.avx512.mask.lzcnt.d.128(<4 x i32> %a, <4 x i32> %b, i8 -1)
    LLVM 14: %1 = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %a, i1 false)
    """
    made = builder.call_intrinsic("ctlz", [builder.arguments[0], builder.integer_constant(1, 0)], builder.type)
    return masked(builder, made, 2)


def _amount_of_type(builder: CallBuilder, amount: Value) -> Value:
    """The number of bits for each element, where one was for all."""
    type = builder.type
    if amount.type is type:
        return amount
    return builder.splat(vector_count(type), builder.integer_cast(amount, type.scalar_type))


def _rotate(intrinsic: str) -> Maker:
    def make(builder: CallBuilder, name: str) -> Value:
        source = builder.arguments[0]
        amount = _amount_of_type(builder, builder.arguments[1])
        return _masked_at_end(builder, builder.call_intrinsic(intrinsic, [source, source, amount], builder.type), 3)

    return make


def _concatenate_and_shift(intrinsic: str) -> Maker:
    def make(builder: CallBuilder, name: str) -> Value:
        arguments = builder.arguments
        high, low = arguments[0], arguments[1]
        if intrinsic == "fshr":
            high, low = low, high
        amount = _amount_of_type(builder, arguments[2])
        made = builder.call_intrinsic(intrinsic, [high, low, amount], builder.type)
        count = len(arguments)
        if count < 4:
            return made
        otherwise = arguments[3] if count == 5 else arguments[0]
        if count == 4 and name.startswith("avx512.maskz."):
            otherwise = null_value(builder.type)
        return builder.select_by_mask(arguments[count - 1], made, otherwise)

    return make


def _carry(builder: CallBuilder, name: str) -> Value:
    """`addcarry`, `subborrow`: the sum was stored, and is the second of two results now.

    LLVM 7: %r = call i8 @llvm.x86.addcarry.u32(i8 %c, i32 %a, i32 %b, i8* %p)
    LLVM 14:
        %1 = call { i8, i32 } @llvm.x86.addcarry.32(i8 %c, i32 %a, i32 %b)
        %2 = extractvalue { i8, i32 } %1, 1
        %3 = bitcast i8* %p to i32*
        store i32 %2, i32* %3, align 1
        %4 = extractvalue { i8, i32 } %1, 0
    """
    arguments = builder.arguments
    operation = "subborrow" if name.startswith("s") else "addcarry"
    number = arguments[1].type
    returned = builder.context.literal_struct([builder.integer(8), number])
    made = builder.call_intrinsic(f"x86.{operation}.{scalar_bits(number)}", arguments[:3], returned)
    total = builder.extract_value(made, 1)
    builder.store(total, builder.pointer_cast(arguments[3], total.type), 1)
    return builder.extract_value(made, 0)


def _checksum(builder: CallBuilder, name: str) -> Value:
    """The checksum over a byte, whose upper half is 0.

    LLVM 7: %r = call i64 @llvm.x86.sse42.crc32.64.8(i64 %a, i8 %b)
    LLVM 14:
        %1 = trunc i64 %a to i32
        %2 = call i32 @llvm.x86.sse42.crc32.32.8(i32 %1, i8 %b)
        %3 = zext i32 %2 to i64
    """
    narrow = builder.cast(opcodes.TRUNC, builder.arguments[0], builder.integer(32))
    made = builder.call_intrinsic("x86.sse42.crc32.32.8", [narrow, builder.arguments[1]], narrow.type)
    return builder.cast(opcodes.ZEXT, made, builder.type)


def _choose_bits(builder: CallBuilder, name: str) -> Value:
    """`vpcmov`: bits of the first where the third has them, of the second elsewhere.

    LLVM 7: %r = call <2 x i64> @llvm.x86.xop.vpcmov(<2 x i64> %a, <2 x i64> %b, <2 x i64> %c)
    LLVM 14:
        %1 = xor <2 x i64> %c, <i64 -1, i64 -1>
        %2 = and <2 x i64> %a, %c
        %3 = and <2 x i64> %b, %1
        %4 = or <2 x i64> %2, %3
    """
    one, other, chosen = builder.arguments[:3]
    rest = builder.inverted(chosen)
    return builder.binary(opcodes.OR, builder.binary(opcodes.AND, one, chosen), builder.binary(opcodes.AND, other, rest))


def _move_first(builder: CallBuilder, name: str) -> Value:
    """`avx512.mask.move.ss`: the first element is one of two, by the lowest bit of the mask."""
    vector, one, other, mask = builder.arguments[:4]
    bit = builder.binary(opcodes.AND, mask, builder.integer_constant(8, 1))
    is_set = builder.compare("ne", bit, builder.integer_constant(8, 0))
    first = builder.select(is_set, builder.extract_element(one), builder.extract_element(other))
    return builder.insert_element(vector, first)


# --- conversions ---------------------------------------------------------------------------------------------------


def _convert_scalar(opcode: Opcode) -> Maker:
    def make(builder: CallBuilder, name: str) -> Value:
        made = builder.cast(opcode, builder.arguments[1], builder.type.scalar_type)
        return builder.insert_element(builder.arguments[0], made)

    return make


def _extend_scalar(builder: CallBuilder, name: str) -> Value:
    first = builder.extract_element(builder.arguments[1])
    return builder.insert_element(builder.arguments[0], builder.cast(opcodes.FPEXT, first, builder.type.scalar_type))


def _lower_elements(builder: CallBuilder, source: Value) -> Value:
    """As many elements as the result has."""
    count = vector_count(builder.type)
    return source if vector_count(source.type) <= count else builder.shuffle(source, source, list(range(count)))


def _convert(builder: CallBuilder, name: str) -> Value:
    """Integers or `float` to wider floating point.

    LLVM 7: %r = call <4 x float> @llvm.x86.sse2.cvtdq2ps(<4 x i32> %a)
    LLVM 14: %cvt = sitofp <4 x i32> %a to <4 x float>
    """
    type = builder.type
    arguments = builder.arguments
    source = _lower_elements(builder, arguments[0])
    is_unsigned = "cvtu" in name
    if is_floating(source.type):
        made = builder.cast(opcodes.FPEXT, source, type, "cvtps2pd")
    elif len(arguments) == 4 and not rounds_as_usual(arguments[3]):
        intrinsic = f"x86.avx512.{'u' if is_unsigned else 's'}itofp.round"
        made = builder.call_intrinsic(intrinsic, [source, arguments[3]], type)
    else:
        made = builder.cast(opcodes.UITOFP if is_unsigned else opcodes.SITOFP, source, type, "cvt")
    return masked(builder, made, 2)


def _convert_half(builder: CallBuilder, name: str) -> Value:
    count = vector_count(builder.type)
    source = _lower_elements(builder, builder.arguments[0])
    halves = builder.bitcast(source, builder.context.vector(builder.context.floating_point("half"), count))
    return masked(builder, builder.cast(opcodes.FPEXT, halves, builder.type, "cvtph2ps"), 2)


def _extend_elements(builder: CallBuilder, name: str) -> Value:
    """`pmovsx`, `pmovzx`.

    LLVM 7: %r = call <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8> %a)
    LLVM 14:
        %1 = shufflevector <16 x i8> %a, <16 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
        %2 = sext <4 x i8> %1 to <4 x i32>
    """
    lower = builder.shuffle(builder.arguments[0], None, list(range(vector_count(builder.type))))
    return _masked_at_end(builder, builder.cast(opcodes.SEXT if "pmovsx" in name else opcodes.ZEXT, lower, builder.type), 2)


def _truncate_elements(builder: CallBuilder, name: str) -> Value:
    return masked(builder, builder.cast(opcodes.TRUNC, builder.arguments[0], builder.arguments[1].type), 2)


def _broadcast_mask(builder: CallBuilder, name: str) -> Value:
    """`broadcastm`: a mask as a number in every element."""
    mask = builder.arguments[0]
    wide = builder.integer(64 if scalar_bits(mask.type) == 8 else 32)
    return builder.splat(vector_bits(builder.type) // wide.width, builder.cast(opcodes.ZEXT, mask, wide))


# --- with and without masks ----------------------------------------------------------------------------------------


def _plain_by_width(builder: CallBuilder, name: str) -> Value:
    rest = name.removeprefix("avx512.mask.")
    base = next(row for row in BY_WIDTH if rest.startswith(row + "."))
    return masked_to_plain(builder, intrinsic_of_width(base, builder.type))


def _plain_by_name(builder: CallBuilder, name: str) -> Value:
    base = name.removeprefix("avx512.mask.")
    return masked_to_plain(builder, BY_NAME.get(base, "avx512." + base))


def _without_mask(count: int) -> Maker:
    """The same name without `mask.` or `maskz.`."""

    def make(builder: CallBuilder, name: str) -> Value:
        return without_mask(builder, name, count)

    return make


def _dot_product(builder: CallBuilder, name: str) -> Value:
    """`vpdpbusd` and its like, whose factors got the types of what they are made of in some LLVM."""
    type = builder.dot_product_type(x86_plain.name_without_mask(name))
    if type is not None:
        builder.arguments[1] = builder.bitcast(builder.arguments[1], type)
        builder.arguments[2] = builder.bitcast(builder.arguments[2], type)
    return without_mask(builder, name, 3)


def _permute_two(builder: CallBuilder, name: str) -> Value:
    return permute_two(builder, name)


def _shift(builder: CallBuilder, name: str) -> Value:
    return shift(builder, name.removeprefix("avx512.mask."))


def _shuffle(make: Callable[[CallBuilder], Value]) -> Maker:
    """A maker that does not ask for the name."""

    def named(builder: CallBuilder, name: str) -> Value:
        return make(builder)

    return named


def _shift_bytes(make: Callable[[CallBuilder, int], Value], unit: int) -> Maker:
    """The distance is counted in units of that many to a byte."""

    def named(builder: CallBuilder, name: str) -> Value:
        return make(builder, constant_number(builder.arguments[1]) // unit)

    return named


def _fma(make: Callable[[CallBuilder, str, str], Value]) -> Maker:
    """Makers that ask for the kind of masking, and for the operation."""

    def named(builder: CallBuilder, name: str) -> Value:
        _, masking, operation = name.split(".", 2)
        return make(builder, masking, operation)

    return named


def _plain_fma(builder: CallBuilder, name: str) -> Value:
    return x86_fma.plain(builder, name.removeprefix("fma."))


def _compare_equal(builder: CallBuilder, name: str) -> Value:
    """A comparison, all ones where it holds.

    LLVM 7: %r = call <8 x i16> @llvm.x86.sse2.pcmpeq.w(<8 x i16> %a, <8 x i16> %b)
    LLVM 14:
        %1 = icmp eq <8 x i16> %a, %b
        %2 = sext <8 x i1> %1 to <8 x i16>
    """
    return x86_plain.compare_all(builder, "eq")


def _compare_greater(builder: CallBuilder, name: str) -> Value:
    return x86_plain.compare_all(builder, "sgt")


def _masked_equal(builder: CallBuilder, name: str) -> Value:
    return x86_plain.compare_masked(builder, "eq")


def _masked_greater(builder: CallBuilder, name: str) -> Value:
    return x86_plain.compare_masked(builder, "gt")


def _masked_compare(builder: CallBuilder, name: str) -> Value:
    return x86_plain.compare_by_immediate(builder, "u" if ".ucmp." in name else "s")


def _compare_xop(builder: CallBuilder, name: str) -> Value:
    """A comparison of XOP, whose name has the predicate.

    LLVM 7: %r = call <4 x i32> @llvm.x86.xop.vpcomltd(<4 x i32> %a, <4 x i32> %b)
    LLVM 14:
        %1 = icmp slt <4 x i32> %a, %b
        %2 = sext <4 x i1> %1 to <4 x i32>
    """
    return x86_plain.compare_xop(builder, name.removeprefix("xop.vpcom"))


def _test_masked(builder: CallBuilder, name: str) -> Value:
    return x86_plain.test_masked(builder, "ne" if name.startswith("avx512.ptestm") else "eq")


def _bit_shuffle(builder: CallBuilder, name: str) -> Value:
    return x86_plain.classify_masked(builder, intrinsic_of_width("vpshufbitqmb", builder.arguments[0].type))


def _mask_operation(opcode: Opcode, inverts_first: bool = False) -> Maker:
    def make(builder: CallBuilder, name: str) -> Value:
        return x86_plain.mask_operation(builder, opcode, inverts_first)

    return make


def _mask_test(builder: CallBuilder, name: str) -> Value:
    return x86_plain.mask_test(builder, -1 if "testc" in name else 0)


# --- the rows ------------------------------------------------------------------------------------------------------

_smax, _smin = _limit("smax", "sgt"), _limit("smin", "slt")
_umax, _umin = _limit("umax", "ugt"), _limit("umin", "ult")
_convert_signed, _convert_unsigned = _convert_scalar(opcodes.SITOFP), _convert_scalar(opcodes.UITOFP)
_left_in_bits, _right_in_bits = _shift_bytes(x86_shuffles.shift_bytes_left, 8), _shift_bytes(x86_shuffles.shift_bytes_right, 8)
_left, _right = _shift_bytes(x86_shuffles.shift_bytes_left, 1), _shift_bytes(x86_shuffles.shift_bytes_right, 1)
_blend = _shuffle(x86_shuffles.blend)
_permute_in_lanes = _shuffle(x86_shuffles.permute_in_lanes)
_insert_part, _extract_part = _shuffle(x86_shuffles.insert_part), _shuffle(x86_shuffles.extract_part)
_permute_halves = _shuffle(x86_shuffles.permute_halves)
_broadcast_first = _shuffle(x86_shuffles.broadcast_first)
_broadcast_vector = _shuffle(x86_shuffles.broadcast_vector)
_broadcast_from_memory = _shuffle(x86_shuffles.broadcast_from_memory)
_broadcast_lane = _shuffle(x86_shuffles.broadcast_lane_from_memory)
_unpack_low, _unpack_high = _shuffle(x86_shuffles.unpack_low), _shuffle(x86_shuffles.unpack_high)
_duplicate_even = _shuffle(x86_shuffles.duplicate_even)
_shuffle_lanes = _shuffle(x86_shuffles.shuffle_lanes)
_low_words, _high_words = _shuffle(x86_shuffles.shuffle_low_words), _shuffle(x86_shuffles.shuffle_high_words)
_signs = _shuffle(x86_plain.signs_to_mask)
_masked_scalar_fma, _masked_vector_fma = _fma(x86_fma.masked_scalar), _fma(x86_fma.masked_vector)
_fma_by_turns = _fma(x86_fma.masked_by_turns)
_signed_even, _unsigned_even = _multiply_even(True), _multiply_even(False)
_add_saturated, _subtract_saturated = _general("sadd.sat"), _general("ssub.sat")
_add_unsigned, _subtract_unsigned = _general("uadd.sat"), _general("usub.sat")
_rotate_left, _rotate_right = _rotate("fshl"), _rotate("fshr")
_shift_left_two, _shift_right_two = _concatenate_and_shift("fshl"), _concatenate_and_shift("fshr")
_and, _or, _xor, _and_not = _bits(opcodes.AND), _bits(opcodes.OR), _bits(opcodes.XOR), _bits(opcodes.AND, True)
_ternary, _multiply_add = _without_mask(4), _without_mask(3)

_BY_NAME: Final[dict[str, Maker]] = {
    "addcarry.u32": _carry,
    "addcarry.u64": _carry,
    "addcarryx.u32": _carry,
    "addcarryx.u64": _carry,
    **dict.fromkeys(("sse2.pmulh.w", "avx2.pmulh.w", "avx512.pmulh.w.512"), signed_high_half),
    **dict.fromkeys(("sse2.pmulhu.w", "avx2.pmulhu.w", "avx512.pmulhu.w.512"), unsigned_high_half),
    "subborrow.u32": _carry,
    "subborrow.u64": _carry,
    "sse.add.ss": _scalar_floats(opcodes.FADD),
    "sse.sub.ss": _scalar_floats(opcodes.FSUB),
    "sse.mul.ss": _scalar_floats(opcodes.FMUL),
    "sse.div.ss": _scalar_floats(opcodes.FDIV),
    "sse.cvtsi2ss": _convert_signed,
    "sse.cvtsi642ss": _convert_signed,
    "sse.sqrt.ss": _scalar_square_root,
    "sse2.add.sd": _scalar_floats(opcodes.FADD),
    "sse2.sub.sd": _scalar_floats(opcodes.FSUB),
    "sse2.mul.sd": _scalar_floats(opcodes.FMUL),
    "sse2.div.sd": _scalar_floats(opcodes.FDIV),
    "sse2.cvtsi2sd": _convert_signed,
    "sse2.cvtsi642sd": _convert_signed,
    "sse2.cvtss2sd": _extend_scalar,
    "sse2.cvtdq2pd": _convert,
    "sse2.cvtdq2ps": _convert,
    "sse2.cvtps2pd": _convert,
    "sse2.sqrt.sd": _scalar_square_root,
    "sse2.pmaxs.w": _smax,
    "sse2.pmaxu.b": _umax,
    "sse2.pmins.w": _smin,
    "sse2.pminu.b": _umin,
    "sse2.pmulu.dq": _unsigned_even,
    "sse2.pshuf.d": _permute_in_lanes,
    "sse2.pshufl.w": _low_words,
    "sse2.pshufh.w": _high_words,
    "sse2.psll.dq": _left_in_bits,
    "sse2.psrl.dq": _right_in_bits,
    "sse2.psll.dq.bs": _left,
    "sse2.psrl.dq.bs": _right,
    "sse2.storel.dq": _store_low_half,
    "sse41.movntdqa": _load_non_temporal,
    "sse41.pblendw": _blend,
    "sse41.pmaxsb": _smax,
    "sse41.pmaxsd": _smax,
    "sse41.pmaxud": _umax,
    "sse41.pmaxuw": _umax,
    "sse41.pminsb": _smin,
    "sse41.pminsd": _smin,
    "sse41.pminud": _umin,
    "sse41.pminuw": _umin,
    "sse41.pmuldq": _signed_even,
    "sse42.crc32.64.8": _checksum,
    "ssse3.pabs.b.128": _absolute,
    "ssse3.pabs.w.128": _absolute,
    "ssse3.pabs.d.128": _absolute,
    "avx.cvt.ps2.pd.256": _convert,
    "avx.cvtdq2.pd.256": _convert,
    "avx.cvtdq2.ps.256": _convert,
    "avx2.movntdqa": _load_non_temporal,
    "avx2.pblendw": _blend,
    "avx2.pmul.dq": _signed_even,
    "avx2.pmulu.dq": _unsigned_even,
    "avx2.psll.dq": _left_in_bits,
    "avx2.psrl.dq": _right_in_bits,
    "avx2.psll.dq.bs": _left,
    "avx2.psrl.dq.bs": _right,
    "avx2.vbroadcasti128": _broadcast_lane,
    "avx2.vextracti128": _extract_part,
    "avx2.vinserti128": _insert_part,
    "avx2.vperm2i128": _permute_halves,
    "avx512.movntdqa": _load_non_temporal,
    "avx512.cvtusi2sd": _convert_unsigned,
    "avx512.kand.w": _mask_operation(opcodes.AND),
    "avx512.kandn.w": _mask_operation(opcodes.AND, True),
    "avx512.kor.w": _mask_operation(opcodes.OR),
    "avx512.kxor.w": _mask_operation(opcodes.XOR),
    "avx512.kxnor.w": _mask_operation(opcodes.XOR, True),
    "avx512.knot.w": _shuffle(x86_plain.mask_inverted),
    "avx512.kortestc.w": _mask_test,
    "avx512.kortestz.w": _mask_test,
    "avx512.pmul.dq.512": _signed_even,
    "avx512.pmulu.dq.512": _unsigned_even,
    "avx512.psll.dq.512": _left,
    "avx512.psrl.dq.512": _right,
    "avx512.mask.store.ss": _masked_store_scalar,
    "avx512.mask.cvtps2pd.128": _convert,
    "avx512.mask.cvtps2pd.256": _convert,
    "avx512.mask.cvtqq2ps.256": _convert,
    "avx512.mask.cvtqq2ps.512": _convert,
    "avx512.mask.cvtuqq2ps.256": _convert,
    "avx512.mask.cvtuqq2ps.512": _convert,
    "avx512.mask.pmov.qd.256": _truncate_elements,
    "avx512.mask.pmov.qd.512": _truncate_elements,
    "avx512.mask.pmov.wb.256": _truncate_elements,
    "avx512.mask.pmov.wb.512": _truncate_elements,
    "avx512.mask.vcvtph2ps.128": _convert_half,
    "avx512.mask.vcvtph2ps.256": _convert_half,
    "xop.vpcmov": _choose_bits,
    "xop.vpcmov.256": _choose_bits,
    **{"avx512.mask." + name: _plain_by_name for name in BY_NAME},
}

_OF_AVX512_MASK: Final[tuple[tuple[str, Maker], ...]] = (
    ("add.p", _floats(opcodes.FADD)),
    ("and.", _and),
    ("andn.", _and_not),
    ("broadcast.s", _broadcast_first),
    ("broadcastf", _broadcast_vector),
    ("broadcasti", _broadcast_vector),
    ("cmp.b", _masked_compare),
    ("cmp.d", _masked_compare),
    ("cmp.q", _masked_compare),
    ("cmp.w", _masked_compare),
    ("compress.store.", _compressing_store),
    ("compress.", _compress_or_expand),
    ("cvtdq2pd.", _convert),
    ("cvtdq2ps.", _convert),
    ("cvtqq2pd.", _convert),
    ("cvtudq2pd.", _convert),
    ("cvtudq2ps.", _convert),
    ("cvtuqq2pd.", _convert),
    ("div.p", _floats(opcodes.FDIV)),
    ("expand.load.", _expanding_load),
    ("expand.", _compress_or_expand),
    ("fpclass.p", _shuffle(x86_plain.classify_floating)),
    ("insert", _insert_part),
    ("load", _masked_load),
    ("lzcnt.", _leading_zeros),
    ("max.p", _floating_limit),
    ("min.p", _floating_limit),
    ("movddup", _duplicate_even),
    ("move.s", _move_first),
    ("movshdup", _shuffle(x86_shuffles.duplicate_odd)),
    ("movsldup", _duplicate_even),
    ("mul.p", _floats(opcodes.FMUL)),
    ("or.", _or),
    ("pabs.", _absolute),
    ("padd.", _integers(opcodes.ADD)),
    ("padds.", _add_saturated),
    ("paddus.", _add_unsigned),
    ("palignr.", _shuffle(x86_shuffles.align_bytes)),
    ("pand.", _and),
    ("pandn.", _and_not),
    ("pbroadcast", _shuffle(x86_shuffles.broadcast_scalar)),
    ("pcmpeq.", _masked_equal),
    ("pcmpgt.", _masked_greater),
    ("perm.df.", _shuffle(x86_shuffles.permute_quads)),
    ("perm.di.", _shuffle(x86_shuffles.permute_quads)),
    ("permvar.", _plain_by_name),
    ("pmaxs", _smax),
    ("pmaxu", _umax),
    ("pmins", _smin),
    ("pminu", _umin),
    ("pmovsx", _extend_elements),
    ("pmovzx", _extend_elements),
    ("pmul.dq.", _signed_even),
    ("pmull.", _integers(opcodes.MUL)),
    ("pmulu.dq.", _unsigned_even),
    ("por.", _or),
    ("prol", _rotate_left),
    ("pror", _rotate_right),
    ("pshuf.d.", _permute_in_lanes),
    ("pshufh.w.", _high_words),
    ("pshufl.w.", _low_words),
    ("psll", _shift),
    ("psra", _shift),
    ("psrl", _shift),
    ("psub.", _integers(opcodes.SUB)),
    ("psubs.", _subtract_saturated),
    ("psubus.", _subtract_unsigned),
    ("pternlog.", _ternary),
    ("punpckh", _unpack_high),
    ("punpckl", _unpack_low),
    ("pxor.", _xor),
    ("shuf.f", _shuffle_lanes),
    ("shuf.i", _shuffle_lanes),
    ("shuf.p", _shuffle(x86_shuffles.shuffle_pairs)),
    ("sqrt.p", _masked_square_root),
    ("store", _masked_store_of_name),
    ("sub.p", _floats(opcodes.FSUB)),
    ("ucmp.", _masked_compare),
    ("unpckh.", _unpack_high),
    ("unpckl.", _unpack_low),
    ("valign.", _shuffle(x86_shuffles.align_elements)),
    ("vextract", _extract_part),
    ("vfmadd.s", _masked_scalar_fma),
    ("vfmadd.p", _masked_vector_fma),
    ("vfmaddsub.p", _fma_by_turns),
    ("vfnmadd.p", _masked_vector_fma),
    ("vfnmsub.p", _masked_vector_fma),
    ("vpdp", _dot_product),
    ("vpermi2var.", _permute_two),
    ("vpermil.p", _permute_in_lanes),
    ("vpermt2var.", _permute_two),
    ("vpmadd52", _multiply_add),
    ("vpshld", _shift_left_two),
    ("vpshrd", _shift_right_two),
    ("vpshufbitqmb.", _bit_shuffle),
    ("xor.", _xor),
    *[(name + ".", _plain_by_width) for name in BY_WIDTH],
)

_BY_PREFIX: Final[tuple[tuple[str, Maker], ...]] = (
    *[("avx512.mask." + prefix, maker) for prefix, maker in _OF_AVX512_MASK],
    ("avx512.mask3.vfmadd.s", _masked_scalar_fma),
    ("avx512.mask3.vfmsub.s", _masked_scalar_fma),
    ("avx512.mask3.vfnmsub.s", _masked_scalar_fma),
    ("avx512.mask3.vfmadd.p", _masked_vector_fma),
    ("avx512.mask3.vfmsub.p", _masked_vector_fma),
    ("avx512.mask3.vfnmsub.p", _masked_vector_fma),
    ("avx512.mask3.vfmaddsub.p", _fma_by_turns),
    ("avx512.mask3.vfmsubadd.p", _fma_by_turns),
    ("avx512.maskz.pternlog.", _ternary),
    ("avx512.maskz.vfmadd.s", _masked_scalar_fma),
    ("avx512.maskz.vfmadd.p", _masked_vector_fma),
    ("avx512.maskz.vfmaddsub.p", _fma_by_turns),
    ("avx512.maskz.vpdp", _dot_product),
    ("avx512.maskz.vpermt2var.", _permute_two),
    ("avx512.maskz.vpmadd52", _multiply_add),
    ("avx512.maskz.vpshldv.", _shift_left_two),
    ("avx512.maskz.vpshrdv.", _shift_right_two),
    ("avx512.broadcastm", _broadcast_mask),
    ("avx512.cmp.p", _shuffle(x86_plain.compare_floating)),
    ("avx512.cvtb2mask.", _signs),
    ("avx512.cvtw2mask.", _signs),
    ("avx512.cvtd2mask.", _signs),
    ("avx512.cvtq2mask.", _signs),
    ("avx512.cvtmask2", _shuffle(x86_plain.mask_to_elements)),
    ("avx512.kunpck", _shuffle(x86_plain.mask_unpacked)),
    ("avx512.padds.", _add_saturated),
    ("avx512.pbroadcast", _broadcast_first),
    ("avx512.prol", _rotate_left),
    ("avx512.pror", _rotate_right),
    ("avx512.psubs.", _subtract_saturated),
    ("avx512.ptestm", _test_masked),
    ("avx512.ptestnm", _test_masked),
    ("avx512.storent.", _store_non_temporal),
    ("avx512.vbroadcast.s", _broadcast_from_memory),
    ("avx512.vpshld.", _shift_left_two),
    ("avx512.vpshrd.", _shift_right_two),
    ("avx2.pabs.", _absolute),
    ("avx2.padds.", _add_saturated),
    ("avx2.paddus.", _add_unsigned),
    ("avx2.pblendd.", _blend),
    ("avx2.pbroadcast", _broadcast_first),
    ("avx2.pcmpeq.", _compare_equal),
    ("avx2.pcmpgt.", _compare_greater),
    ("avx2.pmaxs", _smax),
    ("avx2.pmaxu", _umax),
    ("avx2.pmins", _smin),
    ("avx2.pminu", _umin),
    ("avx2.pmovsx", _extend_elements),
    ("avx2.pmovzx", _extend_elements),
    ("avx2.psubs.", _subtract_saturated),
    ("avx2.psubus.", _subtract_unsigned),
    ("avx2.vbroadcast", _broadcast_first),
    ("avx.blend.p", _blend),
    ("avx.movnt.", _store_non_temporal),
    ("avx.sqrt.p", _square_root),
    ("avx.storeu.", _store_unaligned),
    ("avx.vbroadcast.s", _broadcast_from_memory),
    ("avx.vbroadcastf128", _broadcast_lane),
    ("avx.vextractf128.", _extract_part),
    ("avx.vinsertf128.", _insert_part),
    ("avx.vperm2f128.", _permute_halves),
    ("avx.vpermil.", _permute_in_lanes),
    ("fma.vfmsubadd.p", _shuffle(x86_fma.subtract_and_add)),
    ("fma.vfmadd.", _plain_fma),
    ("fma.vfmsub.", _plain_fma),
    ("fma.vfnmadd.", _plain_fma),
    ("fma.vfnmsub.", _plain_fma),
    ("fma4.vfmadd.s", _shuffle(x86_fma.scalar_over_zeros)),
    ("sse.sqrt.p", _square_root),
    ("sse.storeu.", _store_unaligned),
    ("sse2.padds.", _add_saturated),
    ("sse2.paddus.", _add_unsigned),
    ("sse2.pcmpeq.", _compare_equal),
    ("sse2.pcmpgt.", _compare_greater),
    ("sse2.psubs.", _subtract_saturated),
    ("sse2.psubus.", _subtract_unsigned),
    ("sse2.sqrt.p", _square_root),
    ("sse2.storeu.", _store_unaligned),
    ("sse41.blendp", _blend),
    ("sse41.pmovsx", _extend_elements),
    ("sse41.pmovzx", _extend_elements),
    ("sse4a.movnt.", _store_first_non_temporal),
    ("vcvtph2ps.", _convert_half),
    ("xop.vpcom", _compare_xop),
    ("xop.vprot", _rotate_left),
)

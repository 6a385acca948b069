"""Intrinsics of x86 that only move elements of vectors: LLVM makes `shufflevector` of them.

Immediates count elements as the instruction does: within lanes of 128 bits, from the lowest bits on.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, SimpleConstant, null_value
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number, vector_bits, vector_count
from pyllvm.migrations.on_reading.target_intrinsics.x86_plain import masked

_LANE_BITS: Final = 128
_LANE_BYTES: Final = 16


def _lane_elements(builder: CallBuilder) -> int:
    """How many elements of the result a lane has."""
    return _LANE_BITS // scalar_bits(builder.type)


def _of_one(builder: CallBuilder, indices: list[int], mask: int) -> Value:
    source = builder.arguments[0]
    return masked(builder, builder.shuffle(source, source, indices), mask)


def _of_two(builder: CallBuilder, indices: list[int], mask: int) -> Value:
    return masked(builder, builder.shuffle(builder.arguments[0], builder.arguments[1], indices), mask)


# --- whole bytes and pairs of vectors ------------------------------------------------------------------------------


def shift_bytes_left(builder: CallBuilder, count: int) -> Value:
    """`pslldq`: every lane `count` bytes to the left."""
    return _shift_bytes(builder, count, True)


def shift_bytes_right(builder: CallBuilder, count: int) -> Value:
    """`psrldq`: every lane `count` bytes to the right."""
    return _shift_bytes(builder, count, False)


def _shift_bytes(builder: CallBuilder, count: int, is_left: bool) -> Value:
    source = builder.arguments[0]
    bytes_count = vector_count(source.type) * 8
    type = builder.context.vector(builder.integer(8), bytes_count)
    source = builder.bitcast(source, type, "cast")
    result: Value = null_value(type)
    if count < _LANE_BYTES:
        indices: list[int] = []
        for lane in range(0, bytes_count, _LANE_BYTES):
            for byte in range(_LANE_BYTES):
                index = bytes_count + byte - count if is_left else byte + count
                if is_left and index < bytes_count:
                    index -= bytes_count - _LANE_BYTES
                elif not is_left and index >= _LANE_BYTES:
                    index += bytes_count - _LANE_BYTES
                indices.append(index + lane)
        result = builder.shuffle(result, source, indices) if is_left else builder.shuffle(source, result, indices)
    return builder.bitcast(result, builder.type, "cast")


def align_bytes(builder: CallBuilder) -> Value:
    """`palignr`: a lane cut out of two, from a byte on."""
    return _align(builder, constant_number(builder.arguments[2]), False)


def align_elements(builder: CallBuilder) -> Value:
    """`valignd`, `valignq`: a vector cut out of two, from an element on."""
    return _align(builder, constant_number(builder.arguments[2]) & (vector_count(builder.type) - 1), True)


def _align(builder: CallBuilder, distance: int, is_whole: bool) -> Value:
    high, low, _, otherwise, mask = builder.arguments
    count = vector_count(builder.type)
    if distance >= 2 * _LANE_BYTES:
        return null_value(builder.type)
    if distance > _LANE_BYTES:
        distance -= _LANE_BYTES
        low = high
        high = null_value(builder.type)
    indices: list[int] = []
    for lane in range(0, count, _LANE_BYTES):
        for byte in range(_LANE_BYTES):
            index = distance + byte
            if not is_whole and index >= _LANE_BYTES:
                index += count - _LANE_BYTES
            indices.append(index + lane)
    return builder.select_by_mask(mask, builder.shuffle(low, high, indices[:count], "palignr"), otherwise)


def blend(builder: CallBuilder) -> Value:
    """Elements of the second vector where the immediate has a bit."""
    immediate = constant_number(builder.arguments[2])
    count = vector_count(builder.type)
    return _of_two(builder, [i + count if immediate >> (i % 8) & 1 else i for i in range(count)], 9)


def insert_part(builder: CallBuilder) -> Value:
    """A vector put over a part of a wider one."""
    whole, part = builder.arguments[0], builder.arguments[1]
    count, width = vector_count(builder.type), vector_count(part.type)
    place = constant_number(builder.arguments[2]) % (count // width)
    widened = builder.shuffle(part, None, [*range(width), *[width] * (count - width)])
    indices = list(range(count))
    indices[place * width : (place + 1) * width] = range(count, count + width)
    return masked(builder, builder.shuffle(whole, widened, indices), 4)


def extract_part(builder: CallBuilder) -> Value:
    """A part of a wider vector."""
    count = vector_count(builder.type)
    place = constant_number(builder.arguments[1]) % (vector_count(builder.arguments[0].type) // count)
    return _of_one(builder, list(range(place * count, (place + 1) * count)), 3)


def permute_halves(builder: CallBuilder) -> Value:
    """`vperm2f128`: each half of the result is one of four, or zero."""
    immediate = constant_number(builder.arguments[2]) & 0xFF
    count = vector_count(builder.type)
    half = count // 2
    halves: list[Value] = []
    indices: list[int] = []
    for number in range(2):
        control = immediate >> (4 * number)
        halves.append(null_value(builder.type) if control & 8 else builder.arguments[1 if control & 2 else 0])
        start = number * count + (half if control & 1 else 0)
        indices += range(start, start + half)
    return builder.shuffle(halves[0], halves[1], indices)


# --- by an immediate -----------------------------------------------------------------------------------------------


def permute_quads(builder: CallBuilder) -> Value:
    """`vpermq`: in every four elements two bits of the immediate choose each."""
    immediate = constant_number(builder.arguments[1])
    indices = [(i & ~3) + (immediate >> (2 * (i & 3)) & 3) for i in range(vector_count(builder.type))]
    return _of_one(builder, indices, 3)


def permute_in_lanes(builder: CallBuilder) -> Value:
    """`vpermilps`, `pshufd`: the immediate chooses within each lane, and begins anew after 8 bits."""
    immediate = constant_number(builder.arguments[1])
    bits = 64 // scalar_bits(builder.type)
    mask = (1 << bits) - 1
    indices = [(immediate >> (i * bits % 8) & mask) | (i & ~mask) for i in range(vector_count(builder.type))]
    return _of_one(builder, indices, 3)


def shuffle_low_words(builder: CallBuilder) -> Value:
    """`pshuflw`."""
    return _shuffle_words(builder, 0)


def shuffle_high_words(builder: CallBuilder) -> Value:
    """`pshufhw`."""
    return _shuffle_words(builder, 4)


def _shuffle_words(builder: CallBuilder, begin: int) -> Value:
    """Words in the order that an immediate gives.

    LLVM 7: %r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %a, i8 27)
    LLVM 14: %1 = shufflevector <8 x i16> %a, <8 x i16> %a, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 4, i32 5, i32 6, i32 7>
    """
    immediate = constant_number(builder.arguments[1])
    indices: list[int] = []
    for lane in range(0, vector_count(builder.type), 8):
        chosen = [(immediate >> (2 * i) & 3) + begin + lane for i in range(4)]
        kept = list(range(lane + 4 - begin, lane + 8 - begin))
        indices += [*kept, *chosen] if begin else [*chosen, *kept]
    return _of_one(builder, indices, 3)


def shuffle_pairs(builder: CallBuilder) -> Value:
    """`shufps`: the lower half of a lane of the first vector, the upper of the second."""
    immediate = constant_number(builder.arguments[2])
    count, lane = vector_count(builder.type), _lane_elements(builder)
    half = lane // 2
    indices: list[int] = []
    for i in range(count):
        index = i - i % lane + (count if i % lane >= half else 0)
        indices.append(index + (immediate >> (i * half % 8) & ((1 << half) - 1)))
    return _of_two(builder, indices, 4)


def shuffle_lanes(builder: CallBuilder) -> Value:
    """`vshuff32x4`: whole lanes, the lower half of the first vector, the upper of the second."""
    immediate = constant_number(builder.arguments[2])
    lanes = vector_bits(builder.type) // _LANE_BITS
    size = _lane_elements(builder)
    indices: list[int] = []
    for lane in range(lanes):
        source = immediate >> (lane * (lanes // 2)) & (lanes - 1)
        if lane >= lanes // 2:
            source += lanes
        indices += range(source * size, (source + 1) * size)
    return _of_two(builder, indices, 4)


# --- fixed orders --------------------------------------------------------------------------------------------------


def duplicate_even(builder: CallBuilder) -> Value:
    """`movddup`, `movsldup`."""
    return _of_one(builder, [i & ~1 for i in range(vector_count(builder.type))], 2)


def duplicate_odd(builder: CallBuilder) -> Value:
    """`movshdup`."""
    return _of_one(builder, [i | 1 for i in range(vector_count(builder.type))], 2)


def unpack_low(builder: CallBuilder) -> Value:
    """`punpckl`: the lower halves of lanes, by turns."""
    return _unpack(builder, 0)


def unpack_high(builder: CallBuilder) -> Value:
    """`punpckh`: the upper halves of lanes, by turns."""
    return _unpack(builder, _lane_elements(builder) // 2)


def _unpack(builder: CallBuilder, begin: int) -> Value:
    count, lane = vector_count(builder.type), _lane_elements(builder)
    indices = [begin + i - i % lane + i % lane // 2 + count * (i % 2) for i in range(count)]
    return _of_two(builder, indices, 3)


def broadcast_vector(builder: CallBuilder) -> Value:
    """A short vector over and over."""
    size = vector_count(builder.arguments[0].type)
    return _of_one(builder, [i % size for i in range(vector_count(builder.type))], 2)


def broadcast_first(builder: CallBuilder) -> Value:
    """The first element over and over."""
    made = builder.shuffle(builder.arguments[0], None, [0] * vector_count(builder.type))
    return masked(builder, made, 2)


def broadcast_scalar(builder: CallBuilder) -> Value:
    """A scalar over and over, masked."""
    made = builder.splat(vector_count(builder.arguments[1].type), builder.arguments[0])
    return masked(builder, made, 2)


def broadcast_from_memory(builder: CallBuilder) -> Value:
    """`vbroadcastss`: a scalar is loaded and inserted everywhere."""
    type = builder.type
    element = type.scalar_type
    pointer = builder.pointer_cast(builder.arguments[0], element)
    loaded = builder.load(element, pointer, builder.state.implicit_alignment(element))
    made: Value = SimpleConstant.get(type, POISON)
    for index in range(vector_count(type)):
        made = builder.insert_element(made, loaded, index, width=32)
    return made


def broadcast_lane_from_memory(builder: CallBuilder) -> Value:
    """`vbroadcastf128`: a lane is loaded and repeated."""
    size = _lane_elements(builder)
    type = builder.context.vector(builder.type.scalar_type, size)
    loaded = builder.load(type, builder.pointer_cast(builder.arguments[0], type), 1)
    return builder.shuffle(loaded, None, [*range(size), *range(size)])

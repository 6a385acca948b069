"""Compares of x86, and the masks that they make: integers whose bits are `icmp`'s (AutoUpgrade's upgradeX86IntrinsicCall)."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import null_value
from pyllvm.ir.folding.constant_parts import all_ones
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number, vector_bits, vector_count
from pyllvm.migrations.on_reading.x86_plain import type_letters

_ALWAYS_FALSE: Final = "false"
_ALWAYS_TRUE: Final = "true"
# by the immediate of AVX-512's compares
_PREDICATES: Final = ("eq", "lt", "le", _ALWAYS_FALSE, "ne", "ge", "gt", _ALWAYS_TRUE)
# by the immediate of XOP's
_XOP_PREDICATES: Final = ("lt", "le", "gt", "ge", "eq", "ne", _ALWAYS_FALSE, _ALWAYS_TRUE)
_MASK_WIDTH: Final = 16


def _predicate(word: str, is_signed: bool) -> str:
    """`icmp`'s word."""
    if word in ("eq", "ne"):
        return word
    return ("s" if is_signed else "u") + word


def compare_all(builder: CallBuilder, predicate: str) -> Value:
    """`pcmpeq`, `pcmpgt`: all bits of an element say so."""
    made = builder.compare(predicate, builder.arguments[0], builder.arguments[1])
    return builder.cast("sext", made, builder.type)


def compare_masked(builder: CallBuilder, word: str, is_signed: bool) -> Value:
    """One bit for an element; the mask is the last argument."""
    left, right = builder.arguments[0], builder.arguments[1]
    bits_type = builder.context.vector(builder.integer(1), vector_count(left.type))
    bits: Value
    if word == _ALWAYS_FALSE:
        bits = null_value(bits_type)
    elif word == _ALWAYS_TRUE:
        bits = all_ones(bits_type)
    else:
        bits = builder.compare(_predicate(word, is_signed), left, right)
    return builder.bits_to_integer(bits, builder.arguments[-1])


def compare_by_immediate(builder: CallBuilder, is_signed: bool) -> Value:
    """`avx512.mask.cmp.d.512`, `ucmp`: the third argument chooses the predicate."""
    return compare_masked(builder, _PREDICATES[constant_number(builder.arguments[2]) & 7], is_signed)


def compare_xop(builder: CallBuilder, name: str) -> Value:
    """`vpcomltub` and its like (the name begins behind `vpcom`), or with the predicate as an argument."""
    is_signed = name[-2:] not in ("ub", "uw", "ud", "uq")
    if len(builder.arguments) == 3:
        word = _XOP_PREDICATES[constant_number(builder.arguments[2]) & 7]
    else:
        word = next((word for word in _XOP_PREDICATES if name.startswith(word)), _ALWAYS_FALSE)
    if word == _ALWAYS_FALSE:
        return null_value(builder.type)
    if word == _ALWAYS_TRUE:
        return all_ones(builder.type)
    return compare_all(builder, _predicate(word, is_signed))


def test_masked(builder: CallBuilder, predicate: str) -> Value:
    """`ptestm`, `ptestnm`: whether two elements have a bit in common."""
    left, right, mask = builder.arguments[:3]
    common = builder.binary("and", left, right)
    return builder.bits_to_integer(builder.compare(predicate, common, null_value(left.type)), mask)


def signs_to_mask(builder: CallBuilder) -> Value:
    """`cvtb2mask`: the sign bits."""
    source = builder.arguments[0]
    return builder.bits_to_integer(builder.compare("slt", source, null_value(source.type)), None)


def mask_to_elements(builder: CallBuilder) -> Value:
    """`cvtmask2b`: elements all of whose bits are the mask's."""
    mask = builder.mask_vector(builder.arguments[0], vector_count(builder.type))
    return builder.cast("sext", mask, builder.type, "vpmovm2")


def classify_masked(builder: CallBuilder, name: str) -> Value:
    """An intrinsic that gives bits, with the mask put on afterwards."""
    arguments = builder.arguments
    bits_type = builder.context.vector(builder.integer(1), vector_count(arguments[0].type))
    return builder.bits_to_integer(builder.call_intrinsic("x86." + name, arguments[:2], bits_type), arguments[2])


def classify_floating(builder: CallBuilder) -> Value:
    """`fpclassps`."""
    type = builder.arguments[0].type
    return classify_masked(builder, f"avx512.fpclass.{type_letters(type)}.{vector_bits(type)}")


def compare_floating(builder: CallBuilder) -> Value:
    """`avx512.cmp.ps.512`, which had no mask."""
    arguments = list(builder.arguments)
    type = arguments[0].type
    width = vector_bits(type)
    everything = all_ones(builder.type)
    # The rounding comes last.
    arguments.insert(len(arguments) - 1 if width == 512 else len(arguments), everything)
    return builder.call_intrinsic(f"x86.avx512.mask.cmp.{type_letters(type)}.{width}", arguments, builder.type)


# --- operations on masks of 16 bits --------------------------------------------------------------------------------


def mask_operation(builder: CallBuilder, opcode: str, inverts_first: bool) -> Value:
    """`kand`, `kandn`, `kxnor` ...: two integers as bits."""
    left = builder.mask_vector(builder.arguments[0], _MASK_WIDTH)
    right = builder.mask_vector(builder.arguments[1], _MASK_WIDTH)
    if inverts_first:
        left = builder.inverted(left)
    return builder.bitcast(builder.binary(opcode, left, right), builder.type)


def mask_inverted(builder: CallBuilder) -> Value:
    """`knot`."""
    return builder.bitcast(builder.inverted(builder.mask_vector(builder.arguments[0], _MASK_WIDTH)), builder.type)


def mask_test(builder: CallBuilder, is_for_ones: bool) -> Value:
    """`kortestc`, `kortestz`: whether all bits of both together are set, or none is."""
    left = builder.mask_vector(builder.arguments[0], _MASK_WIDTH)
    right = builder.mask_vector(builder.arguments[1], _MASK_WIDTH)
    type = builder.integer(_MASK_WIDTH)
    both = builder.bitcast(builder.binary("or", left, right), type)
    made = builder.compare("eq", both, builder.integer_constant(_MASK_WIDTH, -1 if is_for_ones else 0))
    return builder.cast("zext", made, builder.integer(32))


def mask_unpacked(builder: CallBuilder) -> Value:
    """`kunpck`: the lower halves of two masks beside each other, the first above."""
    count = vector_bits(builder.type)
    high = builder.mask_vector(builder.arguments[0], count)
    low = builder.mask_vector(builder.arguments[1], count)
    half = list(range(count // 2))
    high = builder.shuffle(high, high, half)
    low = builder.shuffle(low, low, half)
    return builder.bitcast(builder.shuffle(low, high, list(range(count))), builder.type)
